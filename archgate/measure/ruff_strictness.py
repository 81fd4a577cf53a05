"""What ruff's configuration asks for in each folder that has one: its own, and what that extends."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from archgate.host.naming import folders_above
from archgate.measure.strictness import Strictness, covers

_NAMES = (".ruff.toml", "ruff.toml", "pyproject.toml")
_SELECTS, _EXTENDS = "select", "extend-select"
_LENGTH = {"line-length": 88}
"""The limits that hold where nothing is said."""
_BY_LENGTH = ("E501", "W505")
"""The rules that `line-length` is a limit for."""
_EVERY_FILE = frozenset(["include"])
"""What is given up where `include` names the files to look at."""

Tables = Mapping[str, Mapping[str, Any]]
"""Ruff's tables by the path of their file."""


def ruff_strictness(tables: Tables, extended: Mapping[str, str], places: frozenset[str]) -> dict[str, Strictness]:
    """What is asked for in the folders `places`. `extended` has, for a path, the path that its table extends."""
    return {place: _of(list(_chain(tables, extended, place))) for place in sorted(places)}


def _chain(tables: Tables, extended: Mapping[str, str], place: str) -> Iterator[Mapping[str, Any]]:
    """The tables that hold in a folder, the closest first."""
    above = sorted({place, *folders_above([f"{place}/x"] if place else [])}, key=len, reverse=True)
    candidates = (f"{folder}/{name}" if folder else name for folder in [*above, ""] for name in _NAMES)
    path = next((candidate for candidate in candidates if candidate in tables), "")
    seen: set[str] = set()
    while path in tables and path not in seen:
        seen.add(path)
        yield tables[path]
        path = extended.get(path, "")


def _of(chain: list[Mapping[str, Any]]) -> Strictness:
    tables = [part for table in chain for part in (table, table.get("lint")) if isinstance(part, dict)]
    selected = next((_listed(table, _SELECTS) for table in tables if _SELECTS in table), None)
    codes = None if selected is None else frozenset([*selected, *_gathered(tables, (_EXTENDS,))])
    ignored = _gathered(tables, ("ignore", "extend-ignore"))
    limits = dict(_LENGTH)
    for table in reversed(tables):
        limits.update(_limits(table))
    if not any(covers(codes or (), code) and not covers(ignored, code) for code in _BY_LENGTH):
        del limits["line-length"]
    chooses = any("include" in table for table in tables)
    return Strictness(codes=codes, switches=frozenset() if chooses else _EVERY_FILE, limits=limits)


def _gathered(tables: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> list[str]:
    return [code for table in tables for key in keys for code in _listed(table, key)]


def _listed(table: Mapping[str, Any], key: str) -> list[str]:
    value = table.get(key)
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _limits(table: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """The limits in a table and in those of its plugins, by their dotted names."""
    for key, value in table.items():
        if key in _LENGTH and isinstance(value, int):
            yield key, value
        elif isinstance(value, dict) and key != "lint":
            yield from ((f"{key}.{name}", most) for name, most in value.items() if _is_limit(name, most))


def _is_limit(name: str, value: object) -> bool:
    return name.startswith("max-") and isinstance(value, int) and not isinstance(value, bool)
