"""Annotations: what a variable is said to hold, however that is written."""

import ast

from archgate.index import flow as f
from archgate.index.tracing.record import Record, Value

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


_DISPLAYS = (ast.Tuple, ast.List)


_TYPING = ("typing.", "typing_extensions.")
_ALIAS = frozenset(f"{package}TypeAlias" for package in _TYPING)


class Annotations(Record):
    """Reads annotations: names, quoted ones, unions, generics; and what annotations are made of elsewhere."""

    def is_typing(self, node: ast.Subscript) -> bool:
        """Whether an expression such as `Optional[X]` is an annotation, wherever it stands."""
        return last_name(node.value) in _UNIONS and self.path(node.value).startswith(_TYPING)

    def is_alias(self, annotation: ast.expr) -> bool:
        """Whether an annotation says that its variable stands for a type."""
        return self.path(annotation) in _ALIAS

    def type_of(self, node: ast.expr) -> Value:
        """The classes that an annotation names, as a value to assign."""
        slot = self.slots.temporary()
        with self.exempted():
            self._annotation(node, slot, as_class=True)
        return (slot, (), node.lineno)

    def annotate(self, node: ast.expr, slot: int) -> None:
        """Read the annotation of a slot; -1: of nothing that is followed."""
        before, self.mentions = self.mentions, self.exempt
        try:
            self._annotation(node, slot)
        finally:
            self.mentions = before

    def _annotation(self, node: ast.expr, slot: int, as_class: bool = False) -> None:
        kind = type(node)
        if kind is ast.Name or kind is ast.Attribute:
            value = self.value(node)
            if slot >= 0:
                self.emit(value if as_class else self.step(value, f.INSTANCE, node.lineno), f.ANNOTATED, slot)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                parsed = _parsed(node)
                if parsed is not None:
                    self._annotation(parsed, slot, as_class)
        elif isinstance(node, ast.BinOp):
            self._annotation(node.left, slot, as_class)
            self._annotation(node.right, slot, as_class)
        elif isinstance(node, ast.Subscript):
            self._generic(node, slot, as_class)
        elif isinstance(node, _DISPLAYS):
            for element in node.elts:
                self._annotation(element, -1)
        else:
            self.visit(node)

    def _generic(self, node: ast.Subscript, slot: int, as_class: bool) -> None:
        name = last_name(node.value)
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

    def _contain(self, annotation: ast.expr, container: int) -> None:
        inner = self.slots.temporary()
        self.annotate(annotation, inner)
        self.emit((inner, (), annotation.lineno), f.CONTAINED, container, -1)


def last_name(node: ast.expr) -> str:
    """The last segment of a name, of what is called too; "" for anything else."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


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
