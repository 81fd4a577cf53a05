"""TODO_LEFT: work left for later in what the leaf owns, by comments, exceptions and empty bodies."""

import ast
import io
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from archgate.gate.finding import Finding
from archgate.host.selectors import any_path_matches
from archgate.host.tree import Tree
from archgate.link.host import HostIndex
from archgate.roadmap.false_completion.change import Change
from archgate.roadmap.false_completion.foreign import foreign_bases, is_inert
from archgate.roadmap.live_code import Function, called, dotted
from archgate.roadmap.territory import is_test

_LEFT = re.compile(
    r"\b(TODO|FIXME|XXX|TBD)\b|(?i:\b(todo|to-do|fix-?me)\b)|^\W*(?i:(to do|fix me|not (yet )?(implemented|done)))\b"
    r"|(?i:\b(implement(ed)?|finish(ed)?|wire[d]?|migrated?) (it |this )?(later|in (a|the) (next|later|follow-?up)))"
    r"|待办|待实现|待完成|待补|未实现|稍后(实现|处理|补)|以后(实现|处理|补)"
)
_PUT_OFF = re.compile(r"\bTODO\b|(?i:\bnot (yet )?implemented\b)|未实现|待实现")
_CODE = (
    ".py",
    ".pyw",
    ".pyi",
    ".js",
    ".ts",
    ".tsx",
    ".jsx",
    ".sql",
    ".sh",
    ".go",
    ".rs",
    ".java",
    ".c",
    ".cpp",
    ".html",
)
_ABSTRACT = frozenset(("abstractmethod", "overload", "abstractproperty", "abstractclassmethod", "abstractstaticmethod"))


class Mark(Struct, frozen=True, order=True):
    """Something left undone: in which definition, of what sort, in words, and at which line."""

    definition: str
    sort: str
    words: str
    line: int


def unfinished(change: Change) -> Iterator[Finding]:
    """What is left for later now and was not before, counted by definition; what only moved is not new."""
    owns = change.trial.terms.owns
    paths = [path for path in sorted(change.paths) if path.endswith(_CODE)]
    owned = [path for path in paths if (any_path_matches(owns, path) if owns else not is_test(path))]
    known = Counter((mark.definition, mark.sort) for path in paths for mark in marks(change, change.before, path))
    for path in paths:
        found: defaultdict[tuple[str, str], list[Mark]] = defaultdict(list)
        for mark in marks(change, change.now, path):
            found[mark.definition, mark.sort].append(mark)
        for key, there in sorted(found.items()):
            old = min(known[key], len(there))
            known[key] -= old
            for mark in there[old:] if path in owned else ():
                yield _finding(change, path, mark)


def _finding(change: Change, path: str, mark: Mark) -> Finding:
    where = f"{path}:{mark.definition}" if mark.definition else path
    message = f"{mark.definition or path}: {mark.words}"
    return change.finding("TODO_LEFT", where, mark.sort, message, path=path, line=mark.line)


def marks(change: Change, tree: Tree, path: str) -> list[Mark]:
    """All that a file leaves for later, by line."""
    data = change.read(tree, path)
    if data is None:
        return []
    module = change.parsed(tree, path) if path.endswith((".py", ".pyw", ".pyi")) else None
    if module is None:
        lines = enumerate(data.decode("utf-8", "replace").splitlines(), 1)
        return [Mark("", "comment", _short(line), at) for at, line in lines if _LEFT.search(line)]
    host = change.host if tree is change.now else change.host_before
    found = [*_comments(data, module), *(() if path.endswith(".pyi") else _Bodies(host, path).of(module))]
    return sorted(found, key=lambda mark: mark.line)


def _comments(data: bytes, module: ast.Module) -> Iterator[Mark]:
    """Comments that put something off; strings are none."""
    try:
        for token in tokenize.tokenize(io.BytesIO(data).readline):
            if token.type == tokenize.COMMENT and _LEFT.search(token.string.lstrip("#! ")):
                line = token.start[0]
                yield Mark(_definition_at(module.body, line, ""), "comment", _short(token.string), line)
    except (tokenize.TokenError, SyntaxError):
        return


def _definition_at(body: Sequence[ast.stmt], line: int, before: str) -> str:
    """The innermost definition around a line."""
    for node in body:
        if node.lineno <= line <= (node.end_lineno or node.lineno):
            name = before
            if isinstance(node, Function | ast.ClassDef):
                name = f"{before}.{node.name}" if before else node.name
            inner = [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt | ast.ExceptHandler)]
            return _definition_at([one for one in inner if isinstance(one, ast.stmt)], line, name)
    return before


class _Bodies:
    """Functions that do not do what they are there for yet."""

    def __init__(self, host: HostIndex, path: str) -> None:
        source = host.universe.sources.get(path)
        self._hierarchy = host.hierarchy if source else None
        self._host = host
        self._module = source.module if source else ""
        self._is_test = is_test(path)

    def of(self, module: ast.Module) -> Iterator[Mark]:
        """Those of a file."""
        yield from self._in(module.body, "", None)

    def _in(self, body: Sequence[ast.stmt], before: str, owner: ast.ClassDef | None) -> Iterator[Mark]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from self._in(node.body, f"{before}{node.name}.", node)
            elif isinstance(node, Function):
                name = f"{before}{node.name}"
                if not self._is_open(node, before.rstrip("."), owner):
                    yield from self._undone(node, name)
                yield from self._in(node.body, f"{name}.", None)
            else:
                inner = [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt)]
                yield from self._in(inner, before, owner)

    def _is_open(self, node: Function, around: str, owner: ast.ClassDef | None) -> bool:
        """Whether a method is there for others to fill, or fills one of another class with nothing."""
        if any(called(one).rpartition(".")[2] in _ABSTRACT for one in node.decorator_list):
            return True
        if owner is None:
            return False
        words = {dotted(base.value if isinstance(base, ast.Subscript) else base) for base in owner.bases}
        if any(word.rpartition(".")[2] == "Protocol" for word in words):
            return True
        return self._is_shared((self._module, around), node.name)

    def _is_shared(self, owner: tuple[str, str], name: str) -> bool:
        """Whether a class below overrides a method."""
        if self._hierarchy is None:
            return False
        below = self._hierarchy.descendants(owner) - {owner}
        return any(self._hierarchy.defines(one, name) for one in below)

    def _undone(self, node: Function, name: str) -> Iterator[Mark]:
        for one in _own(node):
            if isinstance(one, ast.Raise) and one.exc is not None:
                if called(one.exc).rpartition(".")[2] == "NotImplementedError":
                    yield Mark(name, "not implemented", "raises NotImplementedError", one.lineno)
                elif any(_PUT_OFF.search(text) for text in _texts(one.exc)):
                    yield Mark(name, "not implemented", "raises an error that says so", one.lineno)
            elif isinstance(one, ast.Return) and dotted(one.value) == "NotImplemented" and not _is_special(node.name):
                yield Mark(name, "not implemented", "returns NotImplemented", one.lineno)
        if not self._is_test and not _is_special(node.name) and _is_empty(node) and not self._fills(name):
            yield Mark(name, "empty", "has an empty body", node.lineno)

    def _fills(self, name: str) -> bool:
        """Whether a method fills one of a class above, of the host or of others, with nothing."""
        owner, _, method = name.rpartition(".")
        if self._hierarchy is None or not owner or owner not in self._hierarchy.classes(self._module):
            return False
        above = [one for one in self._hierarchy.ancestors((self._module, owner)) if one != (self._module, owner)]
        return any(self._hierarchy.defines(one, method) for one in above) or any(
            not is_inert(base) for base in foreign_bases(self._host, (self._module, owner))
        )


def _own(node: Function) -> Iterator[ast.AST]:
    """The statements of a function, without those of definitions in it."""
    stack: list[ast.AST] = list(node.body)
    while stack:
        one = stack.pop()
        yield one
        if not isinstance(one, Function | ast.ClassDef | ast.Lambda):
            stack += ast.iter_child_nodes(one)


def _texts(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_empty(node: Function) -> bool:
    """Whether a body is only `pass` or `...`, be it behind a docstring; a docstring alone means what it says."""
    rest = node.body
    if (
        isinstance(rest[0], ast.Expr)
        and isinstance(rest[0].value, ast.Constant)
        and isinstance(rest[0].value.value, str)
    ):
        rest = rest[1:]
    return bool(rest) and all(
        isinstance(one, ast.Pass)
        or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and one.value.value is Ellipsis)
        for one in rest
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 100 else f"{text[:97]}..."
