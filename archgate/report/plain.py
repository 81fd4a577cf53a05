"""Text for terminals: one line stays one line, whatever the names in it hold."""

from collections.abc import Iterable

from archgate.host.printable import printable


def document(lines: Iterable[str]) -> str:
    """The lines, each with its end; what a terminal would obey instead of showing it is escaped."""
    return "".join(f"{printable(line)}\n" for line in lines)
