"""Reading `policies/roadmap.toml`: everything that is wrong with it is told at once, each with its line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from archgate.host.selectors import selector_fault
from archgate.policy.document import SCHEMA
from archgate.policy.problems import Problems, Reporter, raise_any
from archgate.policy.roadmap_terms import (
    ROADMAP,
    Adoption,
    LeafKind,
    LeafTerms,
    Needs,
    RoadmapHeader,
    RoadmapPolicy,
    StageCondition,
    StageTerms,
    StopTerms,
    Words,
)
from archgate.policy.shape import read_shapes
from archgate.policy.source import Source, composed, is_composed, read_source
from archgate.policy.strings import (
    fault_of_leaf,
    fault_of_module,
    fault_of_path,
    report_composition,
    report_control,
    report_numbers,
)
from archgate.policy.tables import ROOT, Spot

Part = TypeVar("Part", bound=Struct)
Raw = Mapping[str, Any]


class _Tables(Struct, frozen=True):
    """The tables of the file, as they come."""

    words: dict[str, Any] = {}
    needs: dict[str, Any] = {}
    leaf: list[dict[str, Any]] = []
    stage: list[dict[str, Any]] = []
    stop: list[dict[str, Any]] = []


class _RawLeaf(Struct, frozen=True):
    """A `[[leaf]]` before its inner tables are read."""

    id: str
    kind: LeafKind = "code"
    owns: tuple[str, ...] = ()
    retires: tuple[str, ...] = ()
    adopts: tuple[dict[str, Any], ...] = ()
    rules: tuple[str, ...] = ()
    full_suite: bool = False
    proves: tuple[str, ...] = ()


class _RawStage(Struct, frozen=True):
    id: str
    conditions: tuple[dict[str, Any], ...]


class _RawStop(Struct, frozen=True):
    text: str
    conditions: tuple[dict[str, Any], ...]


def read_roadmap_policy(path: str, data: bytes) -> RoadmapPolicy:
    """The roadmap policy in the bytes of the file `path` (relative to the root).

    Raises InputError (INVALID) with every problem of the file.
    """
    problems = Problems(path, "INVALID")
    source = read_source(data, problems)
    policy = None if source is None else _Reader(source, problems).read()
    raise_any(problems.found)
    assert policy is not None
    return policy


class _Reader:
    """Reads the values of one file; its problems go to `problems`."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.text = source.text
        self.problems = problems
        self.values = source.values
        if not is_composed(source):
            report_composition(source.values, self._reporter(ROOT))
            self.values = composed(source.values)

    def read(self) -> RoadmapPolicy | None:
        """The policy, without what cannot be read; None where not even its head can."""
        report = self._reporter(ROOT)
        schema = self.values.get("schema", SCHEMA)
        if type(schema) is int and schema != SCHEMA:
            message = f"`schema` is {schema}, this archgate reads {SCHEMA}"
            report("schema", message, "see `requires` in the configuration")
            return None
        header, tables = read_shapes(self.values, (RoadmapHeader, _Tables), report)
        if header is not None:
            _check_header(header, report)
        if header is None or tables is None:
            return None
        return RoadmapPolicy(
            path=self.problems.path,
            header=header,
            words=self._table("words", tables.words, Words),
            needs=self._table("needs", tables.needs, Needs),
            leaves=tuple(self._leaves(tables.leaf)),
            stages=tuple(self._stages(tables.stage)),
            stops=tuple(self._stops(tables.stop)),
            lines={key: statement.line for key, statement in self.text.tables[ROOT].keys.items()},
        )

    def _table(self, name: str, raw: Raw, shape: type[Part]) -> Part:
        (part,) = read_shapes(raw, (shape,), self._reporter(Spot(name), f"[{name}] "))
        return part if isinstance(part, shape) else shape()

    def _leaves(self, raws: Sequence[Raw]) -> Iterator[LeafTerms]:
        for number, raw in enumerate(raws):
            report = self._reporter(Spot("leaf", number))
            (terms,) = read_shapes(raw, (_RawLeaf,), report)
            if terms is not None:
                _check_leaf(terms, report)
                adopts = tuple(_inner("adopts", terms.adopts, Adoption, report))
                for one in adopts:
                    _check_modules("adopts", (one.symbol, *one.entries), report)
                given = {**msgspec.structs.asdict(terms), "adopts": adopts}
                yield LeafTerms(**given, line=self.text.line(Spot("leaf", number)))
        self._report_twice("leaf", "id", raws)

    def _stages(self, raws: Sequence[Raw]) -> Iterator[StageTerms]:
        for number, raw in enumerate(raws):
            report = self._reporter(Spot("stage", number))
            (terms,) = read_shapes(raw, (_RawStage,), report)
            if terms is not None:
                conditions = tuple(_conditions(terms.conditions, report))
                yield StageTerms(terms.id, conditions, self.text.line(Spot("stage", number)))
        self._report_twice("stage", "id", raws)

    def _stops(self, raws: Sequence[Raw]) -> Iterator[StopTerms]:
        for number, raw in enumerate(raws):
            report = self._reporter(Spot("stop", number))
            (terms,) = read_shapes(raw, (_RawStop,), report)
            if terms is not None:
                conditions = tuple(_conditions(terms.conditions, report))
                if not terms.text.strip():
                    report("text", "`text` is blank", "give the words of a stop condition of the document")
                yield StopTerms(terms.text, conditions, self.text.line(Spot("stop", number)))
        self._report_twice("stop", "text", raws)

    def _report_twice(self, section: str, key: str, raws: Sequence[Raw]) -> None:
        seen: set[str] = set()
        for number, raw in enumerate(raws):
            name = raw.get(key)
            if isinstance(name, str) and name in seen:
                self._reporter(Spot(section, number))(key, f"`{name}` has a [[{section}]] already", "join the two")
            seen.add(str(name))

    def _reporter(self, spot: Spot, prefix: str = "") -> Reporter:
        return self.problems.reporter(self.text, spot, prefix)


def _check_header(header: RoadmapHeader, report: Reporter) -> None:
    for key, value in (("rule", header.rule), ("kind", header.kind)):
        if value != ROADMAP:
            report(key, f"`{key}` is `{value}`; in this file it is `{ROADMAP}`", "a rule of another kind needs a name")
    fault = "is blank" if not header.document.strip() else fault_of_path(header.document)
    if fault or header.document.startswith("../"):
        report("document", f"`document`: {fault}", "name a file of the repository, as docs/roadmap.md")
    for key in ("title", "remote", "branch", "suite"):
        text: str = getattr(header, key)
        report_control(key, text, report)
        if key in ("remote", "branch") and text.startswith("-"):
            report(key, f"`{key}`: `{text}` is no name that git knows")
    if header.max_active < 1:
        report("max_active", "`max_active` must be at least 1")
    _check_selectors("compat", header.compat, report)


def _check_leaf(terms: _RawLeaf, report: Reporter) -> None:
    fault = fault_of_leaf(terms.id)
    if fault:
        report("id", f"`id`: {fault}")
    for number, path in enumerate(terms.owns):
        fault = fault_of_path(path) if path.strip() else "is blank"
        if fault:
            report("owns", f"`owns`: {fault}", element=number)
    _check_modules("retires", terms.retires, report)
    for number, command in enumerate(terms.proves):
        if not command.strip():
            report("proves", "`proves`: a command is blank", element=number)


def _check_modules(key: str, names: Sequence[str], report: Reporter) -> None:
    for name in names:
        fault = fault_of_module(name)
        if fault:
            report(key, f"`{key}`: {fault}")


def _check_selectors(key: str, texts: Sequence[str], report: Reporter) -> None:
    for number, text in enumerate(texts):
        fault = selector_fault(text)
        if fault:
            report(key, f"`{key}`: {fault}", element=number)


def _conditions(raws: Sequence[Raw], report: Reporter) -> Iterator[StageCondition]:
    if not raws:
        report("conditions", "`conditions` is empty, so nothing would make it true", "name a rule, or drop the block")
    for number, raw in enumerate(raws):
        report_numbers(raw, _telling("conditions", number, report))
    for one in _inner("conditions", raws, StageCondition, report):
        _check_selectors("conditions", one.modules, report)
        yield one


def _inner(key: str, raws: Sequence[Raw], shape: type[Part], report: Reporter) -> Iterator[Part]:
    """The tables in the list of a key; what is wrong with one is told at the key."""
    for number, raw in enumerate(raws):
        (part,) = read_shapes(raw, (shape,), _telling(key, number, report))
        if part is not None:
            yield part


def _telling(outer: str, number: int, report: Reporter) -> Reporter:
    """A reporter for a table in the list of the key `outer`."""

    def tell(key: str, message: str, fix: str = "", element: int | None = None) -> None:  # noqa: ARG001  # one line
        report(outer, f"`{outer}`, table {number + 1}: {message}", fix)

    return tell
