"""Calls: what is called, and the methods by which containers and contexts hand a value on."""

import ast
from collections.abc import Sequence

from archgate.index import flow as f
from archgate.index.tracing.annotations import last_name
from archgate.index.tracing.arguments import RUNNERS
from archgate.index.tracing.known import ORDINARY, KnownCalls
from archgate.index.tracing.record import Value, Values

_GROWERS = {"append": 0, "add": 0, "appendleft": 0, "insert": 1, "setdefault": 1}
"""Methods that put an argument into a container, and which."""
_GIVERS = frozenset(("get", "pop", "setdefault"))
"""Methods of a container that give the element under a key."""
_TRANSPARENT = frozenset(("enter_context", "enter_async_context"))
_ENTERING = frozenset(("__aenter__", "__enter__"))
_CALLED_LATER = frozenset(("builtins.map", "functools.partial"))
"""Calls that import, but give no module."""


class Calls(KnownCalls):
    """Reads calls."""

    def _call(self, node: ast.Call) -> Values:
        function = node.func
        path = self.path(function)
        found = self._ordinals.get(id(node))
        if found and path not in _CALLED_LATER:
            return self._imported_by_call(node, found)
        if path:
            special = self._known_call(node, path)
        elif isinstance(function, ast.Attribute):
            special = self._known_method(node, function)
        else:
            special = ORDINARY
        if special is not ORDINARY:
            return special  # type: ignore[return-value]
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

    def _known_method(self, node: ast.Call, function: ast.Attribute) -> "Values | object":
        if function.attr in _ENTERING and not node.args:
            return self._enter(function, node.lineno)
        if function.attr in _GROWERS and node.args:
            return self._grow(function, node)
        if function.attr in _TRANSPARENT and node.args:
            self.visit(function)
            return self.step(self.value(node.args[0]), f.ENTER, node.lineno)
        return ORDINARY

    def _enter(self, function: ast.Attribute, line: int) -> Values:
        """`x.__enter__()` gives what `with x` gives."""
        owner = self.held(self.value(function.value), line)
        self.emit(self._called(self.step(owner, 2 * self.string(function.attr), line), (), ()), f.EVALUATED)
        return self.step(owner, f.ENTER, line)

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
