"""coverage.py's own configuration: what it leaves out, and a digest of it all."""

import hashlib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from archgate.facts.tool_settings import settings_tables
from archgate.host.contents import Tree

FILES = (".coveragerc", "setup.cfg", "tox.ini", "pyproject.toml")
"""Where coverage.py looks, at the root."""


def digest(settings: Tree) -> str:
    """A digest of the sections that coverage.py reads; equal where they say the same. Raises `InputError`."""
    said = [[path, table] for path, table in _tables(settings) if table]
    return hashlib.sha256(msgspec.json.encode(said, order="deterministic", enc_hook=str)).hexdigest()[:16]


def omitted(settings: Tree) -> list[str]:
    """The patterns of files that coverage.py leaves out. Raises `InputError`."""
    found: list[str] = []
    for _, table in _tables(settings):
        value = table.get("omit", ())
        found += value if isinstance(value, list) else str(value or "").replace(",", "\n").split()
    return found


def is_omitted(path: str, patterns: Sequence[str]) -> bool:
    """Whether one of coverage.py's patterns takes a path: its `*` reaches over folders."""
    return any(fnmatchcase(path, one) or fnmatchcase(f"/{path}", one) for one in patterns)


def _tables(settings: Tree) -> Iterator[tuple[str, Any]]:
    for path in FILES:
        data = settings.read(path)
        if data is not None and b"coverage" in (b"coverage" if path == ".coveragerc" else data):
            yield from ((path, table) for tool, _, table in settings_tables(path, data) if tool == "coverage")
