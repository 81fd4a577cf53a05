"""What a report says of the files of the host, once it is sure that it is a report of just these files."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from archgate.facts.view import View
from archgate.host.bench import Bench
from archgate.host.errors import InputError
from archgate.measure.coverage_fitting import Leeway, misfit
from archgate.measure.coverage_paths import Matched, matched
from archgate.measure.coverage_reader import read_report
from archgate.measure.coverage_report import Lines, ReportError
from archgate.measure.coverage_settings import (
    EXCLUDE,
    OMIT,
    Settings,
    is_omitted,
    leaves_unknown,
    patterns,
    read_settings,
)
from archgate.measure.readings import Reading, digest, keep, kept

_GENERATION = 1
"""Raised whenever the same report would be taken for that of the same sources no longer, or newly."""


class Covered(Struct, frozen=True):
    """The lines of each module of the host that was measured. `omitted` are the paths that coverage.py leaves out."""

    modules: Mapping[str, Lines]
    omitted: tuple[str, ...]
    version: str
    has_branches: bool


def covered(view: View, report: str, packages: tuple[str, ...], config: str) -> Covered:
    """What the report at path `report` says of the modules in `packages`; worked out once a view.

    `config` is coverage.py's configuration, "" for what it finds at the root.

    Raises ReportError, in words that name the report and the file, where it is missing or of other sources.
    """
    found = view.once(("coverage", report, packages, config), lambda: _outcome(view, report, packages, config))
    if isinstance(found, ReportError):
        raise found
    return found


def _outcome(view: View, report: str, packages: tuple[str, ...], config: str) -> Covered | ReportError:
    try:
        return _covered(view, report, packages, config)
    except ReportError as error:
        return ReportError(f"{report}: {error}")


def _covered(view: View, report: str, packages: tuple[str, ...], config: str) -> Covered:
    bench = view.bench
    if bench is None or not bench.is_of_work_tree:
        raise ReportError("it speaks of the work tree alone")
    read = read_report(_bytes(bench, report))
    inside = view.selects(packages)
    paths = {name: module.path for name, module in view.host.modules.items() if inside(name)}
    said = matched(read, str(bench.root), [module.path for module in view.host.modules.values()])
    _check_others(bench, said)
    contents = _contents(bench, paths.values())
    settings = _settings(bench, config)
    left_out = tuple(_left_out(patterns(settings, OMIT), said, contents))
    leeway = Leeway(patterns(settings, EXCLUDE), leaves_unknown(settings), read.is_exact)
    _check_lines(bench, {path: lines for path, lines in said.files.items() if path in contents}, contents, leeway)
    lines = {name: said.files[path] for name, path in paths.items() if path in said.files}
    return Covered(lines, left_out, read.version, read.has_branches)


def _bytes(bench: Bench, report: str) -> bytes:
    try:
        return (bench.root / report).read_bytes()
    except FileNotFoundError:
        raise ReportError("there is no such file; write it with `coverage json` before archgate runs") from None
    except OSError as error:
        raise ReportError(f"it cannot be read: {error.strerror or error}") from None


def _contents(bench: Bench, paths: Iterable[str]) -> Mapping[str, bytes]:
    """The bytes of files by path. Raises ReportError where one cannot be read."""
    found = {}
    for path, content in bench.tree.contents(list(paths)):
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


def _left_out(omitted: Sequence[str], said: Matched, contents: Mapping[str, bytes]) -> Iterator[str]:
    """The files without statements are fine; those that `omit` names are given; any other is not known."""
    for path, data in contents.items():
        if path not in said.files and _has_statements(data):
            if not is_omitted(path, omitted):
                message = f"it does not speak of {path}"
                raise ReportError(f"{message}: measure it too (`source` of coverage.py), or name it in its `omit`")
            yield path


def _settings(bench: Bench, config: str) -> Settings:
    """What the work tree tells coverage.py, whatever settings the facts are wanted by: it made the report."""
    try:
        if config and bench.tree.read(config) is None:
            raise ReportError(f"there is no {config}, which `[scope] config` names")
        return read_settings(bench.tree, config)
    except InputError as error:
        raise ReportError(f"the settings of coverage.py cannot be read: {error}") from None


def _has_statements(data: bytes) -> bool:
    return any(
        not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in ast.parse(data).body
    )


def _check_lines(bench: Bench, said: Mapping[str, Lines], contents: Mapping[str, bytes], leeway: Leeway) -> None:
    """Raises ReportError for the first file that is not as the report has it. What fits is not asked again."""
    sizes = {
        path: [sorted(lines.executed | lines.missing), sorted(lines.excluded or ())] for path, lines in said.items()
    }
    keys = bench.tree.keys(sorted(said))
    key = digest("coverage fits", _GENERATION, leeway, sizes, dict(keys))
    if bench.cached and kept(bench.scratch, key) is not None:
        return
    for path, lines in sorted(said.items()):
        fault = misfit(path, contents[path], lines, leeway)
        if fault:
            raise ReportError(fault)
    if bench.cached:
        keep(bench.scratch, key, Reading())
