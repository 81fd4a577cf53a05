"""Imports by call: `importlib.import_module` and `__import__` with names that can be read from the source."""

import ast
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

from archgate.index.bindings import Binding
from archgate.index.folding import TOKENS, Folder
from archgate.index.scopes import Scope

WORDS = ("import_module", "__import__")
"""A file in whose text none of these occurs has no dynamic import."""

_IMPORT_MODULE = "importlib.import_module"
_IMPORTS = frozenset(["builtins.__import__", "importlib.__import__"])
_DEEPEST = 20


class Asked(Struct, frozen=True):
    """What a dynamic import asks for: the `module`, `level` and `name` of an `Import`."""

    module: str
    level: int = 0
    name: str = ""


class DynamicImports:
    """Reads the calls of one file. A callee counts if any binding of its name may be an import function."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def asked(self, call: ast.Call, scope: Scope) -> list[Asked]:
        """What the call imports; empty if it is no import, or if its arguments cannot be read."""
        return self._asked(call, scope, self._callees(call.func, scope, 0))

    def _callees(self, callee: ast.expr, scope: Scope, depth: int) -> set[str]:
        return self._paths(callee, scope, set(), depth)

    def _asked(self, call: ast.Call, scope: Scope, callees: set[str]) -> list[Asked]:
        asked: list[Asked] = []
        if _IMPORT_MODULE in callees:
            asked.extend(self._import_module(call, scope))
        if not _IMPORTS.isdisjoint(callees):
            asked.extend(self._import(call, scope))
        return list(dict.fromkeys(asked))

    def _import_module(self, call: ast.Call, scope: Scope) -> Iterator[Asked]:
        name = self._folder.fold(_argument(call, 0, "name"), scope)
        if name is None:
            return
        package = self._folder.fold(_argument(call, 1, "package"), scope)
        found = _anchored(name, package) if name.startswith(".") else Asked(name)
        if found is not None and _is_module(found.module):
            yield _normal(found)

    def _import(self, call: ast.Call, scope: Scope) -> Iterator[Asked]:
        name = self._folder.fold(_argument(call, 0, "name"), scope)
        level = _level(_argument(call, 4, "level"))
        if name is None or level is None or (level and name.startswith("{")):
            return
        if name and not _is_module(name):
            return
        if name:
            yield _normal(Asked(name, level))
        if name or level:
            for wanted in self._strings(_argument(call, 3, "fromlist"), scope):
                yield _normal(Asked(name, level, wanted))

    def _strings(self, display: ast.expr | None, scope: Scope) -> Iterator[str]:
        if isinstance(display, ast.List | ast.Tuple | ast.Set):
            for element in display.elts:
                name = self._folder.fold(element, scope)
                if name and name.isidentifier():
                    yield name

    def _paths(self, expression: ast.expr, scope: Scope, seen: set[tuple[Scope, str]], depth: int) -> set[str]:
        """The dotted paths that the value of an expression may have been imported as."""
        if depth > _DEEPEST:
            return set()
        match expression:
            case ast.Name(id=name):
                return self._name_paths(name, scope, seen, depth)
            case ast.Attribute(value=value, attr=attribute):
                return {f"{path}.{attribute}" for path in self._paths(value, scope, seen, depth + 1)}
            case ast.NamedExpr(value=value):
                return self._paths(value, scope, seen, depth + 1)
            case ast.IfExp(body=body, orelse=orelse):
                return self._union([body, orelse], scope, seen, depth)
            case ast.BoolOp(values=values):
                return self._union(values, scope, seen, depth)
            case ast.Call():
                return self._result_paths(expression, scope, seen, depth)
        return set()

    def _union(self, values: list[ast.expr], scope: Scope, seen: set[tuple[Scope, str]], depth: int) -> set[str]:
        return set().union(*(self._paths(value, scope, seen, depth + 1) for value in values))

    def _name_paths(self, name: str, scope: Scope, seen: set[tuple[Scope, str]], depth: int) -> set[str]:
        if (scope, name) in seen:
            return set()
        seen.add((scope, name))
        bindings = scope.bindings(name)
        paths: set[str] = set()
        for binding, home in bindings:
            paths |= self._binding_paths(binding, home, seen, depth)
        if not bindings:
            paths = {f"{star}{name}" for star in scope.module.stars}
            paths.add("builtins" if name == "__builtins__" else f"builtins.{name}")
        return paths

    def _binding_paths(self, binding: Binding, home: Scope, seen: set[tuple[Scope, str]], depth: int) -> set[str]:
        if binding.how == "import":
            return {binding.imported}
        if binding.value is None:
            return set()
        scope = home.parent if binding.how == "default" and home.parent is not None else home
        return self._paths(binding.value, scope, seen, depth + 1)

    def _result_paths(self, call: ast.Call, scope: Scope, seen: set[tuple[Scope, str]], depth: int) -> set[str]:
        """What a call gives where it is an import itself, or `getattr` with a constant name."""
        callees = self._paths(call.func, scope, seen, depth + 1)
        if "builtins.getattr" in callees and len(call.args) > 1:
            attribute = self._folder.fold(call.args[1], scope)
            return {f"{path}.{attribute}" for path in self._paths(call.args[0], scope, seen, depth + 1)}
        modules = {asked.module for asked in self._asked(call, scope, callees) if not asked.level and not asked.name}
        whole = _IMPORT_MODULE in callees or _argument(call, 3, "fromlist") is not None
        return modules if whole else {module.partition(".")[0] for module in modules}


def _argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    if any(isinstance(argument, ast.Starred) for argument in call.args[: position + 1]):
        return None
    if position < len(call.args):
        return call.args[position]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _level(argument: ast.expr | None) -> int | None:
    """The level of an `__import__` call; None where it cannot be read or is none."""
    if argument is None:
        return 0
    level = argument.value if isinstance(argument, ast.Constant) else None
    return level if isinstance(level, int) and 0 <= level < 1_000 else None


def _anchored(name: str, package: str | None) -> Asked | None:
    """A relative name of `import_module` held against its package, as `importlib` does it."""
    rest = name.lstrip(".")
    climbed = len(name) - len(rest) - 1
    if not package or not rest:
        return None
    kept = package.split(".")
    while climbed and len(kept) > 1:
        kept.pop()
        climbed -= 1
    if kept == [TOKENS["__package__"]]:
        return Asked(rest, climbed + 1)
    if climbed and kept != [TOKENS["__name__"]]:
        return None
    return Asked(".".join([*kept, rest]), climbed)


def _is_module(name: str) -> bool:
    """Whether a folded string can name a module: no empty segment, and a token only in front."""
    for token in TOKENS.values():
        name = name.removeprefix(token)
    return "{" not in name and "" not in name.removeprefix(".").split(".")


def _normal(asked: Asked) -> Asked:
    return Asked(unicodedata.normalize("NFC", asked.module), asked.level, unicodedata.normalize("NFC", asked.name))
