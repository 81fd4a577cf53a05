"""A verdict for people: new things first, known ones counted, each red line with its cause and its cure."""

import shlex
from collections.abc import Iterator, Sequence

from archgate.gate.base import Base
from archgate.gate.finding import Finding
from archgate.gate.verdict import RuleCount, Verdict
from archgate.report.plain import document
from archgate.report.severity import about
from archgate.report.summary import RULE_HEADS, counted, is_shown, narrowed, rule_cells, summary, totals
from archgate.report.table import table


def render(verdict: Verdict) -> str:
    """The whole report."""
    lines = [*_head(verdict), *_rules(verdict.rules), *_findings(verdict), *_counted(verdict.findings), *_tail(verdict)]
    return document(lines)


def _head(verdict: Verdict) -> Iterator[str]:
    if verdict.base is not None:
        yield base_line(verdict.base)
    yield from (f"note  {note}" for note in verdict.notes)
    yield from filter(None, [narrowed(verdict)])


def base_line(base: Base) -> str:
    """What was judged against, and whether it is protected."""
    if not base.oid:
        return "base none; protected: no"
    return f"base {base.ref} {base.oid[:7]} ({base.mode}), {'protected' if base.protected else 'protected: no'}"


def _rules(rules: Sequence[RuleCount]) -> list[str]:
    if not rules:
        return []
    lines = table(RULE_HEADS, [rule_cells(rule) for rule in rules], right=range(2, len(RULE_HEADS)))
    return ["", *(f"  {line}" for line in lines), ""]


def _findings(verdict: Verdict) -> Iterator[str]:
    for finding in verdict.findings:
        if is_shown(finding):
            yield from finding_lines(finding)
            yield ""


def finding_lines(finding: Finding) -> Iterator[str]:
    """One finding: its code and place, what is wrong, who sees to it, and what to do."""
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path
    yield "  ".join(filter(None, (finding.code, finding.rule, about(finding), place)))
    yield f"     {finding.message}"
    if finding.leaf or finding.owner:
        yield "     " + ", ".join(
            filter(None, (finding.leaf and f"leaf {finding.leaf}", finding.owner and f"owner {finding.owner}"))
        )
    if is_shown(finding):
        more = f", or see: archgate explain {shlex.quote(finding.id)}" if finding.id else ""
        yield f"     {finding.fix.rstrip('.')}{more}"


def _counted(findings: Sequence[Finding]) -> list[str]:
    lines = [f"told  {code}  {rule}  {n}" for code, rule, n in counted(findings)]
    return [*lines, ""] if lines else []


def _tail(verdict: Verdict) -> Iterator[str]:
    yield from filter(None, [totals(verdict)])
    yield summary(verdict)
