"""Every call in a statement's own expressions, and where it stands."""

import ast

from msgspec import Struct
from msgspec.structs import replace

from archgate.index.context import Context
from archgate.index.scopes import Scope
from archgate.index.traversal import COMPREHENSIONS, child_expressions


class Call(Struct, frozen=True):
    """A call, the context whose scope its names are looked up in, and its line."""

    node: ast.Call
    context: Context
    line: int


def calls_in(statement: ast.stmt, context: Context) -> list[Call]:
    """The calls in a statement that stands in `context`, those in statements below it left out.

    Decorators and defaults belong to the definition around, base classes to the class. A call in an f-string has the
    line of the f-string, since not every Python knows better.
    """
    calls: list[Call] = []
    stack = [(node, inner, 0) for node, inner in _roots(statement, context)]
    while stack:
        node, inner, line = stack.pop()
        if isinstance(node, ast.Call):
            calls.append(Call(node, inner, line or node.lineno))
        elif isinstance(node, (ast.Lambda, *COMPREHENSIONS)):
            inner = _within(node, inner)
        elif isinstance(node, ast.JoinedStr):
            line = line or node.lineno
        stack.extend((child, inner, line) for child in reversed(child_expressions(node)))
    return calls


def _roots(statement: ast.stmt, context: Context) -> list[tuple[ast.AST, Context]]:
    """The statement's children with their contexts, last first."""
    children = reversed(child_expressions(statement))
    if not isinstance(statement, ast.ClassDef):
        return [(child, context) for child in children]
    inside = replace(context, definition=context.qualified(statement.name))
    outside = set(map(id, statement.decorator_list))
    return [(child, context if id(child) in outside else inside) for child in children]


def _within(node: ast.AST, context: Context) -> Context:
    """The context inside a lambda or a comprehension."""
    return replace(context, scope=Scope(node, context.scope), above=context, test=None, handlers=None, items=None)
