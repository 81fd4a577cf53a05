"""The ways in which one module can import another, written into a file between two of its statements."""

import ast
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from msgspec import Struct


class Module(Struct, frozen=True):
    """A module of the host, and its file relative to the root."""

    name: str
    path: str

    @property
    def package(self) -> str:
        """What `.` stands for in a relative import of this module."""
        return self.name if self.path.endswith("/__init__.py") else self.name.rpartition(".")[0]


Dress = Callable[[Module, str], str]


def _from(imported: str) -> str:
    parent, _, name = imported.rpartition(".")
    return f"from {parent} import {name} as _planted"


def _relative(importer: Module, imported: str) -> str:
    """`from ..x import y as _planted`, with as few dots as will do."""
    *parent, name = imported.split(".")
    package = importer.package.split(".")
    shared = _shared(package, parent)
    dots = "." * (len(package) - shared + 1)
    return f"from {dots}{'.'.join(parent[shared:])} import {name} as _planted"


def _shared(left: Sequence[str], right: Sequence[str]) -> int:
    """How many first elements are equal."""
    pairs = list(zip(left, right, strict=False))
    return next((at for at, (a, b) in enumerate(pairs) if a != b), len(pairs))


def _folded(imported: str) -> str:
    return f'"{imported[:3]}" + f"{imported[3:]}"'


DRESSES: Mapping[str, Dress] = {
    "absolute": lambda _, to: f"import {to}",
    "aliased": lambda _, to: f"import {to} as _planted",
    "from": lambda _, to: _from(to),
    "relative": _relative,
    "semicolon": lambda _, to: f"_planted = 1; import {to}",
    "function": lambda _, to: f"def _planted():\n    import {to}",
    "coroutine": lambda at, to: f"async def _planted():\n    {_relative(at, to)}",
    "class": lambda _, to: f"class _Planted:\n    import {to}",
    "method": lambda at, to: f"class _Planted:\n    def load(self):\n        {_relative(at, to)}",
    "condition": lambda _, to: f"if 1 < 2:\n    {_from(to)}",
    "not for typing": lambda _, to: f"import typing as _t\nif not _t.TYPE_CHECKING:\n    import {to}",
    "else of typing": lambda _, to: f"import typing as _t\nif _t.TYPE_CHECKING:\n    pass\nelse:\n    import {to}",
    "tolerant": lambda _, to: f"import contextlib as _c\nwith _c.suppress(ImportError):\n    import {to}",
    "match": lambda _, to: f"match 0:\n    case _:\n        {_from(to)}",
    "import_module": lambda _, to: f'from importlib import import_module as _load\n_planted = _load("{to}")',
    "folded": lambda _, to: f"import importlib as _lib\n_planted = [_lib.import_module({_folded(to)})]",
    "__import__": lambda _, to: f'_planted = __import__("{to}")',
}
"""Imports of a module that is there, on the last line; each counts for a boundary and in a cycle."""

MISSING_DRESSES: Mapping[str, Dress] = {
    "absolute": DRESSES["absolute"],
    "aliased": DRESSES["aliased"],
    "function": DRESSES["function"],
    "class": DRESSES["class"],
    "from": lambda _, to: f"from {to} import anything as _planted",
    "condition": lambda _, to: f"if 1 < 2:\n    from {to} import anything as _planted",
    "relative": lambda at, to: f"from .{to.removeprefix(at.package + '.')} import anything as _planted",
}
"""Imports of a module that is not there, directly below the importer's package, on the last line."""

DECOYS: Mapping[str, Dress] = {
    "typing": lambda _, to: f"from typing import TYPE_CHECKING as _TC\nif _TC:\n    import {to}",
    "typing and more": lambda _, to: f"import typing as _t\nif _t.TYPE_CHECKING and __debug__:\n    import {to}",
    "comment": lambda _, to: f"# import {to}",
    "string": lambda _, to: f'_planted = """\nimport {to}\n"""',
    "parameter": lambda _, to: f'def _planted(import_module):\n    return import_module("{to}")',
}
"""What looks like an import and counts under no rule."""


def insert(root: Path, module: Module, text: str, chance: random.Random) -> int:
    """Write `text` between two top-level statements of the module's file; the line on which its last line stands."""
    file = root / module.path
    data = file.read_bytes()
    gap = chance.choice(gaps(data))
    lines = data.splitlines(keepends=True)
    if not lines[gap - 1].endswith((b"\n", b"\r")):
        lines[gap - 1] += b"\n"
    file.write_bytes(b"".join([*lines[:gap], text.encode("ascii") + b"\n", *lines[gap:]]))
    return gap + 1 + text.count("\n")


def gaps(data: bytes) -> list[int]:
    """The lines of a file after which a statement can stand; none where it has no statements or cannot be parsed."""
    try:
        body = ast.parse(data).body
    except (SyntaxError, ValueError):
        return []
    future = [
        at for at, statement in enumerate(body) if isinstance(statement, ast.ImportFrom) and _is_future(statement)
    ]
    body = body[max(future, default=0) :]
    pairs = zip_longest(body, body[1:])
    return [_last_line(one) for one, after in pairs if after is None or _first_line(after) > _last_line(one)]


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _last_line(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno
