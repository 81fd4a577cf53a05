"""What a writer did, or why it refused, as text."""

from archgate.report.plain import document
from archgate.report.text import finding_lines
from archgate.run.writing import Outcome


def render(outcome: Outcome) -> str:
    """The written paths, or each refusal with its cure."""
    lines = [line for finding in outcome.refused for line in finding_lines(finding)]
    if outcome.refused:
        lines.append(f"REFUSED: nothing was written, {len(outcome.refused)} would grow")
    else:
        lines += [f"wrote {path}" for path in outcome.written] or ["nothing to write"]
        lines += outcome.told
    lines += [] if outcome.protected else ["protected: no"]
    return document(lines)
