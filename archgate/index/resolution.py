"""What a dotted name must refer to, going by every binding that it has."""

import ast

from archgate.index.bindings import Binding
from archgate.index.scopes import Scope
from archgate.index.traversal import dotted

STAR = "*."
"""Stands in a path between a module that is imported with a star and a name that this may bind."""

Bindings = list[tuple[Binding, Scope]]

_DEEPEST = 20
_UNKNOWN: frozenset[str] = frozenset()


def imported_as(scope: Scope, name: str) -> frozenset[str]:
    """The dotted paths that `name` (`a.b`), used in `scope`, was imported as; empty unless it must be an import.

    Every binding of its first segment has to be an import, or an assignment of a name that must be one in its turn. A
    binding to the constant `False` beside them changes nothing: it is the usual fallback for `TYPE_CHECKING`. A name
    that nothing binds comes from the file's only star import, if there is exactly one; else it is a builtin, with the
    path `builtins.name`.
    """
    paths = _paths(scope, name, 0)
    bound = frozenset(path for path in paths if STAR not in path)
    if bound:
        return bound
    return frozenset(path.replace(STAR, "") for path in paths) if len(paths) == 1 else _UNKNOWN


def imported_or_starred(scope: Scope, name: str) -> frozenset[str]:
    """Like `imported_as`, with what star imports may bind instead; empty where the file writes to the name otherwise.

    `a.*.name` is what `from a import *` binds as `name`, if it binds that.
    """
    return _paths(scope, name, 0, strict=True)


def _paths(scope: Scope, name: str, depth: int, strict: bool = False) -> frozenset[str]:
    module = scope.module
    root, dot, rest = name.partition(".")
    bindings = scope.bindings(root)
    heads = _union(bindings, depth, strict) if bindings else frozenset()
    if heads or not bindings or not any(binding.binds for binding, _ in bindings):
        heads |= _beside(module, root, bindings)
    if strict and heads and module.rebinding is not None and module.rebinding.spoils(name):
        return _UNKNOWN
    return frozenset(head + dot + rest for head in heads)


def _beside(module: Scope, root: str, bindings: Bindings) -> frozenset[str]:
    """What `root` may be beside its own bindings, if they are those of the module: from a star, or a builtin."""
    if any(home.parent is not None for _, home in bindings):
        return _UNKNOWN
    if not module.stars:
        return _UNKNOWN if bindings else frozenset([f"builtins.{root}"])
    return frozenset(f"{star}{STAR}{root}" for star in module.stars)


def _union(bindings: Bindings, depth: int, strict: bool) -> frozenset[str]:
    found: set[str] = set()
    for binding, scope in bindings:
        if binding.how == "declared" or (binding.how == "value" and _is_false(binding.value)):
            continue
        paths = _binding_paths(binding, scope, depth, strict)
        if not paths:
            return _UNKNOWN
        found |= paths
    return frozenset(found)


def _binding_paths(binding: Binding, scope: Scope, depth: int, strict: bool) -> frozenset[str]:
    if binding.how == "import":
        return frozenset([binding.imported])
    name = dotted(binding.value) if binding.how == "value" else ""
    return _paths(scope, name, depth + 1, strict) if name and depth < _DEEPEST else _UNKNOWN


def _is_false(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is False
