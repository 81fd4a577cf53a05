"""A verdict as GitLab's code quality report: one issue a finding, told apart by fingerprint."""

from collections import Counter
from typing import Any

from archgate.gate.finding import Finding
from archgate.gate.verdict import Verdict
from archgate.report.encode import to_json
from archgate.report.severity import fingerprint, place, severity, with_cure

SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}
NOWHERE = "."
"""The path of what is in no file; the report demands one."""


def render(verdict: Verdict) -> str:
    """The list of issues. GitLab compares it with that of the target branch, so it has what is inherited, too."""
    seen: Counter[str] = Counter()
    issues = []
    for finding in verdict.findings:
        name = fingerprint(finding)
        seen[name] += 1
        issues.append(_issue(verdict, finding, name if seen[name] == 1 else f"{name}-{seen[name]}"))
    return to_json(issues)


def _issue(verdict: Verdict, finding: Finding, name: str) -> dict[str, Any]:
    return {
        "description": " ".join(with_cure(finding).replace("\n", ". ").split()),
        "check_name": "/".join(filter(None, ("archgate", finding.rule, finding.code))),
        "fingerprint": name,
        "severity": SEVERITIES[severity(finding)],
        "location": {"path": place(verdict, finding) or NOWHERE, "lines": {"begin": max(1, finding.line)}},
    }
