"""Whether what a report says of a file can be of the file as it is: each statement has a line in it, and only these."""

import ast
import re
from collections.abc import Sequence

from msgspec import Struct

from archgate.measure.coverage_exclusions import excludable_lines
from archgate.measure.coverage_report import Lines
from archgate.measure.coverage_statements import certain_statements, possible_lines

_AGAIN = "measure again"


class Leeway(Struct, frozen=True):
    """What coverage.py may leave out: the patterns of lines, and whether there are some that are not known.

    `is_exact`: the report is coverage.py's own, which lists every statement.
    """

    patterns: Sequence[str]
    has_others: bool
    is_exact: bool


def misfit(path: str, data: bytes, lines: Lines, leeway: Leeway) -> str:
    """Why a report that says `lines` of the file at `path` is not of these bytes, "" where it may be."""
    text = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    listed = lines.executed | lines.missing
    for line in sorted(listed):
        written = text[line - 1].strip() if line <= len(text) else b""
        if not written or written.startswith(b"#"):
            return f"it has a statement in line {line} of {path}, where there is none: {_AGAIN}"
    return _beside_tree(path, data, text, lines, leeway) if leeway.is_exact else ""


def _beside_tree(path: str, data: bytes, text: Sequence[bytes], lines: Lines, leeway: Leeway) -> str:
    tree = ast.parse(data)
    listed = lines.executed | lines.missing
    odd = listed - possible_lines(tree)
    if odd:
        return f"it has a statement in line {min(odd)} of {path}, where none begins: {_AGAIN}"
    certain = certain_statements(tree, text)
    lacking = frozenset(certain) - listed - (lines.excluded or frozenset())
    if not (lacking or lines.excluded):
        return ""
    try:
        excludable = excludable_lines(tree, data, leeway.patterns)
    except re.error as error:
        return f"a pattern of lines that coverage.py leaves out is none: {error}"
    return _left_out(path, lines, excludable, leeway) or _lacking(path, certain, lacking - excludable, lines, leeway)


def _left_out(path: str, lines: Lines, excludable: frozenset[int], leeway: Leeway) -> str:
    unexplained = (lines.excluded or frozenset()) - excludable
    if not unexplained or leeway.has_others:
        return ""
    why = "which neither a comment there nor the configuration of coverage.py excludes"
    return f"it leaves out line {min(unexplained)} of {path}, {why}: {_AGAIN} by the configuration that the host has"


def _lacking(path: str, certain: dict[int, str], lacking: frozenset[int], lines: Lines, leeway: Leeway) -> str:
    """In XML nothing says what was left out: what is lacking and might have been is given the benefit of the doubt."""
    if not lacking or (lines.excluded is None and leeway.has_others):
        return ""
    line = min(lacking)
    what = f"`{certain[line]}` in line {line}" if certain[line] else f"the statement in line {line}"
    return f"it does not know {what} of {path}: the file has changed since; {_AGAIN}"
