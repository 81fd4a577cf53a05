"""archgate init"""

from typing import Annotated

import typer

from archgate.cli.options import NoCache, Processes

NAME = "init"
With = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="RULE", help="Also where the host does not use it yet: ruff, mypy or coverage."),
]


def run(with_: With = None, processes: Processes = None, no_cache: NoCache = False) -> int:
    """Find the packages, propose rules, freeze today's state."""
    from archgate.cli.output import emit
    from archgate.report.founding import render
    from archgate.run.init import init
    from archgate.run.opening import Options, here

    emit(render(init(Options(here(), processes=processes, cached=not no_cache), with_ or ())))
    return 0
