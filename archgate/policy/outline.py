"""The outline of a TOML text: where its tables and keys stand, and the comments around them.

Values are `tomllib`'s to read. This looks at texts that `tomllib` has accepted, so it need not judge them.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

TOKEN = re.compile(
    r"""
    (?P<string> \"{3}(?:[^"\\]++|\\.|"(?!""))*+\"{3,5} | '{3}(?:[^']++|'(?!''))*+'{3,5}
              | "(?:[^"\\\n]++|\\.)*+" | '[^'\n]*+' )
  | (?P<comment> \#[^\n]* )
  | (?P<newline> \n )
  | (?P<open> [\[{] )
  | (?P<close> [\]}] )
  | (?P<equals> = )
  | (?P<space> [\x20\t\r]+ )
  | (?P<word> [^\s\[\]{}="'\#]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Statement(Struct, frozen=True):
    """A `[table]`, a `[[block]]` or a `key = value` of the text.

    `path` is the key as written, a dotted one in its parts; `items` are the lines of the strings in its value, in
    order. `above` are the full-line comments over it (an empty string is a blank line between two of them) and
    `within` those behind or inside it.
    """

    form: Literal["table", "block", "assignment"]
    path: tuple[str, ...]
    line: int
    items: tuple[int, ...]
    above: tuple[str, ...]
    within: tuple[str, ...]


class Outline(Struct, frozen=True):
    """The statements of a text in order, and the comments after the last one."""

    statements: tuple[Statement, ...]
    end: tuple[str, ...]


def outline(text: str) -> Outline:
    """The outline of a valid TOML text with `\\n` line ends."""
    statements: list[Statement] = []
    pending: list[str] = []
    for line, tokens in _logical_lines(text):
        meaning = [token for token in tokens if token[0] not in ("comment", "space", "newline")]
        comments = [content.rstrip() for sort, content, _ in tokens if sort == "comment"]
        if meaning:
            above = _settle(pending, statements)
            statements.append(_statement(meaning, line, above, tuple(comments)))
            pending = []
        else:
            pending.extend(comments or [""])
    end = _settle([*pending, ""], statements)
    return Outline(tuple(statements), end)


_Token = tuple[str, str, int]


def _logical_lines(text: str) -> Iterator[tuple[int, list[_Token]]]:
    """The tokens (sort, content, line) of each statement, comment line or blank line, with its first line."""
    line, start, depth = 1, 1, 0
    tokens: list[_Token] = []
    for match in TOKEN.finditer(text):
        sort, content = match.lastgroup or "", match.group()
        if sort == "newline" and depth == 0:
            yield start, tokens
            line, tokens = line + 1, []
            start = line
            continue
        tokens.append((sort, content, line))
        depth += (sort == "open") - (sort == "close")
        line += content.count("\n")
    if tokens:
        yield start, tokens


def _settle(pending: list[str], statements: list[Statement]) -> tuple[str, ...]:
    """Give the last statement the comments right below it that are apart from what follows; the others remain."""
    if not statements or "" not in pending:
        return tuple(_trimmed(pending))
    gap = pending.index("")
    last = statements[-1]
    if gap:
        statements[-1] = msgspec.structs.replace(last, within=(*last.within, *pending[:gap]))
    return tuple(_trimmed(pending[gap:]))


def _trimmed(comments: list[str]) -> list[str]:
    """Comments with single blank lines between groups and none around them."""
    kept: list[str] = []
    for comment in comments:
        if comment or (kept and kept[-1]):
            kept.append(comment)
    return kept[:-1] if kept and not kept[-1] else kept


def _statement(tokens: list[_Token], line: int, above: tuple[str, ...], within: tuple[str, ...]) -> Statement:
    if tokens[0][0] != "open":
        equals = next(number for number, token in enumerate(tokens) if token[0] == "equals")
        items = tuple(at for sort, _, at in tokens[equals:] if sort == "string")
        return Statement("assignment", _key_path(tokens[:equals]), line, items, above, within)
    brackets = 2 if tokens[1][0] == "open" else 1
    path = _key_path(tokens[brackets:-brackets])
    return Statement("block" if brackets == 2 else "table", path, line, (), above, within)


def _key_path(tokens: list[_Token]) -> tuple[str, ...]:
    text = "".join(content for _, content, _ in tokens)
    if BARE_KEY.fullmatch(text):
        return (text,)
    path = []
    node: Any = tomllib.loads(f"{text} = 0")
    while isinstance(node, dict):
        ((key, node),) = node.items()
        path.append(key)
    return tuple(path)
