"""What branches, counted as radon does (`ComplexityVisitor` of radon 6): cyclomatic complexity is one and this.

Counted are

- each `if` and `elif`, conditional expression, `assert`, loop, `else` of a loop, handler and `else` of a `try`;
- each `case`, but for one where some `case` takes everything;
- each operand of an `and` or `or` after the first;
- each `for` and each `if` of a comprehension.

A lambda is part of the expression that it stands in. As with radon, `except*` is not counted, and what an `assert`
tests is not looked at.
"""

import ast
import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

from archgate.index.text import Text

_BEFORE = "(?<![g-ik-zG-IK-Z_]%s)"  # what ends neither a word nor a number, or may end a number: `0xfor x`, `1jor x`
_WORD = re.compile("|".join(rf"{word}\b{_BEFORE % word}" for word in ("and", "or", "else", "for")))
"""What no expression that branches is written without; found in some other words too."""

_NO_NODES = frozenset(
    ["arg", "attr", "conversion", "ctx", "id", "kind", "names", "op", "ops", "simple", "type_comment"]
)


class Branching:
    """Counts what branches in the statements of one file."""

    def __init__(self, text: Text) -> None:
        self._lines = [*text.lines_matching(_WORD), sys.maxsize]

    def of(self, statement: ast.stmt) -> int:
        """What branches by a statement itself and in its own expressions; the statements that it holds left out."""
        rule = _RULES.get(type(statement))
        if rule is None:
            lines = self._lines
            within = lines[bisect_left(lines, statement.lineno)] <= statement.end_lineno  # type: ignore[operator]  # parsed
            return _inside(statement) if within else 0
        count, expressions = rule
        found = count(statement)
        for expression in expressions(statement):
            if expression is not None:
                found += self._in(expression)
        return found

    def _in(self, node: Any) -> int:
        """What branches in an expression or a simple statement, which is looked at only if a line has a word for it."""
        lines = self._lines
        return _inside(node) if lines[bisect_left(lines, node.lineno)] <= node.end_lineno else 0


def _inside(node: Any) -> int:
    found = 0
    stack = [node]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is ast.BoolOp:
            found += len(node.values) - 1
        elif kind is ast.IfExp:
            found += 1
        elif kind is ast.comprehension:
            found += 1 + len(node.ifs)
        for field in _FIELDS[kind]:
            value = getattr(node, field)
            if type(value) is list:
                stack += value
            elif value is not None:
                stack.append(value)
    return found


def _node_fields(kind: type[ast.AST]) -> tuple[str, ...]:
    return tuple(field for field in kind._fields if field not in _NO_NODES)


_FIELDS: dict[type, tuple[str, ...]] = {
    **{kind: _node_fields(kind) for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.AST)},
    **dict.fromkeys([ast.Constant, int, str, type(None)], ()),
}
"""For each sort of node the fields that can hold others, and what else stands in them."""


def _once(_: ast.stmt) -> int:
    return 1


def _never(_: ast.stmt) -> int:
    return 0


def _loop(node: ast.For | ast.AsyncFor | ast.While) -> int:
    return 1 + bool(node.orelse)


def _try(node: ast.Try) -> int:
    return len(node.handlers) + bool(node.orelse)


def _match(node: ast.Match) -> int:
    return len(node.cases) - any(
        isinstance(case.pattern, ast.MatchAs) and not case.pattern.pattern for case in node.cases
    )


def _nothing(_: ast.stmt) -> list[ast.expr | None]:
    return []


def _test(node: ast.If | ast.While) -> list[ast.expr | None]:
    return [node.test]


def _for(node: ast.For | ast.AsyncFor) -> list[ast.expr | None]:
    return [node.target, node.iter]


def _items(node: ast.With | ast.AsyncWith) -> list[ast.expr | None]:
    return [part for item in node.items for part in (item.context_expr, item.optional_vars)]


def _caught(node: ast.Try | ast.TryStar) -> list[ast.expr | None]:
    return [handler.type for handler in node.handlers]


def _matched(node: ast.Match) -> list[ast.expr | None]:
    return [node.subject, *(case.guard for case in node.cases)]


_RULES: dict[type[ast.AST], tuple[Callable[[Any], int], Callable[[Any], Sequence[ast.expr | None]]]] = {
    ast.Assert: (_once, _nothing),
    ast.If: (_once, _test),
    ast.While: (_loop, _test),
    ast.For: (_loop, _for),
    ast.AsyncFor: (_loop, _for),
    ast.With: (_never, _items),
    ast.AsyncWith: (_never, _items),
    ast.Try: (_try, _caught),
    ast.TryStar: (_never, _caught),
    ast.Match: (_match, _matched),
}
"""What branches by a statement, and which expressions are looked at; other statements are looked at as a whole."""
