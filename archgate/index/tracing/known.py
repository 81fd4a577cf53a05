"""Calls that are known to hand a value on."""

import ast
from collections.abc import Callable
from typing import Any

from archgate.index import flow as f
from archgate.index.tracing.arguments import Arguments
from archgate.index.tracing.record import Values

_SAME = frozenset(("frozenset", "iter", "list", "reversed", "set", "sorted", "tuple"))
"""The builtins that give the elements of what they are given."""
_SAME_VALUE = (
    "asyncio.shield", "asyncio.wait_for", "contextlib.aclosing", "contextlib.closing", "contextlib.nullcontext",
    "copy.copy", "copy.deepcopy",
)  # fmt: skip
"""The calls that give what they are given first, or something like it."""
_FIELDS = frozenset(("attr.attrib", "attr.ib", "attrs.field", "dataclasses.field", "pydantic.Field"))
_FACTORIES = frozenset(("default_factory", "factory"))
ORDINARY = object()
"""What a reader of a known call gives where the call is none of its kind."""


class KnownCalls(Arguments):
    """Reads calls by what they are known to give."""

    def _known_call(self, node: ast.Call, path: str) -> "Values | object":
        reader = _CALLS.get(path)
        if path in _FIELDS:
            return self._field(node)
        if reader is not None and node.args and not isinstance(node.args[0], ast.Starred):
            found: Values | object = reader(self, node)
            return found
        return ORDINARY

    def _same_elements(self, node: ast.Call) -> Values:
        value = self.value(node.args[0])
        self._pass(-1, node.args[1:], node.keywords)
        return value

    def _next(self, node: ast.Call) -> Values:
        value = self.step(self.value(node.args[0]), f.ITERATE, node.lineno)
        return self.joined([value, *(self.value(other) for other in node.args[1:])])

    def _isinstance(self, node: ast.Call) -> Values:
        self.visit(node.args[0])
        for other in node.args[1:]:
            self.classify(other)
        return None

    def _cast(self, node: ast.Call) -> Values:
        slot = self.slots.temporary()
        self.annotate(node.args[0], slot)
        for argument in node.args[1:]:
            self.emit(self.value(argument), f.BOUND, slot)
        return (slot, (), node.lineno)

    def _type_variable(self, node: ast.Call) -> Values:
        """`TypeVar("T", bound=X)`: what is annotated by it is an X."""
        for keyword in node.keywords:
            if keyword.arg != "bound":
                self.visit(keyword.value)
        bounds = [keyword.value for keyword in node.keywords if keyword.arg == "bound"]
        return self.joined(self.type_of(bound) for bound in [*node.args[1:], *bounds])

    def _partial(self, node: ast.Call) -> Values:
        callee = self.one(self.value(node.args[0]), node.lineno)
        if callee is None:
            self._pass(-1, node.args[1:], node.keywords)
            return None
        slot = self.slots.temporary()
        again = isinstance(node.args[0], ast.Call)  # a partial of a partial hands on nothing new
        self.emit(callee, f.BOUND if again else f.RETURNED, slot)
        self._pass(self._new_call((slot, (), 0)), node.args[1:], node.keywords)
        return (slot, (), callee[2])

    def _field(self, node: ast.Call) -> Values:
        """`field(default_factory=X)`: the field holds what X makes."""
        callee = self.one(self.value(node.func), node.lineno)
        found: list[Values] = []
        for keyword in node.keywords:
            value = self.value(keyword.value)
            if isinstance(keyword.value, ast.Call):
                value = self.held(value, node.lineno)
            self.emit(value, f.PASSED, -1)
            if keyword.arg == "default":
                found.append(value)
            elif keyword.arg in _FACTORIES:
                found.append(self.step(value, f.INSTANCE, node.lineno))
        self.emit(self._called(callee, node.args, ()), f.EVALUATED)
        return self.joined(found)

    def _getattr(self, node: ast.Call) -> "Values | object":
        if len(node.args) < 2:
            return ORDINARY
        name = self._fold(node.args[1])
        value = self.value(node.args[0])
        if name is None or not name.isidentifier():
            self.visit(node.args[1])
            self.emit(value, f.SEARCHED)
            found = None
        else:
            found = self.step(value, 2 * self.string(name), node.lineno)
        return self.joined([found, *(self.value(other) for other in node.args[2:])])

    def _setattr(self, node: ast.Call) -> "Values | object":
        name = self._fold(node.args[1]) if len(node.args) == 3 else None
        if name is None:
            return ORDINARY
        target = ast.copy_location(ast.Attribute(node.args[0], name, ast.Store()), node)
        self.assign(target, self.value(node.args[2]))
        return None

    def _vars(self, node: ast.Call) -> Values:
        return self.step(self.value(node.args[0]), 2 * self.string("__dict__"), node.lineno)


_CALLS: dict[str, Callable[[KnownCalls, ast.Call], Any]] = {
    "builtins.anext": KnownCalls._next,
    "builtins.getattr": KnownCalls._getattr,
    "builtins.isinstance": KnownCalls._isinstance,
    "builtins.issubclass": KnownCalls._isinstance,
    "builtins.next": KnownCalls._next,
    "builtins.setattr": KnownCalls._setattr,
    "builtins.staticmethod": KnownCalls._partial,
    "functools.partial": KnownCalls._partial,
    "functools.partialmethod": KnownCalls._partial,
    "typing.cast": KnownCalls._cast,
    "typing.TypeVar": KnownCalls._type_variable,
    "typing_extensions.TypeVar": KnownCalls._type_variable,
    "typing_extensions.cast": KnownCalls._cast,
    "builtins.vars": KnownCalls._vars,
    **{f"builtins.{name}": KnownCalls._same_elements for name in _SAME},
    **dict.fromkeys(_SAME_VALUE, KnownCalls._same_elements),
}
