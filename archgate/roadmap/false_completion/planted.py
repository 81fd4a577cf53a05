"""Names that code puts into modules while it runs: `setattr`, `globals()`, `sys.modules`, `exec`."""

import ast
from collections.abc import Iterator, Sequence

from archgate.link.host import HostIndex
from archgate.link.names import climb
from archgate.roadmap.live_code import Function, called, dotted, nodes

_MODULES = frozenset(("sys.modules", "modules"))
_OWN = frozenset(("globals", "vars", "locals"))
_SETS = frozenset(("setattr", "object.__setattr__"))
_IMPORTS = frozenset(("import_module", "__import__"))

Planted = tuple[str, str, int]
"""A module, a name that is put into it ("" for the module, put into `sys.modules`), and the line."""


class Plantings:
    """What one module of the host plants. `tree` is its source."""

    def __init__(self, host: HostIndex, module: str, tree: ast.Module) -> None:
        self._host = host
        self._module = module
        self._package = host.modules[module].package
        self._imported = dict(self._imports(tree))
        self._tree = tree

    def all(self) -> Iterator[Planted]:
        """Everything that the module plants in itself or in others."""
        for node in _running(self._tree):
            line = getattr(node, "lineno", 1)
            for into, name in self._planted(node):
                yield into, name, line
                if name == "__class__":
                    yield from ((into, member, line) for member in self._members())

    def _planted(self, node: ast.AST) -> Iterator[tuple[str, str]]:
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            yield from self._into(node.value, [node.slice])
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr):
            yield from self._into(node.target, _keys(node.value))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from ((into, node.attr) for into in self._modules(node.value))
        elif isinstance(node, ast.Call):
            yield from self._called(node)

    def _members(self) -> Iterator[str]:
        """The members of the classes of the file, which a module has whose class is one of them."""
        for one in self._tree.body:
            for inner in one.body if isinstance(one, ast.ClassDef) else ():
                if isinstance(inner, Function):
                    yield inner.name
                elif isinstance(inner, ast.Assign):
                    yield from map(dotted, inner.targets)

    def _called(self, call: ast.Call) -> Iterator[tuple[str, str]]:
        match call.func, call.args:
            case _, [owner, name, *_] if called(call) in _SETS:
                yield from ((into, text) for into in self._modules(owner) for text in self._texts(name))
            case ast.Name(id="exec" | "eval"), [source, *_]:
                yield from ((self._module, name) for text in self._texts(source) for name in _bound_by(text))
            case ast.Attribute(value=mapping, attr="setdefault" | "__setitem__"), [key, *_]:
                yield from self._into(mapping, [key])
            case ast.Attribute(value=mapping, attr="update"), _:
                yield from self._into(mapping, _updated(call))

    def _into(self, mapping: ast.expr, keys: list[ast.expr]) -> Iterator[tuple[str, str]]:
        """What keys of a mapping stand for: names of a module, or modules."""
        texts = [text for key in keys for text in self._texts(key)]
        if dotted(mapping) in _MODULES:
            yield from ((text, "") for text in texts)
        for module in self._namespaces(mapping):
            yield from ((module, text) for text in texts)

    def _namespaces(self, mapping: ast.expr) -> Iterator[str]:
        """The modules whose names a mapping is."""
        if isinstance(mapping, ast.Attribute) and mapping.attr == "__dict__":
            yield from self._modules(mapping.value)
        elif isinstance(mapping, ast.Call) and called(mapping) in _OWN:
            yield from self._modules(mapping.args[0]) if mapping.args else (self._module,)

    def _modules(self, value: ast.expr) -> Iterator[str]:
        """The modules that a value may be."""
        if isinstance(value, ast.Subscript) and dotted(value.value) in _MODULES:
            yield from self._texts(value.slice)
        elif isinstance(value, ast.Call) and called(value).rpartition(".")[2] in _IMPORTS and value.args:
            yield from self._texts(value.args[0])
        elif dotted(value):
            first, _, rest = dotted(value).partition(".")
            whole = ".".join(filter(None, (self._imported.get(first, ""), rest)))
            if first in self._imported and whole in self._host.names.known:
                yield whole

    def _texts(self, value: ast.expr) -> Iterator[str]:
        text = self._text(value)
        if text is not None:
            yield text

    def _text(self, value: ast.AST) -> str | None:
        """The string that an expression always is, `__name__` included; None where that is not known."""
        match value:
            case ast.Constant(value=str(text)):
                return text
            case ast.Name(id="__name__"):
                return self._module
            case ast.Name(id="__package__"):
                return self._package
            case ast.FormattedValue(value=inner):
                return self._text(inner)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._joined([left, right])
            case ast.JoinedStr(values=values):
                return self._joined(values)
        return None

    def _joined(self, values: Sequence[ast.expr]) -> str | None:
        texts = [text for one in values if (text := self._text(one)) is not None]
        return "".join(texts) if len(texts) == len(values) else None

    def _imports(self, tree: ast.Module) -> Iterator[tuple[str, str]]:
        """What the names that imports bind stand for, if they are modules."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                yield from map(_bound, node.names)
            elif isinstance(node, ast.ImportFrom):
                base = climb(self._package, node.level, node.module or "") if node.level else node.module
                yield from ((alias.asname or alias.name, f"{base}.{alias.name}") for alias in node.names if base)


def _bound(alias: ast.alias) -> tuple[str, str]:
    """The name that an import of a module binds, and the module that it stands for."""
    first = alias.name.partition(".")[0]
    return (alias.asname, alias.name) if alias.asname else (first, first)


def _running(tree: ast.Module) -> Iterator[ast.AST]:
    """All nodes that may run, those of functions too: they may be called when the module is imported."""
    stack = [tree.body]
    while stack:
        for node in nodes(stack.pop()):
            yield node
            if isinstance(node, Function):
                stack.append(node.body)


def _keys(value: ast.expr) -> list[ast.expr]:
    """The keys of a mapping that is written out."""
    if isinstance(value, ast.Dict):
        return [one for one in value.keys if one]
    if isinstance(value, ast.Call) and called(value) == "dict":
        return _words(value)
    return []


def _updated(call: ast.Call) -> list[ast.expr]:
    return [*(key for one in call.args for key in _keys(one)), *_words(call)]


def _words(call: ast.Call) -> list[ast.expr]:
    return [ast.Constant(word.arg) for word in call.keywords if word.arg]


def _bound_by(text: str) -> Iterator[str]:
    """The names that a piece of source binds."""
    try:
        tree = ast.parse(text.strip())
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.alias):
            yield node.asname or node.name.partition(".")[0]
        elif isinstance(node, Function | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
