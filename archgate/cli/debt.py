"""archgate debt"""

from typing import Annotated, Literal

import typer

from archgate.cli.options import Output, Revision

NAME = "debt"
Format = Annotated[Literal["text", "json", "csv", "markdown"], typer.Option("--format", help="How to list.")]
After = Annotated[str | None, typer.Option("--since", metavar="REV", help="Show what REV had beside it.")]
By = Annotated[Literal["leaf", "rule", "owner", "package"], typer.Option("--by", help="What to count by.")]


def run(
    by: By = "leaf",
    rev: Revision = None,
    since: After = None,
    form: Format = "text",
    output: Output = None,
) -> int:
    """Count the debt that the policies tolerate."""
    from archgate.cli.output import emit
    from archgate.report.debt import render
    from archgate.run.debt import debt
    from archgate.run.opening import Options, here

    emit(render(debt(Options(here(), revision=rev), by, since), form), output)
    return 0
