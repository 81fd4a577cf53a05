"""Definitions: functions, lambdas and classes, with their scopes, parameters and bases."""

import ast
from collections.abc import Callable

from archgate.index import flow as f
from archgate.index.flow import ClassRow, FunctionRow
from archgate.index.slots import Frame
from archgate.index.tracing.annotations import last_name
from archgate.index.tracing.expressions import Expressions
from archgate.index.tracing.record import Values
from archgate.index.traversal import dotted

_FLAGS = {
    "property": f.PROPERTY,
    "cached_property": f.PROPERTY,
    "staticmethod": f.STATIC,
    "classmethod": f.OF_CLASS,
}


class Definitions(Expressions):
    """Reads definitions."""

    def _lambda(self, node: ast.Lambda) -> Values:
        slot, returned = self.slots.temporary(), self.slots.temporary()
        self._function(node.args, slot, "", 0, returned, lambda: self.emit(self.value(node.body), f.RETURNED, returned))
        return (slot, (), node.lineno)

    def _function(
        self, arguments: ast.arguments, slot: int, name: str, flags: int, returned: int, read: Callable[[], None]
    ) -> None:
        """A function or lambda whose body `read` reads; the slot `returned` has what it gives."""
        outer = self.frame
        frame = self.slots.open(f.FUNCTION, name, outer)
        frame.returned = returned
        positional = [*arguments.posonlyargs, *arguments.args]
        slots = [self.slots.bind(frame, argument.arg) for argument in positional]
        named = [self.slots.bind(frame, argument.arg) for argument in arguments.kwonlyargs]
        rest, others = (self._rest(frame, one) for one in (arguments.vararg, arguments.kwarg))
        if outer.kind == f.CLASS and name and positional and not flags & f.STATIC:
            frame.receiver, frame.holder = positional[0].arg, outer
        defaults = [*zip(slots[len(slots) - len(arguments.defaults) :], arguments.defaults, strict=True)]
        for parameter, default in [*defaults, *zip(named, arguments.kw_defaults, strict=True)]:
            if default is not None:
                self.emit(self.value(default), f.BOUND, parameter)
        for parameter, argument in zip([*slots, *named], [*positional, *arguments.kwonlyargs], strict=True):
            if argument.annotation is not None:
                self.annotate(argument.annotation, parameter)
        row = FunctionRow(frame.number, slot, frame.returned, tuple(slots), tuple(named), flags, rest, others)
        self.functions.append(row)
        definition = self.definition
        self.frame, self.definition = frame, frame.definition
        try:
            read()
        finally:
            self.frame, self.definition = outer, definition

    def _rest(self, frame: Frame, rest: ast.arg | None) -> int:
        """The container that `*args` or `**kwargs` holds."""
        if rest is None:
            return -1
        container = self.slots.temporary()
        self.emit((container, (), rest.lineno), f.BOUND, self.slots.bind(frame, rest.arg))
        if rest.annotation is not None:
            self._contain(rest.annotation, container)
        return container

    def _def(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        flags = 0
        for decorator in node.decorator_list:
            flags |= _FLAGS.get(last_name(decorator), 0)
            self._decorate(decorator)
        if node.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            flags |= f.OF_CLASS
        slot = self.slots.bind(self.frame, node.name)
        returned = self.slots.temporary()
        if node.returns is not None:
            self.annotate(node.returns, returned)
        self._function(node.args, slot, node.name, flags, returned, lambda: self.block(node.body))

    def _yield(self, node: ast.Yield) -> Values:
        if node.value is not None:
            self.emit(self.value(node.value), f.CONTAINED, self._yielded(), -1)
        return None

    def _yield_from(self, node: ast.YieldFrom) -> Values:
        value = self.value(node.value)
        if self.frame.returned >= 0:
            self.emit(value, f.BOUND, self.frame.returned)
        return None

    def _yielded(self) -> int:
        frame = self.frame
        while frame.kind == f.INNER and frame.parent is not None:
            frame = frame.parent
        if frame.yielded < 0:
            frame.yielded = self.slots.temporary()
            if frame.returned >= 0:
                self.emit((frame.yielded, (), 0), f.BOUND, frame.returned)
        return frame.yielded

    def _decorate(self, decorator: ast.expr) -> None:
        value = self.one(self.value(decorator), decorator.lineno)
        if value is not None:
            self.emit((value[0], (*value[1], f.CALL - self._new_call(value)), value[2]), f.EVALUATED)

    def _origin(self, base: ast.expr) -> ast.expr:
        """The generic class in a base such as `Base[int]`; any other base itself."""
        if not isinstance(base, ast.Subscript):
            return base
        self.annotate(base.slice, -1)
        return base.value

    def _class(self, node: ast.ClassDef) -> None:
        for decorator in node.decorator_list:
            self._decorate(decorator)
        slot = self.slots.bind(self.frame, node.name)
        outer = self.frame
        frame = self.slots.open(f.CLASS, node.name, outer)
        inside, self.definition = self.definition, frame.number
        for base in node.bases:
            self.emit(self.value(self._origin(base)), f.INHERITED, frame.number)
        for keyword in node.keywords:
            self.emit(self.value(keyword.value), f.PASSED, -1)
        self.definition = inside
        bases = tuple(name for name in map(_dotted, node.bases) if name)
        if bases:
            self.bases.append((frame.name, bases))
        with self.within(frame):
            self.block(node.body)
        fields = [
            self.slots.bind(frame, one.target.id)
            for one in node.body
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        ]
        self.classes.append(ClassRow(frame.number, slot, tuple(fields)))


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        node = node.value
    return dotted(node)
