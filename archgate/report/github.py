"""A verdict as workflow commands of GitHub Actions: annotations beside the lines; the summary is Markdown."""

from collections import Counter
from collections.abc import Iterator

from archgate.gate.finding import Finding
from archgate.gate.verdict import Verdict
from archgate.report.severity import headline, place, severity, with_cure
from archgate.report.summary import summary

CAP = 10
"""The annotations of each sort that GitHub shows of one step."""
TITLE = 255
"""The characters that an annotation's title has at the most."""
COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def render(verdict: Verdict) -> str:
    """One command for each finding, up to the cap of each sort, what is left out, and the verdict."""
    return "\n".join([*_commands(verdict), _escaped(summary(verdict))]) + "\n"


def _commands(verdict: Verdict) -> Iterator[str]:
    given: Counter[str] = Counter()
    for finding in verdict.findings:
        command = COMMANDS[severity(finding)]
        given[command] += 1
        if given[command] <= CAP:
            yield _command(command, place(verdict, finding), finding)
    for command, n in sorted(given.items()):
        if n > CAP:
            yield f"{n - CAP} more of the sort `{command}`: GitHub shows {CAP} of each; `archgate check` has all"


def _command(command: str, path: str, finding: Finding) -> str:
    given = {
        "file": path,
        "line": str(finding.line) if finding.line > 0 and path else "",
        "title": _shortened(headline(finding)),
    }
    properties = ",".join(f"{key}={_escaped_property(value)}" for key, value in given.items() if value)
    return f"::{command} {properties}::{_escaped(with_cure(finding))}"


def _shortened(title: str) -> str:
    return title if len(title) <= TITLE else f"{title[: TITLE - 1]}\N{HORIZONTAL ELLIPSIS}"


def _escaped(text: str) -> str:
    """Text as a command's message: on one line, so that nothing in it is read as another command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
