"""Which `try` and `with` blocks survive an import that fails."""

import ast

from archgate.index.resolution import imported_as
from archgate.index.scopes import Scope
from archgate.index.traversal import dotted

_SURVIVED = frozenset(
    f"builtins.{name}" for name in ("ImportError", "ModuleNotFoundError", "Exception", "BaseException")
)


def handlers_survive(scope: Scope, handlers: list[ast.ExceptHandler]) -> bool:
    """Whether one of the handlers of a `try` in `scope` catches an `ImportError`."""
    return any(handler.type is None or _catches(scope, handler.type) for handler in handlers)


def items_survive(scope: Scope, items: list[ast.withitem]) -> bool:
    """Whether one of the items of a `with` in `scope` is `contextlib.suppress` for an `ImportError`."""
    return any(_suppresses(scope, item.context_expr) for item in items)


def _suppresses(scope: Scope, expression: ast.expr) -> bool:
    if not isinstance(expression, ast.Call):
        return False
    name = dotted(expression.func)
    if not name or imported_as(scope, name) != {"contextlib.suppress"}:
        return False
    return any(_catches(scope, argument) for argument in expression.args)


def _catches(scope: Scope, exception: ast.expr) -> bool:
    if isinstance(exception, ast.Tuple):
        return any(_is_survived(scope, element) for element in exception.elts)
    return _is_survived(scope, exception)


def _is_survived(scope: Scope, exception: ast.expr) -> bool:
    name = dotted(exception)
    if name and "." not in name and not scope.bindings(name):
        return f"builtins.{name}" in _SURVIVED
    return bool(name) and imported_as(scope, name) <= _SURVIVED and bool(imported_as(scope, name))
