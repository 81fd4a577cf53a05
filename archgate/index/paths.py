"""What an expression may have been imported as, going by every binding of every name in it."""

import ast
from collections.abc import Iterable, Iterator

from archgate.index.arguments import Arguments, arguments_of
from archgate.index.asked import Asked, asked_of_import, asked_of_import_module
from archgate.index.attributes import Attributes
from archgate.index.bindings import Binding
from archgate.index.elements import Placed, bound_elements, elements, evaluated
from archgate.index.folding import Folder
from archgate.index.scopes import Scope

IMPORT_MODULE = "importlib.import_module"
IMPORTS = frozenset(["builtins.__import__", "importlib.__import__"])
PARTIAL = "functools.partial"
_WRAPPERS = frozenset([PARTIAL, "builtins.staticmethod", "functools.cache", "functools.lru_cache"])
_NAMESPACE = ".__dict__"
_DEEPEST = 20
_MOST_STEPS = 5_000

Seen = frozenset[tuple[Scope, str]]
"""The names, and attributes with a dot in front, whose bindings are being read."""


class Paths:
    """Reads the expressions of one file: the dotted paths under which their values may have been imported."""

    def __init__(self, folder: Folder, attributes: Attributes) -> None:
        self._folder = folder
        self._attributes = attributes
        self._steps = 0

    def of(self, placed: Placed) -> set[str]:
        """The paths of an expression; a builtin is `builtins.name`."""
        self._steps = 0
        return self._paths(placed[0], placed[1], frozenset(), 0)

    def asked(self, callees: set[str], given: Arguments) -> list[Asked]:
        """What a call of one of the `callees` imports."""
        found: list[Asked] = []
        if IMPORT_MODULE in callees:
            found.extend(asked_of_import_module(given, self._folder))
        if not IMPORTS.isdisjoint(callees):
            found.extend(asked_of_import(given, self._folder))
        return list(dict.fromkeys(found))

    def _paths(self, expression: ast.expr | None, scope: Scope, seen: Seen, depth: int) -> set[str]:
        self._steps += 1
        match expression if depth <= _DEEPEST and self._steps < _MOST_STEPS else None:
            case ast.Name(id=name):
                return self._name_paths(name, scope, seen, depth)
            case ast.Attribute(value=value, attr=attribute):
                below = {f"{path}.{attribute}" for path in self._paths(value, scope, seen, depth + 1)}
                return below | self._held(attribute, seen, depth)
            case ast.Subscript(value=value, slice=key):
                return self._item_paths(value, key, scope, seen, depth + 1)
            case ast.NamedExpr(value=value):
                return self._paths(value, scope, seen, depth + 1)
            case ast.IfExp(body=body, orelse=orelse):
                return self._union([(body, scope), (orelse, scope)], seen, depth)
            case ast.BoolOp(values=values):
                return self._union([(value, scope) for value in values], seen, depth)
            case ast.Call() as call:
                return self._result_paths(call, scope, seen, depth)
        return set()

    def _union(self, placed: Iterable[Placed], seen: Seen, depth: int) -> set[str]:
        return set().union(*(self._paths(value, scope, seen, depth + 1) for value, scope in placed))

    def _name_paths(self, name: str, scope: Scope, seen: Seen, depth: int) -> set[str]:
        if (scope, name) in seen:
            return set()
        bindings = scope.bindings(name)
        paths: set[str] = set()
        for binding, home in bindings:
            paths |= self._binding_paths(binding, home, seen | {(scope, name)}, depth)
        if not bindings:
            paths = {f"{star}{name}" for star in scope.module.stars}
            paths.add("builtins" if name == "__builtins__" else f"builtins.{name}")
        return paths

    def _held(self, attribute: str, seen: Seen, depth: int) -> set[str]:
        """What an attribute may hold that this file itself puts there."""
        paths: set[str] = set()
        for binding, home in self._attributes.bindings(attribute):
            if (home, f".{attribute}") not in seen:
                paths |= self._binding_paths(binding, home, seen | {(home, f".{attribute}")}, depth)
        return paths

    def _binding_paths(self, binding: Binding, home: Scope, seen: Seen, depth: int) -> set[str]:
        if binding.how == "import":
            return {binding.imported}
        if binding.how == "element":
            return self._union(bound_elements(binding, home), seen, depth)
        if binding.value is None:
            return set()
        return self._union([evaluated(binding, home)], seen, depth)

    def _item_paths(self, value: ast.expr, key: ast.expr, scope: Scope, seen: Seen, depth: int) -> set[str]:
        """What `value[key]` may be: a name of a module's namespace, or one of the values in a display."""
        owners = self._paths(value, scope, seen, depth)
        spaces = {path.removesuffix(_NAMESPACE) for path in owners if path.endswith(_NAMESPACE) or path == "builtins"}
        names = self._folder.strings((key, scope))
        paths = {f"{space}.{name}" for space in spaces for name in names}
        if isinstance(value, ast.Dict):
            return paths | self._union([(inner, scope) for inner in value.values], seen, depth)
        if isinstance(value, ast.List | ast.Tuple):
            return paths | self._union(elements(value, scope), seen, depth)
        return paths

    def _result_paths(self, call: ast.Call, scope: Scope, seen: Seen, depth: int) -> set[str]:
        """What a call gives: where it is an import itself, `getattr` with a constant name, or wraps a function."""
        callees = self._paths(call.func, scope, seen, depth + 1)
        if not callees:
            return set()
        given = arguments_of(call, scope)
        found = set(self._wrapped(callees, given, seen, depth))
        modules = {asked.module for asked in self.asked(callees, given) if not asked.level and not asked.name}
        whole = IMPORT_MODULE in callees or given.get(3, "fromlist") is not None
        return found | (modules if whole else {module.partition(".")[0] for module in modules})

    def _wrapped(self, callees: set[str], given: Arguments, seen: Seen, depth: int) -> Iterator[str]:
        if not given.positional:
            return
        first = self._union(given.positional[:1], seen, depth)
        if "builtins.getattr" in callees and len(given.positional) > 1:
            yield from (f"{path}.{name}" for path in first for name in self._folder.strings(given.positional[1]))
        if "builtins.vars" in callees:
            yield from (path + _NAMESPACE for path in first)
        if not _WRAPPERS.isdisjoint(callees):
            yield from first
