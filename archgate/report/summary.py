"""What reports for people say of a verdict as a whole: its outcome, its base, the numbers of its rules, its totals."""

from collections import Counter
from collections.abc import Sequence

from archgate.gate.codes import INVALID_INPUT
from archgate.gate.finding import Finding
from archgate.gate.verdict import RuleCount, Verdict
from archgate.host.phrases import number_of
from archgate.report.severity import severity

RULE_HEADS = ("rule", "kind", "facts", "debt", "exceptions", "owned", "findings")
"""The heads of the table of rules; the first two are words, the others numbers."""


def summary(verdict: Verdict) -> str:
    """The verdict in a line."""
    word = "INVALID" if verdict.exit == INVALID_INPUT else verdict.verdict.upper()
    blocking = sum(finding.blocks for finding in verdict.findings)
    return f"{word}: " + (number_of(blocking, "finding") if blocking else "no findings")


def rule_cells(rule: RuleCount) -> list[str]:
    """The row of a rule, below `RULE_HEADS`."""
    numbers = (rule.facts, rule.debt, rule.exceptions, rule.owned, rule.findings or "-")
    return [rule.rule, rule.kind, *map(str, numbers)]


def narrowed(verdict: Verdict) -> str:
    """How many of the rules were asked, "" where all were."""
    if verdict.rules and len(verdict.rules) < verdict.rules_in_all:
        return f"{len(verdict.rules)} of {verdict.rules_in_all} rules"
    return ""


def totals(verdict: Verdict) -> str:
    """The totals beside those of base, and what was examined; "" where there are none."""
    figures = verdict.figures
    if figures is None:
        return ""
    before = figures.exceptions if figures.exceptions_at_base is None else figures.exceptions_at_base
    gained = f", {figures.exceptions - before:+d}" if figures.exceptions != before else ""
    debt = f"debt {figures.debt}{_against(figures.debt, figures.debt_at_base)}"
    seen = f"{verdict.examined.files} files examined, {verdict.examined.unreadable} unreadable"
    return f"{debt}; exceptions {figures.exceptions}{gained}; {figures.unreviewed} unreviewed. {seen}"


def _against(now: int, before: int | None) -> str:
    if before is None or now == before:
        return ""
    return f", {abs(now - before)} {'fewer' if now < before else 'more'} than base"


def is_shown(finding: Finding) -> bool:
    """Whether people see a finding by itself; the others are counted, and JSON has them one by one."""
    return severity(finding) != "note"


def counted(findings: Sequence[Finding]) -> list[tuple[str, str, int]]:
    """The code, the rule and the number of findings that are not shown one by one, sorted."""
    counts = Counter((finding.code, finding.rule) for finding in findings if not is_shown(finding))
    return [(code, rule, n) for (code, rule), n in sorted(counts.items())]
