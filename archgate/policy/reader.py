"""Reading policies: everything that is wrong with a file is told at once, each with its line."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from archgate.host.phrases import meant_or_known
from archgate.host.selectors import selector_fault
from archgate.policy.blocks import read_blocks
from archgate.policy.document import SCHEMA, SECTIONS, Accepted, Assign, Block, Owner, Policy, with_blocks
from archgate.policy.order import report_disorder, report_duplicates, report_overlaps
from archgate.policy.problems import Problems, Reporter, raise_any
from archgate.policy.shape import read_shapes
from archgate.policy.source import Source, composed, is_composed, read_source
from archgate.policy.strings import fault_of_rule, report_composition, report_control, report_strings
from archgate.policy.tables import ROOT, SCOPE, Spot

if TYPE_CHECKING:
    from archgate.facts.kind import Kind

RESERVED_RULES = {
    "configuration": "the rule of findings about the configuration",
    "cycles": "a word of `archgate facts`",
    "imports": "a word of `archgate facts`",
    "roadmap": "what `roadmap.toml` says of the leaves",
    "uses": "a word of `archgate facts`",
}
"""Names that no rule can have, and what they are."""

BUILT_IN = "unresolved"
"""The rule that runs without a file: its name and its kind belong together."""


class Header(Struct, frozen=True):
    """What stands above the tables of a policy."""

    schema: int
    rule: str
    kind: str
    title: str = ""


class Tables(Struct, frozen=True):
    """The tables of a policy, as they come."""

    scope: dict[str, Any] = {}
    assign: list[dict[str, Any]] = []
    owner: list[dict[str, Any]] = []
    debt: list[dict[str, Any]] = []
    exception: list[dict[str, Any]] = []


class Reading(Struct, frozen=True):
    """A policy as far as it can be read (whole, unless a problem is incurable), its source, and what is wrong."""

    policy: Policy | None
    source: Source | None
    problems: Problems


def read_policy(path: str, data: bytes, kinds: Mapping[str, "Kind"]) -> Policy:
    """The policy in the bytes of the file `path` (relative to the root, its name the rule's).

    Raises InputError (INVALID) with every problem of the file.
    """
    reading = examine(path, data, kinds)
    raise_any(reading.problems.found)
    assert reading.policy is not None
    return reading.policy


def examine(path: str, data: bytes, kinds: Mapping[str, "Kind"]) -> Reading:
    """What can be read of a policy, and everything that is wrong with it. Raises nothing."""
    problems = Problems(path, "INVALID")
    source = read_source(data, problems)
    if source is None:
        return Reading(None, None, problems)
    if not is_composed(source):
        _report_decomposed(source, problems)
        source = msgspec.structs.replace(source, values=composed(source.values))
    return Reading(_Reader(source, kinds, problems).read(), source, problems)


class _Reader:
    """Reads the values of one file; its problems go to `problems`."""

    def __init__(self, source: Source, kinds: Mapping[str, "Kind"], problems: Problems) -> None:
        self.source = source
        self.kinds = kinds
        self.problems = problems

    def read(self) -> Policy | None:
        """The policy without the blocks that cannot be read; None where not even its kind is known."""
        header, tables = self._top()
        kind = self.kinds.get(header.kind) if header is not None else None
        if header is None or tables is None or kind is None:
            return None
        scope = self._scope(kind, tables.scope)
        blocks = self._blocks(kind, tables)
        report_disorder(blocks, kind, self.problems)
        report_duplicates(blocks, kind, self.problems)
        report_overlaps(blocks, kind, self.problems)
        if scope is not None:
            self._let_kind_check(kind, scope, blocks)
        policy = Policy(path=self.problems.path, rule=header.rule, kind=kind.name, title=header.title, scope=scope)
        return with_blocks(policy, blocks)

    def _top(self) -> tuple[Header | None, Tables | None]:
        report = self._reporter(ROOT)
        values = self.source.values
        schema = values.get("schema", SCHEMA)
        if type(schema) is int and schema != SCHEMA:
            # Whatever else looks wrong may be right in that schema.
            report(
                "schema", f"`schema` is {schema}, this archgate reads {SCHEMA}", "see `requires` in the configuration"
            )
            return None, None
        header, tables = read_shapes(values, (Header, Tables), report)
        if header is not None:
            self._check_header(header, report)
        return header, tables

    def _check_header(self, header: Header, report: Reporter) -> None:
        name = PurePosixPath(self.problems.path).stem
        if header.rule != name:
            report("rule", f"`rule` is `{header.rule}`, the file's name says `{name}`", "make the two equal")
        fault = fault_of_rule(header.rule)
        if fault:
            report("rule", f"`rule`: {fault}")
        if header.rule in RESERVED_RULES:
            report("rule", f"`{header.rule}` is {RESERVED_RULES[header.rule]}, no name for a rule", "rename the rule")
        report_control("title", header.title, report)
        if header.kind not in self.kinds:
            report("kind", f"unknown kind `{header.kind}`; {meant_or_known(header.kind, self.kinds)}")
        elif header.rule == BUILT_IN != header.kind:
            message = f"the rule `{BUILT_IN}` is built in, and its kind is `{BUILT_IN}`, not `{header.kind}`"
            report("kind", message, "rename the rule")

    def _scope(self, kind: "Kind", raw: Mapping[str, Any]) -> Any:
        report = self._reporter(SCOPE, "[scope] ")
        (scope,) = read_shapes(raw, (kind.Scope,), report)
        report_strings(raw, report)
        for key in sorted({*kind.selectors, "edges"} & raw.keys()):
            if raw[key] == []:
                report(key, f"`{key}` is empty, so the rule would see nothing", "name something, or delete the rule")
        for key in _selector_keys(kind):
            values = raw.get(key)
            for number, text in enumerate(values if isinstance(values, list) else []):
                fault = selector_fault(text) if isinstance(text, str) else ""
                if fault:
                    report(key, f"`{key}`: {fault}", element=number)
        return scope

    def _blocks(self, kind: "Kind", tables: Tables) -> list[Block]:
        blocks: list[Block] = []
        for section in SECTIONS:
            raws: Sequence[Mapping[str, Any]] = getattr(tables, section)
            if section == "owner" and raws and not kind.takes_owners:
                self._reporter(Spot(section))("", f"a rule of kind `{kind.name}` takes no [[owner]] blocks")
            if section == "debt" and raws and kind.marked:
                message = f"a rule of kind `{kind.name}` has its debt in a fixture, and takes no [[debt]] blocks"
                self._reporter(Spot(section))("", message, "remove it, then run: archgate fixture write")
            blocks.extend(read_blocks(section, raws, kind, self.source.text, self.problems))
        return blocks

    def _let_kind_check(self, kind: "Kind", scope: Any, blocks: Sequence[Block]) -> None:
        """Pass on the kind's own complaints, save those about entries of which there is something to tell already."""
        starts = [block.line for block in blocks]
        blamed = {_start_of(problem.line, starts) for problem in self.problems.found}
        entries = [block for block in blocks if not isinstance(block, Assign | Owner)]
        for planned in (False, True):
            group = [block for block in entries if planned == (isinstance(block, Accepted) and bool(block.planned))]
            lines = {id(block.entry): block.line for block in group}
            inside = [block.entry for block in group]
            for entry, message in (*kind.check(scope, inside), *(() if planned else kind.incomplete(inside))):
                line = lines.get(id(entry), 0) or self._scope_line(entry)
                if line not in blamed:
                    self.problems.add(line, message)

    def _scope_line(self, place: Any) -> int:
        """The line of a key of the scope, or of the scope."""
        return self.source.text.line(SCOPE, *(place or ()))

    def _reporter(self, spot: Spot, prefix: str = "") -> Reporter:
        return self.problems.reporter(self.source.text, spot, prefix)


def _selector_keys(kind: "Kind") -> list[str]:
    """The keys of the scope that hold selectors: those that must match something, and those that let something be."""
    return sorted({*kind.selectors, *(key for key, direction in kind.directions.items() if direction == "looser")})


def _start_of(line: int, starts: Sequence[int]) -> int:
    """The line of the block in which `line` stands, -1 where it stands above all blocks."""
    return max((start for start in starts if start <= line), default=-1)


def _report_decomposed(source: Source, problems: Problems) -> None:
    """Tell every string that is not in normal form C, wherever in the file it stands."""
    text = source.text
    tables: list[tuple[Spot, Any]] = [(ROOT, source.values), (SCOPE, source.values.get(SCOPE.name))]
    for section in SECTIONS:
        raws = source.values.get(section)
        tables.extend((Spot(section, number), raw) for number, raw in enumerate(raws if isinstance(raws, list) else []))
    for spot, raw in tables:
        if isinstance(raw, dict):
            report_composition(raw, problems.reporter(text, spot))
