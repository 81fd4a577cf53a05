"""What is noted while a file is read: path expressions, and where their values go."""

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from archgate.index import flow as f
from archgate.index.flow import ClassRow, FunctionRow, Sink
from archgate.index.slots import Frame, Slots

Value = tuple[int, tuple[int, ...], int]
"""A path expression before it has a sink: its root's slot, its operations, its line."""
Values = Value | list[Value] | None
"""What an expression may be: one path, several, or nothing that is followed."""


class Record(ABC):
    """Reads one module. `ordinals` gives, for the id of an import statement or call, its places among the imports.

    `expressions` are the readers of expressions by type.
    """

    expressions: ClassVar[Mapping[type[ast.AST], Callable[[Any, Any], Values]]] = {}

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
        self.keys: dict[int, int] = {}
        self.searches = False
        self.of_result = False
        self._ordinals = ordinals
        self._fold = fold
        self.strings: dict[str, int] = {}

    def string(self, text: str) -> int:
        """The number of a string."""
        return self.strings.setdefault(text, len(self.strings))

    def emit(self, value: Values, sink: Sink, a: int = 0, b: int = 0) -> None:
        """Note where a value goes."""
        if value is None:
            return
        if isinstance(value, list):
            for one in value:
                self.emit(one, sink, a, b)
            return
        root, operations, line = value
        if sink == f.EVALUATED:
            for number in operations:
                if number <= f.CALL or number & 1:
                    break
            else:
                return  # members that are only read tell nothing
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
        single = self.one(value, line) if isinstance(value, list) else value
        return None if single is None else (single[0], (*single[1], operation), single[2])

    def joined(self, values: Iterable[Values]) -> Values:
        """What may be any of several."""
        found: list[Value] = []
        for value in values:
            found += value if isinstance(value, list) else [value] if value is not None else []
        return found[0] if len(found) == 1 else found or None

    def visit(self, node: ast.expr | None) -> None:
        """Read an expression whose value goes nowhere."""
        if node is not None:
            self.emit(self.value(node), f.EVALUATED)

    def value(self, node: ast.expr) -> Values:
        """What an expression may be. Everything below it is read once."""
        reader = self.expressions.get(type(node))
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

    def path(self, node: ast.expr) -> str:
        """The dotted path that a name, or an attribute of one, was imported as; "" where it is none or unknown."""
        if type(node) is ast.Name:
            return self.slots.path(self.frame, node.id)
        if type(node) is ast.Attribute and type(node.value) is ast.Name:
            path = self.slots.path(self.frame, node.value.id)
            return f"{path}.{node.attr}" if path and not path.startswith("builtins.") else ""
        return ""

    def global_name(self, node: ast.Subscript) -> str:
        """The name in `globals()["name"]`, "" for other subscripts."""
        key, namespace = node.slice, node.value
        if not (isinstance(key, ast.Constant) and isinstance(key.value, str) and isinstance(namespace, ast.Call)):
            return ""
        return key.value if self.path(namespace.func) == "builtins.globals" and not namespace.args else ""

    def element(self, key: ast.expr) -> int:
        """The operation that reads an element."""
        number = self.key(key)
        return f.SUBSCRIPT if number < 0 else 2 * number + 1

    def key(self, key: ast.expr | None) -> int:
        """The string that stands for a constant key, -1 for any other."""
        if isinstance(key, ast.Constant) and isinstance(key.value, (str, int)):
            return self.string(str(key.value))
        return -1

    @abstractmethod
    def annotate(self, node: ast.expr, slot: int) -> None:
        """Read the annotation of a slot; -1: of nothing that is followed."""

    @abstractmethod
    def assign(self, target: ast.expr, value: Values) -> None:
        """Bind a target to a value."""

    @abstractmethod
    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Read statements of the current scope."""
