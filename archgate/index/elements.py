"""What a loop over an expression, or a star before it, may give: the elements of displays, followed through names."""

import ast
from collections.abc import Iterator

from archgate.index.bindings import Binding
from archgate.index.scopes import Scope

Placed = tuple[ast.expr | None, Scope]
"""An expression and the scope that it is evaluated in; None for one that only running tells."""

_DEEPEST = 20
_MOST = 1_000
_COPIES = frozenset(["list", "tuple", "set", "frozenset", "sorted", "reversed", "iter"])
_VIEWS = frozenset(["keys", "values", "items"])


def elements(iterable: ast.expr, scope: Scope) -> list[Placed]:
    """The elements of `iterable`, used in `scope`, over all bindings of the names in it; at most a thousand."""
    found: list[Placed] = []
    for element in _Reader().elements(iterable, scope, 0):
        if len(found) == _MOST:
            return [*found, (None, scope)]
        found.append(element)
    return found


def bound_elements(binding: Binding, home: Scope) -> list[Placed]:
    """What an `element` binding of `home` binds its name to."""
    return [] if binding.value is None else [_at(placed, binding.at) for placed in elements(*evaluated(binding, home))]


def evaluated(binding: Binding, home: Scope) -> tuple[ast.expr, Scope]:
    """The value of a binding that has one, and the scope in which it is evaluated."""
    assert binding.value is not None
    return binding.value, home.parent if binding.outer and home.parent is not None else home


def _at(placed: Placed, positions: tuple[int, ...]) -> Placed:
    expression, scope = placed
    for position in positions:
        if not isinstance(expression, ast.Tuple | ast.List) or position >= len(expression.elts):
            return None, scope
        if any(isinstance(element, ast.Starred) for element in expression.elts):
            return None, scope
        expression = expression.elts[position]
    return expression, scope


class _Reader:
    def __init__(self) -> None:
        self._names: set[tuple[Scope, str]] = set()

    def elements(self, iterable: ast.expr | None, scope: Scope, depth: int) -> Iterator[Placed]:
        match iterable if depth <= _DEEPEST else None:
            case ast.Tuple(elts=inner) | ast.List(elts=inner) | ast.Set(elts=inner):
                for element in inner:
                    if isinstance(element, ast.Starred):
                        yield from self.elements(element.value, scope, depth + 1)
                    else:
                        yield element, scope
            case ast.Dict() as display:
                yield from self._view("keys", display, scope, depth)
            case ast.BinOp(left=left, op=ast.Add(), right=right) | ast.IfExp(body=left, orelse=right):
                yield from self.elements(left, scope, depth + 1)
                yield from self.elements(right, scope, depth + 1)
            case ast.Call(func=ast.Name(id=name), args=[argument]) if name in _COPIES:
                yield from self.elements(argument, scope, depth + 1)
            case ast.Call(func=ast.Attribute(value=owner, attr=view), args=[]) if view in _VIEWS:
                yield from self._view(view, owner, scope, depth + 1)
            case ast.Name(id=name):
                yield from self._named(name, scope, depth + 1)
            case _:
                yield None, scope

    def _named(self, name: str, scope: Scope, depth: int) -> Iterator[Placed]:
        if (scope, name) in self._names:
            return
        self._names.add((scope, name))
        bindings = scope.bindings(name)
        if not bindings:
            yield None, scope
        for binding, home in bindings:
            if binding.how == "element":
                for inner, where in bound_elements(binding, home):
                    yield from self.elements(inner, where, depth)
            elif binding.value is not None:
                yield from self.elements(*evaluated(binding, home), depth)
            else:
                yield None, scope

    def _view(self, view: str, owner: ast.expr, scope: Scope, depth: int) -> Iterator[Placed]:
        for display, where in self._dictionaries(owner, scope, depth):
            for key, value in zip(display.keys, display.values, strict=True):
                if key is None:
                    yield from self._view(view, value, where, depth + 1)
                elif view == "items":
                    yield ast.copy_location(ast.Tuple([key, value], ast.Load()), key), where
                else:
                    yield (key if view == "keys" else value), where

    def _dictionaries(self, owner: ast.expr, scope: Scope, depth: int) -> Iterator[tuple[ast.Dict, Scope]]:
        if isinstance(owner, ast.Dict):
            yield owner, scope
        elif isinstance(owner, ast.Name) and depth <= _DEEPEST:
            for binding, home in scope.bindings(owner.id):
                if binding.how in ("value", "default") and isinstance(binding.value, ast.Dict):
                    yield binding.value, evaluated(binding, home)[1]
