"""archgate policy ..."""

from typing import Annotated

import typer

from archgate.cli.options import Base, Owner, Reason
from archgate.cli.writing import MergeBase, MergedPath, Ours, Theirs, options_of, told, told_conflicts

app = typer.Typer(help="Read and write policies; every writer refuses growth.", no_args_is_help=True)
RuleName = Annotated[str, typer.Argument(metavar="RULE", help="The rule.")]
AnyRule = Annotated[str | None, typer.Argument(metavar="[RULE]", help="One rule; otherwise all.")]


@app.command()
def freeze(rule: RuleName, base: Base = None) -> int:
    """Freeze today's facts of a rule for which nothing is frozen yet."""
    from archgate.run.freeze import freeze as run

    return told(run(options_of(base), rule))


@app.command()
def widen(rule: AnyRule = None, base: Base = None) -> int:
    """Add entries for what a wider law newly sees.

    Only what base's tree shows too: the code is old, the law is new.
    """
    from archgate.run.freeze import widen as run

    return told(run(options_of(base), rule))


@app.command()
def shrink(rule: AnyRule = None, base: Base = None) -> int:
    """Cut the entries down to what the host still shows."""
    from archgate.run.shrink import shrink as run

    return told(run(options_of(base), rule))


@app.command(name="fmt")
def format_(
    check: Annotated[bool, typer.Option("--check", help="Write nothing; 1 if a file would change.")] = False,
) -> int:
    """Sort and lay out every policy and decision."""
    from archgate.run.format import format_policies

    changed = format_policies(options_of(None), write=not check)
    for path in changed:
        typer.echo(f"{'would change' if check else 'wrote'} {path}")
    return int(check and bool(changed))


@app.command()
def lint() -> int:
    """Tell everything that is wrong with policies and decisions."""
    from archgate.run.lint import lint as run

    law = run(options_of(None))
    typer.echo(f"{len(law.policies)} policies, {len(law.decisions)} decisions, {law.unreviewed} unreviewed")
    return 0


@app.command()
def merge(base: MergeBase, ours: Ours, theirs: Theirs, path: MergedPath) -> int:
    """Three-way merge of one policy, as git's merge driver."""
    from archgate.run.merge import merge_files

    return told_conflicts(path, merge_files(base, ours, theirs, path))


@app.command()
def move(
    old: Annotated[
        str | None, typer.Argument(metavar="OLD", help="The module (or module:definition) that moved.")
    ] = None,
    new: Annotated[list[str] | None, typer.Argument(metavar="NEW...", help="Where it went.")] = None,
    detect: Annotated[
        bool, typer.Option("--detect", help="Print the moves that git's pairing of files suggests, and write nothing.")
    ] = False,
    reason: Reason = None,
    owner: Owner = None,
    base: Base = None,
) -> int:
    """Decide that OLD went to NEW; entries and selectors follow."""
    if detect:
        if old is not None or reason or owner:
            raise typer.BadParameter("--detect takes no OLD, NEW, reason or owner: it only proposes")
        return _detected(base)
    if old is None or not new:
        raise typer.BadParameter("name OLD and NEW; or see what there is to decide: --detect")
    from archgate.run.move import move as run

    return told(run(options_of(base), old, new, reason, owner))


def _detected(base: str | None) -> int:
    from archgate.cli.output import emit
    from archgate.report.proposals import render
    from archgate.run.detect import detect

    emit(render(detect(options_of(base))))
    return 0


@app.command()
def revert(
    commit: Annotated[str, typer.Argument(metavar="COMMIT", help="The commit that this change takes back.")],
    reason: Reason = None,
    owner: Owner = None,
    base: Base = None,
) -> int:
    """Decide that this change takes COMMIT back.

    The entries that the commit removed come back with it.
    """
    from archgate.run.revert import revert as run

    return told(run(options_of(base), commit, reason, owner))


@app.command()
def reassign(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of debt entries.")],
    leaf: Annotated[str, typer.Option("--leaf", metavar="LEAF", help="The leaf that takes the debt over.")],
    reason: Reason = None,
    owner: Owner = None,
    base: Base = None,
) -> int:
    """Bind debt to another leaf, by decision and without host source."""
    from archgate.run.reassign import reassign as run

    return told(run(options_of(base), ids, leaf, reason, owner))
