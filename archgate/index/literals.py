"""String literals of Python source, found without parsing: where each ends, and what stands in its braces."""

import re
from collections.abc import Iterator

from msgspec import Struct

_TOKEN = re.compile(r"""(?P<comment>\#[^\n]*)|(?P<prefix>(?:(?<!\w)[bBrRuUfFtT]{1,2})?)(?P<quote>\"{3}|'{3}|"|')""")
_PREFIXES = frozenset(["", "r", "u", "b", "br", "rb", "f", "fr", "rf", "t", "tr", "rt"])
_SPECIAL = re.compile(r"[()\[\]{}!:#\"']|(?<!\w)[fFtTrRbBuU]{1,2}(?=[\"'])")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_PAIRS.values())
_MOST_NESTED = 50


class Literal(Struct):
    """A string literal: its lower-case prefix, quote, text outside of braces, and the expressions inside of them."""

    start: int
    end: int
    prefix: str
    quote: str
    text: str
    fields: list[str]


class UnterminatedError(Exception):
    """The source ends, or its brackets close wrongly, inside a literal."""


def literals(source: str) -> Iterator[Literal | tuple[int, int]]:
    """The string literals and, as (start, end), the comments of `source`, in order. Raises UnterminatedError."""
    position = 0
    while found := _TOKEN.search(source, position):
        if found["comment"] is not None:
            yield found.span()
            position = found.end()
            continue
        literal = _literal(source, found, 0)
        yield literal
        position = literal.end


def _literal(source: str, opening: re.Match[str], depth: int) -> Literal:
    prefix = opening["prefix"].lower()
    if prefix not in _PREFIXES or depth > _MOST_NESTED:
        raise UnterminatedError
    literal = Literal(opening.start(), 0, prefix, opening["quote"], "", [])
    _Body(source, literal, depth).read(opening.end())
    return literal


class _Body:
    """Reads what stands between the quotes of one literal."""

    def __init__(self, source: str, literal: Literal, depth: int) -> None:
        self.source = source
        self.literal = literal
        self.depth = depth
        formatted = "f" in literal.prefix or "t" in literal.prefix
        escape = r"\\[^{}]" if formatted else r"\\."
        named = "" if "r" in literal.prefix else r"\\N\{[^}\n]*\}|"
        braces = r"|\{\{|\}\}|\{" if formatted else ""
        line_end = "" if len(literal.quote) == 3 else r"|\n"
        self.stop = re.compile(f"{named}{escape}|{literal.quote}{braces}{line_end}", re.DOTALL)

    def read(self, position: int) -> None:
        kept: list[str] = []
        while found := self.stop.search(self.source, position):
            kept.append(self.source[position : found.start()])
            position = found.end()
            if found[0] == self.literal.quote:
                self.literal.text, self.literal.end = "".join(kept), position
                return
            if found[0] == "\n":
                break
            if found[0] == "{":
                position = self.field(position)
            else:
                kept.append(found[0])
        raise UnterminatedError

    def field(self, start: int) -> int:
        """Notes the expression of the field that begins at `start` and gives the position after its brace."""
        end = self.expression_end(start)
        self.literal.fields.append(self.source[start:end].rstrip().removesuffix("="))
        if self.source[end] == "!":
            found = re.compile(r"!\s*[rsa]\s*(?=[:}])").match(self.source, end)
            if found is None:
                raise UnterminatedError
            end = found.end()
        return self.format_end(end + 1) if self.source[end] == ":" else end + 1

    def expression_end(self, position: int) -> int:
        """The position of the `}`, `!` or `:` that ends the expression at `position`."""
        brackets: list[str] = []
        while found := _SPECIAL.search(self.source, position):
            sign, position = found[0], found.end()
            opening = _TOKEN.match(self.source, found.start())
            if opening is not None:
                position = opening.end()
                if opening["comment"] is None:
                    position = _literal(self.source, opening, self.depth + 1).end
            elif sign in _PAIRS:
                brackets.append(sign)
            elif not brackets and self.ends(sign, found.start()):
                return found.start()
            elif sign in _CLOSING and (not brackets or _PAIRS[brackets.pop()] != sign):
                raise UnterminatedError
        raise UnterminatedError

    def ends(self, sign: str, position: int) -> bool:
        unequal = sign == "!" and self.source.startswith("=", position + 1)
        return sign in "}!:" and not unequal

    def format_end(self, position: int) -> int:
        """The position after the brace that closes a field whose format begins at `position`."""
        while position < len(self.source):
            sign = self.source[position]
            if sign == "}":
                return position + 1
            if sign == "{":
                position = self.field(position + 1)
            elif sign == "\n" and len(self.literal.quote) == 1:
                break
            else:
                position += 1
        raise UnterminatedError
