"""archgate fixture ..."""

from typing import Annotated

import typer

from archgate.cli.options import Base
from archgate.cli.writing import MergeBase, MergedPath, Ours, Theirs, options_of, told, told_conflicts

app = typer.Typer(help="Write and check low-water marks; every writer refuses growth.", no_args_is_help=True)
Rule = Annotated[str | None, typer.Option("--rule", metavar="RULE", help="One rule; otherwise all with marks.")]


@app.command()
def write(rule: Rule = None, base: Base = None) -> int:
    """Write today's measures as marks.

    Refused where one would be more than on disk or at base.
    """
    from archgate.run.fixture import write as run

    return told(run(options_of(base), rule))


@app.command()
def rebase(rule: Rule = None, base: Base = None) -> int:
    """Take in what a better ruler newly sees.

    Only what base's tree shows too, and in a change without host source.
    """
    from archgate.run.fixture import rebase as run

    return told(run(options_of(base), rule))


@app.command()
def verify(rule: Rule = None, base: Base = None) -> int:
    """Hold the fixtures against the tree: form, order and every mark."""
    from archgate.cli.output import emit
    from archgate.gate.codes import exit_code
    from archgate.report.outcome import render_verified
    from archgate.run.fixture import verify as run

    verified = run(options_of(base), rule)
    emit(render_verified(verified))
    return exit_code([finding.code for finding in verified.findings if finding.blocks])


@app.command()
def merge(base: MergeBase, ours: Ours, theirs: Theirs, path: MergedPath) -> int:
    """Three-way merge of one fixture, as git's merge driver."""
    from archgate.run.merge import merge_fixture_files

    return told_conflicts(path, merge_fixture_files(base, ours, theirs, path))
