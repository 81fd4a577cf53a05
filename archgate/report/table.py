"""Columns of text, aligned."""

import unicodedata
from collections.abc import Collection, Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """One line for the heads and one a row; columns numbered in `right` are aligned to the right."""
    lines = [list(heads), *map(list, rows)]
    widths = [max(_width(line[number]) for line in lines) for number in range(len(heads))]
    return ["  ".join(_padded(cell, widths[n], n in right) for n, cell in enumerate(line)).rstrip() for line in lines]


def _padded(cell: str, width: int, right: bool) -> str:
    space = " " * (width - _width(cell))
    return space + cell if right else cell + space


def _width(text: str) -> int:
    """The columns that a terminal gives the text: wide characters take two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
