"""Where coverage.py lists statements, whatever the Python that it runs on: lines it must list, and those it may list.

The compilers of Python differ in what they keep of a source: `pass`, constants, code that cannot be reached. So what
must be listed is what every one of them keeps, and what may be listed is every place where a statement or a clause
begins. A report that lacks the one or has another line is of other sources.
"""

import ast
from collections.abc import Iterator, Sequence
from itertools import chain

_Suite = Sequence[ast.stmt]
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_KEPT = (ast.Assign, ast.AugAssign, ast.Raise, ast.Import, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)
_RUN = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom)
_SUITES = ("body", "handlers", "orelse", "finalbody", "cases")
_NOT_LOOKED_AT = ("__annotate__",)
"""Functions whose insides coverage.py takes for the compiler's."""
_ENTERED = (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, *_DEFINITIONS)
_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def possible_lines(tree: ast.Module) -> frozenset[int]:
    """The lines on which a statement, a clause or a decorator begins."""
    return frozenset(_begins(tree))


def _begins(node: ast.AST) -> Iterator[int]:
    if isinstance(node, ast.stmt | ast.excepthandler):
        yield node.lineno
    if isinstance(node, _DEFINITIONS):
        yield from (decorator.lineno for decorator in node.decorator_list)
    if isinstance(node, ast.Match):
        ends = (node.subject.end_lineno, *(case.body[-1].end_lineno for case in node.cases))
        for end, case in zip(ends, node.cases, strict=False):
            yield from range((end or 0) + 1, case.pattern.lineno + 1)
    for field in _SUITES:
        for inner in getattr(node, field, ()):
            yield from _begins(inner)


def certain_statements(tree: ast.Module, text: Sequence[bytes]) -> dict[int, str]:
    """The lines of statements that every compiler keeps, with the name of what is defined there, "" for other
    statements. `text` are the lines of the source.
    """
    return {node.lineno: getattr(node, "name", "") for node in _kept(tree.body) if _is_first(node, text)}


def _is_first(node: ast.stmt, text: Sequence[bytes]) -> bool:
    """Whether a statement is the first of its line, and its line none that goes on from the one above."""
    above = text[node.lineno - 2] if node.lineno > 1 else b""
    return not text[node.lineno - 1][: node.col_offset].strip(b" \t\f") and not above.endswith(b"\\")


def _kept(suite: _Suite) -> Iterator[ast.stmt]:
    """The statements of a suite that can be reached, and of those inside, that every compiler keeps."""
    for node in suite:
        if _is_kept(node):
            yield node
        yield from chain.from_iterable(map(_kept, _reached(node)))
        if not _goes_on(node):
            return


def _is_kept(node: ast.stmt) -> bool:
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return _is_open(test)
        case ast.Expr(value=value):
            return isinstance(value, _RUN)
        case ast.AnnAssign(value=value) | ast.Return(value=value):
            return value is not None
        case ast.ImportFrom(module=module):
            return module != "__future__"
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return not _is_docstring(node.body[0]) or node.body[0].lineno > node.lineno
    return isinstance(node, _KEPT)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _reached(node: ast.stmt) -> Iterator[_Suite]:
    """The suites inside a statement that some run may come to, as far as every compiler thinks so."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            yield from (node.body, node.orelse) if _is_open(test) else ()
        case ast.Match(cases=[ast.match_case(guard=None, body=first), *_]):
            yield first
        case ast.Try() | ast.TryStar():
            yield from (node.body, node.finalbody)
            yield from (handler.body for handler in node.handlers if _is_kept(node.body[0]))
    if isinstance(node, _ENTERED) and getattr(node, "name", "") not in _NOT_LOOKED_AT:
        yield node.body


def _is_open(test: ast.expr) -> bool:
    """Whether no compiler can know how a condition comes out."""
    match test:
        case ast.BoolOp(values=values):
            return all(map(_is_open, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _is_open(operand)
        case ast.Compare(left=left, comparators=others):
            return any(map(_is_open, (left, *others)))
        case ast.Name(id=name):
            return name != "__debug__"
    return isinstance(test, ast.Attribute | ast.Call | ast.Subscript | ast.Await)


def _goes_on(node: ast.stmt) -> bool:
    """Whether what follows a statement can be reached, as far as every compiler thinks so."""
    match node:
        case ast.If(test=test):
            return _is_open(test) and (_passes(node.body) or _passes(node.orelse))
        case ast.While(test=test):
            return _is_open(test) and not node.orelse
        case ast.For() | ast.AsyncFor():
            return not node.orelse
    return not isinstance(node, _LEAVING) and all(map(_passes, _held(node)))


def _held(node: ast.stmt) -> Iterator[_Suite]:
    """The suites that each must come to their end for a statement to do so."""
    match node:
        case ast.Match(cases=cases):
            yield from (case.body for case in cases)
        case ast.With() | ast.AsyncWith():
            yield node.body
        case ast.Try() | ast.TryStar():
            yield from (node.body, node.orelse, node.finalbody)


def _passes(suite: _Suite) -> bool:
    """Whether a run may come to the end of a suite."""
    return all(map(_goes_on, suite))
