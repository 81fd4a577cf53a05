"""archgate explain"""

from typing import Annotated

import typer

from archgate.cli.options import Base

NAME = "explain"


def run(
    subject: Annotated[str, typer.Argument(metavar="ID|CODE", help="The id of a fact or finding, or a code.")],
    base: Base = None,
) -> int:
    """Say what a fact, finding or code is, where, and what to do."""
    from archgate.cli.output import emit
    from archgate.report.explanation import render
    from archgate.run.explain import explain
    from archgate.run.opening import Options, here

    emit(render(explain(Options(here(), base=base, unprotected=True), subject)))
    return 0
