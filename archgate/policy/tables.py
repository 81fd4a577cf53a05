"""The tables of a policy's text: where each block and key stands, and the comments that belong to it."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from archgate.policy.outline import Outline, Statement, outline


class Spot(NamedTuple):
    """A table of a file: its name ("" for what stands above all headers) and, of blocks, which one from 0."""

    name: str
    number: int = 0


ROOT = Spot("")
SCOPE = Spot("scope")


class Table:
    """What the text shows of one table: its line, its keys, and its comments from top to bottom."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.keys: dict[str, Statement] = {}
        self.comments: list[str] = []

    def add(self, statement: Statement, key: str) -> None:
        """Take in a statement that stands in the table; `key` is "" for its header."""
        if key:
            self.keys.setdefault(key, statement)
        self.comments.extend((*statement.above, *statement.within))


class Text:
    """A policy's or decision's text, with its outline made when somebody asks."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def outline(self) -> Outline:
        """The statements and comments of the text."""
        return outline(self.text)

    @cached_property
    def tables(self) -> dict[Spot, Table]:
        """Every table of the text."""
        return _tables(self.outline.statements)

    def line(self, spot: Spot, key: str = "", element: int | None = None) -> int:
        """The line of a table, of a key in it or of an element of the key's list; the next best where it has none."""
        table = self.tables.get(spot)
        if table is None:
            outer = self.tables[ROOT].keys.get(spot.name)
            return outer.line if outer else 0
        statement = table.keys.get(key)
        if statement is None:
            inner = self.tables.get(Spot(key)) if spot == ROOT and key else None
            return inner.line if inner else table.line
        if element is None or element >= len(statement.items):
            return statement.line
        return statement.items[element]

    def block_lines(self, name: str, count: int) -> Sequence[int]:
        """The lines of the `count` blocks called `name`; quicker than the outline where headers are plain."""
        if '"""' not in self.text and "'''" not in self.text:
            lines = self._plain_headers.get(name, [])
            if len(lines) == count:
                return lines
        return [self.line(Spot(name, number)) for number in range(count)]

    @cached_property
    def _plain_headers(self) -> dict[str, list[int]]:
        """Lines of `[[name]]`, which in a text without multi-line strings can be nothing else."""
        found: dict[str, list[int]] = {}
        line, seen = 1, 0
        for match in re.finditer(r"^[ \t]*\[\[[ \t]*([a-z]+)[ \t]*\]\]", self.text, re.MULTILINE):
            line += self.text.count("\n", seen, match.start(1))
            seen = match.start(1)
            found.setdefault(match.group(1), []).append(line)
        return found


def _tables(statements: Sequence[Statement]) -> dict[Spot, Table]:
    tables = {ROOT: Table(line=0)}
    last: dict[str, int] = {}
    here, below = ROOT, ""
    for statement in statements:
        name = statement.path[0]
        if statement.form == "assignment" and here != ROOT:
            spot, key = here, below or name
        elif statement.form == "assignment":
            dotted = len(statement.path) > 1
            spot, key = (Spot(name), statement.path[1]) if dotted else (ROOT, name)
        else:
            if statement.form == "block" and len(statement.path) == 1:
                last[name] = last.get(name, -1) + 1
            spot = here = Spot(name, last.get(name, 0))
            key = below = statement.path[1] if len(statement.path) > 1 else ""
        tables.setdefault(spot, Table(statement.line)).add(statement, key)
    return tables
