"""archgate facts"""

from typing import Annotated, Literal

import typer

from archgate.cli.options import NoCache, Output, Processes, Revision

NAME = "facts"
Format = Annotated[Literal["text", "json", "csv"], typer.Option("--format", help="How to list.")]
Subject = Annotated[
    str,
    typer.Argument(
        metavar="RULE|imports|cycles|uses",
        help="A rule; `imports` or `cycles` of the host, whatever its rules; `uses`: what it uses of outside.",
    ),
]


def run(
    rule: Subject,
    external: Annotated[bool, typer.Option("--external", help="With edges to what is not the host's.")] = False,
    implied: Annotated[
        bool, typer.Option("--implied", help="With edges to the parent packages that Python runs.")
    ] = False,
    target: Annotated[str, typer.Option("--target", metavar="NAME", help="`uses`: only of this target.")] = "",
    module: Annotated[str, typer.Option("--module", metavar="SELECTOR", help="`uses`: only of these modules.")] = "",
    rev: Revision = None,
    form: Format = "text",
    output: Output = None,
    processes: Processes = None,
    no_cache: NoCache = False,
) -> int:
    """List what the host shows, without a verdict."""
    from archgate.cli.output import emit
    from archgate.report.listing import render
    from archgate.run.facts import cycles, facts, imports, uses
    from archgate.run.opening import Options, here
    from archgate.run.say import say

    options = Options(here(), revision=rev, processes=processes, cached=not no_cache)
    if rule == "imports":
        listing = imports(options, external=external, implied=implied)
    elif rule == "uses":
        listing = uses(options, target=target, module=module)
    else:
        listing = cycles(options) if rule == "cycles" else facts(options, rule)
    emit(render(listing, form), output)
    for problem in listing.problems:
        say(str(problem))
    return listing.exit
