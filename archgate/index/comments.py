"""Where the comments of Python source stand, found without parsing, and so that no string passes for one."""

import re

from archgate.index.literals import UnterminatedError, literals

_TOKEN = re.compile(
    r'''\#[^\n]*|"""(?:[^"\\]|\\.|"(?!""))*+"""|\'\'\'(?:[^'\\]|\\.|'(?!''))*+\'\'\''''
    r"""|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+\'""",
    re.DOTALL,
)
_FORMATTED = frozenset("fFtTrR")
_QUOTE = re.compile("[\"']")
_ANY = re.compile(r"#[^\n]*")

Span = tuple[int, int]


def comments(source: str) -> list[Span]:
    """Start and end of each comment of valid source with `\\n` at its line ends, in order.

    Where strings cannot be told apart, all that follows a `#` on its line is taken for one.
    """
    found = []
    for token in _TOKEN.finditer(source):
        start, end = token.span()
        if source[start] == "#":
            found.append((start, end))
        elif start and source[start - 1] in _FORMATTED and _may_go_on(source[start:end]):
            return _comments_by_literals(source)
    return found


def _may_go_on(literal: str) -> bool:
    """Whether the quote at the end of a formatted string may be one in a field, so that the string is longer."""
    if "{" not in literal:
        return False
    bare = literal.strip(literal[0]).replace("{{", "").replace("}}", "")
    return bare.count("{") != bare.count("}") or _QUOTE.search(bare) is not None


def _comments_by_literals(source: str) -> list[Span]:
    try:
        return [found for found in literals(source) if isinstance(found, tuple)]
    except UnterminatedError:
        return [found.span() for found in _ANY.finditer(source)]
