"""What the doctor found, as text."""

from collections.abc import Sequence

from archgate.gate.doctor import Check
from archgate.report.plain import document


def render(checks: Sequence[Check]) -> str:
    """A line a check, with its cure where something is to be done."""
    lines = []
    for check in checks:
        lines.append(f"{check.state:<8} {check.name}: {check.message}")
        if check.fix and check.state != "ok":
            lines.append(f"         {check.fix}")
    return document(lines)
