"""What a dotted name must refer to, going by every binding that it has."""

import ast

from archgate.index.bindings import Binding
from archgate.index.scopes import Scope
from archgate.index.traversal import dotted

_DEEPEST = 20
_UNKNOWN: frozenset[str] = frozenset()


def imported_as(scope: Scope, name: str) -> frozenset[str]:
    """The dotted paths that `name` (`a.b`), used in `scope`, was imported as; empty unless it must be an import.

    Every binding of its first segment has to be an import, or an assignment of a name that must be one in its turn. A
    binding to the constant `False` beside them changes nothing: it is the usual fallback for `TYPE_CHECKING`. A name
    that nothing binds comes from the file's only star import, if there is exactly one; else it is a builtin, with the
    path `builtins.name`.
    """
    return _paths(scope, name, 0)


def _paths(scope: Scope, name: str, depth: int) -> frozenset[str]:
    root, dot, rest = name.partition(".")
    bindings = scope.bindings(root)
    heads = _union(bindings, depth) if bindings else _unbound(scope.module, root)
    return frozenset(head + dot + rest for head in heads)


def _unbound(module: Scope, root: str) -> frozenset[str]:
    if not module.stars:
        return frozenset([f"builtins.{root}"])
    return frozenset([module.stars[0] + root]) if len(set(module.stars)) == 1 else _UNKNOWN


def _union(bindings: list[tuple[Binding, Scope]], depth: int) -> frozenset[str]:
    found: set[str] = set()
    for binding, scope in bindings:
        if binding.how == "declared" or _is_false(binding.value):
            continue
        paths = _binding_paths(binding, scope, depth)
        if not paths:
            return _UNKNOWN
        found |= paths
    return frozenset(found)


def _binding_paths(binding: Binding, scope: Scope, depth: int) -> frozenset[str]:
    if binding.how == "import":
        return frozenset([binding.imported])
    name = dotted(binding.value) if binding.how == "value" else ""
    return _paths(scope, name, depth + 1) if name and depth < _DEEPEST else _UNKNOWN


def _is_false(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is False
