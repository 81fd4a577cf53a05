"""A verdict as Markdown: for a step's summary, a comment on a change."""

from collections.abc import Iterator, Sequence

from archgate.gate.finding import Finding
from archgate.gate.verdict import RuleCount, Verdict
from archgate.report.severity import headline, place, severity, summary, with_cure

CAP = 60_000
"""Characters: a comment on GitHub takes 65,536, a step's summary a mebibyte."""
ESCAPED = str.maketrans({character: f"\\{character}" for character in "\\`*_{}[]<>#|~&"})
"""What Markdown could take for more than text."""
SIGNS = {"error": "red", "warning": "look", "note": "told"}


def render(verdict: Verdict) -> str:
    """The page: the verdict, what it was judged against, the rules, the findings up to the cap."""
    head = [f"### archgate: {_text(summary(verdict))}", "", *_about(verdict), *_rules(verdict.rules)]
    return "\n".join([*head, *_findings(verdict, sum(map(len, head)))]) + "\n"


def _about(verdict: Verdict) -> Iterator[str]:
    base, seen = verdict.base, verdict.examined
    if base is not None and base.oid:
        yield f"Judged against {_text(base.ref)} `{base.oid[:12]}` ({base.mode}). {seen.files} files examined."
    else:
        yield f"Nothing protects this run: it has no base. {seen.files} files examined."
    yield ""
    for note in verdict.notes:
        yield f"- {_text(note)}"
    if verdict.notes:
        yield ""


def _rules(rules: Sequence[RuleCount]) -> Iterator[str]:
    if not rules:
        return
    yield "| rule | kind | facts | debt | exceptions | owned | findings |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for rule in rules:
        numbers = (rule.facts, rule.debt, rule.exceptions, rule.owned, rule.findings or "-")
        yield f"| {_text(rule.rule)} | {rule.kind} | {' | '.join(map(str, numbers))} |"
    yield ""


def _findings(verdict: Verdict, used: int) -> Iterator[str]:
    if not verdict.findings:
        return
    yield "| | finding | place | what, and what to do |"
    yield "|---|---|---|---|"
    for number, finding in enumerate(verdict.findings):
        row = _row(verdict, finding)
        used += len(row) + 1
        if used > CAP:
            left = len(verdict.findings) - number
            yield ""
            yield f"{left} more findings are left out: this page ends at {CAP} characters. `archgate check` has all."
            return
        yield row


def _row(verdict: Verdict, finding: Finding) -> str:
    path = place(verdict, finding)
    where = f"{_text(path)}:{finding.line}" if path and finding.line > 0 else _text(path)
    what = "<br>".join(_text(line) for line in with_cure(finding).splitlines())
    return f"| {SIGNS[severity(finding)]} | {_text(headline(finding))} | {where} | {what} |"


def _text(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return " ".join(text.split()).translate(ESCAPED)
