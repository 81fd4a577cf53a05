"""Statements that only say names, or give them to locals that nothing reads: nothing comes to what they name."""

import ast
from collections.abc import Callable, Set

from archgate.roadmap.live_code import dotted

Known = Callable[[str], bool]
"""Whether a dotted name is a definition of the host."""


def is_idle(statement: ast.stmt, reads: Set[str] | None, is_known: Known) -> bool:
    """Whether a statement runs nothing. `reads` are the names that its function reads; None outside of functions."""
    match statement:
        case ast.Expr(value=value) | ast.Assert(test=value):
            return _only_says(value, is_known)
        case ast.Delete(targets=targets):
            return all(isinstance(one, ast.Name) for one in targets)
        case ast.Assign() | ast.AnnAssign() if reads is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            unread = all(isinstance(one, ast.Name) and one.id not in reads for one in targets)
            return unread and (statement.value is None or _only_says(statement.value, bool))
    return False


def _only_says(value: ast.expr, is_known: Known) -> bool:
    """Whether an expression runs nothing: names, displays of them, what is put off and never asked for.

    Reading an attribute may run something, unless it is that of a module or class, which `is_known` says.
    """
    match value:
        case ast.Constant() | ast.Name() | ast.Lambda():
            return True
        case ast.Attribute():
            return is_known(dotted(value))
        case ast.GeneratorExp(generators=[ast.comprehension(iter=first), *_]):
            return _only_says(first, is_known)
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return all(_only_says(one, is_known) for one in elements)
    return False
