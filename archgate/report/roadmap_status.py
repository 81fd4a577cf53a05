"""How far the roadmap has come: leaves by state, exit conditions and stop conditions."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from archgate.policy.roadmap_terms import STATES
from archgate.report.encode import SCHEMA, to_json
from archgate.report.leaves import state_of
from archgate.report.plain import document
from archgate.report.table import table
from archgate.roadmap.document import Leaf, Roadmap
from archgate.roadmap.dropped import Dropped
from archgate.roadmap.exit_conditions import Evaluated


class Status(Struct, frozen=True):
    """A roadmap with its conditions.

    `debt` counts the entries and marks that are left by stage, `unbound` those that are bound to no leaf, where that is
    known. `dropped` are the leaves that decisions took out.
    """

    roadmap: Roadmap
    conditions: tuple[Evaluated, ...]
    debt: Mapping[str, int] = {}
    unbound: int | None = None
    dropped: tuple[Dropped, ...] = ()


class ConditionDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """One condition."""

    text: str
    line: int
    verdict: str
    numbers: str
    ticked: bool


class StageDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """One stage: its leaves by state, those dropped counted too, and what must be true before it can end."""

    id: str
    title: str
    leaves: int
    states: dict[str, int]
    dropped: int
    debt: int | None
    exits: tuple[ConditionDocument, ...]


class StatusDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate roadmap status`."""

    schema: int
    document: str
    stages: tuple[StageDocument, ...]
    stops: tuple[ConditionDocument, ...]
    unbound: int | None
    dropped: tuple[Dropped, ...]


def render(status: Status, form: str) -> str:
    """The status in the format `text` or `json`."""
    found = _document(status)
    return to_json(found) if form == "json" else document(_lines(found))


def _document(status: Status) -> StatusDocument:
    roadmap = status.roadmap
    stages = []
    for stage in roadmap.stages:
        leaves = [leaf for leaf in roadmap.leaves if leaf.stage == stage.id]
        exits = tuple(_condition(one) for one in status.conditions if one.stage == stage.id)
        dropped = sum(one.stage == stage.id for one in status.dropped)
        numbers = (len(leaves) + dropped, _states(leaves), dropped, status.debt.get(stage.id))
        stages.append(StageDocument(stage.id, stage.title, *numbers, exits))
    stops = tuple(_condition(one) for one in status.conditions if not one.stage)
    return StatusDocument(SCHEMA, roadmap.path, tuple(stages), stops, status.unbound, status.dropped)


def _condition(one: Evaluated) -> ConditionDocument:
    return ConditionDocument(one.text, one.line, one.verdict, one.numbers, one.ticked)


def _states(leaves: list[Leaf]) -> dict[str, int]:
    """How many leaves are in each state: known states in their order, other words after them."""
    counts = Counter(state_of(leaf) for leaf in leaves)
    order: list[str] = [*STATES, *sorted(counts.keys() - set(STATES))]
    return {state: counts[state] for state in order if counts[state]}


def _lines(found: StatusDocument) -> Iterator[str]:
    states: list[str] = [state for state in STATES if any(stage.states.get(state) for stage in found.stages)]
    states += sorted({state for stage in found.stages for state in stage.states} - set(STATES))
    dropped = ["dropped"] if found.dropped else []
    heads = ["stage", "leaves", *(state or "(no state)" for state in states), *dropped, "debt", "title"]
    rows = [
        [
            *(stage.id, str(stage.leaves)),
            *(str(stage.states.get(state) or "-") for state in states),
            *(str(stage.dropped or "-") for _ in dropped),
            *("-" if stage.debt is None else str(stage.debt), stage.title),
        ]
        for stage in found.stages
    ]
    yield from table(heads, rows, right=range(1, len(heads) - 1))
    yield from _aside(found)
    for stage in found.stages:
        yield from _conditions(f"{stage.id} ends when", stage.exits)
    yield from _conditions("the goal is reached when", found.stops)


def _aside(found: StatusDocument) -> Iterator[str]:
    """The debt of no leaf, and the leaves that were dropped with where their debt went."""
    if found.unbound:
        yield from ("", f"debt bound to no leaf: {found.unbound}")
    if found.dropped:
        yield from ("", "dropped by decision")
    for one in found.dropped:
        went = ", ".join(f"{number} {place}" for place, number in (one.debt or {}).items())
        where = "debt: unknown" if one.debt is None else f"debt: {went}" if went else "no debt"
        yield f"  {one.id}  {one.title}".rstrip() + f" ({where}): {one.reason}"


def _conditions(head: str, conditions: tuple[ConditionDocument, ...]) -> Iterator[str]:
    if conditions:
        yield from ("", head)
    for one in conditions:
        numbers = f" ({one.numbers})" if one.numbers else ""
        yield f"  {one.verdict:<7}  {'[x] ' if one.ticked else ''}{one.text}{numbers}"
