"""What a report says of the files of the host, once it is sure that it is a report of just these files."""

import ast
from collections.abc import Iterator, Mapping

from msgspec import Struct

from archgate.facts.view import View
from archgate.host.bench import Bench
from archgate.host.errors import InputError
from archgate.index.module import ModuleIndex
from archgate.link.module import Module
from archgate.measure.coverage_paths import Matched, matched
from archgate.measure.coverage_reader import read_report
from archgate.measure.coverage_report import Lines, ReportError
from archgate.measure.coverage_settings import is_omitted, omitted


class Covered(Struct, frozen=True):
    """The lines of each module of the host that was measured. `omitted` are the paths that coverage.py leaves out."""

    modules: Mapping[str, Lines]
    omitted: tuple[str, ...]
    version: str
    has_branches: bool


def covered(view: View, report: str, packages: tuple[str, ...]) -> Covered:
    """What the report at path `report` says of the modules in `packages`; worked out once a view.

    Raises ReportError, in words that name the report and the file, where it is missing or of other sources.
    """
    found = view.once(("coverage", report, packages), lambda: _outcome(view, report, packages))
    if isinstance(found, ReportError):
        raise found
    return found


def _outcome(view: View, report: str, packages: tuple[str, ...]) -> Covered | ReportError:
    try:
        return _covered(view, report, packages)
    except ReportError as error:
        return ReportError(f"{report}: {error}")


def _covered(view: View, report: str, packages: tuple[str, ...]) -> Covered:
    bench = view.bench
    if bench is None or not bench.is_of_work_tree:
        raise ReportError("it speaks of the work tree alone")
    read = read_report(_bytes(bench, report))
    inside = view.selects(packages)
    modules = {name: module for name, module in view.host.modules.items() if inside(name)}
    said = matched(read, str(bench.root), [module.path for module in view.host.modules.values()])
    _check_others(bench, said)
    contents = _contents(bench, modules)
    left_out = tuple(_left_out(bench, modules, said, contents))
    lines = {name: said.files[module.path] for name, module in modules.items() if module.path in said.files}
    for name, found in lines.items():
        _check_lines(modules[name], found, contents[modules[name].path])
    return Covered(lines, left_out, read.version, read.has_branches)


def _bytes(bench: Bench, report: str) -> bytes:
    try:
        return (bench.root / report).read_bytes()
    except FileNotFoundError:
        raise ReportError("there is no such file; write it with `coverage json` before archgate runs") from None
    except OSError as error:
        raise ReportError(f"it cannot be read: {error.strerror or error}") from None


def _contents(bench: Bench, modules: Mapping[str, Module]) -> Mapping[str, bytes]:
    """The bytes of the modules' files by path. Raises ReportError where one cannot be read."""
    found = {}
    for path, content in bench.tree.contents([module.path for module in modules.values()]):
        if content.error is not None:
            raise ReportError(f"{path} cannot be read: {content.error}")
        data = content.data
        found[path] = bench.tree.load([content.key])[content.key] if data is None else data
    return found


def _check_others(bench: Bench, said: Matched) -> None:
    paths = bench.tree.paths()
    for path in said.others:
        if path not in paths and not (bench.root / path).is_file():
            raise ReportError(f"it names {path}, which is not there: it is of another tree; measure again")


def _left_out(
    bench: Bench, modules: Mapping[str, Module], said: Matched, contents: Mapping[str, bytes]
) -> Iterator[str]:
    """The files without statements are fine; those that `omit` names are given; any other is not known."""
    patterns = _patterns(bench)
    for module in modules.values():
        if module.path not in said.files and _has_statements(contents[module.path]):
            if not is_omitted(module.path, patterns):
                message = f"it does not speak of {module.path}"
                raise ReportError(f"{message}: measure it too (`source` of coverage.py), or name it in its `omit`")
            yield module.path


def _patterns(bench: Bench) -> list[str]:
    try:
        return omitted(bench.settings)
    except InputError as error:
        raise ReportError(f"the settings of coverage.py cannot be read: {error}") from None


def _has_statements(data: bytes) -> bool:
    return any(
        not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in ast.parse(data).body
    )


def _check_lines(module: Module, lines: Lines, data: bytes) -> None:
    """Statements stand on lines that hold code, and each definition of the file is known to the report."""
    text = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    for line in sorted(lines.executed | lines.missing):
        written = text[line - 1].strip() if line <= len(text) else b""
        if not written or written.startswith(b"#"):
            raise ReportError(f"it has a statement in line {line} of {module.path}, where there is none: measure again")
    if lines.excluded is not None:
        _check_definitions(module.path, module.index, lines.executed | lines.missing | lines.excluded)


def _check_definitions(path: str, index: ModuleIndex, known: frozenset[int]) -> None:
    for definition in index.definitions:
        if definition.line not in known:
            where = f"`{definition.name}` in line {definition.line} of {path}"
            raise ReportError(f"it does not know {where}: the file has changed since; measure again")
