"""Strings that can be read from the source without running it."""

import ast
from collections.abc import Iterable, Sequence
from itertools import count, product
from string import Formatter

from archgate.index.arguments import arguments_of
from archgate.index.attributes import Attributes
from archgate.index.bindings import Binding
from archgate.index.elements import Placed, bound_elements, elements, evaluated
from archgate.index.scopes import Scope
from archgate.index.templates import percent_parts
from archgate.index.traversal import dotted

Strings = tuple[str | None, ...]
"""The strings that an expression may be, each once, in source order; None among them: or something unknown."""

TOKENS = {
    "__name__": "{__name__}",
    "__package__": "{__package__}",
    "__spec__.name": "{__name__}",
    "__spec__.parent": "{__package__}",
}
"""How names that only the importing module's place can fill stand in a folded string; its own text has no braces."""

_UNKNOWN: Strings = (None,)
_DEEPEST = 50
_LONGEST = 2_000
_MOST = 1_000
_PLAIN = -1
_STR = ord("s")
_PURE = frozenset(["lower", "lstrip", "removeprefix", "removesuffix", "replace", "rstrip", "strip"])


class Folder:
    """Folds the constant strings of one file; every name is read once."""

    def __init__(self, attributes: Attributes) -> None:
        self._attributes = attributes
        self._names: dict[tuple[Scope, str], Strings] = {}

    def fold(self, expression: ast.expr | None, scope: Scope) -> str | None:
        """The string that `expression`, used in `scope`, must be, or None."""
        found = self._values(expression, scope, 0)
        return found[0] if len(found) == 1 else None

    def strings(self, placed: Placed | None) -> list[str]:
        """The strings that an expression may be, over all bindings of the names in it, whatever their order.

        Folded are literals, `+`, f-strings, conditional expressions, `%` with `%s` and `%(name)s`, `format`, `join` and
        other pure methods of strings, names, attributes, and the targets of loops over displays. Strings that no module
        can be called (with braces, a lone surrogate, or very long) are left out, and so is what has more than a
        thousand values.
        """
        return [] if placed is None else [text for text in self._values(*placed, 0) if text is not None]

    def _values(self, expression: ast.expr | None, scope: Scope, depth: int) -> Strings:
        if depth > _DEEPEST:
            return _UNKNOWN
        match expression:
            case ast.Constant(value=str(text)):
                return (text,) if _is_plain(text) else _UNKNOWN
            case ast.JoinedStr(values=values):
                return _joined([self._piece(value, scope, depth) for value in values])
            case ast.BinOp() as operation:
                return self._operation(operation, scope, depth + 1)
            case ast.NamedExpr(value=value):
                return self._values(value, scope, depth + 1)
            case ast.IfExp(body=body, orelse=orelse):
                return self._any([body, orelse], scope, depth + 1)
            case ast.BoolOp(values=values):
                return self._any(values, scope, depth + 1)
            case ast.Name() | ast.Attribute():
                return self._named(expression, scope, depth + 1)
            case ast.Call() as call:
                return self._result(call, scope, depth + 1)
        return _UNKNOWN

    def _operation(self, operation: ast.BinOp, scope: Scope, depth: int) -> Strings:
        match operation.op:
            case ast.Add():
                sides = (operation.left, operation.right)
                return _joined([self._values(side, scope, depth) for side in sides])
            case ast.Mod():
                return self._percent(operation.left, operation.right, scope, depth)
        return _UNKNOWN

    def _result(self, call: ast.Call, scope: Scope, depth: int) -> Strings:
        match call:
            case ast.Call(func=ast.Attribute(value=owner, attr=method)):
                return self._method(owner, method, call, scope, depth)
            case ast.Call(func=ast.Name(id="str"), args=[argument], keywords=[]) if not scope.bindings("str"):
                return self._values(argument, scope, depth)
        return _UNKNOWN

    def _any(self, expressions: Iterable[ast.expr], scope: Scope, depth: int) -> Strings:
        return _distinct(text for inner in expressions for text in self._values(inner, scope, depth))

    def _piece(self, value: ast.expr, scope: Scope, depth: int) -> Strings:
        if not isinstance(value, ast.FormattedValue):
            return self._values(value, scope, depth + 1)
        if value.conversion not in (_PLAIN, _STR) or value.format_spec is not None:
            return _UNKNOWN
        return self._values(value.value, scope, depth + 1)

    def _percent(self, left: ast.expr, right: ast.expr, scope: Scope, depth: int) -> Strings:
        found: list[str | None] = []
        for template in self._values(left, scope, depth):
            parts = percent_parts(template, right)
            pieces = [(part,) if isinstance(part, str) else self._values(part, scope, depth) for part in parts or ()]
            found.extend(_UNKNOWN if parts is None else _joined(pieces))
        return _distinct(found)

    def _method(self, owner: ast.expr, method: str, call: ast.Call, scope: Scope, depth: int) -> Strings:
        if method == "format":
            templates = _templates(owner, scope)
            return _distinct(text for template in templates for text in self._format(template, call, scope, depth))
        if method == "join" and len(call.args) == 1 and not call.keywords:
            return self._join(self._values(owner, scope, depth), elements(call.args[0], scope), depth)
        return self._pure(owner, method, call.args, scope, depth) if method in _PURE else _UNKNOWN

    def _format(self, template: str | None, call: ast.Call, scope: Scope, depth: int) -> Strings:
        try:
            fields = [*Formatter().parse(template or "{")]
        except ValueError:
            return _UNKNOWN
        given, numbers = arguments_of(call, scope), count()
        pieces: list[Strings] = []
        for literal, field, form, conversion in fields:
            pieces.append((literal,) if _is_plain(literal) else _UNKNOWN)
            if field is None:
                continue
            key = field or str(next(numbers))
            placed = given.get(int(key), "") if key.isdecimal() else given.keywords.get(key)
            known = placed is not None and not form and conversion in (None, "s")
            pieces.append(self._values(*placed, depth) if placed is not None and known else _UNKNOWN)
        return _joined(pieces)

    def _join(self, separators: Strings, joined: Sequence[Placed], depth: int) -> Strings:
        parts = [self._values(*placed, depth) for placed in joined]
        return _distinct(
            text
            for separator in separators
            for text in _joined([piece for part in parts for piece in ((separator,), part)][1:])
        )

    def _pure(self, owner: ast.expr, method: str, given: Sequence[ast.expr], scope: Scope, depth: int) -> Strings:
        pieces = [self._values(inner, scope, depth) for inner in (owner, *given)]
        return _distinct(_applied(method, chosen) for chosen in _choices(pieces))

    def _named(self, expression: ast.Name | ast.Attribute, scope: Scope, depth: int) -> Strings:
        key = (scope, dotted(expression) or f".{getattr(expression, 'attr', '')}")
        if key not in self._names:
            self._names[key] = ()  # where a name's value holds the name itself, that has the values found so far
            for binding, home in self._bindings(expression, scope):
                found = self._bound(binding, home, depth)
                self._names[key] = _distinct([*self._names[key], *found])
            if not self._names[key]:
                self._names[key] = (TOKENS.get(key[1]),)
        return self._names[key]

    def _bindings(self, expression: ast.Name | ast.Attribute, scope: Scope) -> list[tuple[Binding, Scope]]:
        if isinstance(expression, ast.Name):
            return scope.bindings(expression.id)
        root = dotted(expression).partition(".")[0]
        return [] if root == "__spec__" and not scope.bindings(root) else self._attributes.bindings(expression.attr)

    def _bound(self, binding: Binding, home: Scope, depth: int) -> Strings:
        if not binding.binds:
            return ()
        if binding.how == "element":
            return _distinct(text for placed in bound_elements(binding, home) for text in self._values(*placed, depth))
        if binding.value is None:
            return _UNKNOWN
        found = self._values(*evaluated(binding, home), depth)
        return (*found, None) if binding.how == "default" else found


def _templates(expression: ast.expr, scope: Scope) -> Strings:
    """The constant strings that an expression may be, with their braces."""
    if isinstance(expression, ast.Name):
        values = [binding.value for binding, _ in scope.bindings(expression.id)]
    else:
        values = [expression]
    return tuple(
        value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None for value in values
    )


def _joined(pieces: Sequence[Strings]) -> Strings:
    """Every way to join one string of each piece."""
    found = []
    for chosen in _choices(pieces):
        known = [text for text in chosen if text is not None]
        whole = len(known) == len(chosen) and sum(map(len, known)) <= _LONGEST
        found.append("".join(known) if whole else None)
    return _distinct(found)


def _choices(pieces: Sequence[Strings]) -> Iterable[tuple[str | None, ...]]:
    ways = 1
    for piece in pieces:
        ways *= len(piece)
        if ways > _MOST:
            return [_UNKNOWN]
    return product(*pieces)


def _applied(method: str, chosen: Sequence[str | None]) -> str | None:
    known = [text for text in chosen if text is not None and "{" not in text]
    if len(known) < len(chosen):
        return None
    try:
        text = getattr(known[0], method)(*known[1:])
    except (TypeError, ValueError):
        return None
    return text if _is_plain(text) else None


def _distinct(texts: Iterable[str | None]) -> Strings:
    found = tuple(dict.fromkeys(texts))
    return found if len(found) <= _MOST else _UNKNOWN


def _is_plain(text: str) -> bool:
    if len(text) > _LONGEST or "{" in text or "}" in text or "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)
