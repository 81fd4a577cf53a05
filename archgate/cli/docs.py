"""archgate docs ..."""

from pathlib import Path
from typing import Annotated

import typer

HELP = """Figures quoted in Markdown documents.

A figure stands between two marks, as <!-- archgate: debt egress -->12<!-- /archgate -->. The first mark says what is
quoted, as WHAT [WORD] [KEY=VALUE ...]: debt, marks or exceptions of a RULE or the total; facts of a RULE, or imports or
cycles; rules. Keys narrow it: leaf, owner, package, module; of=amount adds up instead of counting.
"""

app = typer.Typer(help=HELP, no_args_is_help=True)
Paths = Annotated[
    list[Path] | None, typer.Argument(metavar="[PATH...]", help="Documents or folders; otherwise every document.")
]


@app.command()
def verify(paths: Paths = None) -> int:
    """Hold every quoted figure against the work tree; 1 if one is stale."""
    from archgate.cli.output import emit
    from archgate.report.documents import render_verified
    from archgate.run.docs import verify as run
    from archgate.run.opening import Options, here

    found = run(Options(here()), paths or ())
    emit(render_verified(found))
    return int(any(one.stale for one in found))


@app.command()
def write(paths: Paths = None) -> int:
    """Write stale figures anew; all else stays as it is."""
    from archgate.cli.output import emit
    from archgate.report.documents import render_written
    from archgate.run.docs import write as run
    from archgate.run.opening import Options, here

    emit(render_written(run(Options(here()), paths or ())))
    return 0
