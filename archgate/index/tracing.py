"""The walk over a file that gives its `Flow`: which values go where, whatever they are."""

import ast
import builtins
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from archgate.index import flow as f
from archgate.index.flow import Chain, ClassRow, Flow, FunctionRow, Imported, Sink
from archgate.index.slots import Frame, Slots
from archgate.index.traversal import dotted

Value = tuple[int, tuple[int, ...], int]
"""A path expression before it has a sink: its root's slot, its operations, its line."""
Values = Value | list[Value] | None
"""What an expression may be: one path, several, or nothing that is followed."""

_DEEPEST = 20_000
_WATCHED = frozenset(("__import__", "eval", "exec", "getattr", "super"))
"""The builtins whose calls are kept."""
_OPAQUE = _WATCHED - {"getattr", "super"}
_SAME = frozenset(("frozenset", "iter", "list", "reversed", "set", "sorted", "tuple"))
"""The builtins that give the elements of what they are given."""
_GROWERS = {"append": 0, "add": 0, "appendleft": 0, "insert": 1}
"""Methods that put an argument into a container, and which."""
_TRANSPARENT = frozenset(("enter_context", "enter_async_context"))


class Tracer:
    """Reads one module. `ordinals` gives, for the id of an import statement or call, its places among the imports."""

    def __init__(self, ordinals: Mapping[int, Sequence[int]], fold: Callable[[ast.expr], str | None]) -> None:
        self.slots = Slots()
        self.frame = self.slots.module
        self.definition = 0
        self.chains: list[tuple[int, Sink, int, int, int, int, tuple[int, ...]]] = []
        self.functions: list[FunctionRow] = []
        self.classes: list[ClassRow] = []
        self.imports: list[tuple[int, int, bool]] = []
        self.bases: list[tuple[str, tuple[str, ...]]] = []
        self.plain: set[int] = set()
        self.exempt: set[int] = set()
        self.mentions = self.plain
        self.line = 0
        self.calls: list[tuple[int, ...]] = []
        self.searches = False
        self._ordinals = ordinals
        self._fold = fold
        self._strings: dict[str, int] = {}

    # -- what is noted --------------------------------------------------------------------------------------------

    def string(self, text: str) -> int:
        """The number of a string."""
        return self._strings.setdefault(text, len(self._strings))

    def emit(self, value: Values, sink: Sink, a: int = 0, b: int = 0) -> None:
        """Note where a value goes."""
        if value is None:
            return
        if isinstance(value, list):
            for one in value:
                self.emit(one, sink, a, b)
            return
        root, operations, line = value
        if sink == f.EVALUATED and not any(number <= f.CALL or number & 1 for number in operations):
            return
        self.chains.append((root, sink, a, b, line, self.definition, operations))

    def one(self, value: Values, line: int) -> Value | None:
        """A value as a single path: several are joined in a temporary slot."""
        if not isinstance(value, list):
            return value
        if len(value) == 1:
            return value[0]
        slot = self.slots.temporary()
        self.emit(value, f.BOUND, slot)
        return (slot, (), line)

    def held(self, value: Values, line: int) -> Value | None:
        """A value as a slot, so that it can go to several places and its calls are noted once."""
        single = self.one(value, line)
        if single is None or not single[1]:
            return single
        slot = self.slots.temporary()
        self.emit(single, f.BOUND, slot)
        return (slot, (), line)

    def step(self, value: Values, operation: int, line: int) -> Value | None:
        """A value after one more operation."""
        single = self.one(value, line)
        return None if single is None else (single[0], (*single[1], operation), single[2])

    def visit(self, node: ast.expr | None) -> None:
        """Read an expression whose value goes nowhere."""
        if node is not None:
            self.emit(self.value(node), f.EVALUATED)

    def value(self, node: ast.expr) -> Values:
        """What an expression may be. Everything below it is read once."""
        reader = _EXPRESSIONS.get(type(node))
        if reader is None:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.visit(child)
            return None
        return reader(self, node)

    @contextmanager
    def within(self, frame: Frame) -> Iterator[None]:
        """Read what stands in an inner scope."""
        outer, definition = self.frame, self.definition
        self.frame, self.definition = frame, frame.definition
        try:
            yield
        finally:
            self.frame, self.definition = outer, definition

    @contextmanager
    def exempted(self) -> Iterator[None]:
        """Read names whose mention is no evidence of use."""
        before, self.mentions = self.mentions, self.exempt
        try:
            yield
        finally:
            self.mentions = before

    def classify(self, node: ast.expr) -> None:
        """Read classes that something is only compared with: they are no evidence, and handed on to nobody."""
        with self.exempted():
            if isinstance(node, ast.Tuple):
                for element in node.elts:
                    self.classify(element)
            else:
                self.visit(node)

    # -- expressions ----------------------------------------------------------------------------------------------

    def _name(self, node: ast.Name) -> Values:
        slot = self.slots.read(self.frame, node.id)
        self.mentions.add(slot)
        return (slot, (), self.line or node.lineno)

    def _attribute(self, node: ast.Attribute) -> Values:
        value = self.value(node.value)
        return None if value is None else self.step(value, 2 * self.string(node.attr), node.lineno)

    def _constant(self, node: ast.Constant) -> Values:
        return None

    def _subscript(self, node: ast.Subscript) -> Values:
        value = self.value(node.value)
        key = node.slice
        self.visit(key)
        return self.step(value, self.element(key), node.lineno)

    def element(self, key: ast.expr) -> int:
        """The operation that reads an element."""
        number = self.key(key)
        return f.SUBSCRIPT if number < 0 else 2 * number + 1

    def key(self, key: ast.expr | None) -> int:
        """The string that stands for a constant key, -1 for any other."""
        if isinstance(key, ast.Constant) and isinstance(key.value, str | int):
            return self.string(str(key.value))
        return -1

    def _call(self, node: ast.Call) -> Values:
        function = node.func
        path = self.path(function)
        found = self._ordinals.get(id(node))
        if found and path not in _CALLED_LATER:
            return self._imported_by_call(node, found)
        if path:
            special = self._known_call(node, path)
            if special is not _ORDINARY:
                return special  # type: ignore[return-value]
        elif isinstance(function, ast.Attribute) and node.args:
            if function.attr in _GROWERS:
                return self._grow(function, node)
            if function.attr in _TRANSPARENT:
                self.visit(function)
                return self.step(self.value(node.args[0]), f.ENTER, node.lineno)
        callee = self.one(self.value(function), node.lineno)
        return self._called(callee, node.args, node.keywords, node.lineno)

    def _called(
        self, callee: Value | None, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword], line: int
    ) -> Values:
        call = self._new_call(callee)
        self._pass(call if callee is not None else -1, arguments, keywords)
        return None if callee is None else (callee[0], (*callee[1], f.CALL - call), callee[2])

    def _new_call(self, callee: Value | None) -> int:
        self.calls.append(() if callee is None else (callee[0], *callee[1]))
        return len(self.calls) - 1

    def _pass(self, call: int, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> None:
        """Read the arguments of a call (-1: of one that is not followed)."""
        starred = False
        for position, argument in enumerate(arguments):
            if isinstance(argument, ast.Starred):
                starred = True
                self.visit(argument.value)
            elif type(argument) is not ast.Constant:
                self.emit(self.value(argument), f.PASSED, -1 if starred else call, position)
        for keyword in keywords:
            if keyword.arg is None:
                self.visit(keyword.value)
            elif type(keyword.value) is not ast.Constant:
                self.emit(self.value(keyword.value), f.PASSED, call, -self.string(keyword.arg) - 1)

    def path(self, node: ast.expr) -> str:
        """The dotted path that a name, or an attribute of one, was imported as; "" where it is none or unknown."""
        if type(node) is ast.Name:
            return self.slots.path(self.frame, node.id)
        if type(node) is ast.Attribute and type(node.value) is ast.Name:
            path = self.slots.path(self.frame, node.value.id)
            return f"{path}.{node.attr}" if path and not path.startswith("builtins.") else ""
        return ""

    def _known_call(self, node: ast.Call, path: str) -> "Values | object":
        reader = _CALLS.get(path)
        if reader is not None and node.args and not isinstance(node.args[0], ast.Starred):
            found: Values | object = reader(self, node)
            return found
        return _ORDINARY

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
            return _ORDINARY
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
            return _ORDINARY
        target = ast.copy_location(ast.Attribute(node.args[0], name, ast.Store()), node)
        self.assign(target, self.value(node.args[2]), node.args[2])
        return None

    def _imported_by_call(self, node: ast.Call, ordinals: Sequence[int]) -> Values:
        slot = self.slots.temporary()
        root_only = _last_name(node.func) == "__import__" and len(node.args) < 4
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
            return self._called(callee, node.args, node.keywords, node.lineno)
        slot = self.slots.temporary()
        self.emit(self.value(node.args[position]), f.RETURNED, slot)
        self.assign_element(function.value, (slot, (), node.lineno), -1)
        others = [one for number, one in enumerate(node.args) if number != position]
        return self._called(callee, others, node.keywords, node.lineno)

    def _is_own(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Attribute):
            node = node.value
            return isinstance(node, ast.Name) and self.slots.receiver(self.frame, node.id) is not None
        return isinstance(node, ast.Name)

    def joined(self, values: Iterable[Values]) -> Values:
        """What may be any of several."""
        found: list[Value] = []
        for value in values:
            found += value if isinstance(value, list) else [value] if value is not None else []
        return found[0] if len(found) == 1 else found or None

    def _if_else(self, node: ast.IfExp) -> Values:
        self.visit(node.test)
        return self.joined([self.value(node.body), self.value(node.orelse)])

    def _either(self, node: ast.BoolOp) -> Values:
        return self.joined([self.value(value) for value in node.values])

    def _walrus(self, node: ast.NamedExpr) -> Values:
        frame = self.frame
        while frame.kind == f.INNER and frame.parent is not None:
            frame = frame.parent
        slot = self.slots.bind(frame, node.target.id)
        self.emit(self.value(node.value), f.BOUND, slot)
        return (slot, (), node.lineno)

    def _await(self, node: ast.Await | ast.Starred) -> Values:
        return self.value(node.value)

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

    def _display(self, node: ast.Tuple | ast.List | ast.Set) -> Values:
        slot = -1
        for number, element in enumerate(node.elts):
            if type(element) is ast.Constant:
                continue
            value = self.value(element)
            if value is None:
                continue
            if slot < 0:
                slot = self.slots.temporary()
            if isinstance(element, ast.Starred):
                self.emit(self.step(value, f.ITERATE, node.lineno), f.CONTAINED, slot, -1)
            else:
                key = -1 if isinstance(node, ast.Set) else self.string(str(number))
                self.emit(value, f.CONTAINED, slot, key)
        return None if slot < 0 else (slot, (), node.lineno)

    def _dict(self, node: ast.Dict) -> Values:
        slot = -1
        for key, element in zip(node.keys, node.values, strict=True):
            if key is not None and type(key) is not ast.Constant:
                self.visit(key)
            if type(element) is ast.Constant:
                continue
            value = self.value(element)
            if value is None:
                continue
            if slot < 0:
                slot = self.slots.temporary()
            if key is None:
                self.emit(value, f.BOUND, slot)
            else:
                self.emit(value, f.CONTAINED, slot, self.key(key))
        return None if slot < 0 else (slot, (), node.lineno)

    def _comprehension(self, node: Any) -> Values:
        first = self.value(node.generators[0].iter)
        slot = self.slots.temporary()
        with self.within(self.slots.open(f.INNER, "", self.frame)):
            for number, generator in enumerate(node.generators):
                source = first if number == 0 else self.value(generator.iter)
                self.assign(generator.target, self.step(source, f.ITERATE, node.lineno), None)
                for test in generator.ifs:
                    self.visit(test)
            if isinstance(node, ast.DictComp):
                self.visit(node.key)
            element = node.value if isinstance(node, ast.DictComp) else node.elt
            self.emit(self.value(element), f.CONTAINED, slot, -1)
        return (slot, (), node.lineno)

    def _lambda(self, node: ast.Lambda) -> Values:
        slot = self.slots.temporary()
        self._function(
            node.args, slot, "", 0, lambda: self.emit(self.value(node.body), f.RETURNED, self.frame.returned)
        )
        return (slot, (), node.lineno)

    def _joined_text(self, node: ast.JoinedStr) -> Values:
        before, self.line = self.line, self.line or node.lineno
        for part in node.values:
            self.visit(part)
        self.line = before
        return None

    # -- definitions ----------------------------------------------------------------------------------------------

    def _function(self, arguments: ast.arguments, slot: int, name: str, flags: int, read: Callable[[], None]) -> None:
        """A function or lambda whose body `read` reads."""
        outer = self.frame
        frame = self.slots.open(f.FUNCTION, name, outer)
        frame.returned = self.slots.temporary()
        positional = [*arguments.posonlyargs, *arguments.args]
        slots = [self.slots.bind(frame, argument.arg) for argument in positional]
        named = [self.slots.bind(frame, argument.arg) for argument in arguments.kwonlyargs]
        for rest in (arguments.vararg, arguments.kwarg):
            if rest is not None:
                self.slots.bind(frame, rest.arg)
        if outer.kind == f.CLASS and name and positional and not flags & f.STATIC:
            frame.receiver, frame.holder = positional[0].arg, outer
        defaults = [*zip(slots[len(slots) - len(arguments.defaults) :], arguments.defaults, strict=True)]
        for parameter, default in [*defaults, *zip(named, arguments.kw_defaults, strict=True)]:
            if default is not None:
                self.emit(self.value(default), f.BOUND, parameter)
        for parameter, argument in zip([*slots, *named], [*positional, *arguments.kwonlyargs], strict=True):
            if argument.annotation is not None:
                self.annotate(argument.annotation, parameter)
        for rest in (arguments.vararg, arguments.kwarg):
            if rest is not None and rest.annotation is not None:
                container = self.slots.temporary()
                self.emit((container, (), rest.lineno), f.BOUND, self.slots.bind(frame, rest.arg))
                self._contain(rest.annotation, container)
        self.functions.append(FunctionRow(frame.number, slot, frame.returned, tuple(slots), tuple(named), flags))
        with self.within(frame):
            read()

    def _contain(self, annotation: ast.expr, container: int) -> None:
        inner = self.slots.temporary()
        self.annotate(annotation, inner)
        self.emit((inner, (), annotation.lineno), f.CONTAINED, container, -1)

    def _def(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        flags = 0
        for decorator in node.decorator_list:
            flags |= _FLAGS.get(_last_name(decorator), 0)
            self._decorate(decorator)
        if node.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            flags |= f.OF_CLASS
        slot = self.slots.bind(self.frame, node.name)
        if node.returns is not None:
            self.annotate(node.returns, -1)
        self._function(node.args, slot, node.name, flags, lambda: self.block(node.body))

    def _decorate(self, decorator: ast.expr) -> None:
        value = self.one(self.value(decorator), decorator.lineno)
        if value is not None:
            self.emit((value[0], (*value[1], f.CALL - self._new_call(value)), value[2]), f.EVALUATED)

    def _class(self, node: ast.ClassDef) -> None:
        for decorator in node.decorator_list:
            self._decorate(decorator)
        slot = self.slots.bind(self.frame, node.name)
        outer = self.frame
        frame = self.slots.open(f.CLASS, node.name, outer)
        inside, self.definition = self.definition, frame.number
        for base in node.bases:
            if isinstance(base, ast.Subscript):
                self.annotate(base.slice, -1)
                base = base.value
            self.emit(self.value(base), f.INHERITED, frame.number)
        for keyword in node.keywords:
            self.emit(self.value(keyword.value), f.EVALUATED)
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

    # -- annotations ----------------------------------------------------------------------------------------------

    def annotate(self, node: ast.expr, slot: int) -> None:
        """Read the annotation of a slot; -1: of nothing that is followed."""
        with self.exempted():
            self._annotation(node, slot)

    def _annotation(self, node: ast.expr, slot: int, as_class: bool = False) -> None:
        kind = type(node)
        if kind is ast.Name or kind is ast.Attribute:
            value = self.value(node)
            if slot >= 0:
                self.emit(value if as_class else self.step(value, f.INSTANCE, node.lineno), f.ANNOTATED, slot)
        elif kind is ast.Constant:
            if isinstance(node.value, str):  # type: ignore[attr-defined]
                parsed = _parsed(node)  # type: ignore[arg-type]
                if parsed is not None:
                    self._annotation(parsed, slot, as_class)
        elif kind is ast.BinOp:
            self._annotation(node.left, slot, as_class)  # type: ignore[attr-defined]
            self._annotation(node.right, slot, as_class)  # type: ignore[attr-defined]
        elif kind is ast.Subscript:
            self._generic(node, slot, as_class)  # type: ignore[arg-type]
        elif kind is ast.Tuple or kind is ast.List:
            for element in node.elts:  # type: ignore[attr-defined]
                self._annotation(element, -1)
        else:
            self.visit(node)

    def _generic(self, node: ast.Subscript, slot: int, as_class: bool) -> None:
        name = _last_name(node.value)
        arguments = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name in _UNIONS:
            self.value(node.value)
            arguments, others = (arguments[:1], arguments[1:]) if name == "Annotated" else (arguments, [])
            for argument in arguments:
                self._annotation(argument, slot, as_class)
            for other in others:
                self.visit(other)
        elif name in ("type", "Type"):
            self.value(node.value)
            for argument in arguments:
                self._annotation(argument, slot, as_class=True)
        elif name == "Literal":
            self.value(node.value)
        elif name in _CONTAINERS and slot >= 0:
            self.value(node.value)
            self.emit((container := self.slots.temporary(), (), node.lineno), f.BOUND, slot)
            for argument in arguments:
                self._contain(argument, container)
        else:
            self._annotation(node.value, slot, as_class)
            for argument in arguments:
                self._annotation(argument, -1)

    # -- assignment -----------------------------------------------------------------------------------------------

    def assign(self, target: ast.expr, value: Values, given: ast.expr | None) -> None:
        """Bind a target to a value; `given` is its expression, where that is a display it was not read yet."""
        kind = type(target)
        if kind is ast.Name:
            self.emit(value, f.BOUND, self.slots.bind(self.frame, target.id))  # type: ignore[attr-defined]
        elif kind is ast.Attribute:
            self._assign_attribute(target, value)  # type: ignore[arg-type]
        elif kind is ast.Tuple or kind is ast.List:
            self._unpack(target.elts, value, target.lineno)  # type: ignore[attr-defined]
        elif kind is ast.Starred:
            self.assign(target.value, value, None)  # type: ignore[attr-defined]
        elif kind is ast.Subscript:
            self.visit(target)
            if self._is_own(target.value):  # type: ignore[attr-defined]
                self.assign_element(target.value, value, self.key(target.slice))  # type: ignore[attr-defined]
            else:
                self.emit(value, f.EVALUATED)

    def assign_element(self, container: ast.expr, value: Values, key: int) -> None:
        """Bind a variable to a container that holds a value, beside whatever else it is bound to."""
        if value is None:
            return
        slot = self.slots.temporary()
        self.emit(value, f.CONTAINED, slot, key)
        if isinstance(container, ast.Attribute):
            self._assign_attribute(container, (slot, (), container.lineno))
        elif isinstance(container, ast.Name):
            self.emit((slot, (), container.lineno), f.BOUND, self.slots.read(self.frame, container.id))

    def _assign_attribute(self, target: ast.Attribute, value: Values) -> None:
        owner = target.value
        if isinstance(owner, ast.Name):
            holder = self.slots.receiver(self.frame, owner.id)
            if holder is not None:
                self.emit(value, f.BOUND, self.slots.bind(holder, target.attr))
                return
        base = self.one(self.value(owner), target.lineno)
        if base is None or value is None:
            self.emit(base, f.EVALUATED)
            self.emit(value, f.EVALUATED)
            return
        slot = self.slots.temporary()
        self.emit(base, f.BOUND, slot)
        self.emit(value, f.STORED, slot, self.string(target.attr))

    def _unpack(self, targets: Sequence[ast.expr], value: Values, line: int) -> None:
        single = self.held(value, line)
        starred = False
        for number, target in enumerate(targets):
            if isinstance(target, ast.Starred):
                starred = True
                self.assign(target.value, single, None)
            else:
                key = f.ITERATE if starred else 2 * self.string(str(number)) + 1
                self.assign(target, self.step(single, key, line), None)

    def _assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1:
            target = node.targets[0]
            if _pairs(target, node.value):
                for one, given in zip(target.elts, node.value.elts, strict=True):  # type: ignore[attr-defined]
                    self._assign_one([one], given)
                return
        self._assign_one(node.targets, node.value)

    def _assign_one(self, targets: Sequence[ast.expr], given: ast.expr) -> None:
        if len(targets) == 1 and _pairs(targets[0], given):
            for one, inner in zip(targets[0].elts, given.elts, strict=True):  # type: ignore[attr-defined]
                self._assign_one([one], inner)
            return
        value = self.value(given)
        if len(targets) > 1:
            value = self.held(value, given.lineno)
        for target in targets:
            self.assign(target, value, given)

    def _annotated(self, node: ast.AnnAssign) -> None:
        slot = self._slot_of(node.target)
        self.annotate(node.annotation, slot)
        if node.value is not None:
            self.assign(node.target, self.value(node.value), node.value)

    def _slot_of(self, target: ast.expr) -> int:
        if isinstance(target, ast.Name):
            return self.slots.bind(self.frame, target.id)
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            holder = self.slots.receiver(self.frame, target.value.id)
            if holder is not None:
                return self.slots.bind(holder, target.attr)
        return -1

    def _augmented(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name | ast.Attribute):
            self.assign(node.target, self.value(node.value), node.value)
        else:
            self.visit(node.target)
            self.visit(node.value)

    # -- other statements -----------------------------------------------------------------------------------------

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Read statements of the current scope."""
        readers = _STATEMENTS
        for statement in statements:
            readers[type(statement)](self, statement)

    def _import(self, node: ast.Import) -> None:
        for alias, ordinal in zip(node.names, self._ordinals[id(node)], strict=True):
            root = alias.name.partition(".")[0]
            whole = alias.asname is not None or alias.name == root
            self._bind_import(alias.asname or root, ordinal, alias.name if whole else root, whole)

    def _import_from(self, node: ast.ImportFrom) -> None:
        for alias, ordinal in zip(node.names, self._ordinals[id(node)], strict=True):
            if alias.name != "*":
                path = "" if node.level else f"{node.module}.{alias.name}"
                self._bind_import(alias.asname or alias.name, ordinal, path, True)

    def _bind_import(self, name: str, ordinal: int, path: str, whole: bool) -> None:
        self.imports.append((self.slots.bind(self.frame, name), ordinal, whole))
        frame = self.slots.module if name in self.frame.globals else self.frame
        frame.paths[name] = path

    def _expression(self, node: ast.Expr) -> None:
        if type(node.value) is not ast.Constant:
            self.emit(self.value(node.value), f.EVALUATED)

    def _return(self, node: ast.Return) -> None:
        if node.value is not None:
            value = self.value(node.value)
            frame: Frame | None = self.frame
            self.emit(value, f.RETURNED, frame.returned) if frame and frame.returned >= 0 else None

    def _branch(self, node: ast.If | ast.While) -> None:
        self.visit(node.test)
        self.block(node.body)
        self.block(node.orelse)

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        self.assign(node.target, self.step(self.value(node.iter), f.ITERATE, node.lineno), None)
        self.block(node.body)
        self.block(node.orelse)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            value = self.value(item.context_expr)
            if item.optional_vars is None:
                self.emit(value, f.EVALUATED)
            else:
                self.assign(item.optional_vars, self.step(value, f.ENTER, node.lineno), None)
        self.block(node.body)

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        self.block(node.body)
        for handler in node.handlers:
            if handler.type is not None:
                self.classify(handler.type)
            if handler.name is not None:
                self.slots.bind(self.frame, handler.name)
            self.block(handler.body)
        self.block(node.orelse)
        self.block(node.finalbody)

    def _raise(self, node: ast.Raise) -> None:
        with self.exempted():
            self.visit(node.cause)
            if isinstance(node.exc, ast.Call):
                callee = self.one(self.value(node.exc.func), node.lineno)
                self.mentions = self.plain
                self.emit(self.one(self._called(callee, node.exc.args, node.exc.keywords, node.lineno), 0), f.RAISED)
            else:
                self.visit(node.exc)

    def _match(self, node: ast.Match) -> None:
        subject = self.held(self.value(node.subject), node.lineno)
        for case in node.cases:
            self._pattern(case.pattern, subject)
            self.visit(case.guard)
            self.block(case.body)

    def _pattern(self, pattern: ast.pattern, subject: Value | None) -> None:
        match pattern:
            case ast.MatchAs(pattern=inner, name=name):
                if inner is not None:
                    self._pattern(inner, subject)
                if name is not None:
                    slot = self.slots.bind(self.frame, name)
                    self.emit(subject, f.BOUND, slot)
                    if isinstance(inner, ast.MatchClass):
                        self.annotate(inner.cls, slot)
            case ast.MatchOr(patterns=patterns):
                for one in patterns:
                    self._pattern(one, subject)
            case ast.MatchStar(name=name) | ast.MatchMapping(rest=name) if name is not None:
                self.slots.bind(self.frame, name)
                self._inner_patterns(pattern)
            case ast.MatchValue(value=value):
                self.visit(value)
            case ast.MatchClass(cls=cls):
                self.classify(cls)
                self._inner_patterns(pattern)
            case _:
                self._inner_patterns(pattern)

    def _inner_patterns(self, pattern: ast.pattern) -> None:
        for child in ast.iter_child_nodes(pattern):
            if isinstance(child, ast.pattern):
                self._pattern(child, None)

    def _global(self, node: ast.Global) -> None:
        self.frame.globals.update(node.names)
        self.slots.module.bound.update(node.names)

    def _nonlocal(self, node: ast.Nonlocal) -> None:
        self.frame.nonlocals.update(node.names)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.slots.bind(self.frame, target.id)
            elif not isinstance(target, ast.Tuple | ast.List):
                self.visit(target)

    def _assert(self, node: ast.Assert) -> None:
        self.visit(node.test)
        self.visit(node.msg)

    def _type_alias(self, node: Any) -> None:
        slot = self.slots.bind(self.frame, node.name.id)
        with self.exempted():
            self._annotation(node.value, slot, as_class=True)

    def _pass_statement(self, node: ast.stmt) -> None:
        pass

    # -- the end --------------------------------------------------------------------------------------------------

    def finish(self) -> Flow:
        """All that was noted, with every slot settled; what can lead nowhere is left out."""
        slots = self.slots
        home = slots.settle()
        module = slots.module
        unbound = {slot for name, slot in module.slots.items() if name not in module.bound}
        dead = {slot for slot in unbound if slots.name_of[slot] in _BUILTINS}
        strings = self._strings
        names = [strings.setdefault(name, len(strings)) if name else -1 for name in slots.name_of]
        chains = [Chain(*one) for one in self._settled(home, dead)]
        by_root: defaultdict[int, list[Chain]] = defaultdict(list)
        sources: defaultdict[int, dict[int, None]] = defaultdict(dict)
        for chain in chains:
            by_root[chain.root].append(chain)
            if chain.sink in f.LEADING and chain.a >= 0:
                sources[chain.a][chain.root] = None
        self.searches = any(chain.sink == f.SEARCHED for chain in chains)
        foothold = {home[slot] for slot in self.plain}
        exempt = {home[slot] for slot in self.exempt}
        imports = [(home[slot], ordinal, whole) for slot, ordinal, whole in self.imports]
        return Flow(
            strings=tuple(strings),
            names={name: slot for name, slot in module.slots.items() if slot not in dead},
            scopes=tuple(slots.rows()),
            slot_scopes=tuple(slots.scope_of),
            slot_names=tuple(names),
            functions=f.raw([self._function_row(row, home) for row in self.functions]),
            classes=f.raw([ClassRow(one.scope, home[one.slot], one.fields) for one in self.classes]),
            imports=tuple(
                Imported(slot, n, whole, slot in foothold or slot not in exempt) for slot, n, whole in imports
            ),
            unbound=tuple(sorted(unbound - dead)),
            calls=f.raw(list(self._callees(home, {one.a for one in chains if one.sink == f.PASSED}))),
            chains={root: f.encode_chains(some) for root, some in by_root.items()},
            sources=f.raw({slot: list(roots) for slot, roots in sources.items()}),
        )

    def _settled(
        self, home: list[int], dead: set[int]
    ) -> Iterator[tuple[int, Sink, int, int, int, int, tuple[int, ...]]]:
        calls = self.calls
        for root, sink, a, b, line, definition, operations in self.chains:
            root = home[root]
            if root in dead:
                continue
            if sink == f.PASSED:
                if a < 0 or not calls[a] or home[calls[a][0]] in dead:
                    if not operations:
                        continue
                    a = -1
            elif sink in _SLOT_SINKS and a >= 0:
                a = home[a]
            yield root, sink, a, b, line, definition, operations

    def _callees(self, home: list[int], followed: set[int]) -> Iterator[tuple[int, ...]]:
        for number, callee in enumerate(self.calls):
            yield (home[callee[0]], *callee[1:]) if number in followed else ()

    def _function_row(self, row: FunctionRow, home: list[int]) -> FunctionRow:
        return FunctionRow(row.scope, home[row.slot], row.returned, row.positional, row.named, row.flags)


_SLOT_SINKS = frozenset((f.BOUND, f.RETURNED, f.CONTAINED, f.STORED, f.ANNOTATED))
_ORDINARY = object()
_BUILTINS = frozenset(dir(builtins)) - _WATCHED
_UNIONS = frozenset(
    (
        "Annotated",
        "Awaitable",
        "ClassVar",
        "Final",
        "Optional",
        "Required",
        "NotRequired",
        "Union",
        "ReadOnly",
        "InitVar",
    )
)
_CONTAINERS = frozenset(
    (
        "AsyncGenerator", "AsyncIterable", "AsyncIterator", "Collection", "DefaultDict", "Deque", "Dict", "FrozenSet",
        "Generator", "Iterable", "Iterator", "List", "Mapping", "MutableMapping", "MutableSequence", "OrderedDict",
        "Sequence", "Set", "Tuple", "defaultdict", "deque", "dict", "frozenset", "list", "set", "tuple",
    )
)  # fmt: skip
_CALLED_LATER = frozenset(("builtins.map", "functools.partial"))
"""Calls that import, but give no module."""
_FLAGS = {
    "property": f.PROPERTY,
    "cached_property": f.PROPERTY,
    "staticmethod": f.STATIC,
    "classmethod": f.OF_CLASS,
}
_CALLS: dict[str, Callable[[Tracer, ast.Call], Any]] = {
    "builtins.getattr": Tracer._getattr,
    "builtins.isinstance": Tracer._isinstance,
    "builtins.issubclass": Tracer._isinstance,
    "builtins.next": Tracer._next,
    "builtins.setattr": Tracer._setattr,
    "builtins.staticmethod": Tracer._partial,
    "functools.partial": Tracer._partial,
    "functools.partialmethod": Tracer._partial,
    "typing.cast": Tracer._cast,
    "typing_extensions.cast": Tracer._cast,
    **{f"builtins.{name}": Tracer._same_elements for name in _SAME},
}
_EXPRESSIONS: dict[type[ast.AST], Callable[[Tracer, Any], Values]] = {
    ast.Name: Tracer._name,
    ast.Attribute: Tracer._attribute,
    ast.Constant: Tracer._constant,
    ast.Call: Tracer._call,
    ast.Subscript: Tracer._subscript,
    ast.IfExp: Tracer._if_else,
    ast.BoolOp: Tracer._either,
    ast.NamedExpr: Tracer._walrus,
    ast.Await: Tracer._await,
    ast.Starred: Tracer._await,
    ast.Yield: Tracer._yield,
    ast.YieldFrom: Tracer._yield_from,
    ast.Tuple: Tracer._display,
    ast.List: Tracer._display,
    ast.Set: Tracer._display,
    ast.Dict: Tracer._dict,
    ast.ListComp: Tracer._comprehension,
    ast.SetComp: Tracer._comprehension,
    ast.DictComp: Tracer._comprehension,
    ast.GeneratorExp: Tracer._comprehension,
    ast.Lambda: Tracer._lambda,
    ast.JoinedStr: Tracer._joined_text,
}
_STATEMENTS: dict[type[ast.AST], Callable[[Tracer, Any], None]] = {
    ast.FunctionDef: Tracer._def,
    ast.AsyncFunctionDef: Tracer._def,
    ast.ClassDef: Tracer._class,
    ast.Import: Tracer._import,
    ast.ImportFrom: Tracer._import_from,
    ast.Assign: Tracer._assign,
    ast.AnnAssign: Tracer._annotated,
    ast.AugAssign: Tracer._augmented,
    ast.Expr: Tracer._expression,
    ast.Return: Tracer._return,
    ast.If: Tracer._branch,
    ast.While: Tracer._branch,
    ast.For: Tracer._for,
    ast.AsyncFor: Tracer._for,
    ast.With: Tracer._with,
    ast.AsyncWith: Tracer._with,
    ast.Try: Tracer._try,
    ast.TryStar: Tracer._try,
    ast.Raise: Tracer._raise,
    ast.Match: Tracer._match,
    ast.Global: Tracer._global,
    ast.Nonlocal: Tracer._nonlocal,
    ast.Delete: Tracer._delete,
    ast.Assert: Tracer._assert,
    ast.Pass: Tracer._pass_statement,
    ast.Break: Tracer._pass_statement,
    ast.Continue: Tracer._pass_statement,
}
if hasattr(ast, "TypeAlias"):
    _STATEMENTS[ast.TypeAlias] = Tracer._type_alias
if hasattr(ast, "TemplateStr"):
    _EXPRESSIONS[ast.TemplateStr] = Tracer._joined_text


def trace(module: ast.Module, tracer: Tracer) -> Flow:
    """Read a whole file."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEPEST))
    try:
        tracer.block(module.body)
    finally:
        sys.setrecursionlimit(limit)
    return tracer.finish()


def watched(tracer: Tracer, flow: Flow) -> tuple[str, ...]:
    """The builtins in use through which code cannot be seen, sorted."""
    found = {flow.strings[flow.slot_names[slot]] for slot in flow.unbound} & _OPAQUE
    if tracer.searches:
        found.add("getattr")
    return tuple(sorted(found))


def _pairs(target: ast.expr, value: ast.expr) -> bool:
    display = ast.Tuple | ast.List
    if not (isinstance(target, display) and isinstance(value, display)):
        return False
    starred = any(isinstance(element, ast.Starred) for element in [*target.elts, *value.elts])
    return len(target.elts) == len(value.elts) and not starred


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        node = node.value
    return dotted(node)


def _parsed(node: ast.Constant) -> ast.expr | None:
    """The expression in a quoted annotation, with the line of the quotes."""
    if not isinstance(node.value, str) or len(node.value) > 2_000:
        return None
    try:
        expression = ast.parse(node.value.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for inner in ast.walk(expression):
        if isinstance(inner, ast.expr):
            inner.lineno = node.lineno
    return expression
