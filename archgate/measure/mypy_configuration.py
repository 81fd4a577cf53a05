"""mypy's configuration, read before mypy runs: what it would run, write and leave out."""

import configparser
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from archgate.index.suppressions import tightens
from archgate.measure.configuration_file import check_code, check_writes, find_values, pattern_fault
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Job
from archgate.measure.strictness import OFF, ON

_OWN = ("mypy.ini", ".mypy.ini")
_SHARED = ("pyproject.toml", "setup.cfg")
_MAIN = "mypy"
_STRICT = "strict"
_IMPLIED = frozenset(
    [
        *("warn_unused_configs", "warn_redundant_casts", "warn_unused_ignores", "warn_return_any"),
        *("disallow_any_generics", "disallow_subclassing_any", "disallow_untyped_calls", "disallow_untyped_defs"),
        *("disallow_incomplete_defs", "disallow_untyped_decorators", "check_untyped_defs", "no_implicit_reexport"),
        *("strict_equality", "strict_bytes", "extra_checks"),
    ]
)
"""What `strict` stands for."""


class MypyConfiguration(Struct, frozen=True):
    """The file that configures mypy ("" for none) and its sections, "mypy" the main one, with values as they stand."""

    path: str = ""
    sections: Mapping[str, Any] = {}

    @property
    def names_python(self) -> bool:
        """Whether it says which Python's packages are looked at."""
        return "python_executable" in self._main

    @property
    def python_version(self) -> str:
        """The version of Python by whose rules it reads the sources, "" for the one that runs it."""
        return str(self._main.get("python_version", ""))

    @property
    def switches(self) -> frozenset[str]:
        """What is on for all modules and makes mypy stricter, what `strict` stands for one by one."""
        values = {key.replace("-", "_"): str(value).strip().lower() for key, value in self._main.items()}
        named = {key for key, value in values.items() if value in ON and (key == _STRICT or tightens(key))}
        implied = _IMPLIED if _STRICT in named else frozenset()
        return frozenset((named | {key for key in implied if values.get(key) not in OFF}) - {_STRICT})

    @property
    def _main(self) -> Mapping[str, Any]:
        main = self.sections.get(_MAIN)
        return main if isinstance(main, dict) else {}

    def excludes(self, path: str) -> bool:
        """Whether `exclude` takes a path, or a folder that it lies in, as mypy does when it looks through folders."""
        patterns = _texts(self._main.get("exclude"))
        places = [path, *(path[: at + 1] for at, letter in enumerate(path) if letter == "/")]
        return any(re.search(pattern, place) for pattern in patterns for place in places)

    def check(self, trusted: Collection[str]) -> None:
        """Raises `Unmeasured` if mypy would run code that is not trusted or write files, or `exclude` is no pattern."""
        check_code(self.path, (*self.plugins(), *_texts(self._main.get("python_executable"))), trusted)
        check_writes(self.path, (key for key in self._main if key == "junit_xml" or key.endswith("_report")))
        for pattern in _texts(self._main.get("exclude")):
            fault = pattern_fault(pattern)
            if fault:
                raise Unmeasured(f"has an `exclude` in {self.path} that is no regular expression: {fault}")

    def plugins(self) -> Iterator[str]:
        """The plugins that mypy would load."""
        for text in _texts(self._main.get("plugins")):
            yield from (name for name in (part.strip() for part in re.split("[,\n]", text)) if name)


def read_configuration(job: Job) -> MypyConfiguration:
    """The configuration that `[scope] config` names, else the first that mypy would find at the root.

    Raises `Unmeasured` for a file that is not there or cannot be read.
    """
    return MypyConfiguration(*find_values(job, _OWN, _SHARED, _sections, lambda sections: _MAIN in sections))


def _sections(path: str, data: bytes) -> dict[str, Any]:
    text = data.decode("utf-8")
    return _toml(text) if path.endswith(".toml") else _ini(text)


def _toml(text: str) -> dict[str, Any]:
    tool = tomllib.loads(text).get("tool")
    return {_MAIN: tool[_MAIN]} if isinstance(tool, dict) and _MAIN in tool else {}


def _ini(text: str) -> dict[str, Any]:
    parser = configparser.RawConfigParser()
    parser.read_string(text)
    names = [name for name in parser.sections() if name == _MAIN or name.startswith(f"{_MAIN}-")]
    return {name: dict(parser[name]) for name in names}


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value.strip()] if value.strip() else []
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
