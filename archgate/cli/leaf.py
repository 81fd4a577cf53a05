"""archgate leaf ..."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from archgate.cli.options import Base, Document, NoCache, Output, Unprotected

if TYPE_CHECKING:
    from archgate.report.leaves import Catalogue

app = typer.Typer(help="The leaves of the roadmap, one by one.", no_args_is_help=True)
Leaf = Annotated[str, typer.Argument(metavar="ID", help="The leaf, or a parent of leaves.")]
State = Annotated[
    Literal["VERIFIED", "DELIVERED", "COMPLETE"] | None,
    typer.Option("--state", help="The state to judge for; by default the one that it claims."),
]
Run = Annotated[bool, typer.Option("--run", help="Run the leaf's acceptance commands.")]
Prove = Annotated[bool, typer.Option("--prove", help="Run what must fail without the leaf on the tree before it.")]
Junit = Annotated[
    list[Path] | None, typer.Option("--junit", metavar="FILE", help="A JUnit report of a test run, as evidence.")
]
Seconds = Annotated[float, typer.Option("--seconds", min=1, help="Seconds that each acceptance command may take.")]
Pass = Annotated[
    list[str] | None,
    typer.Option("--pass", metavar="NAME", help="A variable of yours that the commands get too."),
]
Fetch = Annotated[bool, typer.Option("--fetch", help="Ask the remote first where its branch stands.")]
Format = Annotated[Literal["text", "json"], typer.Option("--format", help="How to list.")]


@app.command(name="list")
def list_(document: Document = None, form: Format = "text", output: Output = None) -> int:
    """List the leaves with their states and dependencies."""
    from archgate.cli.output import emit
    from archgate.report.leaves import render_list

    emit(render_list(_catalogue(document), form), output)
    return 0


@app.command(name="next")
def next_(document: Document = None, form: Format = "text", output: Output = None) -> int:
    """Say which leaves can be begun, and what the others wait for."""
    from archgate.cli.output import emit
    from archgate.report.leaves import render_next

    emit(render_next(_catalogue(document), form), output)
    return 0


@app.command()
def show(
    leaf: Leaf,
    document: Document = None,
    form: Format = "text",
    output: Output = None,
) -> int:
    """Show all that is known of one leaf."""
    from archgate.cli.output import emit
    from archgate.report.leaves import render_show
    from archgate.run.leaf import sheet
    from archgate.run.opening import Options, here

    emit(render_show(sheet(Options(here()), leaf, document), form), output)
    return 0


@app.command()
def retire(
    leaf: Leaf,
    write: Annotated[
        bool, typer.Option("--write/--dry-run", help="Write the files; otherwise show what would be.")
    ] = False,
    everywhere: Annotated[bool, typer.Option("--everywhere", help="Also outside of what the leaf owns.")] = False,
) -> int:
    """Rewrite imports and uses of what a leaf retires to what it adopts."""
    from archgate.cli.output import emit
    from archgate.report.retirement import render
    from archgate.run.opening import Options, here
    from archgate.run.retire_leaf import retire_leaf

    found = retire_leaf(Options(here()), leaf, write=write, everywhere=everywhere)
    emit(render(found))
    return int(bool(found.refused))


@app.command()
def gate(
    leaf: Leaf,
    state: State = None,
    base: Base = None,
    unprotected: Unprotected = False,
    run: Run = False,
    prove: Prove = False,
    junit: Junit = None,
    fetch: Fetch = False,
    seconds: Seconds = 1800,
    passed: Pass = None,
    form: Format = "text",
    output: Output = None,
    no_cache: NoCache = False,
) -> int:
    """Say whether a leaf may be called done.

    Exit code: 0 it holds, 1 a condition fails, 2 something is invalid, 3 one cannot be judged.
    """
    from archgate.cli.output import emit
    from archgate.report.leaf_gate import render
    from archgate.roadmap.trial import Asked
    from archgate.run.leaf_gate import gate as gate_leaf
    from archgate.run.opening import Options, here

    options = Options(here(), base, unprotected=unprotected, cached=not no_cache)
    asked = Asked(run, prove, fetch, tuple(junit or ()), seconds, tuple(passed or ()))
    verdict = gate_leaf(options, leaf, state, asked)
    emit(render(verdict, form), output)
    return verdict.exit


def _catalogue(document: Path | None) -> "Catalogue":
    from archgate.run.leaf import catalogue
    from archgate.run.opening import Options, here

    return catalogue(Options(here()), document)
