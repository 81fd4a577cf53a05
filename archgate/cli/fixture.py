"""archgate fixture ..."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from archgate.cli.options import Base

if TYPE_CHECKING:
    from archgate.run.opening import Options

app = typer.Typer(help="Write and check low-water marks; every writer refuses growth.", no_args_is_help=True)
Rule = Annotated[str | None, typer.Option("--rule", metavar="RULE", help="One rule; otherwise all with marks.")]


@app.command()
def write(rule: Rule = None, base: Base = None) -> int:
    """Write today's measures as marks, where they are no more than on disk and at base."""
    from archgate.cli.policy import told
    from archgate.run.fixture import write as run

    return told(run(_options(base), rule))


@app.command()
def rebase(rule: Rule = None, base: Base = None) -> int:
    """Take in what a better ruler newly sees and base's tree shows too; in a change without host source."""
    from archgate.cli.policy import told
    from archgate.run.fixture import rebase as run

    return told(run(_options(base), rule))


@app.command()
def verify(rule: Rule = None, base: Base = None) -> int:
    """Hold the fixtures against the tree: form, order and every mark."""
    from archgate.cli.output import emit
    from archgate.gate.codes import exit_code
    from archgate.report.outcome import render_verified
    from archgate.run.fixture import verify as run

    verified = run(_options(base), rule)
    emit(render_verified(verified))
    return exit_code([finding.code for finding in verified.findings if finding.blocks])


@app.command()
def merge(
    base: Annotated[Path, typer.Argument(metavar="BASE", help="%O of git's merge driver.")],
    ours: Annotated[Path, typer.Argument(metavar="OURS", help="%A; the result is written here.")],
    theirs: Annotated[Path, typer.Argument(metavar="THEIRS", help="%B.")],
    path: Annotated[str, typer.Argument(metavar="PATH", help="%P, the fixture's path.")],
) -> int:
    """Three-way merge of one fixture, as git's merge driver."""
    from archgate.run.merge import merge_fixture_files
    from archgate.run.say import say

    conflicts = merge_fixture_files(base, ours, theirs, path)
    for conflict in conflicts:
        say(f"{path}: {conflict}")
    return int(bool(conflicts))


def _options(base: str | None) -> "Options":
    from archgate.run.opening import Options, here

    return Options(here(), base=base, unprotected=True)
