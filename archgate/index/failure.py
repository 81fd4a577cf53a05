"""Why a file does not parse, told alike whatever Python runs."""

import re

from archgate.index.dialect import needed_version
from archgate.index.module import Unreadable

_CONFLICT = re.compile(rb"^(?:<{7}|>{7}) ", re.MULTILINE)
_TOO_DEEP = "it is nested too deeply for Python to parse"
_LIMITS = ("too many nested", "too many levels", "too many statically nested", "maximum recursion depth")


def explain(error: BaseException, data: bytes) -> Unreadable:
    """The reason and line for what `compile` raised on `data`."""
    if b"\0" in data:
        return Unreadable("it holds a NUL byte", data.count(b"\n", 0, data.index(b"\0")) + 1)
    if isinstance(error, SyntaxError):
        return _syntax(error, data)
    if isinstance(error, RecursionError | MemoryError):
        return Unreadable(_TOO_DEEP)
    return Unreadable("it is not valid Python")


def _syntax(error: SyntaxError, data: bytes) -> Unreadable:
    line = error.lineno or 0
    conflict = _CONFLICT.search(data)
    if conflict:
        return Unreadable("it holds the markers of a merge conflict", data.count(b"\n", 0, conflict.start()) + 1)
    if any(limit in str(error.msg) for limit in _LIMITS):
        return Unreadable(_TOO_DEEP, line)
    if isinstance(error, TabError):
        return Unreadable("tabs and spaces are mixed in its indentation", line)
    if isinstance(error, IndentationError):
        return Unreadable("its indentation is wrong", line)
    version = needed_version(data)
    if version:
        return Unreadable(
            f"it has syntax of Python {version}: run archgate with Python {version} or newer", line, version
        )
    return Unreadable("it is not valid Python", line)
