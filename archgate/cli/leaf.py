"""archgate leaf ..."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from archgate.cli.options import Document, Output

if TYPE_CHECKING:
    from archgate.report.leaves import Catalogue

app = typer.Typer(help="The leaves of the roadmap, one by one.", no_args_is_help=True)
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
    leaf: Annotated[str, typer.Argument(metavar="ID", help="The leaf, or a parent of leaves.")],
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
    leaf: Annotated[str, typer.Argument(metavar="ID", help="The leaf.")],
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


def _catalogue(document: Path | None) -> "Catalogue":
    from archgate.run.leaf import catalogue
    from archgate.run.opening import Options, here

    return catalogue(Options(here()), document)
