"""Diagnostics: what linters and type checkers say of the host, counted by definition and code."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from archgate.facts.fact import Difference, Fact, Place
from archgate.facts.kind import Complaint
from archgate.facts.marked import WHOLE, Mark, MarkedKind
from archgate.facts.view import View
from archgate.host.bench import Bench
from archgate.host.phrases import number_of, some
from archgate.link.host import HostIndex
from archgate.measure.diagnostics_scope import DiagnosticsScope, ToolName, faults_of
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Adapter, Job
from archgate.measure.placing import subject_of
from archgate.measure.readings import GENERATION, Reading, Row, digest, keep, kept
from archgate.measure.strictness import Strictness, laxer
from archgate.measure.unexamined import NOT_EXAMINED, unexamined

_FOLLOWING: tuple[ToolName, ...] = ("mypy", "pylint")
"""The tools that follow imports into what is installed."""
_SHOWN = 3


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
    Scope = DiagnosticsScope
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

    def measure(self, view: View, scope: DiagnosticsScope) -> list[Fact]:
        inside = view.selects(scope.modules)
        lines: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
        for row in _rows(view, scope):
            module = view.host.universe.sources[row.path].module
            if inside(module) and (not scope.codes or row.code in (*scope.codes, NOT_EXAMINED)):
                lines[subject_of(view.host, module, row.line), row.code].append(Place(row.path, row.line))
        return [_fact(*key, places) for key, places in sorted(lines.items())]

    def unmeasured(self, view: View, scope: DiagnosticsScope) -> str:
        measure = _measured(view, scope)
        fault = measure.reading.fault
        return f"{' '.join(filter(None, (scope.tool, measure.version)))} {fault}" if fault else ""

    def untold(self, view: View, scope: DiagnosticsScope) -> list[str]:
        reading = _measured(view, scope).reading
        said = [f"{scope.tool}: {line}" for line in reading.told]
        if reading.excluded:
            shown = some(reading.excluded, _SHOWN)
            said.append(f"{len(reading.excluded)} files kept from {scope.tool} by its configuration: {shown}")
        if reading.outside:
            said.append(f"{reading.outside} rows of {scope.tool} outside the host's files")
        if reading.notes:
            said.append(f"{reading.notes} notes of {scope.tool} that are no errors")
        return said

    def ruler(self, view: View, scope: DiagnosticsScope) -> Mapping[str, str]:
        measure = _measured(view, scope)
        return {
            "tool": scope.tool,
            "version": measure.version,
            "configuration": measure.configuration,
            "python": measure.python,
        }

    def laxer(self, before: View, before_scope: DiagnosticsScope, now: View, scope: DiagnosticsScope) -> Iterable[str]:
        if before_scope.tool != scope.tool:
            return ()
        return laxer(_strictness(before, before_scope), _strictness(now, scope))

    def hangs_on(self, scope: DiagnosticsScope) -> str:
        return "other packages or stubs are installed" if scope.tool in _FOLLOWING else ""

    def trusts(self, scope: DiagnosticsScope) -> frozenset[str]:
        return frozenset(scope.plugins)

    def within_frontier(self, view: View, scope: DiagnosticsScope, fact: Fact) -> bool:
        """Whether a fact stands where there must be none, so that no mark can cover it."""
        return bool(scope.frontier) and view.selects(scope.frontier)(fact.subject.rpartition(":")[0])

    def check(self, scope: DiagnosticsScope, entries: Sequence[Mark]) -> Iterable[Complaint]:
        return faults_of(scope)

    def describe(self, view: View, scope: DiagnosticsScope, difference: Difference) -> str:
        over, under = difference.over.get(WHOLE, 0), difference.under.get(WHOLE, 0)
        count = over or under
        if difference.item.object == NOT_EXAMINED:
            return f"{scope.tool} does not look at it: its folder, or a stub" if over else f"{scope.tool} looks at it"
        worded = f"{number_of(count, 'diagnostic')} of {scope.tool}"
        return f"{worded}, code {difference.item.object}" if over else f"no longer there: {worded}"


def _adapter(tool: ToolName) -> Adapter:
    from archgate.measure.mypy import Mypy
    from archgate.measure.pylint import Pylint
    from archgate.measure.ruff import Ruff
    from archgate.measure.sarif import Sarif

    adapters: Mapping[ToolName, Callable[[], Adapter]] = {"mypy": Mypy, "pylint": Pylint, "ruff": Ruff, "sarif": Sarif}
    return adapters[tool]()


def _fact(subject: str, code: str, places: list[Place]) -> Fact:
    return Fact(subject, code, {WHOLE: len(places)}, places=tuple(sorted(set(places))))


def _rows(view: View, scope: DiagnosticsScope) -> list[Row]:
    """What the tool says, and which sources it passes over by itself."""
    reading = _measured(view, scope).reading
    files = view.bench.tree.paths() if view.bench else ()
    return [*reading.rows, *unexamined(reading, files)]


def _measured(view: View, scope: DiagnosticsScope) -> Measure:
    """The tool's reading under a scope, taken once; rows are chosen from it afterwards."""
    asked = replace(scope, modules=(), codes=(), frontier=())
    return view.once((Diagnostics.name, asked), lambda: _measure(view.host, view.bench, asked))


def _measure(host: HostIndex, bench: Bench | None, scope: DiagnosticsScope) -> Measure:
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


def _strictness(view: View, scope: DiagnosticsScope) -> Mapping[str, Strictness]:
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
