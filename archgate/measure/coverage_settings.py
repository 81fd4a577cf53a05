"""coverage.py's own configuration: what it leaves out, and a digest of it all."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from archgate.facts.tool_settings import settings_tables
from archgate.host.contents import Tree

FILES = (".coveragerc", ".coveragerc.toml", "setup.cfg", "tox.ini", "pyproject.toml")
"""Where coverage.py looks, at the root."""

OMIT = ("omit",)
EXCLUDE = ("exclude_lines", "exclude_also")
"""The keys of what is left out: files, and lines of them."""

_VARIABLE = re.compile(r"\$\{?\w")

Settings = Sequence[tuple[str, Mapping[str, Any]]]
"""The tables that coverage.py reads, each with the path of its file."""


def read_settings(tree: Tree, config: str = "") -> Settings:
    """What coverage.py is told by the file at `config`, else by all those in which it looks. Raises `InputError`."""
    return [(path, table) for path in ([config] if config else FILES) for table in _tables(tree, path, bool(config))]


def _tables(tree: Tree, path: str, is_own: bool) -> Iterator[Mapping[str, Any]]:
    data = tree.read(path)
    if data is not None and (is_own or path.startswith(".coveragerc") or b"coverage" in data):
        name = ("", ".coveragerc.toml" if path.endswith(".toml") else ".coveragerc")[is_own]
        yield from (table for tool, _, table in settings_tables(path, data, name) if tool == "coverage" and table)


def digest(settings: Settings) -> str:
    """A digest of the settings; equal where they say the same."""
    said = [list(one) for one in settings]
    return hashlib.sha256(msgspec.json.encode(said, order="deterministic", enc_hook=str)).hexdigest()[:16]


def patterns(settings: Settings, keys: Sequence[str]) -> list[str]:
    """The patterns that stand under these keys."""
    return [one for _, table in settings for key in keys for one in _listed(table.get(key), key)]


def _listed(value: object, key: str) -> list[str]:
    if isinstance(value, list):
        return [str(one).strip() for one in value]
    text = str(value or "")
    words = text.split("\n") if key in EXCLUDE else text.replace(",", "\n").split()
    return [word.strip() for word in words if word.strip()]


def leaves_unknown(settings: Settings) -> bool:
    """Whether lines may be left out of which the settings do not speak: by a plugin, or a variable in a pattern."""
    plugins = any(table.get("plugins") for _, table in settings)
    return plugins or any(_VARIABLE.search(one) for one in patterns(settings, EXCLUDE))


def laxer(before: Settings, now: Settings) -> Iterator[str]:
    """What the second settings leave out and the first do not, by key and pattern."""
    for name, keys in (("omit", OMIT), ("exclude", EXCLUDE), ("plugins", ("plugins",))):
        yield from sorted({f"{name}:{one}" for one in set(patterns(now, keys)) - set(patterns(before, keys))})


def is_omitted(path: str, omitted: Sequence[str]) -> bool:
    """Whether one of coverage.py's patterns takes a path: its `*` reaches over folders."""
    return any(fnmatchcase(path, one) or fnmatchcase(f"/{path}", one) for one in omitted)
