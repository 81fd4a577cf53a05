"""What the commands that write frozen files share: how they judge, what git hands a merge driver, what they tell."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from archgate.report.outcome import Outcome
    from archgate.run.opening import Options

MergeBase = Annotated[Path, typer.Argument(metavar="BASE", help="%O of git's merge driver.")]
Ours = Annotated[Path, typer.Argument(metavar="OURS", help="%A; the result is written here.")]
Theirs = Annotated[Path, typer.Argument(metavar="THEIRS", help="%B.")]
MergedPath = Annotated[str, typer.Argument(metavar="PATH", help="%P, the path of the file.")]


def options_of(base: str | None) -> "Options":
    """How a writer looks at the host: without a base it is held against the disk alone, in CI too, and says so."""
    from archgate.run.opening import Options, here

    return Options(here(), base=base, unprotected=True)


def told(outcome: "Outcome") -> int:
    """Print what a writer did, and give the exit code."""
    from archgate.cli.output import emit
    from archgate.report.outcome import render

    emit(render(outcome))
    return int(bool(outcome.refused))


def told_conflicts(path: str, conflicts: Sequence[str]) -> int:
    """Say what a merge has left to people, and give the exit code."""
    from archgate.run.say import say

    for conflict in conflicts:
        say(f"{path}: {conflict}")
    return int(bool(conflicts))
