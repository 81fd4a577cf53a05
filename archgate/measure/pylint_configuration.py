"""pylint's configuration, read before pylint runs: what it would run, write and leave out."""

import configparser
import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from archgate.measure.configuration_file import check_code, check_writes, find_values, pattern_fault
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Job

_OWN = ("pylintrc", "pylintrc.toml", ".pylintrc", ".pylintrc.toml")
_SHARED = ("pyproject.toml", "setup.cfg", "tox.ini")
_SHIPPED = "pylint.extensions."
_RUNS = ("init-hook", "unsafe-load-any-extension")
_LOADS = ("load-plugins", "extension-pkg-allow-list", "extension-pkg-whitelist")
_WRITES = ("output", "import-graph", "ext-import-graph", "int-import-graph", "spelling-store-unknown-words")


class PylintConfiguration(Struct, frozen=True):
    """The file that configures pylint ("" for none) and its options, by name with dashes."""

    path: str = ""
    options: Mapping[str, Any] = {}

    def excludes(self, path: str) -> bool:
        """Whether pylint, looking through folders, would pass a source over."""
        named = _texts(self.options.get("ignore"))
        by_name = _texts(self.options.get("ignore-patterns"))
        by_path = _texts(self.options.get("ignore-paths"))
        parts = path.split("/")
        return (
            any(part in named for part in parts)
            or any(re.match(pattern, part) for pattern in by_name for part in parts)
            or any(re.match(pattern, path) for pattern in by_path)
        )

    def check(self, trusted: Collection[str]) -> None:
        """Raises `Unmeasured` if pylint would run code that is not trusted or write files, or a pattern is none."""
        check_code(self.path, self._code(), trusted)
        check_writes(self.path, (key for key in self.options if key in _WRITES))
        for key in ("ignore-patterns", "ignore-paths"):
            for fault in filter(None, map(pattern_fault, _texts(self.options.get(key)))):
                raise Unmeasured(f"has a pattern in `{key}` of {self.path} that is none: {fault}")

    def _code(self) -> Iterator[str]:
        """What the options have pylint run; an option may be cut short, as on the command line."""
        for key, value in self.options.items():
            if any(name.startswith(key) for name in _LOADS):
                yield from (name for name in _texts(value) if not name.startswith(_SHIPPED))
            elif any(name.startswith(key) for name in _RUNS) and str(value).lower() not in ("no", "n", "false"):
                yield key


def read_configuration(job: Job) -> PylintConfiguration:
    """The configuration that `[scope] config` names, else the first that pylint would find at the root.

    Raises `Unmeasured` for a file that is not there or cannot be read.
    """
    return PylintConfiguration(*find_values(job, _OWN, _SHARED, _options))


def _options(path: str, data: bytes) -> dict[str, Any]:
    text = data.decode("utf-8-sig")
    return _toml(text) if path.endswith(".toml") else _ini(text, shared=os.path.basename(path) in _SHARED)


def _toml(text: str) -> dict[str, Any]:
    tool = tomllib.loads(text).get("tool")
    return dict(_flat(tool.get("pylint"))) if isinstance(tool, dict) else {}


def _flat(table: Any) -> Iterator[tuple[str, Any]]:
    for key, value in table.items() if isinstance(table, dict) else ():
        if isinstance(value, dict):
            yield from _flat(value)
        else:
            yield _named(key), value


def _ini(text: str, *, shared: bool) -> dict[str, Any]:
    parser = configparser.ConfigParser(inline_comment_prefixes=("#", ";"), interpolation=None)
    parser.read_string(text)
    names = [name for name in parser.sections() if not shared or name == "pylint" or name.startswith("pylint.")]
    return {_named(key): value for name in names for key, value in parser[name].items()}


def _named(key: str) -> str:
    return key.strip().lower().replace("_", "-")


def _texts(value: Any) -> list[str]:
    parts = value if isinstance(value, list) else re.split("[,\n]", value) if isinstance(value, str) else []
    return [part.strip() for part in parts if isinstance(part, str) and part.strip()]
