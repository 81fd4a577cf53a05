"""archgate policy ..."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from archgate.cli.options import Base, Owner, Reason

if TYPE_CHECKING:
    from archgate.report.outcome import Outcome
    from archgate.run.opening import Options

app = typer.Typer(help="Read and write policies; every writer refuses growth.", no_args_is_help=True)
RuleName = Annotated[str, typer.Argument(metavar="RULE", help="The rule.")]
AnyRule = Annotated[str | None, typer.Argument(metavar="[RULE]", help="One rule; otherwise all.")]


@app.command()
def freeze(rule: RuleName, base: Base = None) -> int:
    """Freeze today's facts of a rule for which nothing is frozen yet."""
    from archgate.run.freeze import freeze as run

    return told(run(_options(base), rule))


@app.command()
def widen(rule: AnyRule = None, base: Base = None) -> int:
    """Add entries for what a wider law newly sees and base's tree shows too."""
    from archgate.run.freeze import widen as run

    return told(run(_options(base), rule))


@app.command()
def shrink(rule: AnyRule = None, base: Base = None) -> int:
    """Cut the entries down to what the host still shows."""
    from archgate.run.shrink import shrink as run

    return told(run(_options(base), rule))


@app.command(name="fmt")
def format_(
    check: Annotated[bool, typer.Option("--check", help="Write nothing; 1 if a file would change.")] = False,
) -> int:
    """Sort and lay out every policy and decision."""
    from archgate.run.format import format_policies

    changed = format_policies(_options(None), write=not check)
    for path in changed:
        typer.echo(f"{'would change' if check else 'wrote'} {path}")
    return int(check and bool(changed))


@app.command()
def lint() -> int:
    """Read every policy and decision and tell everything that is wrong."""
    from archgate.run.lint import lint as run

    law = run(_options(None))
    typer.echo(f"{len(law.policies)} policies, {len(law.decisions)} decisions, {law.unreviewed} unreviewed")
    return 0


@app.command()
def merge(
    base: Annotated[Path, typer.Argument(metavar="BASE", help="%O of git's merge driver.")],
    ours: Annotated[Path, typer.Argument(metavar="OURS", help="%A; the result is written here.")],
    theirs: Annotated[Path, typer.Argument(metavar="THEIRS", help="%B.")],
    path: Annotated[str, typer.Argument(metavar="PATH", help="%P, the policy's path.")],
) -> int:
    """Three-way merge of one policy, as git's merge driver."""
    from archgate.run.merge import merge_files
    from archgate.run.say import say

    conflicts = merge_files(base, ours, theirs, path)
    for conflict in conflicts:
        say(f"{path}: {conflict}")
    return int(bool(conflicts))


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
    """Decide that OLD went to NEW; entries, owners and selectors follow."""
    if detect:
        if old is not None or reason or owner:
            raise typer.BadParameter("--detect takes no OLD, NEW, reason or owner: it only proposes")
        return _detected(base)
    if old is None or not new:
        raise typer.BadParameter("name OLD and NEW; or see what there is to decide: --detect")
    from archgate.run.move import move as run

    return told(run(_options(base), old, new, reason, owner))


def _detected(base: str | None) -> int:
    from archgate.cli.output import emit
    from archgate.report.proposals import render
    from archgate.run.detect import detect

    emit(render(detect(_options(base))))
    return 0


@app.command()
def revert(
    commit: Annotated[str, typer.Argument(metavar="COMMIT", help="The commit that this change takes back.")],
    reason: Reason = None,
    owner: Owner = None,
    base: Base = None,
) -> int:
    """Decide that this change takes COMMIT back; the entries that it removed come back."""
    from archgate.run.revert import revert as run

    return told(run(_options(base), commit, reason, owner))


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

    return told(run(_options(base), ids, leaf, reason, owner))


def _options(base: str | None) -> "Options":
    from archgate.run.opening import Options, here

    return Options(here(), base=base, unprotected=True)


def told(outcome: "Outcome") -> int:
    """Print what a writer did, and give the exit code."""
    from archgate.cli.output import emit
    from archgate.report.outcome import render

    emit(render(outcome))
    return int(bool(outcome.refused))
