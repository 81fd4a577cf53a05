"""What coverage.py may leave out of a file: the lines that its patterns take, and the clauses that these begin."""

import ast
import io
import re
import tokenize
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence

STANDARD = (
    r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(cover|COVER)",
    r"^\s*(((async )?def .*?)?[\])]+(\s*->.*?)?:\s*)?\.\.\.\s*(#|$)",
    r"\s*if (typing\.)?TYPE_CHECKING:",
)
"""The patterns that hold where nothing is said; of those that changed over the versions, the widest."""

_SUITES = ("body", "handlers", "orelse", "finalbody", "cases")


def excludable_lines(tree: ast.Module, data: bytes, patterns: Sequence[str]) -> frozenset[int]:
    """All lines that coverage.py can leave out where these patterns hold beside the standard ones; rather more than
    fewer, since its versions differ in how far a pattern reaches. Raises `re.error` for what is no pattern.
    """
    text = _text(data)
    matched = frozenset(_matched(text, [*STANDARD, *patterns]))
    if not matched:
        return matched
    lines = text.split("\n")
    return matched.union(*(one for node in tree.body for one in _clauses(node, _top(node, 1), matched, lines)))


def _text(data: bytes) -> str:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return data.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")


def _matched(text: str, patterns: Sequence[str]) -> Iterator[int]:
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    for pattern in patterns:
        for found in re.finditer(pattern, text, re.MULTILINE):
            yield from range(bisect_right(starts, found.start()), bisect_right(starts, found.end()) + 1)


def _clauses(node: ast.AST, start: int, matched: Collection[int], text: Sequence[str]) -> Iterator[range]:
    """The clauses of a node that begins in line `start`, and of those inside, whose head has a matched line."""
    suites = _suites(node)
    for suite in suites:
        if any(line in matched for line in range(start, _head_end(suite[0], start, text))):
            yield range(start, _end(suite[-1]) + 1)
        for inner in suite:
            yield from _clauses(inner, _top(inner, start), matched, text)
            start = _end(inner) + 1
    lines = range(start, _end(node) + 1)
    if not suites and any(line in matched for line in lines):
        yield lines


def _suites(node: ast.AST) -> list[list[ast.AST]]:
    """The suites of statements, and the rows of handlers and cases, of a node, in the order in which they stand."""
    return [suite for field in _SUITES if (suite := getattr(node, field, None))]


def _head_end(first: ast.AST, start: int, text: Sequence[str]) -> int:
    """The line after the head of a clause that begins in line `start` and whose first statement is given."""
    top = _top(first, start)
    shares = isinstance(first, ast.stmt) and bool(text[top - 1][: first.col_offset].strip())
    return max(_end(first) + 1 if shares else top, start + 1)


def _top(node: ast.AST, after: int) -> int:
    """The first line of a statement or clause, its decorators included; `after` where it does not say."""
    decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
    return min([getattr(node, "lineno", after), *(one.lineno for one in decorators)])


def _end(node: ast.AST) -> int:
    if isinstance(node, ast.match_case):
        return _end(node.body[-1])
    end: int = getattr(node, "end_lineno", 0)
    return end
