"""Text as Markdown shows it: as it is, on one line, in a cell of a table too; no link, nobody called by name."""

import re
from collections.abc import Iterable, Sequence

from archgate.host.printable import printable

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\`*_{}[]<>#|~&"})
_CALLED = re.compile(r"@(?=\w)")
"""What calls somebody on a service, unless something stands between the sign and the name."""
_HARD_IN_CODE = re.compile(r"[`|\\]")


def as_text(text: str) -> str:
    """Words."""
    return _CALLED.sub("@<!-- -->", printable(_on_one_line(text)).translate(_SPECIAL))


def as_code(text: str) -> str:
    """A name, in the letters of code; nothing in it is taken for a link or a person."""
    shown = printable(_on_one_line(text))
    if _HARD_IN_CODE.search(shown):
        # A code span takes no escapes, and a table takes bars even in there: by numbers, every sign is only itself.
        return f"<code>{''.join(char if char.isalnum() else f'&#{ord(char)};' for char in shown)}</code>"
    return f"`{shown}`"


def as_table(heads: Sequence[str], rows: Iterable[Sequence[str]], words: int) -> list[str]:
    """The lines of a table of plain cells; the first `words` columns are words, the others numbers."""
    rule = "---|" * words + "---:|" * (len(heads) - words)
    return [_row(heads), f"|{rule}", *map(_row, rows)]


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(as_text, cells))} |"


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
