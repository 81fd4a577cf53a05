"""archgate check"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from archgate.cli.options import Base, Merged, NoCache, Output, Processes, Rule, Unprotected

if TYPE_CHECKING:
    from archgate.gate.verdict import Verdict

NAME = "check"
Form = Literal["text", "json", "sarif", "github", "junit", "gitlab", "markdown"]
Format = Annotated[Form, typer.Option("--format", help="How to report.")]


def run(
    base: Base = None,
    merged: Merged = False,
    unprotected: Unprotected = False,
    rule: Rule = None,
    form: Format = "text",
    output: Output = None,
    processes: Processes = None,
    no_cache: NoCache = False,
) -> int:
    """Hold the host against its law and the protected revision.

    Exit code: 0 it holds, 1 it fails, 2 something is invalid, 3 it cannot be judged.
    """
    from archgate.cli.output import emit
    from archgate.run.check import check
    from archgate.run.opening import Options, here

    options = Options(here(), base, merged, unprotected, processes=processes, cached=not no_cache)
    verdict = check(options, rule)
    emit(_rendered(verdict, form), output)
    if form == "github":
        _summarise(verdict, options.environment.get("GITHUB_STEP_SUMMARY", ""))
    return verdict.exit


def _rendered(verdict: "Verdict", form: Form) -> str:
    from archgate.report import github, gitlab, junit, markdown, sarif, text, verdict_json

    faces: dict[Form, Callable[[Verdict], str]] = {
        "text": text.render,
        "json": verdict_json.render,
        "sarif": sarif.render,
        "github": github.render,
        "junit": junit.render,
        "gitlab": gitlab.render,
        "markdown": markdown.render,
    }
    return faces[form](verdict)


def _summarise(verdict: "Verdict", path: str) -> None:
    """Add the page to the step's summary, where the runner names a file for it."""
    from archgate.cli.output import append

    if path:
        append(_rendered(verdict, "markdown"), Path(path))
