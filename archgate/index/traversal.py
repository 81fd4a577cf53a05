"""Ways through a syntax tree without recursion, however deep it is nested."""

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Block = Sequence[ast.stmt]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _branches(node: Any) -> list[Block]:
    return [node.body, node.orelse]


def _attempts(node: Any) -> list[Block]:
    return [node.body, *(handler.body for handler in node.handlers), node.orelse, node.finalbody]


def _only(node: Any) -> list[Block]:
    return [node.body]


def _cases(node: Any) -> list[Block]:
    return [case.body for case in node.cases]


BLOCKS: dict[type[ast.AST], Callable[[Any], list[Block]]] = {
    ast.If: _branches,
    ast.For: _branches,
    ast.AsyncFor: _branches,
    ast.While: _branches,
    ast.With: _only,
    ast.AsyncWith: _only,
    ast.Try: _attempts,
    ast.TryStar: _attempts,
    ast.Match: _cases,
}
"""For each statement that holds others in the same scope: the function that gives its blocks, in source order."""


def own_statements(body: Block) -> Iterator[ast.stmt]:
    """The statements of one scope in source order: those in compound statements too, those of inner scopes not."""
    stack = [iter(body)]
    while stack:
        for statement in stack[-1]:
            yield statement
            blocks = BLOCKS.get(type(statement))
            if blocks is not None:
                stack.extend(iter(block) for block in reversed(blocks(statement)) if block)
                break
        else:
            stack.pop()


def child_expressions(node: ast.AST) -> list[ast.AST]:
    """The children of a node that are no statements, in the order of its fields."""
    return [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def own_expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """Every node below a statement that runs in its scope: no inner statement and no lambda, but comprehensions."""
    stack = child_expressions(statement)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, ast.Lambda):
            stack.extend(child_expressions(node))


def dotted(node: ast.expr | None) -> str:
    """`a.b.c` for a name or a chain of attributes on a name; "" for any other expression."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(node.id)
    return ".".join(reversed(parts))
