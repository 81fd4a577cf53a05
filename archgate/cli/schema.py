"""archgate schema"""

from typing import Annotated, Literal

import typer

from archgate.cli.options import Output

NAME = "schema"
Name = Annotated[
    Literal["check", "configuration", "debt", "decision", "facts", "fixture", "policy", "trend"],
    typer.Argument(metavar="NAME", help="A file (configuration, policy, fixture, decision), or the JSON of a command."),
]


def run(name: Name, output: Output = None) -> int:
    """Print the JSON Schema of a file, or of what a command prints."""
    from archgate.cli.output import emit
    from archgate.report.schemas import render

    emit(render(name), output)
    return 0
