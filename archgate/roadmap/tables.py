"""Tables of leaves, their columns found by what the headers mean."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from archgate.roadmap.blocks import Row, Table
from archgate.roadmap.dependency_terms import dependency_terms
from archgate.roadmap.document import Claim, Fault, Leaf
from archgate.roadmap.evidence import evidence_in
from archgate.roadmap.identifiers import leading_leaves, stage_of
from archgate.roadmap.vocabulary import Vocabulary

COLUMNS = ("leaf", "title", "state", "depends", "done", "evidence")


class LeafTable(Struct, frozen=True):
    """A table of leaves and which of its columns is what: numbers from 0 by the names in `COLUMNS`."""

    table: Table
    columns: Mapping[str, int]


def leaf_table(table: Table, vocabulary: Vocabulary) -> LeafTable | None:
    """The table as one of leaves; None where it is none: no ids, or nothing that is said of leaves."""
    columns: dict[str, int] = {}
    for number, head in enumerate(table.header):
        meaning = _meaning(head, vocabulary)
        if meaning:
            columns.setdefault(meaning, number)
    named = _column_of_ids(table)
    if named is None:
        return None
    columns = {
        "leaf": named,
        **{name: number for name, number in columns.items() if name != "leaf" and number != named},
    }
    says = "state" in columns or {"depends", "done"} <= columns.keys()
    return LeafTable(table, columns) if says else None


def _meaning(head: str, vocabulary: Vocabulary) -> str:
    parts = [head, *re.split(r"[/／|(（)）\n]", head)]
    return next((meaning for part in parts if (meaning := vocabulary.means(part, *COLUMNS))), "")


def _column_of_ids(table: Table) -> int | None:
    """The first column in which some cells begin with ids of leaves, and at least half of those that say anything."""
    for number in range(len(table.header)):
        cells = [row.cells[number] for row in table.rows if row.cells[number]]
        named = sum(bool(leading_leaves(cell)[0]) for cell in cells)
        if named and named * 2 >= len(cells):
            return number
    return None


def leaves_of(found: LeafTable, stage: str, vocabulary: Vocabulary) -> Iterator[Leaf | Fault]:
    """The leaves of a table that stands under the heading of `stage` ("": of none), and rows that say of none."""
    for row in found.table.rows:
        ids, rest = leading_leaves(_cell(found, row, "leaf"))
        if not ids and any(row.cells):
            said = next(cell for cell in row.cells if cell)
            yield Fault(row.line, "", f"a row of the leaf table names no leaf: `{_short(said)}`")
        for name in ids:
            yield from _leaf(found, row, name, rest, stage, vocabulary)


def _leaf(
    found: LeafTable, row: Row, name: str, rest: str, stage: str, vocabulary: Vocabulary
) -> Iterator[Leaf | Fault]:
    word, depends = _cell(found, row, "state"), _cell(found, row, "depends")
    if "depends" in found.columns and not depends:
        yield Fault(row.line, name, "has an empty cell for dependencies: write `none` where there are none")
    yield Leaf(
        id=name,
        title=" ".join((_cell(found, row, "title") or rest).split()),
        stage=stage or stage_of(name),
        claim=Claim(word, vocabulary.state(word), row.line),
        depends=depends,
        terms=dependency_terms(depends, vocabulary),
        done=_cell(found, row, "done"),
        line=row.line,
        evidence=evidence_in("\n".join(row.raw[number] for number in _spoken(found))),
    )


def _spoken(found: LeafTable) -> list[int]:
    """The columns that may hold evidence: all but those of ids, titles and dependencies."""
    silent = {found.columns.get(name) for name in ("leaf", "title", "depends")}
    return [number for number in range(len(found.table.header)) if number not in silent]


def _cell(found: LeafTable, row: Row, name: str) -> str:
    return row.cells[found.columns[name]] if name in found.columns else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:60]}..."
