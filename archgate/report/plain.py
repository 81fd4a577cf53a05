"""Text for terminals: one line stays one line, whatever the names in it hold."""

from collections.abc import Iterable

from archgate.host.printable import printable


def document(lines: Iterable[str]) -> str:
    """The lines, each with its end; what a terminal would obey instead of showing it is escaped."""
    return "".join(f"{printable(line)}\n" for line in lines)


def number_of(count: int, noun: str, several: str = "") -> str:
    """How many there are, in words: `1 leaf`, `2 leaves`; `several` is the plural where it takes more than an s."""
    return f"{count} {noun if count == 1 else several or f'{noun}s'}"
