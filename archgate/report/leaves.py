"""The leaves of a roadmap: all of them, those that can be begun, one of them."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct, field

from archgate.host.phrases import number_of, some
from archgate.policy.roadmap_terms import LeafTerms, State
from archgate.report.encode import SCHEMA, to_json
from archgate.report.plain import document
from archgate.report.table import table
from archgate.roadmap.dependencies import Dependencies
from archgate.roadmap.document import Command, Evidence, Leaf, Matrix, Parent, Record, Roadmap, Section, Term
from archgate.roadmap.readiness import Readiness


class Catalogue(Struct, frozen=True):
    """Every leaf, what it depends on, and who is ready; `satisfies` is the state that a dependent asks for."""

    roadmap: Roadmap
    dependencies: Dependencies
    readiness: Readiness
    satisfies: State


class Sheet(Struct, frozen=True):
    """What is known of one id: a leaf, or a parent that stands for `children` (None: nothing of its own is said).

    `needs` are the leaves that it depends on, `waits` those of them that have not come far enough, `dependents` those
    that depend on it. `terms` is what the policy asks, None where there is none.
    """

    id: str
    leaf: Leaf | None
    parent: Parent | None
    needs: tuple[str, ...]
    waits: tuple[str, ...]
    dependents: tuple[str, ...]
    children: tuple[Leaf, ...]
    terms: LeafTerms | None


class LeafRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A leaf in a list. `state` is the word as written where it is none; `depends` are the names that it gives."""

    id: str
    title: str
    stage: str
    state: str
    depends: tuple[str, ...]


class ListDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate leaf list`."""

    schema: int
    leaves: tuple[LeafRow, ...]


class WaitingRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A leaf that cannot be begun yet, and what it waits for."""

    leaf: str
    others: tuple[str, ...] = field(name="for")


class NextDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate leaf next`."""

    schema: int
    ready: tuple[str, ...]
    waiting: tuple[WaitingRow, ...]


class ShowDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate leaf show`."""

    schema: int
    id: str
    title: str
    stage: str
    state: str
    depends: tuple[str, ...]
    needs: tuple[str, ...]
    waits: tuple[str, ...]
    dependents: tuple[str, ...]
    children: tuple[str, ...]
    done: str
    line: int
    evidence: Evidence
    section: Section | None
    policy: LeafTerms | None


def state_of(leaf: Leaf) -> str:
    """The state of a leaf, or its word as it is written where that is no known state."""
    return leaf.state or leaf.claim.word


def names_of(terms: tuple[Term, ...]) -> tuple[str, ...]:
    """Dependencies as ids, `all` for all; none for none."""
    return tuple(term.name or "all" for term in terms if term.kind != "none")


def _row(leaf: Leaf) -> LeafRow:
    return LeafRow(leaf.id, leaf.title, leaf.stage, state_of(leaf), names_of(leaf.terms))


def render_list(catalogue: Catalogue, form: str) -> str:
    """All leaves in the format `text` or `json`."""
    rows = [_row(leaf) for leaf in catalogue.roadmap.leaves]
    if form == "json":
        return to_json(ListDocument(SCHEMA, tuple(rows)))
    cells = [[row.stage, row.id, row.state, ", ".join(row.depends) or "-", row.title] for row in rows]
    count = f"{number_of(len(rows), 'leaf', 'leaves')} in {number_of(len(catalogue.roadmap.stages), 'stage')}"
    return document([*table(["stage", "leaf", "state", "depends", "title"], cells), count])


def render_next(catalogue: Catalogue, form: str) -> str:
    """Who is ready and who waits, in the format `text` or `json`."""
    found = catalogue.readiness
    if form == "json":
        waiting = tuple(WaitingRow(one.leaf, one.others) for one in found.waiting)
        return to_json(NextDocument(SCHEMA, found.ready, waiting))
    titles = {leaf.id: leaf.title for leaf in catalogue.roadmap.leaves}
    rows = [["ready", name, titles[name]] for name in found.ready]
    rows += [["waits", one.leaf, f"for {some(one.others, 6)}"] for one in found.waiting]
    return document(table(["", "leaf", ""], rows) if rows else ["no leaf is left to begin"])


def render_show(sheet: Sheet, form: str) -> str:
    """One leaf in the format `text` or `json`."""
    return to_json(_shown(sheet)) if form == "json" else document(_sheet_lines(sheet))


def _shown(sheet: Sheet) -> ShowDocument:
    leaf, parent = sheet.leaf, sheet.parent
    claim = leaf.claim if leaf else parent.claim if parent else None
    return ShowDocument(
        schema=SCHEMA,
        id=sheet.id,
        title=leaf.title if leaf else "",
        stage=leaf.stage if leaf else sheet.children[0].stage,
        state=(claim.state or claim.word) if claim else "",
        depends=names_of(leaf.terms if leaf else parent.terms if parent else ()),
        needs=sheet.needs,
        waits=sheet.waits,
        dependents=sheet.dependents,
        children=tuple(child.id for child in sheet.children),
        done=leaf.done if leaf else parent.text if parent else "",
        line=leaf.line if leaf else parent.line if parent else 0,
        evidence=leaf.evidence if leaf else Evidence(),
        section=leaf.section if leaf else parent.section if parent else None,
        policy=sheet.terms,
    )


def _sheet_lines(sheet: Sheet) -> Iterator[str]:
    shown = _shown(sheet)
    yield "  ".join(filter(None, (shown.id, shown.state, shown.title)))
    yield from _field("stage", shown.stage)
    yield from _field("line", str(shown.line) if shown.line else "")
    yield from _field("stands for", ", ".join(f"{child.id} {state_of(child)}" for child in sheet.children))
    yield from _field("depends", ", ".join(shown.depends))
    yield from _field("waits for", ", ".join(shown.waits))
    yield from _field("needed by", ", ".join(shown.dependents))
    yield from _field("done when", shown.done)
    yield from _evidence(shown.evidence)
    if shown.section:
        yield from _section(shown.section)
    if shown.policy:
        yield from _field("owns", ", ".join(shown.policy.owns))
        yield from _field("retires", ", ".join(shown.policy.retires))
        yield from _field("adopts", ", ".join(one.symbol for one in shown.policy.adopts))


def _evidence(evidence: Evidence) -> Iterator[str]:
    yield from _field("commits", ", ".join(evidence.commits))
    yield from _field("runs", ", ".join(evidence.runs))
    counts = (f"{one.passed} passed, {one.failed} failed, {one.skipped} skipped" for one in evidence.passes)
    yield from _field("tests", "; ".join(counts))


_PARTS: Mapping[str, Callable[[Section], str]] = {
    "outcome": lambda section: section.outcome,
    "ownership": lambda section: section.ownership,
    "excluded": lambda section: section.excluded,
    "delivery": lambda section: section.delivery,
    "blocked by": lambda section: section.blocked_by,
}


def _section(section: Section) -> Iterator[str]:
    yield from _field("section", f"line {section.line}")
    for name, part in _PARTS.items():
        yield from _field(name, part(section))
    yield from (line for command in section.commands for line in _command(command))
    yield from (line for record in section.records for line in _record(record))
    yield from (line for matrix in section.matrices for line in _matrix(matrix))
    yield from _evidence(section.evidence)


def _command(command: Command) -> Iterator[str]:
    yield from _field("accept", command.text)


def _record(record: Record) -> Iterator[str]:
    yield from _field("verified", "\n".join(filter(None, (record.date, record.text))))


def _matrix(matrix: Matrix) -> Iterator[str]:
    yield from _field("matrix", f"{matrix.title or matrix.kind}: {len(matrix.rows)} rows, line {matrix.line}")


def _field(name: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.split("\n") if text else ()):
        yield f"  {name if not number else '':<11} {line}"
