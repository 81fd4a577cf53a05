"""What the configuration of the tools passes over: ignores and excludes, in each of the files that they read.

One object an item, `tool.key:value`: `ruff.ignore:E501`, `ruff.per-file-ignores:tests/**:S101`, `mypy.exclude:docs/`,
`mypy.ignore_errors` (of all modules), `mypy.ignore_errors:app.old.*` (of some), `mypy.follow_imports:app.old.*` and
`mypy.disallow_untyped_defs:app.old.*` (what is laxer for some than for all), `coverage.omit:app/dev/*`,
`pylint.disable:no-member`, `flake8.extend-ignore:E203`, `bandit.skips:B101`, `pyright.ignore:app/old`. A `|` in a
value is written `\\x7c`, since identities are cut there.
"""

import configparser
import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from archgate.host.errors import invalid
from archgate.host.printable import printable
from archgate.host.toml_source import TomlSource
from archgate.index.suppressions import tightens

Setting = tuple[str, int]
"""An object and its line, 0 where that is not found."""

_PYPROJECT = "pyproject.toml"

NAMES = frozenset(
    [
        *("pyproject.toml", "setup.cfg", "tox.ini", "ruff.toml", ".ruff.toml", "mypy.ini", ".mypy.ini", ".coveragerc"),
        *(
            ".coveragerc.toml",
            "pylintrc",
            ".pylintrc",
            "pylintrc.toml",
            ".pylintrc.toml",
            ".flake8",
            ".bandit",
            "pyrightconfig.json",
        ),
    ]
)
"""The names of the files that are read."""

_NOT_OF_RUFF = NAMES - {_PYPROJECT, "ruff.toml", ".ruff.toml"}

_LISTS: Mapping[str, tuple[str, ...]] = {
    "ruff": ("ignore", "extend-ignore", "exclude", "extend-exclude"),
    "flake8": ("ignore", "extend-ignore", "exclude", "extend-exclude"),
    "mypy": ("exclude", "disable_error_code", "always_true", "always_false"),
    "coverage": ("omit", "exclude_lines", "exclude_also", "partial_branches", "partial_also"),
    "pylint": ("disable", "ignore", "ignore-paths", "ignore-patterns", "ignored-modules", "ignored-classes"),
    "pyright": ("exclude", "ignore"),
    "bandit": ("skips", "exclude_dirs", "exclude", "skip"),
}
_PER_FILE = ("per-file-ignores", "extend-per-file-ignores")
_FLAGS = {"mypy": ("ignore_errors", "ignore_missing_imports")}
_ON, _OFF = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
_ALLOWING = ("allow_", "implicit_")
_SPLITS_AT_SPACES = frozenset(["flake8", "pylint", "bandit"])
_PER_FILE_PAIR = re.compile(r"([^\s,:]+)\s*:\s*([A-Z]+\d*(?:[\s,]+[A-Z]+\d*(?![^\s,]*\s*:))*)")

Table = Mapping[str, Any]
Read = tuple[str, str, Table]
"""A tool, the modules that its settings are for ("" all), and the settings."""


def tool_settings(path: str, data: bytes) -> list[Setting]:
    """What the file at `path` passes over, sorted. Raises `InputError` where it cannot be read.

    Its name is one of `NAMES`; a file of another name is one that ruff's settings extend.
    """
    lines = TomlSource(path, data).text.split("\n")
    found = {name for read in settings_tables(path, data) for name in _passed_over(*read)}
    return sorted((printable(name.replace("|", r"\x7c")), _line(lines, name)) for name in found)


def extended(path: str, data: bytes) -> str:
    """The file that ruff's settings at `path` extend, relative to the root; "" for none, or for one above the root.

    Raises `InputError` where the file cannot be read.
    """
    if path.rpartition("/")[2] in _NOT_OF_RUFF:
        return ""
    values = TomlSource(path, data).parse()
    table = _table(_table(values.get("tool")).get("ruff")) if path.endswith(_PYPROJECT) else values
    named = table.get("extend")
    found = posixpath.normpath(posixpath.join(posixpath.dirname(path), named)) if isinstance(named, str) else ""
    return "" if found.startswith(("../", "/")) else found


def settings_tables(path: str, data: bytes, name: str = "") -> Iterator[Read]:
    """The settings in the file at `path`, table by table, read as one called `name`, by default its own name.

    Raises `InputError` where it cannot be read.
    """
    source = TomlSource(path, data)
    name = name or source.path.rpartition("/")[2]
    if name == "pyrightconfig.json":
        yield "pyright", "", _json(source)
    elif name.endswith("ruff.toml") or name not in NAMES:
        yield from _ruff(source.parse())
    elif name == ".coveragerc.toml":
        yield from _coverage(source.parse())
        yield from _toml(source.parse())
    elif name.endswith(".toml"):
        yield from _toml(source.parse())
    else:
        yield from _ini(source, name)


def _json(source: TomlSource) -> Table:
    text = re.sub(r"^\s*//.*$", "", source.text, flags=re.MULTILINE)
    try:
        return _table(json.loads(text))
    except ValueError as error:
        raise invalid(f"the file is no JSON: {error}", "mend it", source.path) from None


def _toml(values: Table) -> Iterator[Read]:
    tools = _table(values.get("tool"))
    yield from _ruff(_table(tools.get("ruff")))
    mypy = _table(tools.get("mypy"))
    yield "mypy", "", mypy
    for override in mypy.get("overrides", ()) if isinstance(mypy.get("overrides"), list) else ():
        modules = _table(override).get("module")
        for module in modules if isinstance(modules, list) else [modules]:
            yield "mypy", str(module), _table(override)
    yield from _coverage(_table(tools.get("coverage")))
    pylint = _table(tools.get("pylint"))
    for table in (pylint, *pylint.values()):
        yield "pylint", "", _table(table)
    for tool in ("pyright", "basedpyright", "bandit", "flake8"):
        yield tool.removeprefix("based"), "", _table(tools.get(tool))


def _coverage(table: Table) -> Iterator[Read]:
    for section in ("run", "report"):
        yield "coverage", "", _table(table.get(section))


def _ruff(table: Table) -> Iterator[Read]:
    yield "ruff", "", table
    yield "ruff", "", _table(table.get("lint"))


def _ini(source: TomlSource, name: str) -> Iterator[Read]:
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(source.text)
    except configparser.Error as error:
        line = getattr(error, "lineno", 0) or next((number for number, _ in getattr(error, "errors", ())), 0)
        message = f"the file cannot be read: {error.message.splitlines()[0]}"
        raise invalid(message, "mend it", source.path, line) from None
    for section in parser.sections():
        tool, modules = _section(name, section)
        for module in modules:
            yield tool, module, dict(parser.items(section))


def _section(name: str, section: str) -> tuple[str, list[str]]:
    """The tool of a section and the modules it is for."""
    if section.startswith("mypy-"):
        return "mypy", [module.strip() for module in section.removeprefix("mypy-").split(",")]
    if section in ("coverage:run", "coverage:report") or (name == ".coveragerc" and section in ("run", "report")):
        return "coverage", [""]
    if section.startswith("pylint") or name.endswith("pylintrc"):
        return "pylint", [""]
    return (section, [""]) if section in _LISTS else ("", [])


def _passed_over(tool: str, module: str, table: Table) -> Iterator[str]:
    of = f":{module}" if module else ""
    for written, value in table.items():
        key = _spelled(tool, written)
        if key in _LISTS[tool]:
            yield from (f"{tool}.{key}{of}:{one}" for one in _values(tool, key, value))
        elif key in _PER_FILE:
            yield from (f"{tool}.{key}:{glob}:{code}" for glob, code in _per_file(value))
        elif key in _FLAGS.get(tool, ()) and str(value).lower() in _ON:
            yield f"{tool}.{key}{of}"
        elif tool == "mypy" and key == "follow_imports" and value in ("skip", "silent"):
            yield f"{tool}.{key}{of or f':{value}'}"
        elif tool == "mypy" and module and _is_laxer(key, str(value).lower()):
            yield f"{tool}.{key}{of}"
        elif tool == "pyright" and key.startswith("report") and value in (False, "none", "warning", "information"):
            yield f"{tool}.{key}"


def _is_laxer(key: str, value: str) -> bool:
    """Whether an option of mypy is off where it would make mypy stricter, or on where it allows something."""
    return (tightens(key) and value in _OFF) or (key.startswith(_ALLOWING) and value in _ON)


def _spelled(tool: str, key: str) -> str:
    """A key as the documents of its tool spell it."""
    if tool in ("ruff", "flake8", "pylint"):
        return key.replace("_", "-")
    return key.replace("-", "_") if tool == "mypy" else key


def _values(tool: str, key: str, value: object) -> list[str]:
    if isinstance(value, list):
        return [str(one) for one in value]
    text = str(value or "")
    if tool == "mypy" and key == "exclude":
        return [text] if text else []
    cut = r"[,\s]+" if tool in _SPLITS_AT_SPACES else r"\n" if key.startswith(("exclude_", "partial_")) else r"[,\n]"
    return [part for one in re.split(cut, text) if (part := one.strip()) and not part.startswith("#")]


def _per_file(value: object) -> Iterable[tuple[str, str]]:
    """Pairs of a glob and a code."""
    if isinstance(value, dict):
        return [(str(glob), str(code)) for glob, codes in value.items() for code in _values("", "", codes)]
    if isinstance(value, list):
        value = "\n".join(map(str, value))
    pairs = _PER_FILE_PAIR.findall(str(value or ""))
    return [(glob, code) for glob, codes in pairs for code in re.split(r"[\s,]+", codes) if code]


def _table(value: object) -> Table:
    return value if isinstance(value, dict) else {}


def _line(lines: list[str], name: str) -> int:
    """The first line that holds an object's value, else its key."""
    head, _, value = name.partition(":")
    for word in filter(None, (value, value.rpartition(":")[2], head.partition(".")[2])):
        for number, line in enumerate(lines, 1):
            if word in line and not line.lstrip().startswith("#"):
                return number
    return 0
