"""Figures that Markdown documents quote between two comments, and where they stand.

    Debt is at <!-- archgate: debt egress -->12<!-- /archgate --> entries.

The marks may also stand on lines of their own, with the figure on a line between them. In fenced or indented code and
in `code spans` they are text like any other.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from archgate.host.errors import InputError, Problem

_SIGN = "<!-- archgate:"
_ANY = re.compile(rb"<!-- archgate:|<!--\s*/archgate\s*-->")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_SPAN = re.compile(
    r"\\[^\r\n]|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)|`+|(?P<mark><!--.*?(?:-->|\Z))",
    re.DOTALL,
)
"""An escape, a code span, ticks that open none, or a comment: whichever comes first is what it is."""
_OPEN = re.compile(r"<!-- archgate:(?P<asked>[^\r\n]*?)-->")
_CLOSE = re.compile(r"<!--\s*/archgate\s*-->")


class Quote(Struct, frozen=True):
    """One figure in a document: what it is of, the text from `start` to `end` (in characters), and the line of it."""

    asked: str
    said: str
    start: int
    end: int
    line: int


class _Mark(Struct, frozen=True):
    """A comment of ours: `asked` is None where it closes."""

    asked: str | None
    start: int
    end: int
    line: int


def has_marks(data: bytes) -> bool:
    """Whether a document may quote a figure: a quick look, so that those that do not cost nothing."""
    return _ANY.search(data) is not None


def quotes(path: str, data: bytes) -> list[Quote]:
    """The figures of a document, in order. Raises InputError (INVALID) for marks that make no pairs, by line."""
    if not has_marks(data):
        return []
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = _problem(path, line, f"is not UTF-8: byte 0x{data[error.start]:02x}", "store it as UTF-8")
        raise InputError([problem]) from None
    problems: list[Problem] = []
    found = list(_paired(path, text, list(_marks(path, text, problems)), problems))
    if problems:
        raise InputError(problems)
    return found


def rewritten(data: bytes, figures: Mapping[Quote, str]) -> bytes:
    """The document with other figures between its marks, and every other byte as it was."""
    text = data.decode("utf-8")
    for quote, figure in sorted(figures.items(), key=lambda pair: -pair[0].start):
        text = text[: quote.start] + _laid(text[quote.start : quote.end], figure) + text[quote.end :]
    return text.encode("utf-8")


def _laid(old: str, figure: str) -> str:
    """The figure with the space around it that the old one had; between marks on lines of their own on a line too."""
    core = old.strip()
    if core:
        before, _, after = old.partition(core)
        return before + figure + after
    ending = _LINE.match(old.lstrip(" \t"))
    line_end = ending.group() if ending else ""
    return f"{line_end}{figure}{line_end}" if line_end.strip(" \t") else figure


def _marks(path: str, text: str, problems: list[Problem]) -> Iterator[_Mark]:
    for start, end, line in _prose(text):
        for match in _SPAN.finditer(text, start, end):
            if match["mark"] is not None:
                at = line + len(re.findall(r"\r\n|\r|\n", text[start : match.start()]))
                yield from _mark(path, match, at, problems)


def _mark(path: str, match: re.Match[str], line: int, problems: list[Problem]) -> Iterator[_Mark]:
    comment = match["mark"]
    opening = _OPEN.fullmatch(comment)
    if opening:
        yield _Mark(opening["asked"].strip(), match.start(), match.end(), line)
    elif _CLOSE.fullmatch(comment):
        yield _Mark(None, match.start(), match.end(), line)
    elif comment.startswith(_SIGN):
        problems.append(_problem(path, line, "the mark does not end on its line", "write `<!-- archgate: ... -->`"))


def _prose(text: str) -> Iterator[tuple[int, int, int]]:
    """Start, end and first line (from 1) of each run of lines that is no code and has no blank line in it."""
    from markdown_it import MarkdownIt

    code = {
        line
        for token in MarkdownIt().parse(text)
        if token.type in ("fence", "code_block") and token.map
        for line in range(*token.map)
    }
    start, first, at = 0, 1, 0
    for number, match in enumerate(_LINE.finditer(text)):
        if number in code or not match.group().strip():
            if at > start:
                yield start, at, first
            start, first = match.end(), number + 2
        at = match.end()
    if at > start:
        yield start, at, first


def _paired(path: str, text: str, marks: Sequence[_Mark], problems: list[Problem]) -> Iterator[Quote]:
    opened: _Mark | None = None
    for mark in marks:
        if mark.asked is not None:
            if opened is not None:
                message = f"the mark stands inside that of line {opened.line}, which is not closed"
                problems.append(_problem(path, mark.line, message, _CURE))
            opened = mark
        elif opened is None:
            problems.append(_problem(path, mark.line, "closes a mark that was not opened", _BEGIN))
        else:
            said = text[opened.end : mark.start]
            if len(said.split()) > 1:
                message = "between the marks stands more than a figure"
                problems.append(_problem(path, opened.line, message, "keep the number there, and the words outside"))
            yield Quote(opened.asked or "", said.strip(), opened.end, mark.start, opened.line)
            opened = None
    if opened is not None:
        problems.append(_problem(path, opened.line, "the mark is not closed", _CURE))


_BEGIN = "begin each figure with `<!-- archgate: WHAT -->`"
_CURE = "end each figure with `<!-- /archgate -->`"


def _problem(path: str, line: int, message: str, fix: str) -> Problem:
    return Problem(path=path, line=line, code="INVALID", message=message, fix=fix)
