"""A verdict for people: new things first, known ones counted, each red line with its cause and its cure."""

from collections import Counter
from collections.abc import Iterator, Sequence

from archgate.gate.base import Base
from archgate.gate.codes import INVALID_INPUT
from archgate.gate.finding import Finding
from archgate.gate.verdict import RuleCount, Verdict
from archgate.report.plain import document
from archgate.report.table import table

SHOWN_WHEN_TOLD = ("INHERITED", "SWAPPED")
"""Findings that are printed in full even where they do not block; the others are counted per rule, the JSON has all."""


def render(verdict: Verdict) -> str:
    """The whole report."""
    lines = [*_head(verdict), *_rules(verdict.rules), *_findings(verdict), *_counted(verdict.findings), *_tail(verdict)]
    return document(lines)


def _head(verdict: Verdict) -> Iterator[str]:
    if verdict.base is not None:
        yield _base_line(verdict.base)
    yield from (f"note  {note}" for note in verdict.notes)
    if verdict.rules and len(verdict.rules) < verdict.rules_in_all:
        yield f"{len(verdict.rules)} of {verdict.rules_in_all} rules"


def _base_line(base: Base) -> str:
    if not base.oid:
        return "base none; protected: no"
    return f"base {base.ref} {base.oid[:7]} ({base.mode}), {'protected' if base.protected else 'protected: no'}"


def _rules(rules: Sequence[RuleCount]) -> list[str]:
    if not rules:
        return []
    heads = ["rule", "kind", "facts", "debt", "exceptions", "owned", "findings"]
    rows = [
        [r.rule, r.kind, str(r.facts), str(r.debt), str(r.exceptions), str(r.owned), str(r.findings or "-")]
        for r in rules
    ]
    return ["", *(f"  {line}" for line in table(heads, rows, right=range(2, 7))), ""]


def _findings(verdict: Verdict) -> Iterator[str]:
    for finding in verdict.findings:
        if _is_shown(finding):
            yield from finding_lines(finding)
            yield ""


def finding_lines(finding: Finding) -> Iterator[str]:
    """One finding: its code and place, what is wrong, who sees to it, and what to do."""
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path
    about = " -> ".join(filter(None, (finding.subject, finding.object))) if finding.id else ""
    yield "  ".join(filter(None, (finding.code, finding.rule, about, place)))
    yield f"     {finding.message}"
    if finding.leaf or finding.owner:
        yield "     " + ", ".join(
            filter(None, (finding.leaf and f"leaf {finding.leaf}", finding.owner and f"owner {finding.owner}"))
        )
    if finding.blocks or finding.code == "INHERITED":
        more = f", or see: archgate explain '{finding.id}'" if finding.id else ""
        yield f"     {finding.fix.rstrip('.')}{more}"


def _counted(findings: Sequence[Finding]) -> Iterator[str]:
    counts = Counter((finding.code, finding.rule) for finding in findings if not _is_shown(finding))
    for (code, rule), n in sorted(counts.items()):
        yield f"told  {code}  {rule}  {n}"
    if counts:
        yield ""


def _is_shown(finding: Finding) -> bool:
    return finding.blocks or finding.code in SHOWN_WHEN_TOLD


def _tail(verdict: Verdict) -> Iterator[str]:
    figures = verdict.figures
    if figures is not None:
        debt = f"debt {figures.debt}{_against(figures.debt, figures.debt_at_base)}"
        gained = figures.exceptions - (
            figures.exceptions_at_base if figures.exceptions_at_base is not None else figures.exceptions
        )
        exceptions = f"exceptions {figures.exceptions}" + (f", {gained:+d}" if gained else "")
        seen = f"{verdict.examined.files} files examined, {verdict.examined.unreadable} unreadable"
        yield f"{debt}; {exceptions}; {figures.unreviewed} unreviewed. {seen}"
    blocking = sum(finding.blocks for finding in verdict.findings)
    word = "INVALID" if verdict.exit == INVALID_INPUT else verdict.verdict.upper()
    yield f"{word}: " + (f"{blocking} finding{'s' * (blocking != 1)}" if blocking else "no findings")


def _against(now: int, before: int | None) -> str:
    if before is None or now == before:
        return ""
    return f", {abs(now - before)} {'fewer' if now < before else 'more'} than base"
