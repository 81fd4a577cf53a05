"""archgate trend"""

import sys
from typing import Annotated, Literal

import typer

from archgate.cli.options import Output, Processes

NAME = "trend"
Format = Annotated[Literal["text", "json", "csv"], typer.Option("--format", help="How to show it.")]
Rule = Annotated[str, typer.Option("--rule", metavar="RULE", help="Only this rule.")]
Leaf = Annotated[str, typer.Option("--leaf", metavar="LEAF", help="Only debt bound to this leaf or its children.")]
Since = Annotated[str, typer.Option("--since", metavar="REV", help="From REV on, instead of from the beginning.")]
Every = Annotated[int, typer.Option("--every", min=1, metavar="N", help="Every Nth commit, and the first and last.")]
Facts = Annotated[bool, typer.Option("--facts", help="Facts of all rules at all commits: slow.")]


def run(
    rule: Rule = "",
    leaf: Leaf = "",
    since: Since = "",
    every: Every = 1,
    facts: Facts = False,
    form: Format = "text",
    output: Output = None,
    processes: Processes = None,
) -> int:
    """Show debt and facts over the history of the branch."""
    from archgate.cli.output import emit
    from archgate.report.trend import render
    from archgate.run.opening import Options, here
    from archgate.run.say import say
    from archgate.run.trend import Choice, trend

    found = trend(Options(here(), processes=processes), Choice(rule, leaf, since, every, facts))
    emit(render(found, form, blocks=output is not None or _shows_blocks()), output)
    if found.hint:
        say(found.hint)
    return 0


def _shows_blocks() -> bool:
    """Whether what reads stdout can be expected to show more than ASCII."""
    from archgate.report.sparkline import BLOCKS

    try:
        BLOCKS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
