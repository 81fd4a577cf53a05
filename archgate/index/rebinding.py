"""What a file binds behind the back of its own statements: `globals()[...]`, `setattr`, `module.name = ...`."""

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from archgate.index.text import Text
from archgate.index.traversal import BLOCKS, FUNCTIONS, child_expressions, dotted

ANY = "*"
"""Stands for a name that only running tells."""

Strings = Callable[[ast.expr], Sequence[str]]
"""Gives the strings that an expression may be, as far as they can be read."""

Write = tuple[str, str]
"""The dotted object whose attribute is written, "" for the file's own namespace, and the attribute."""

_OWN = ""
_CALL = re.compile(r"[\s\\]*\(")
_ITEM = re.compile(r"[\s\\]*\[")
_WORDS = {
    **dict.fromkeys(("globals", "vars", "locals", "setattr", "delattr", "exec"), _CALL),
    "__dict__": re.compile(""),
    "modules": _ITEM,
}
"""The words without which no namespace is written, with what follows where one is."""

_SPACES = " \t\f\r\n\\"
_NEAR = 200
_QUOTE = re.compile("[\"']")
_TEST_END = re.compile(r"\s*:[ \t]*(?:#[^\n]*)?[\r\n]")
_LOCAL = frozenset(["vars", "locals"])
_READING_METHODS = frozenset(["copy", "get", "items", "keys", "values"])
_READING_CALLS = frozenset(["__import__", "dict", "eval", "iter", "len", "list", "set", "sorted", "tuple"])


class Rebinding:
    """The writes of one file, each read when first asked for.

    A write to a name that only running tells counts for the names that stand in a string of the file.
    """

    def __init__(self, module: ast.Module, text: Text, strings: Strings) -> None:
        self._module = module
        self._text = text
        self._strings = strings
        self._namespaces: frozenset[Write] | None = None
        self._stored: dict[str, bool] = {}

    def names(self, bound: Iterable[str]) -> set[str]:
        """The module-level names, those that are `bound` or others, that are written through the file's namespace."""
        written = {name for owner, name in self._through_namespaces() if owner == _OWN}
        unknown = {name for name in bound if self._is_quoted(name)} if ANY in written else set()
        return (written - {ANY}) | unknown

    def spoils(self, name: str) -> bool:
        """Whether a dotted name, as this file spells it, may have been given another value by a write."""
        owner, _, last = name.rpartition(".")
        for at, attribute in self._through_namespaces():
            if attribute == last or (attribute == ANY and at in (_OWN, ANY, owner) and self._is_quoted(last)):
                return True
        root = name.partition(".")[0]
        return root in self.names([root]) or self._stores(last)

    def _is_quoted(self, name: str) -> bool:
        """Whether the name seems to stand in a string."""
        code = self._text.code
        for at in self._text.places(name):
            before = code[code.rfind("\n", 0, at) + 1 : at]
            after = code[at + len(name) :].partition("\n")[0]
            if _QUOTE.search(before) and _QUOTE.search(after):
                return True
        return False

    def _may_store(self, at: int, attribute: str) -> bool:
        """Whether the name at this offset stands behind a dot, and is not all of a test that ends the line."""
        code = self._text.code
        behind_dot = code[max(0, at - _NEAR) : at].rstrip(_SPACES).endswith(".")
        return behind_dot and _TEST_END.match(code, at + len(attribute)) is None

    def _stores(self, attribute: str) -> bool:
        """Whether the file assigns to, or deletes, an attribute of this name."""
        if attribute not in self._stored:
            lines = self._text.lines_at([at for at in self._text.places(attribute) if self._may_store(at, attribute)])
            self._stored[attribute] = any(
                isinstance(node, ast.Attribute) and node.attr == attribute and not isinstance(node.ctx, ast.Load)
                for node, _, _ in _nodes_on(self._module, lines)
            )
        return self._stored[attribute]

    def _through_namespaces(self) -> frozenset[Write]:
        if self._namespaces is None:
            found = _nodes_on(self._module, self._text.lines_at(self._mentions()))
            self._namespaces = frozenset(write for at in found for write in self._writes(*at))
        return self._namespaces

    def _mentions(self) -> list[int]:
        """The offsets of the words that a write to a namespace may begin with."""
        return [
            at
            for word, after in _WORDS.items()
            for at in self._text.places(word)
            if after.match(self._text.code, at + len(word))
        ]

    def _writes(self, node: ast.AST, parent: ast.AST, lazy: bool) -> Iterator[Write]:
        """What one node, of which `parent` is the parent, writes; `lazy` in a function."""
        match node:
            case ast.Attribute(value=value, attr=name, ctx=ast.Store() | ast.Del()) if _is_own_module(value):
                yield _OWN, name
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, key, *_]):
                yield from self._keyed(_OWN if _is_own_module(owner) else dotted(owner) or ANY, key)
            case ast.Call(func=ast.Name(id="exec"), args=[_], keywords=[]):
                yield _OWN, ANY
            case ast.Call(func=ast.Attribute(value=owner, attr="update"), keywords=keywords):
                written = _namespace(owner, lazy)
                if written is not None:
                    yield from ((written, keyword.arg or ANY) for keyword in keywords)
        space = _namespace(node, lazy)
        if space is None:
            return
        if isinstance(parent, ast.Subscript) and parent.value is node:
            if not isinstance(parent.ctx, ast.Load):
                yield from self._keyed(space, parent.slice)
        elif not _reads(parent):
            yield space, ANY

    def _keyed(self, owner: str, key: ast.expr) -> Iterator[Write]:
        names = self._strings(key)
        yield from ((owner, name) for name in names)
        if not names:
            yield owner, ANY


def _namespace(node: ast.AST, lazy: bool) -> str | None:
    """The dotted object whose namespace an expression is; None for any other expression."""
    match node:
        case ast.Call(func=ast.Name(id="globals"), args=[]):
            return _OWN
        case ast.Call(func=ast.Name(id=name), args=[]) if name in _LOCAL and not lazy:
            return _OWN
        case ast.Call(func=ast.Name(id="vars"), args=[owner]) | ast.Attribute(value=owner, attr="__dict__"):
            return _OWN if _is_own_module(owner) else dotted(owner) or None
    return None


def _is_own_module(node: ast.AST) -> bool:
    """Whether an expression is `sys.modules[...]`; whichever module it gives, it may be the file's own."""
    return isinstance(node, ast.Subscript) and dotted(node.value).endswith("modules")


def _reads(parent: ast.AST) -> bool:
    """Whether the parent of a namespace only reads it."""
    match parent:
        case ast.Attribute(attr=method):
            return method in _READING_METHODS
        case ast.Call(func=ast.Name(id=name)):
            return name in _READING_CALLS
    return isinstance(parent, (ast.Compare, ast.BinOp, ast.For, ast.comprehension, ast.Expr, ast.Dict))


def _nodes_on(module: ast.Module, lines: Sequence[int]) -> Iterator[tuple[ast.AST, ast.AST, bool]]:
    """The nodes of every statement that has one of the lines, each with its parent and whether a function runs it."""
    stack: list[tuple[ast.AST, ast.AST, bool]] = [(statement, module, False) for statement in module.body]
    while lines and stack:
        node, parent, lazy = stack.pop()
        if not isinstance(node, ast.stmt):
            yield node, parent, lazy
            stack.extend((child, node, lazy) for child in child_expressions(node))
        elif bisect_left(lines, _begin(node)) < bisect_right(lines, node.end_lineno or 0):
            stack.extend((child, node, lazy) for child in child_expressions(node))
            inside = lazy or isinstance(node, FUNCTIONS)
            stack.extend((inner, node, inside) for inner in _inner(node))


def _begin(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min(statement.lineno, decorators[0].lineno) if decorators else statement.lineno


def _inner(statement: ast.stmt) -> Iterator[ast.stmt]:
    """The statements in the blocks of one."""
    blocks = BLOCKS.get(type(statement))
    for block in blocks(statement) if blocks else [getattr(statement, "body", ())]:
        yield from block
