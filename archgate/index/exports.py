"""`__all__`, where it can be read from the source."""

import ast
from collections.abc import Iterator

from archgate.index.folding import Folder
from archgate.index.scopes import Scope
from archgate.index.traversal import own_statements

_ALL = "__all__"
_DEEPEST = 50


def exports_of(module: ast.Module, scope: Scope, folder: Folder) -> tuple[str, ...] | None:
    """The names in `__all__` in source order, each once; None where there is no `__all__` or it is computed.

    Read are displays of strings, `+`, `+=`, and the methods `append`, `extend`, `insert`, `remove`, `sort`. What
    happens under a condition adds to what is there, it takes nothing away.
    """
    reader = _Reader(scope, folder)
    unconditional = set(map(id, module.body))
    for statement in own_statements(module.body):
        reader.read(statement, id(statement) in unconditional)
    bound = [binding for binding, _ in scope.bindings(_ALL) if binding.binds]
    if reader.names is None or reader.computed or len(bound) != reader.bound:
        return None
    return tuple(dict.fromkeys(reader.names))


class _Reader:
    """Follows the value of `__all__` from statement to statement."""

    def __init__(self, scope: Scope, folder: Folder) -> None:
        self.names: list[str] | None = None
        self.computed = False
        self.bound = 0
        self._scope = scope
        self._folder = folder

    def read(self, statement: ast.stmt, unconditional: bool) -> None:
        match statement:
            case ast.Assign(targets=targets, value=value) if any(map(_is_all, targets)):
                self._assign(value, unconditional)
                self.bound += sum(map(_is_all, targets))
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _is_all(target):
                self._assign(value, unconditional)
                self.bound += 1
            case ast.AugAssign(target=target, op=op, value=value) if _is_all(target):
                self._extend(self._display(value, 0) if isinstance(op, ast.Add) else None)
                self.bound += 1
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=method), args=arguments)):
                if _is_all(owner):
                    self._call(method, arguments, unconditional)
            case ast.Delete(targets=targets) if any(map(_touches_all, targets)):
                self.computed = True

    def _assign(self, value: ast.expr, unconditional: bool) -> None:
        names = self._display(value, 0)
        if unconditional and names is not None:
            self.names, self.computed = names, False
        else:
            self._extend(names)

    def _extend(self, names: list[str] | None) -> None:
        if names is None:
            self.computed = True
        else:
            self.names = [*(self.names or ()), *names]

    def _call(self, method: str, arguments: list[ast.expr], unconditional: bool) -> None:
        if method in ("sort", "reverse"):
            return
        names = self._arguments(method, arguments)
        if method == "remove" and names is not None and self.names is not None:
            self.names = [name for name in self.names if name not in names or not unconditional]
        else:
            self._extend(names)

    def _arguments(self, method: str, arguments: list[ast.expr]) -> list[str] | None:
        if method in ("append", "remove") and len(arguments) == 1:
            return self._strings(arguments)
        if method == "insert" and len(arguments) == 2:
            return self._strings(arguments[1:])
        return self._display(arguments[0], 0) if method == "extend" and len(arguments) == 1 else None

    def _display(self, value: ast.expr, depth: int) -> list[str] | None:
        match value:
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                return self._strings(elements)
            case ast.BinOp(left=left, op=ast.Add(), right=right) if depth < _DEEPEST:
                first, second = self._display(left, depth + 1), self._display(right, depth + 1)
                return None if first is None or second is None else first + second
            case ast.Name(id=name) if name == _ALL and not self.computed:
                return self.names
        return None

    def _strings(self, elements: list[ast.expr]) -> list[str] | None:
        names = list(self._folded(elements))
        return None if any(name is None or "{" in name for name in names) else [name for name in names if name]

    def _folded(self, elements: list[ast.expr]) -> Iterator[str | None]:
        for element in elements:
            yield self._folder.fold(element, self._scope)


def _is_all(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == _ALL


def _touches_all(node: ast.expr) -> bool:
    return _is_all(node) or (isinstance(node, ast.Subscript) and _is_all(node.value))
