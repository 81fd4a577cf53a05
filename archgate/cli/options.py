"""The options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from archgate.cli.output import checked_output

Base = Annotated[
    str | None,
    typer.Option(
        "--base",
        metavar="REF",
        help="The protected revision; by default what CI announces, else the configuration.",
    ),
]
Merged = Annotated[bool, typer.Option("--merged", help="Judge the merge of base's tip and HEAD.")]
Unprotected = Annotated[bool, typer.Option("--unprotected", help="Allow a run in CI that no base protects.")]
Rule = Annotated[str | None, typer.Option("--rule", metavar="RULE", help="Only this rule; the verdict is partial.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", metavar="FILE", callback=checked_output, help="Write the result to a file."),
]
Revision = Annotated[str | None, typer.Option("--rev", metavar="REV", help="A commit instead of the work tree.")]
Processes = Annotated[int | None, typer.Option("--processes", min=1, hidden=True, help="Worker processes at most.")]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Index every file anew.")]
Reason = Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why; otherwise `unreviewed`.")]
Owner = Annotated[str | None, typer.Option("--owner", metavar="NAME", help="Who decided.")]
Document = Annotated[
    Path | None,
    typer.Option("--document", metavar="PATH", help="Any Markdown file as the roadmap, without a policy."),
]
