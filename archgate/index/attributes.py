"""What a file puts into attributes: the bodies of its classes, and assignments such as `self.x = ...`."""

import ast
from collections import defaultdict

from archgate.index.bindings import Binding
from archgate.index.scopes import Scope


class Attributes:
    """Values by the name of the attribute that holds them, whatever object it is an attribute of."""

    def __init__(self) -> None:
        self._classes: list[Scope] = []
        self._stored: defaultdict[str, list[tuple[Binding, Scope]]] = defaultdict(list)

    def read(self, statement: ast.stmt, scope: Scope) -> None:
        """Note what a statement that stands in `scope` stores."""
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                self._store(target, statement.value, scope)
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            self._store(statement.target, statement.value, scope)

    def open_class(self, scope: Scope) -> None:
        """Note a class, whose names are attributes."""
        self._classes.append(scope)

    def bindings(self, name: str) -> list[tuple[Binding, Scope]]:
        """Every binding that an attribute of this name may have."""
        bodies = ((binding, scope) for scope in self._classes for binding in scope.own.get(name, ()))
        return [*bodies, *self._stored.get(name, ())]

    def _store(self, target: ast.expr, value: ast.expr, scope: Scope) -> None:
        if isinstance(target, ast.Attribute):
            self._stored[target.attr].append((Binding("value", value=value), scope))
