"""What a writer did, or why it refused, as text."""

from msgspec import Struct

from archgate.gate.finding import Finding
from archgate.report.plain import document
from archgate.report.text import finding_lines


class Outcome(Struct, frozen=True):
    """What came of a draft: the paths written and the entries that changed, or why nothing was written.

    `protected` says whether there was a base to hold the draft against.
    """

    written: tuple[str, ...] = ()
    refused: tuple[Finding, ...] = ()
    protected: bool = True
    told: tuple[str, ...] = ()


class Verified(Struct, frozen=True):
    """What fixtures are when held against the tree: how many rules and marks, and what does not agree."""

    rules: int
    marks: int
    findings: tuple[Finding, ...]


def render_verified(verified: Verified) -> str:
    """Each disagreement with its cure, or that there is none."""
    lines = [line for finding in verified.findings for line in finding_lines(finding)]
    blocking = sum(finding.blocks for finding in verified.findings)
    held = f"{verified.marks} marks of {verified.rules} rules"
    lines.append(f"FAIL: {blocking} findings; {held}" if blocking else f"PASS: {held} hold")
    return document(lines)


def render(outcome: Outcome) -> str:
    """The written paths, or each refusal with its cure."""
    lines = [line for finding in outcome.refused for line in finding_lines(finding)]
    if outcome.refused:
        why = "still stand" if all(one.code == "DIMMED" for one in outcome.refused) else "would grow"
        lines.append(f"REFUSED: nothing was written, {len(outcome.refused)} {why}")
    else:
        lines += [f"wrote {path}" for path in outcome.written] or ["nothing to write"]
        lines += outcome.told
    lines += [] if outcome.protected else ["protected: no"]
    return document(lines)
