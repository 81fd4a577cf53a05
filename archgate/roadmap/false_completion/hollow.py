"""TODO_LEFT: a function that a leaf adopts is there, and does nothing."""

import ast
from collections.abc import Iterator

from archgate.gate.finding import Finding
from archgate.roadmap.false_completion.change import Change
from archgate.roadmap.live_code import Function


def hollow(change: Change) -> Iterator[Finding]:
    """The functions that the leaf adopts whose bodies are a docstring, or give back None and nothing else.

    Methods may be there for others to fill; `pass` and `...` are told of every function.
    """
    for adopted in change.trial.terms.adopts:
        module, _, symbol = adopted.symbol.partition(":")
        path = change.host.path(module) if module in change.host.modules else ""
        tree = change.parsed(change.now, path) if path in change.paths else None
        for one in tree.body if tree else ():
            if isinstance(one, Function) and one.name == symbol and all(map(_is_nothing, one.body)):
                message = f"{adopted.symbol}, which {change.trial.leaf.id} adopts, does nothing"
                yield change.finding("TODO_LEFT", f"{path}:{symbol}", "hollow", message, path=path, line=one.lineno)


def _is_nothing(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant(value=str())) | ast.Return(value=None | ast.Constant(value=None)):
            return True
    return False
