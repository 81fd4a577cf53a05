"""What binds which name in one scope, read from its own statements; inner scopes are not entered."""

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from archgate.index.traversal import COMPREHENSIONS, FUNCTIONS, own_expressions, own_statements

How = Literal["import", "value", "default", "element", "declared", "deleted", "other"]


class Binding(Struct, frozen=True):
    """One place that binds a name.

    `import`: to what `imported` says, a dotted path with leading dots where it is relative. `value`: to the value of an
    expression. `default`: a parameter that may have this value. `element`: in turn to each element of the value, or to
    what stands in each `at` these positions (`b` in `for a, b in value` has `at=(1,)`). `declared`: local by an
    annotation alone, `deleted`: by `del`; both are bound to nothing. `other`: to something that only running tells.
    `outer`: the value is evaluated in the enclosing scope.
    """

    how: How
    imported: str = ""
    value: ast.expr | None = None
    at: tuple[int, ...] = ()
    outer: bool = False

    @property
    def binds(self) -> bool:
        """Whether the name has a value afterwards."""
        return self.how not in ("declared", "deleted")


Table = dict[str, list[Binding]]
"""The bindings of a scope by name, names and bindings in source order."""

Named = Iterator[tuple[str, Binding]]

_DISPLAYS = (ast.Tuple, ast.List)
_OTHER = Binding("other")
_DECLARED = Binding("declared")
_DELETED = Binding("deleted")


def bindings_of(node: ast.AST, walrus: Sequence[int]) -> Table:
    """The bindings in the scope that `node` (module, class, function, lambda, comprehension) opens.

    Names that the scope declares `global` or `nonlocal` are in the table like all others. `walrus` are the lines
    in which a `:=` stands, in order: there the expressions are searched too.
    """
    table: Table = {}
    for name, binding in _opening(node):
        table.setdefault(name, []).append(binding)
    if isinstance(node, ast.expr):
        return table
    for statement in own_statements(node.body):  # type: ignore[attr-defined]  # no expression: it has a body
        binder = _BINDERS.get(type(statement))
        if binder is not None:
            for name, binding in binder(statement):
                table.setdefault(name, []).append(binding)
        if walrus and bisect_left(walrus, statement.lineno) < bisect_right(walrus, statement.end_lineno or 0):
            for name, binding in _walrus(statement):
                table.setdefault(name, []).append(binding)
    return table


def import_path(statement: ast.ImportFrom, name: str) -> str:
    """`..a.b` for the name `b` of `from ..a import b`."""
    return "." * statement.level + (f"{statement.module}.{name}" if statement.module else name)


def _opening(node: ast.AST) -> Named:
    """What a scope binds before its first statement runs: parameters, or the targets of a comprehension."""
    if isinstance(node, (*FUNCTIONS, ast.Lambda)):
        yield from _parameters(node.args)
        for parameter in getattr(node, "type_params", ()):
            yield parameter.name, _OTHER
    elif isinstance(node, COMPREHENSIONS):
        for at, generator in enumerate(node.generators):
            yield from _elements(generator.target, generator.iter, outer=at == 0)


def _parameters(arguments: ast.arguments) -> Named:
    positional = [*arguments.posonlyargs, *arguments.args]
    undefaulted = [None] * (len(positional) - len(arguments.defaults))
    defaults = [*undefaulted, *arguments.defaults, *arguments.kw_defaults]
    for argument, default in zip([*positional, *arguments.kwonlyargs], defaults, strict=True):
        yield argument.arg, _OTHER if default is None else Binding("default", value=default, outer=True)
    for rest in (arguments.vararg, arguments.kwarg):
        if rest is not None:
            yield rest.arg, _OTHER


def _targets(target: ast.expr) -> Named:
    """The names in an assignment target whose values are not known."""
    stack = [target]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Name):
            yield node.id, _OTHER
        elif isinstance(node, _DISPLAYS):
            stack.extend(reversed(node.elts))
        elif isinstance(node, ast.Starred):
            stack.append(node.value)


def _elements(target: ast.expr, iterable: ast.expr, outer: bool = False) -> Named:
    """The names in the target of a loop over `iterable`."""
    stack: list[tuple[ast.expr, tuple[int, ...]]] = [(target, ())]
    while stack:
        node, at = stack.pop()
        if isinstance(node, ast.Name):
            yield node.id, Binding("element", value=iterable, at=at, outer=outer)
        elif isinstance(node, _DISPLAYS) and _star(node) is None:
            stack.extend(reversed([(inner, (*at, number)) for number, inner in enumerate(node.elts)]))
        else:
            yield from _targets(node)


def _assigned(target: ast.expr, value: ast.expr) -> Named:
    """The names in an assignment target with their values; a display on both sides is taken apart."""
    stack = [(target, value)]
    while stack:
        node, given = stack.pop()
        if isinstance(node, ast.Name):
            yield node.id, Binding("value", value=given)
        elif (pairs := paired(node, given)) is not None:
            stack.extend(reversed(pairs))
        else:
            yield from _targets(node)


def paired(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]] | None:
    """The elements of two displays that belong together, a starred target with the list of its own.

    None where they do not belong together one by one, or one is no display.
    """
    if not (isinstance(target, _DISPLAYS) and isinstance(value, _DISPLAYS)) or _star(value) is not None:
        return None
    star = _star(target)
    if star is None:
        alike = len(target.elts) == len(value.elts)
        return list(zip(target.elts, value.elts, strict=True)) if alike else None
    last = len(value.elts) - (len(target.elts) - star - 1)
    starred = target.elts[star]
    if last < star or not isinstance(starred, ast.Starred):
        return None
    rest = ast.copy_location(ast.List(value.elts[star:last], ast.Load()), value)
    ends = zip(target.elts[star + 1 :], value.elts[last:], strict=True)
    return [*zip(target.elts[:star], value.elts, strict=False), (starred.value, rest), *ends]


def _star(display: ast.Tuple | ast.List) -> int | None:
    """Where the first starred element stands."""
    return next((n for n, element in enumerate(display.elts) if isinstance(element, ast.Starred)), None)


def _definition(statement: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Named:
    yield statement.name, _OTHER


def _import(statement: ast.Import) -> Named:
    for alias in statement.names:
        root = alias.name.partition(".")[0]
        yield alias.asname or root, Binding("import", imported=alias.name if alias.asname else root)


def _import_from(statement: ast.ImportFrom) -> Named:
    for alias in statement.names:
        if alias.name != "*":
            yield alias.asname or alias.name, Binding("import", imported=import_path(statement, alias.name))


def _assign(statement: ast.Assign) -> Named:
    for target in statement.targets:
        yield from _assigned(target, statement.value)


def _annotated(statement: ast.AnnAssign) -> Named:
    if isinstance(statement.target, ast.Name):
        yield (
            statement.target.id,
            Binding("value", value=statement.value) if statement.value is not None else _DECLARED,
        )


def _augmented(statement: ast.AugAssign) -> Named:
    """A name and its value afterwards, in which the same name stands for the value before."""
    if isinstance(statement.target, ast.Name):
        before = ast.copy_location(ast.Name(statement.target.id, ast.Load()), statement.target)
        value = ast.copy_location(ast.BinOp(before, statement.op, statement.value), statement)
        yield statement.target.id, Binding("value", value=value)


def _for(statement: ast.For | ast.AsyncFor) -> Named:
    return _elements(statement.target, statement.iter)


def _with(statement: ast.With | ast.AsyncWith) -> Named:
    for item in statement.items:
        if item.optional_vars is not None:
            yield from _targets(item.optional_vars)


def _try(statement: ast.Try | ast.TryStar) -> Named:
    for handler in statement.handlers:
        if handler.name is not None:
            yield handler.name, _OTHER


def _match(statement: ast.Match) -> Named:
    for case in statement.cases:
        stack: list[ast.AST | str] = [case.pattern]
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                yield node, _OTHER
                continue
            captured = getattr(node, "name", None) or getattr(node, "rest", None)
            stack.extend([captured] if captured else [])
            stack.extend(child for child in reversed([*ast.iter_child_nodes(node)]) if isinstance(child, ast.pattern))


def _delete(statement: ast.Delete) -> Named:
    for target in statement.targets:
        for name, _ in _targets(target):
            yield name, _DELETED


def _type_alias(statement: Any) -> Named:
    yield statement.name.id, _OTHER


def _walrus(statement: ast.stmt) -> Named:
    for node in own_expressions(statement):
        if isinstance(node, ast.NamedExpr):
            yield from _assigned(node.target, node.value)


_BINDERS: dict[type[ast.AST], Callable[[Any], Named]] = {
    ast.FunctionDef: _definition,
    ast.AsyncFunctionDef: _definition,
    ast.ClassDef: _definition,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.TryStar: _try,
    ast.Match: _match,
    ast.Delete: _delete,
}
if hasattr(ast, "TypeAlias"):
    _BINDERS[ast.TypeAlias] = _type_alias
