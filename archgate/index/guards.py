"""Which names have to be true for a branch to run: how `if TYPE_CHECKING` and its relatives are read."""

import ast

from archgate.index.resolution import imported_or_starred
from archgate.index.scopes import Scope
from archgate.index.traversal import dotted

_NOTHING: frozenset[str] = frozenset()


def needed_names(test: ast.expr, truth: bool) -> frozenset[str]:
    """The dotted names in `test` without whose truth it cannot come out as `truth`.

    `a and b` needs both to be true, `a or b` only what both sides need; `not` flips.
    """
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, truth = test.operand, not truth
    if isinstance(test, ast.BoolOp):
        sides = [needed_names(side, truth) for side in test.values]
        together = isinstance(test.op, ast.And) is truth
        return _NOTHING.union(*sides) if together else sides[0].intersection(*sides[1:])
    if isinstance(test, ast.NamedExpr):
        return needed_names(test.value, truth)
    name = dotted(test) if truth else ""
    return frozenset([name]) if name else _NOTHING


def guard_path(scope: Scope, name: str) -> str:
    """The guard for a name whose truth is needed: its path as imported, several joined by `|`.

    "" for what need not be an import: a local variable, a parameter, a builtin, a name that is deleted or written to.
    """
    paths = imported_or_starred(scope, name)
    builtin = any(path.startswith("builtins.") for path in paths)
    return "" if builtin else "|".join(sorted(paths))
