"""Reads a coverage report of either form, told by its content."""

from archgate.measure.coverage_json import read_json
from archgate.measure.coverage_report import Lines, Report, ReportError
from archgate.measure.coverage_xml import read_xml


def read_report(data: bytes) -> Report:
    """The report with these bytes, coverage.py's JSON or Cobertura's XML. Raises ReportError for anything else."""
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start not in (b"{", b"<"):
        raise ReportError("it is neither coverage.py's JSON nor Cobertura's XML" if data.strip() else "it is empty")
    report = read_json(data) if start == b"{" else read_xml(data)
    if not report.files:
        raise ReportError("it has no files: nothing was measured")
    for path, lines in report.files.items():
        _check(path, lines)
    return report


def _check(path: str, lines: Lines) -> None:
    if lines.executed & lines.missing:
        raise ReportError(f"line {min(lines.executed & lines.missing)} of {path} both ran and did not")
    if min(lines.executed | lines.missing, default=1) < 1:
        raise ReportError(f"{path} has a line below 1")
    if not 0 <= lines.covered_branches <= lines.branches:
        raise ReportError(f"{path} has {lines.covered_branches} of {lines.branches} branches covered")
