"""coverage.py's JSON report, as `coverage json` writes it."""

import msgspec
from msgspec import Struct

from archgate.measure.coverage_report import Lines, Report, ReportError


class _Meta(Struct):
    version: str
    branch_coverage: bool = False


class _Summary(Struct):
    covered_lines: int
    num_statements: int
    num_branches: int = 0
    covered_branches: int = 0


class _File(Struct):
    executed_lines: list[int]
    missing_lines: list[int]
    summary: _Summary
    excluded_lines: list[int] = []


class _Document(Struct):
    meta: _Meta
    files: dict[str, _File]


def read_json(data: bytes) -> Report:
    """The report with these bytes. Raises ReportError where they are none, or where its sums do not hold."""
    try:
        document = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_Document)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ReportError(f"it is no JSON of coverage.py: {error}") from None
    files = {path: _lines(path, file) for path, file in document.files.items()}
    return Report(files, document.meta.version, document.meta.branch_coverage)


def _lines(path: str, file: _File) -> Lines:
    executed, missing = frozenset(file.executed_lines), frozenset(file.missing_lines)
    summary = file.summary
    if (summary.covered_lines, summary.num_statements) != (len(executed), len(executed) + len(missing)):
        raise ReportError(f"the summary of {path} does not fit its lines")
    return Lines(executed, missing, frozenset(file.excluded_lines), summary.num_branches, summary.covered_branches)
