"""Scopes, and where Python looks a name up: class scopes do not leak, `global` and `nonlocal` are followed."""

import ast
from collections.abc import Iterable, Iterator

from archgate.index.bindings import Binding, Table, bindings_of
from archgate.index.rebinding import Rebinding

_NONE: frozenset[str] = frozenset()


class Scope:
    """A module, class, function, lambda or comprehension, and its bindings, which are read when first asked for.

    `walrus` are the lines of the file in which a `:=` stands.

    Lookups are right only after every `global` and `nonlocal` statement of the file has been declared.
    """

    __slots__ = ("_borrowers", "_own", "global_names", "node", "nonlocal_names", "parent", "rebinding", "stars", "walrus")

    def __init__(self, node: ast.AST, parent: "Scope | None" = None, walrus: list[int] | None = None) -> None:
        self.node = node
        self.parent = parent
        self.walrus: list[int] = (walrus or []) if parent is None else parent.walrus
        self.global_names = _NONE
        self.nonlocal_names = _NONE
        self.stars: list[str] = []  # what a module imports with a star, as dotted paths
        self.rebinding: Rebinding | None = None  # a module's
        self._borrowers: list[Scope] = []
        self._own: Table | None = None

    @property
    def own(self) -> Table:
        """The names that this scope's own statements bind, those declared `global` or `nonlocal` included."""
        if self._own is None:
            self._own = bindings_of(self.node, self.walrus)
        return self._own

    @property
    def module(self) -> "Scope":
        """The outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def declare_global(self, names: Iterable[str]) -> None:
        """Note a `global` statement of this scope."""
        self.global_names = self.global_names.union(names)
        if self.parent is not None:
            self.module._borrowers.append(self)

    def declare_nonlocal(self, names: Iterable[str]) -> None:
        """Note a `nonlocal` statement of this scope."""
        self.nonlocal_names = self.nonlocal_names.union(names)
        scope = self.parent
        while scope is not None and scope.parent is not None:
            scope._borrowers.append(self)
            scope = scope.parent

    def bindings(self, name: str) -> list[tuple[Binding, "Scope"]]:
        """Every binding that `name`, used in this scope, may have, with the scope whose code does it.

        Empty for a builtin, and for what only a star import can have brought.
        """
        home = self._home(name)
        found = [(binding, home) for binding in home.own.get(name, ())]
        for borrower in dict.fromkeys(home._borrowers):
            declared = borrower.global_names if home.parent is None else borrower.nonlocal_names
            if name in declared and borrower._home(name) is home:
                found.extend((binding, borrower) for binding in borrower.own.get(name, ()))
        return found

    def bound_globally(self) -> Iterator[tuple[str, Binding]]:
        """Names that the functions and classes of this module bind in it by `global`, in source order."""
        for borrower in dict.fromkeys(self._borrowers):
            for name, bindings in borrower.own.items():
                if name in borrower.global_names:
                    yield from ((name, binding) for binding in bindings)

    def _home(self, name: str) -> "Scope":
        scope = self
        while scope.parent is not None:
            if name in scope.global_names:
                return self.module
            visible = scope is self or not isinstance(scope.node, ast.ClassDef)
            if visible and name not in scope.nonlocal_names and name in scope.own:
                return scope
            scope = scope.parent
        return scope
