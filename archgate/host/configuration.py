"""archgate's configuration: `[tool.archgate]` in pyproject.toml, or the same keys at the top of archgate.toml."""

import os
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct, convert

from archgate.host.contents import Tree
from archgate.host.errors import InputError, Problem, invalid
from archgate.host.filenames import raw_path
from archgate.host.layout import layout_faults
from archgate.host.naming import Root, roots_of
from archgate.host.selectors import takes_folder
from archgate.host.settings import Fault, faults_of
from archgate.host.toml_source import TomlSource

PYPROJECT, OWN_FILE = "pyproject.toml", "archgate.toml"
_TABLES = {PYPROJECT: "tool.archgate", OWN_FILE: ""}


class Configuration(Struct, frozen=True):
    """What the configuration says, validated; paths and globs are relative to the root, with `/`.

    `packages` are folders of root packages (or single `.py` files), `exclude` and `apart` globs, `policies` and
    `fixtures` folders, `base` git refs, `requires` a version specifier ("" for any version), `wired` files that call
    the gate, `analysis` the generation that entries were frozen under. `path` is the file that says it.
    """

    packages: tuple[str, ...]
    exclude: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    policies: str = "policies"
    fixtures: str = "fixtures"
    base: tuple[str, ...] = ()
    requires: str = ""
    wired: tuple[str, ...] = ()
    analysis: int = 1
    path: str = OWN_FILE

    @property
    def roots(self) -> tuple[Root, ...]:
        """The root packages."""
        return roots_of(self.packages)


class RootedTree(Tree, Protocol):
    """A tree on disk: its files are below `root`."""

    root: Path


class _Said(Struct):
    """One file's part: its source and archgate's table in it, `None` if it has none."""

    source: TomlSource
    table: dict[str, Any] | None


def find_root(folder: Path) -> Path:
    """The first folder upwards that has a configuration; inside a git work tree not above its top.

    Raises `InputError` if there is none.
    """
    for candidate in (folder.absolute(), *folder.absolute().parents):
        if _is_configured(candidate):
            return candidate
        if (candidate / ".git").exists():
            break
    raise _not_configured()


def read_configuration(tree: Tree) -> Configuration:
    """The configuration of a tree. Raises `InputError` with everything that is wrong with it."""
    configuration, source = _parse(tree)
    folders = {"policies": configuration.policies, "fixtures": configuration.fixtures}
    globs = {"exclude": configuration.exclude, "apart": configuration.apart}
    _raise_faults(source, layout_faults(configuration.roots, folders, globs, tree.paths()))
    return configuration


def has_configuration(tree: Tree) -> bool:
    """Whether a tree is configured at all, be it well or badly."""
    return bool(_said(tree))


def with_number(path: str, data: bytes, key: str, value: int) -> bytes:
    """The bytes of a configuration file with one number set; the rest, comments and layout, stays as it is."""
    source = TomlSource(path, data)
    lines = data.decode("utf-8").split("\n")
    ending = "\r" if "\r\n" in data.decode("utf-8") else ""
    at = source.line_of(_TABLES[path], key)
    text = f"{key} = {value}{ending}"
    if at:
        lines[at - 1] = text
    else:
        lines.insert(source.line_of(_TABLES[path], "packages") - 1, text)
    return "\n".join(lines).encode("utf-8")


def check_requires(configuration: Configuration, version: str) -> None:
    """Raises `InputError` if this version of archgate may not judge."""
    from packaging.specifiers import SpecifierSet

    if configuration.requires and not SpecifierSet(configuration.requires).contains(version, prereleases=True):
        message = f"this is archgate {version}, but the configuration requires {configuration.requires}"
        raise invalid(message, f"install archgate-py{configuration.requires}", configuration.path)


def check_analysis(configuration: Configuration, analysis: int) -> None:
    """Raises `InputError` if the entries were frozen under an analysis beyond `analysis`, which this archgate knows."""
    if configuration.analysis > analysis:
        message = f"`analysis` is {configuration.analysis}, and this archgate knows {analysis} at the most"
        raise invalid(
            message, "leave it to `archgate policy widen`, or install the archgate that wrote it", configuration.path
        )


def check_wired(configuration: Configuration, tree: RootedTree) -> None:
    """Raises `InputError` for each of `wired` that is no file on disk: nothing there calls the gate."""
    base = os.fsencode(tree.root) + b"/"
    fix = "restore it, or name the file that calls `archgate check`"
    problems = [
        Problem(configuration.path, setting_line(configuration, tree, "wired", path), "INVALID", message, fix)
        for path in configuration.wired
        if not os.path.isfile(base + raw_path(path))
        for message in [f"`wired`: there is no file `{path}`"]
    ]
    if problems:
        raise InputError(problems)


def setting_line(configuration: Configuration, tree: Tree, key: str, item: str = "") -> int:
    """The line of a key of the configuration of a tree, or of a string in its value; 0 where it does not say it."""
    data = tree.read(configuration.path)
    return TomlSource(configuration.path, data).line_of(_TABLES[configuration.path], key, item) if data else 0


def outer_root(root: Path) -> Path | None:
    """The nearest folder above a configured one, in the same git work tree, that is configured too."""
    if (root / ".git").exists():
        return None
    for candidate in root.absolute().parents:
        if _is_configured(candidate):
            return candidate
        if (candidate / ".git").exists():
            break
    return None


def walk_scope(tree: RootedTree) -> tuple[Collection[bytes], Callable[[str], bool]]:
    """Outside git: the paths to start from, and which folders not to enter; everything as long as nothing is configured
    or a package does not exist. Raises `InputError` if the configuration is invalid."""
    if not has_configuration(tree):
        return [b""], lambda folder: takes_folder((), folder)
    configuration, _ = _parse(tree)
    packages, exclude = configuration.packages, configuration.exclude
    starts = [*packages, configuration.policies, configuration.fixtures]
    missing = any(not os.path.lexists(tree.root / package) for package in packages)
    return [b""] if missing else [start.encode() for start in starts], lambda folder: takes_folder(exclude, folder)


def _parse(tree: Tree) -> tuple[Configuration, TomlSource]:
    """The configuration, each value valid in itself, and where it stands."""
    said = _said(tree)
    if not said:
        raise _not_configured()
    if len(said) > 1:
        message = f"archgate is configured here and in {PYPROJECT}"
        raise invalid(message, f"keep one: {OWN_FILE} or [tool.archgate]", OWN_FILE, 1)
    [(source, table)] = [(one.source, one.table or {}) for one in said]
    _raise_faults(source, faults_of(table))
    return convert({**table, "path": source.path}, Configuration), source


def _said(tree: Tree) -> list[_Said]:
    """The files that configure archgate. An empty archgate.toml says nothing where pyproject.toml has a table."""
    read = [(path, tree.read(path)) for path in (PYPROJECT, OWN_FILE)]
    tables = [_table(TomlSource(path, data)) for path, data in read if data is not None and _concerns(path, data)]
    said = [one for one in tables if one.table is not None]
    return [one for one in said if one.table] or said[:1]


def _table(source: TomlSource) -> _Said:
    values = source.parse()
    if source.path == OWN_FILE:
        return _Said(source, values)
    tool = values.get("tool")
    table = tool.get("archgate") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise invalid("`tool.archgate` must be a table", "write `[tool.archgate]`", source.path)
    return _Said(source, table)


def _concerns(path: str, data: bytes) -> bool:
    return path == OWN_FILE or b"archgate" in data


def _is_configured(folder: Path) -> bool:
    return (folder / OWN_FILE).is_file() or _mentions_archgate(folder / PYPROJECT)


def _mentions_archgate(path: Path) -> bool:
    """Whether a pyproject.toml has archgate's table, or is broken where it might have it."""
    try:
        data = path.read_bytes()
        return _concerns(path.name, data) and _table(TomlSource(path.name, data)).table is not None
    except OSError:
        return False
    except InputError:
        return True


def _raise_faults(source: TomlSource, faults: Iterable[Fault]) -> None:
    table = _TABLES[source.path]
    problems = [
        Problem(source.path, source.line_of(table, fault.key, fault.item), "INVALID", fault.message, fault.fix)
        for fault in faults
    ]
    if problems:
        raise InputError(problems)


def _not_configured() -> InputError:
    message = f"there is no {OWN_FILE} and no [tool.archgate] in {PYPROJECT}, here or above"
    return invalid(message, "run `archgate init`")
