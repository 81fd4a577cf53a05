"""ruff's configuration, read before ruff runs: the files that govern the host, and where nothing else governs it."""

import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from archgate.host.bench import Bench
from archgate.host.contents import Tree
from archgate.host.naming import folders_above
from archgate.measure.export import Site, folder_above, setting, workplace
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Job
from archgate.measure.ruff_strictness import ruff_strictness
from archgate.measure.strictness import Strictness

_PYPROJECT = "pyproject.toml"
_OWN = (".ruff.toml", "ruff.toml")
_NAMES = (*_OWN, _PYPROJECT)
_TABLE, _PYTHON, _BYTES = "ruff", "requires-python", "bytes"
_LOWEST_PYTHON = re.compile(r"[>~=]=\s*3\.\d")
_MOST_EXTENDED = 20


class RuffConfiguration(Struct, frozen=True):
    """What the configuration files say to ruff, by path: those that govern a source, and those that these extend."""

    files: Mapping[str, Any] = {}

    def strictness(self, places: frozenset[str]) -> dict[str, Strictness]:
        """What is asked for in the folders `places`."""
        tables = {path: table for path, values in self.files.items() if (table := _table(path, values)) is not None}
        extended = {path: _extended(path, values) for path, values in self.files.items()}
        return ruff_strictness(tables, extended, places)

    def workplace(self, bench: Bench) -> AbstractContextManager[Path]:
        """The folder in which ruff goes by this configuration and by no other, though it looks in all folders above."""
        added = {} if self._governs else {_OWN[0]: b""}
        for site in Site:
            governs = self._governs or site is not Site.IN_PLACE
            if not self._is_open_to(folder_above(bench, site), governs=governs):
                return workplace(bench, self.files.keys(), added, site)
        raise Unmeasured(f"would go by a {_PYPROJECT} above {folder_above(bench, Site.AWAY)}, which is not the host's")

    @property
    def _governs(self) -> bool:
        """Whether there is a configuration at the root, be it a broken one, so that ruff looks no further up for it."""
        return any(name in self.files for name in _OWN) or not {_TABLE, _BYTES}.isdisjoint(self._shared)

    @property
    def _names_python(self) -> bool:
        """Whether the root says which Python its sources are for, so that ruff looks no further up for that."""
        return bool(_LOWEST_PYTHON.search(str(self._shared.get(_PYTHON, ""))))

    @property
    def _shared(self) -> Mapping[str, Any]:
        shared: Mapping[str, Any] = self.files.get(_PYPROJECT, {})
        return shared

    def _is_open_to(self, folder: Path, *, governs: bool) -> bool:
        """Whether ruff in a place below a folder would go by a file there or above."""
        above = {folder, *folder.parents, folder.resolve(), *folder.resolve().parents}
        if not governs and any(os.path.lexists(one / name) for one in above for name in _NAMES):
            return True
        return not self._names_python and any(_PYTHON in _said(one / _PYPROJECT) for one in above)


def read_configuration(job: Job) -> RuffConfiguration:
    """The configuration that ruff would find for the host's sources.

    Raises `Unmeasured` for a file that cannot be read or that extends one that is not below the root.
    """
    found: dict[str, Any] = {}
    folders = sorted({"", *folders_above(job.universe.sources)})
    for path in (f"{folder}/{name}" if folder else name for folder in folders for name in _NAMES):
        found.update(_followed(job.bench.settings, path, found))
    return RuffConfiguration(dict(sorted(found.items())))


def _followed(tree: Tree, path: str, known: Collection[str]) -> Iterator[tuple[str, Any]]:
    """A configuration file and those that it extends. Raises `Unmeasured` for one that is not below the root."""
    values = _read(tree, path)
    for _ in range(_MOST_EXTENDED):
        if path in known or values is None:
            return
        yield path, values
        path = _extended(path, values)
        if not path:
            return
        values = None if path.startswith("../") else _read(tree, path)
        if values is None:
            raise Unmeasured(f"is configured by a file that extends `{path}`, which is no file below the root")


def _read(tree: Tree, path: str) -> Any:
    """What a file says to ruff; None where there is none, or a pyproject that says nothing to it."""
    data = setting(tree, path)
    values = None if data is None else _values(path, data)
    return values if values or PurePosixPath(path).name != _PYPROJECT else None


def _extended(path: str, values: Any) -> str:
    table = values.get("ruff", values) if isinstance(values, dict) else {}
    extend = table.get("extend") if isinstance(table, dict) else None
    if not isinstance(extend, str):
        return ""
    return os.path.normpath(PurePosixPath(path).parent / extend).replace(os.sep, "/")


def _values(path: str, data: bytes) -> Any:
    """What a configuration file says to ruff; its bytes where it is no TOML, so that ruff says what is wrong."""
    try:
        values = tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return {"bytes": data.hex()}
    if PurePosixPath(path).name != _PYPROJECT:
        return values
    tool, project = values.get("tool"), values.get("project")
    said = {"ruff": tool.get("ruff") if isinstance(tool, dict) else None}
    said["requires-python"] = project.get("requires-python") if isinstance(project, dict) else None
    return {key: value for key, value in said.items() if value is not None}


def _table(path: str, values: Any) -> Mapping[str, Any] | None:
    """Ruff's table in the values of a configuration file; None for a pyproject that has none."""
    table = values.get("ruff") if PurePosixPath(path).name == _PYPROJECT else values
    return table if isinstance(table, dict) else None


def _said(path: Path) -> Any:
    """What a file above the host says to ruff; nothing where it cannot be read."""
    try:
        return _values(path.name, path.read_bytes())
    except OSError:
        return {}
