"""Numbers as a line of small columns."""

from collections.abc import Sequence

BLOCKS, PLAIN = "▁▂▃▄▅▆▇█", "_.:-=+*#"
"""Columns from low to high: for terminals that can show them, and in plain ASCII."""
WIDEST = 40


def sparkline(numbers: Sequence[int | None], *, blocks: bool = True, widest: int = WIDEST) -> str:
    """One column a number, between their least and their greatest; a space where there is none.

    Of more numbers than `widest` evenly spaced ones are shown, the first and the last among them.
    """
    shown = [numbers[at] for at in spread(len(numbers), widest)]
    known = [number for number in shown if number is not None]
    low, high = min(known, default=0), max(known, default=0)
    return "".join(" " if number is None else _column(number, low, high, blocks) for number in shown)


def spread(length: int, most: int) -> list[int]:
    """The numbers below `length`, or of too many `most` evenly spaced ones, the first and the last among them."""
    if length <= most:
        return list(range(length))
    return [at * (length - 1) // (most - 1) for at in range(most)]


def _column(number: int, low: int, high: int, blocks: bool) -> str:
    columns = BLOCKS if blocks else PLAIN
    if low == high:
        return columns[len(columns) // 2 if number else 0]
    return columns[(number - low) * (len(columns) - 1) // (high - low)]
