"""Strings that can be read from the source without running it."""

import ast
import re

from archgate.index.bindings import Binding
from archgate.index.scopes import Scope
from archgate.index.traversal import dotted

TOKENS = {
    "__name__": "{__name__}",
    "__package__": "{__package__}",
    "__spec__.name": "{__name__}",
    "__spec__.parent": "{__package__}",
}
"""How names that only the importing module's place can fill stand in a folded string; its own text has no braces."""

_DEEPEST = 50
_LONGEST = 2_000
_PLAIN = -1
_STR = ord("s")


class Folder:
    """Folds the constant strings of one file; every name is read once."""

    def __init__(self) -> None:
        self._names: dict[tuple[Scope, str], str | None] = {}

    def fold(self, expression: ast.expr | None, scope: Scope, depth: int = 0) -> str | None:
        """The string that `expression`, used in `scope`, must be, or None.

        Folded are literals, `+`, f-strings, `%` with `%s` alone, and names that their scope binds exactly once.
        Strings that no module can be called (with braces, a lone surrogate, or very long) are None too.
        """
        if depth > _DEEPEST:
            return None
        match expression:
            case ast.Constant(value=str(text)):
                return text if _is_plain(text) else None
            case ast.JoinedStr(values=values):
                return self._joined([self._piece(value, scope, depth) for value in values])
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._joined([self.fold(left, scope, depth + 1), self.fold(right, scope, depth + 1)])
            case ast.BinOp(left=left, op=ast.Mod(), right=right):
                return self._formatted(left, right, scope, depth + 1)
            case ast.NamedExpr(value=value):
                return self.fold(value, scope, depth + 1)
            case ast.Name() | ast.Attribute():
                return self._named(dotted(expression), scope, depth + 1)
        return None

    def _piece(self, value: ast.expr, scope: Scope, depth: int) -> str | None:
        if not isinstance(value, ast.FormattedValue):
            return self.fold(value, scope, depth + 1)
        if value.conversion not in (_PLAIN, _STR) or value.format_spec is not None:
            return None
        return self.fold(value.value, scope, depth + 1)

    def _joined(self, pieces: list[str | None]) -> str | None:
        known = [piece for piece in pieces if piece is not None]
        if len(known) != len(pieces) or sum(map(len, known)) > _LONGEST:
            return None
        return "".join(known)

    def _formatted(self, left: ast.expr, right: ast.expr, scope: Scope, depth: int) -> str | None:
        template = self.fold(left, scope, depth)
        if template is None:
            return None
        literals = re.split(r"%s", template.replace("%%", "\0"))
        given = right.elts if isinstance(right, ast.Tuple) else [right]
        if len(literals) != len(given) + 1 or any("%" in literal for literal in literals):
            return None
        pieces: list[str | None] = [literals[0].replace("\0", "%")]
        for value, literal in zip(given, literals[1:], strict=True):
            pieces += [self.fold(value, scope, depth), literal.replace("\0", "%")]
        return self._joined(pieces)

    def _named(self, name: str, scope: Scope, depth: int) -> str | None:
        if (scope, name) not in self._names:
            self._names[scope, name] = None  # a name that is bound to itself has no value
            self._names[scope, name] = self._bound(name, scope, depth)
        return self._names[scope, name]

    def _bound(self, name: str, scope: Scope, depth: int) -> str | None:
        bindings = [found for found in scope.bindings(name.partition(".")[0]) if found[0].how != "declared"]
        if not bindings:
            return TOKENS.get(name)
        return self._value(*bindings[0], depth) if len(bindings) == 1 and "." not in name else None

    def _value(self, binding: Binding, scope: Scope, depth: int) -> str | None:
        return self.fold(binding.value, scope, depth) if binding.how == "value" else None


def _is_plain(text: str) -> bool:
    if len(text) > _LONGEST or "{" in text or "}" in text or "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)
