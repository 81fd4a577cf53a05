"""Calls: what is called, what is passed, and the calls that are known to hand a value on."""

import ast
from collections.abc import Callable, Sequence
from typing import Any

from archgate.index import flow as f
from archgate.index.tracing.annotations import last_name
from archgate.index.tracing.arguments import RUNNERS, Arguments
from archgate.index.tracing.record import Value, Values

_SAME = frozenset(("frozenset", "iter", "list", "reversed", "set", "sorted", "tuple"))
"""The builtins that give the elements of what they are given."""
_SAME_VALUE = (
    "asyncio.shield", "asyncio.wait_for", "contextlib.aclosing", "contextlib.closing", "contextlib.nullcontext",
    "copy.copy", "copy.deepcopy",
)  # fmt: skip
"""The calls that give what they are given first, or something like it."""
_GROWERS = {"append": 0, "add": 0, "appendleft": 0, "insert": 1, "setdefault": 1}
"""Methods that put an argument into a container, and which."""
_GIVERS = frozenset(("get", "pop", "setdefault"))
"""Methods of a container that give the element under a key."""
_TRANSPARENT = frozenset(("enter_context", "enter_async_context"))
_CALLED_LATER = frozenset(("builtins.map", "functools.partial"))
"""Calls that import, but give no module."""
ORDINARY = object()
"""What a reader of a known call gives where the call is none of its kind."""


class Calls(Arguments):
    """Reads calls."""

    def _call(self, node: ast.Call) -> Values:
        function = node.func
        path = self.path(function)
        found = self._ordinals.get(id(node))
        if found and path not in _CALLED_LATER:
            return self._imported_by_call(node, found)
        if path:
            special = self._known_call(node, path)
            if special is not ORDINARY:
                return special  # type: ignore[return-value]
        elif isinstance(function, ast.Attribute) and node.args:
            if function.attr in _GROWERS:
                return self._grow(function, node)
            if function.attr in _TRANSPARENT:
                self.visit(function)
                return self.step(self.value(node.args[0]), f.ENTER, node.lineno)
        callee = self.one(self.value(function), node.lineno)
        if path == "builtins.dict":
            return self._dict_of(node)
        value = self._called(callee, node.args, node.keywords, RUNNERS.get(last_name(function)))
        if isinstance(function, ast.Attribute) and function.attr in _GIVERS:
            self._note_key(value, node)
        return value

    def _note_key(self, value: Value | None, node: ast.Call) -> None:
        key = self.key(node.args[0]) if node.args else -1
        if value is not None and key >= 0:
            self.keys[f.CALL - value[1][-1]] = key

    def _known_call(self, node: ast.Call, path: str) -> "Values | object":
        reader = _CALLS.get(path)
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

    def _imported_by_call(self, node: ast.Call, ordinals: Sequence[int]) -> Values:
        slot = self.slots.temporary()
        root_only = last_name(node.func) == "__import__" and len(node.args) < 4
        root_only = root_only and all(keyword.arg != "fromlist" for keyword in node.keywords)
        self.imports += [(slot, ordinal, not root_only) for ordinal in ordinals]
        with self.exempted():
            self.value(node.func)
        self._pass(-1, node.args, node.keywords)
        return (slot, (), self.line or node.lineno)

    def _grow(self, function: ast.Attribute, node: ast.Call) -> Values:
        """`clients.append(x)` for a variable or an attribute of the receiver: one more element."""
        callee = self.one(self.value(function), node.lineno)
        position = _GROWERS[function.attr]
        if position >= len(node.args) or not self._is_own(function.value):
            return self._called(callee, node.args, node.keywords)
        slot = self.slots.temporary()
        self.emit(self.value(node.args[position]), f.BOUND, slot)
        given = function.attr in _GIVERS
        self.assign_element(function.value, (slot, (), node.lineno), self.key(node.args[0]) if given else -1)
        others = [one for number, one in enumerate(node.args) if number != position]
        value = self._called(callee, others, node.keywords)
        if given:
            self._note_key(value, node)
        return value

    def _dict_of(self, node: ast.Call) -> Values:
        """`dict(a=x)`: a container, as is the display."""
        slot = self.slots.temporary()
        for argument in node.args:
            self.emit(self.value(argument), f.BOUND, slot)
        for keyword in node.keywords:
            value = self.value(keyword.value)
            if keyword.arg is None:
                self.emit(value, f.BOUND, slot)
            else:
                self.emit(value, f.CONTAINED, slot, self.string(keyword.arg))
        return (slot, (), node.lineno)

    def _vars(self, node: ast.Call) -> Values:
        return self.step(self.value(node.args[0]), 2 * self.string("__dict__"), node.lineno)


_CALLS: dict[str, Callable[[Calls, ast.Call], Any]] = {
    "builtins.getattr": Calls._getattr,
    "builtins.isinstance": Calls._isinstance,
    "builtins.issubclass": Calls._isinstance,
    "builtins.next": Calls._next,
    "builtins.setattr": Calls._setattr,
    "builtins.staticmethod": Calls._partial,
    "functools.partial": Calls._partial,
    "functools.partialmethod": Calls._partial,
    "typing.cast": Calls._cast,
    "typing_extensions.cast": Calls._cast,
    "builtins.vars": Calls._vars,
    **{f"builtins.{name}": Calls._same_elements for name in _SAME},
    **dict.fromkeys(_SAME_VALUE, Calls._same_elements),
}
