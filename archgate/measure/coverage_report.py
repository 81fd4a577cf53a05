"""A coverage report, whatever wrote it: which lines of which files hold statements, and which of them ran."""

from collections.abc import Mapping

from msgspec import Struct


class Lines(Struct, frozen=True):
    """What a report says of one file: lines of statements that ran and that did not, and counts of branches.

    `excluded` are the lines that were not to be counted; None where the report does not tell.
    """

    executed: frozenset[int]
    missing: frozenset[int]
    excluded: frozenset[int] | None = None
    branches: int = 0
    covered_branches: int = 0


class Report(Struct, frozen=True):
    """The files of a report by path as it is written there. `version` is that of coverage.py, "" where it is not said.

    `sources` are folders to which paths may be relative; `has_branches`: branches were measured too; `is_exact`: it is
    coverage.py's own, which lists all statements.
    """

    files: Mapping[str, Lines]
    version: str
    has_branches: bool
    sources: tuple[str, ...] = ()
    is_exact: bool = True


class ReportError(Exception):
    """A report that cannot be used, in words."""
