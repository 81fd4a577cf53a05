"""archgate schema"""

from typing import Annotated, Literal

import typer

from archgate.cli.options import Output

NAME = "schema"
Name = Annotated[
    Literal["check", "configuration", "debt", "decision", "facts", "fixture", "policy", "trend"],
    typer.Argument(metavar="NAME", help="check, configuration, debt, decision, facts, fixture, policy or trend."),
]


def run(name: Name, output: Output = None) -> int:
    """Print the JSON Schema of a file that archgate reads, or of JSON that it prints."""
    from archgate.cli.output import emit
    from archgate.report.schemas import render

    emit(render(name), output)
    return 0
