"""What of a piece of source can run at all: dead branches and what stands behind the end of a block are left out."""

import ast
import operator
from collections.abc import Callable, Iterator, Sequence

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef

_COMPARED: dict[type[ast.cmpop], Callable[[object, object], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.eq,
    ast.IsNot: operator.ne,
}
_ENDS = frozenset(
    ("sys.exit", "os._exit", "exit", "quit", "pytest.skip", "pytest.exit", "pytest.xfail", "self.skipTest")
)


def dotted(node: ast.AST | None) -> str:
    """The name that an expression spells (`a.b.c`), "" where it is none."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""


def called(node: ast.AST) -> str:
    """The name that is called, where an expression is a call of a name; else the name that it spells."""
    return dotted(node.func if isinstance(node, ast.Call) else node)


def truth(node: ast.expr) -> bool | None:
    """Whether an expression is true or false whatever happens; None where that depends."""
    match node:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Lambda():
            return True
        case ast.Tuple() | ast.List() | ast.Set() | ast.Dict():
            return _filled(node)
        case ast.NamedExpr(value=value):
            return truth(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inside = truth(operand)
            return None if inside is None else not inside
        case ast.BoolOp(op=op, values=values):
            return _joined(isinstance(op, ast.Or), [truth(value) for value in values])
        case ast.IfExp(test=test, body=body, orelse=orelse):
            known = truth(test)
            found = {truth(one) for one, runs in ((body, known is not False), (orelse, known is not True)) if runs}
            return found.pop() if len(found) == 1 else None
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compared(left, op, right)
        case ast.Name() | ast.Attribute() if dotted(node).rpartition(".")[2] == "TYPE_CHECKING":
            return False
    return None


def _filled(display: ast.Tuple | ast.List | ast.Set | ast.Dict) -> bool | None:
    """Whether a display has elements; None where only running tells."""
    inner = display.keys if isinstance(display, ast.Dict) else display.elts
    if inner and all(one is None or isinstance(one, ast.Starred) for one in inner):
        return None
    return bool(inner)


def _joined(is_or: bool, values: Sequence[bool | None]) -> bool | None:
    if is_or in values:
        return is_or
    return None if None in values else not is_or


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr) -> bool | None:
    compare = _COMPARED.get(type(op))
    if compare is None:
        return None
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        return compare(left.value, right.value)
    same = bool(dotted(left)) and dotted(left) == dotted(right)
    return compare(1, 1) if same else None


def statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a block that can run, without those behind one that always leaves it."""
    for statement in body:
        yield statement
        if leaves(statement):
            return


def leaves(statement: ast.stmt) -> bool:
    """Whether what follows a statement in its block never runs."""
    match statement:
        case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.Expr(value=ast.Call() as call):
            return called(call) in _ENDS
        case ast.Assert(test=test):
            return truth(test) is False
        case ast.If():
            live = blocks(statement)
            sure = len(live) == 2 or truth(statement.test) is not None
            return sure and all(any(map(leaves, block)) for block in live) and bool(live)
        case ast.With(body=body) | ast.AsyncWith(body=body):
            return all(isinstance(one.context_expr, ast.Name) for one in statement.items) and any(map(leaves, body))
        case ast.While(test=test, body=body):
            return truth(test) is True and not any(isinstance(one, ast.Break) for one in _own(body))
    return False


def _own(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    for statement in body:
        yield from ast.walk(statement)


def blocks(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks inside a statement that can run as part of it; those of functions do not."""
    match statement:
        case ast.If(test=test, body=body, orelse=orelse):
            known = truth(test)
            return [
                block for block, runs in ((body, known is not False), (orelse, known is not True)) if block and runs
            ]
        case ast.While(test=test, body=body, orelse=orelse):
            return [orelse] if truth(test) is False else [body, orelse]
        case ast.For(iter=iterable, body=body, orelse=orelse) | ast.AsyncFor(iter=iterable, body=body, orelse=orelse):
            return [orelse] if truth(iterable) is False else [body, orelse]
        case ast.Try() | ast.TryStar():
            handlers = [handler.body for handler in statement.handlers]
            return [statement.body, *handlers, statement.orelse, statement.finalbody]
        case ast.With(body=body) | ast.AsyncWith(body=body) | ast.ClassDef(body=body):
            return [body]
        case ast.Match(cases=cases):
            return [case.body for case in cases]
    return []


def nodes(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """Every statement and expression of a block that can run; of functions only what runs when they are defined."""
    for statement in statements(body):
        yield statement
        yield from header(statement)
        for block in blocks(statement):
            yield from nodes(block)


def header(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement itself, without the blocks in it."""
    for name, value in ast.iter_fields(statement):
        if name in ("body", "orelse", "finalbody", "handlers") and not isinstance(value, ast.expr):
            if name == "handlers":
                yield from (node for handler in value if handler.type for node in expressions(handler.type))
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.match_case):
                yield from (node for part in (one.pattern, one.guard) if part for node in expressions(part))
            elif isinstance(one, ast.AST):
                yield from expressions(one)


def expressions(node: ast.AST) -> Iterator[ast.AST]:
    """An expression and those in it that may be evaluated."""
    yield node
    match node:
        case ast.BoolOp(op=op, values=values):
            for value in values:
                yield from expressions(value)
                if truth(value) is isinstance(op, ast.Or):
                    return
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield from expressions(test)
            for branch, runs in ((body, truth(test) is not False), (orelse, truth(test) is not True)):
                if runs:
                    yield from expressions(branch)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from expressions(child)
