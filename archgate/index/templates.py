"""Templates of `%`, taken apart."""

import ast
import re
from collections.abc import Iterator, Sequence

_FIELD = re.compile(r"%(?:(?P<percent>%)|\((?P<name>\w+)\)s|(?P<next>s))")

Parts = Sequence[str | ast.expr]
"""The texts of a template and the expressions between them, in order."""


def percent_parts(template: str | None, right: ast.expr) -> Parts | None:
    """`template % right` as parts; None where a field is not `%s` or `%(name)s`, or has no value of its own."""
    if template is None:
        return None
    given: Iterator[ast.expr] = iter(right.elts if isinstance(right, ast.Tuple) else [right])
    parts: list[str | ast.expr] = []
    end = 0
    for field in _FIELD.finditer(template):
        text, end = template[end : field.start()], field.end()
        value = "%" if field["percent"] else _value(field["name"], given, right)
        if "%" in text or value is None or isinstance(value, ast.Starred):
            return None
        parts += [text, value]
    parts.append(template[end:])
    named = isinstance(right, ast.Dict)
    return None if "%" in template[end:] or (not named and next(given, None) is not None) else parts


def _value(name: str | None, given: Iterator[ast.expr], right: ast.expr) -> ast.expr | None:
    if name is None:
        return None if isinstance(right, ast.Dict) else next(given, None)
    pairs = zip(right.keys, right.values, strict=True) if isinstance(right, ast.Dict) else ()
    return next((value for key, value in pairs if isinstance(key, ast.Constant) and key.value == name), None)
