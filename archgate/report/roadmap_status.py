"""How far the roadmap has come: leaves by state, exit conditions and stop conditions."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from archgate.policy.roadmap_terms import STATES
from archgate.report.encode import SCHEMA, to_json
from archgate.report.leaves import state_of
from archgate.report.plain import document
from archgate.report.table import table
from archgate.roadmap.document import Leaf, Roadmap


class Evaluated(Struct, frozen=True):
    """An exit condition of `stage`, or ("") a stop condition, and whether it holds; `numbers` say by what."""

    stage: str
    text: str
    line: int
    verdict: Literal["holds", "fails", "unknown"] = "unknown"
    numbers: str = ""
    ticked: bool = False


class Status(Struct, frozen=True):
    """A roadmap with its conditions; `debt` is what is left by stage, where that is known."""

    roadmap: Roadmap
    conditions: tuple[Evaluated, ...]
    debt: Mapping[str, int] = {}


class ConditionDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """One condition."""

    text: str
    line: int
    verdict: str
    numbers: str
    ticked: bool


class StageDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """One stage: its leaves by state, and what must be true before it can end."""

    id: str
    title: str
    leaves: int
    states: dict[str, int]
    debt: int | None
    exits: tuple[ConditionDocument, ...]


class StatusDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate roadmap status`."""

    schema: int
    document: str
    stages: tuple[StageDocument, ...]
    stops: tuple[ConditionDocument, ...]


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
        debt = status.debt.get(stage.id)
        stages.append(StageDocument(stage.id, stage.title, len(leaves), _states(leaves), debt, exits))
    stops = tuple(_condition(one) for one in status.conditions if not one.stage)
    return StatusDocument(SCHEMA, roadmap.path, tuple(stages), stops)


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
    heads = ["stage", "leaves", *(state or "(no state)" for state in states), "debt", "title"]
    rows = [
        [
            *(stage.id, str(stage.leaves)),
            *(str(stage.states.get(state) or "-") for state in states),
            *("-" if stage.debt is None else str(stage.debt), stage.title),
        ]
        for stage in found.stages
    ]
    yield from table(heads, rows, right=range(1, len(heads) - 1))
    for stage in found.stages:
        yield from _conditions(f"{stage.id} ends when", stage.exits)
    yield from _conditions("the goal is reached when", found.stops)


def _conditions(head: str, conditions: tuple[ConditionDocument, ...]) -> Iterator[str]:
    if conditions:
        yield from ("", head)
    for one in conditions:
        numbers = f" ({one.numbers})" if one.numbers else ""
        yield f"  {one.verdict:<7}  {'[x] ' if one.ticked else ''}{one.text}{numbers}"
