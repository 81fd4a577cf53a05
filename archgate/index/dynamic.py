"""Imports by call: `importlib.import_module` and `__import__` with names that can be read from the source."""

import ast

from archgate.index.arguments import Arguments, arguments_of
from archgate.index.asked import Asked
from archgate.index.elements import elements
from archgate.index.paths import PARTIAL, Paths
from archgate.index.scopes import Scope

WORDS = ("importlib", "__import__", "builtins")
"""A file in whose text none of these occurs has no dynamic import."""

_MAP = "builtins.map"


class DynamicImports:
    """Reads the calls of one file. A callee counts if any binding of its name may be an import function."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths

    def asked(self, call: ast.Call, scope: Scope) -> list[Asked]:
        """What the call imports; empty if it is no import, or if its arguments cannot be read.

        `partial(import_module, "a")` counts where it is made, `map(import_module, ["a", "b"])` as a call for each.
        """
        callees = self._paths.of((call.func, scope))
        if not callees:
            return []
        given = arguments_of(call, scope)
        found = self._paths.asked(callees, given)
        if PARTIAL in callees and given.positional:
            found += self._paths.asked(self._paths.of(given.positional[0]), given.after(1))
        if _MAP in callees and len(given.positional) == 2 and given.positional[1][0] is not None:
            inner = self._paths.of(given.positional[0])
            for element in elements(given.positional[1][0], given.positional[1][1]):
                found += self._paths.asked(inner, Arguments([element], {}))
        return list(dict.fromkeys(found))
