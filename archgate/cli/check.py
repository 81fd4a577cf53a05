"""archgate check"""

from typing import Annotated, Literal

import typer

from archgate.cli.options import Base, Merged, NoCache, Output, Processes, Rule, Unprotected

NAME = "check"
Format = Annotated[Literal["text", "json"], typer.Option("--format", help="How to report.")]


def run(
    base: Base = None,
    merged: Merged = False,
    unprotected: Unprotected = False,
    rule: Rule = None,
    format: Format = "text",  # noqa: A002
    output: Output = None,
    processes: Processes = None,
    no_cache: NoCache = False,
) -> int:
    """Hold the host against its law and the protected revision: 0 holds, 1 fails, 2 invalid, 3 unknown."""
    from archgate.cli.output import emit
    from archgate.report import text, verdict_json
    from archgate.run.check import check
    from archgate.run.opening import Options, here

    options = Options(here(), base, merged, unprotected, processes=processes, cached=not no_cache)
    verdict = check(options, rule)
    emit((verdict_json if format == "json" else text).render(verdict), output)
    return verdict.exit
