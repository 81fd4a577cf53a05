"""archgate roadmap ..."""

from typing import Annotated, Literal

import typer

from archgate.cli.options import Document, Output

app = typer.Typer(help="The roadmap as a whole: check it, draw it, count it.", no_args_is_help=True)
Format = Annotated[Literal["text", "json"], typer.Option("--format", help="How to report.")]
GraphFormat = Annotated[Literal["dot", "mermaid", "json"], typer.Option("--format", help="How to draw.")]


@app.command()
def lint(document: Document = None, form: Format = "text", output: Output = None) -> int:
    """Tell everything that is wrong with the roadmap.

    Exit code: 0 nothing, 1 something, 2 it cannot be used.
    """
    from archgate.cli.output import emit
    from archgate.report.roadmap_lint import render
    from archgate.run.opening import Options, here
    from archgate.run.roadmap import lint_roadmap

    linting = lint_roadmap(Options(here()), document)
    emit(render(linting, form), output)
    return linting.exit


@app.command()
def graph(document: Document = None, form: GraphFormat = "mermaid", output: Output = None) -> int:
    """Draw the leaves by stage with their dependencies and states."""
    from archgate.cli.output import emit
    from archgate.report.roadmap_graph import render
    from archgate.run.leaf import catalogue
    from archgate.run.opening import Options, here

    emit(render(catalogue(Options(here()), document), form), output)
    return 0


@app.command()
def status(document: Document = None, form: Format = "text", output: Output = None) -> int:
    """Count the leaves of each stage, and list what is left to hold."""
    from archgate.cli.output import emit
    from archgate.report.roadmap_status import render
    from archgate.run.leaf import status as run
    from archgate.run.opening import Options, here

    emit(render(run(Options(here()), document), form), output)
    return 0
