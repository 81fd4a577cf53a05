"""Diagnostics: what linters and type checkers say of the host, counted by definition and code."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from archgate.facts.fact import Difference, Fact, Place
from archgate.facts.kind import Complaint, ScopeKey
from archgate.facts.marked import WHOLE, MarkedKind
from archgate.facts.view import View
from archgate.host.bench import Bench
from archgate.link.host import HostIndex
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Adapter, Job
from archgate.measure.placing import subject_of
from archgate.measure.readings import GENERATION, Reading, Row, digest, keep, kept
from archgate.measure.strictness import Strictness, laxer
from archgate.measure.unexamined import NOT_EXAMINED, unexamined

Level = Literal["error", "none", "note", "warning"]
ToolName = Literal["mypy", "pylint", "ruff", "sarif"]
MOST_SECONDS = 7 * 24 * 60 * 60
"""How long a scope may let a tool run."""

_FOLLOWING: tuple[ToolName, ...] = ("mypy", "pylint")
"""The tools that follow imports into what is installed."""

_SHOWN = 3


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """The tool that is asked, how, and which of its rows count.

    `modules` and `codes` choose rows (no codes: all), `frontier` the modules that must have none. `isolated`, `select`,
    `target` and `preview` are ruff's: the rules that the policy names, in place of the host's own configuration.
    `config` is mypy's and pylint's: the configuration to use, where it is not the one that they find; `plugins` is the
    code that such a configuration may have them run. `files` are reports below the root, of whose results those of
    `levels` count. `seconds` is how long the tool may take.
    """

    tool: ToolName
    modules: tuple[str, ...] = ("**",)
    codes: tuple[str, ...] = ()
    frontier: tuple[str, ...] = ()
    isolated: bool = False
    select: tuple[str, ...] = ()
    target: str = ""
    preview: bool = False
    config: str = ""
    plugins: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    levels: tuple[Level, ...] = ("error", "warning")
    seconds: int = 600


_KEYS: Mapping[str, tuple[str, ...]] = {
    "mypy": ("config", "plugins"),
    "pylint": ("config", "plugins"),
    "sarif": ("files", "levels"),
    "ruff": ("isolated", "select", "target", "preview"),
}
"""The keys of a scope that concern one tool only."""


class Measure(Struct, frozen=True):
    """A tool's reading, and what took it: the version of the tool ("" if it was not found), its configuration, and the
    version of Python that it went by ("" where that makes no difference).
    """

    reading: Reading
    version: str = ""
    configuration: str = ""
    python: str = ""


class Diagnostics(MarkedKind):
    """Facts are (module:definition, code); their number is how many rows of that code the tool has there."""

    name = "diagnostics"
    Scope = Scope
    unit = "diagnostic"
    selectors = ("modules", "frontier")
    cure = "Correct what the tool says; suppressing it in the source does not count"
    directions = {
        "modules": "stricter",
        "frontier": "stricter",
        "select": "stricter",
        "plugins": "looser",
        "files": "stricter",
        "levels": "stricter",
    }
    judged = ("seconds",)

    def measure(self, view: View, scope: Any) -> list[Fact]:
        inside = view.selects(scope.modules)
        lines: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
        for row in _rows(view, scope):
            module = view.host.universe.sources[row.path].module
            if inside(module) and (not scope.codes or row.code in (*scope.codes, NOT_EXAMINED)):
                lines[subject_of(view.host, module, row.line), row.code].append(Place(row.path, row.line))
        return [_fact(*key, places) for key, places in sorted(lines.items())]

    def unmeasured(self, view: View, scope: Any) -> str:
        measure = _measured(view, scope)
        fault = measure.reading.fault
        return f"{' '.join(filter(None, (scope.tool, measure.version)))} {fault}" if fault else ""

    def untold(self, view: View, scope: Any) -> list[str]:
        reading = _measured(view, scope).reading
        said = [f"{scope.tool}: {line}" for line in reading.told]
        if reading.excluded:
            more = f" and {len(reading.excluded) - _SHOWN} more" if len(reading.excluded) > _SHOWN else ""
            shown = ", ".join(reading.excluded[:_SHOWN])
            said.append(f"{len(reading.excluded)} files kept from {scope.tool} by its configuration: {shown}{more}")
        if reading.outside:
            said.append(f"{reading.outside} rows of {scope.tool} outside the host's files")
        if reading.notes:
            said.append(f"{reading.notes} notes of {scope.tool} that are no errors")
        return said

    def ruler(self, view: View, scope: Any) -> Mapping[str, str]:
        measure = _measured(view, scope)
        return {
            "tool": scope.tool,
            "version": measure.version,
            "configuration": measure.configuration,
            "python": measure.python,
        }

    def laxer(self, before: View, before_scope: Any, now: View, scope: Any) -> Iterable[str]:
        if before_scope.tool != scope.tool:
            return ()
        return laxer(_strictness(before, before_scope), _strictness(now, scope))

    def hangs_on(self, scope: Any) -> str:
        return "other packages or stubs are installed" if scope.tool in _FOLLOWING else ""

    def trusts(self, scope: Any) -> frozenset[str]:
        return frozenset(scope.plugins)

    def within_frontier(self, view: View, scope: Any, fact: Fact) -> bool:
        """Whether a fact stands where there must be none, so that no mark can cover it."""
        return bool(scope.frontier) and view.selects(scope.frontier)(fact.subject.rpartition(":")[0])

    def check(self, scope: Any, entries: Sequence[Any]) -> Iterable[Complaint]:
        return [*_misplaced(scope), *_contradictory(scope)]

    def describe(self, view: View, scope: Any, difference: Difference) -> str:
        over, under = difference.over.get(WHOLE, 0), difference.under.get(WHOLE, 0)
        count = over or under
        if difference.item.object == NOT_EXAMINED:
            return f"{scope.tool} does not look at it: its folder, or a stub" if over else f"{scope.tool} looks at it"
        worded = f"{count} diagnostic{'s' if count != 1 else ''} of {scope.tool}"
        return f"{worded}, code {difference.item.object}" if over else f"no longer there: {worded}"


def _adapter(tool: str) -> Adapter:
    from archgate.measure.mypy import Mypy
    from archgate.measure.pylint import Pylint
    from archgate.measure.ruff import Ruff
    from archgate.measure.sarif import Sarif

    adapters: Mapping[str, Callable[[], Adapter]] = {"mypy": Mypy, "pylint": Pylint, "ruff": Ruff, "sarif": Sarif}
    return adapters[tool]()


def _fact(subject: str, code: str, places: list[Place]) -> Fact:
    return Fact(subject, code, {WHOLE: len(places)}, places=tuple(sorted(set(places))))


def _rows(view: View, scope: Any) -> list[Row]:
    """What the tool says, and which sources it passes over by itself."""
    reading = _measured(view, scope).reading
    files = view.bench.tree.paths() if view.bench else ()
    return [*reading.rows, *unexamined(reading, files)]


def _measured(view: View, scope: Any) -> Measure:
    """The tool's reading under a scope, taken once; rows are chosen from it afterwards."""
    asked = replace(scope, modules=(), codes=(), frontier=())
    return view.once((Diagnostics.name, asked), lambda: _measure(view.host, view.bench, asked))


def _measure(host: HostIndex, bench: Bench | None, scope: Any) -> Measure:
    if bench is None:
        return Measure(Reading(fault="cannot be asked here: there is no work bench"))
    job = Job(scope, bench, host.universe, frozenset(host.unreadable))
    version = configuration = python = ""
    try:
        adapter = _adapter(scope.tool)
        tool = adapter.tool(job)
        version = tool.version
        configuration = digest(adapter.configuration(job))
        python = adapter.python(job)
        key = digest(GENERATION, adapter.name, version, configuration, _keys(job), adapter.inputs(job))
        reading = _read(host, job, key, lambda: adapter.read(job, tool))
    except Unmeasured as fault:
        reading = Reading(fault=str(fault))
    return Measure(reading, version, configuration, python)


def _strictness(view: View, scope: Any) -> Mapping[str, Strictness]:
    if view.bench is None:
        return {}
    try:
        return _adapter(scope.tool).strictness(Job(scope, view.bench, view.host.universe))
    except Unmeasured:
        return {}


def _keys(job: Job) -> Mapping[str, str]:
    return job.bench.tree.keys(sorted(job.sources()))


def _read(host: HostIndex, job: Job, key: str, read: Callable[[], Reading]) -> Reading:
    """The reading of this key: known from another view of the host, kept from another run, or taken now."""
    question = (Diagnostics.name, key)
    if question not in host.answers:
        found = kept(job.bench.scratch, key) if job.bench.cached else None
        if found is None:
            found = read()
            if job.bench.cached:
                keep(job.bench.scratch, key, found)
        host.answers[question] = found
    answer: Reading = host.answers[question]
    return answer


def _misplaced(scope: Any) -> Iterator[Complaint]:
    """Keys of other tools."""
    standard = Scope(tool=scope.tool)
    for key in dict.fromkeys(key for keys in _KEYS.values() for key in keys):
        if key not in _KEYS[scope.tool] and getattr(scope, key) != getattr(standard, key):
            tools = " and ".join(tool for tool, keys in _KEYS.items() if key in keys)
            yield ScopeKey(key), f"[scope] `{key}` is nothing to {scope.tool}: it is for {tools}; take it out"


def _contradictory(scope: Any) -> Iterator[Complaint]:
    if scope.tool == "ruff" and scope.isolated and not scope.select:
        yield None, '[scope] `isolated` takes the rules from `select`, which is missing: name them, as `["E", "F"]`'
    if scope.tool == "ruff" and not scope.isolated:
        for key in ("select", "target", "preview"):
            if getattr(scope, key):
                fix = f"write `isolated = true`, or take `{key}` out"
                yield ScopeKey(key), f"[scope] `{key}` would mix with the host's own configuration: {fix}"
    if scope.tool == "sarif" and not scope.files:
        yield None, '[scope] names no report: write `files = ["reports/bandit.sarif"]`'
    if not 1 <= scope.seconds <= MOST_SECONDS:
        yield ScopeKey("seconds"), f"[scope] `seconds` must be a whole number from 1 to {MOST_SECONDS}"
