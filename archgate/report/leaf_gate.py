"""The verdict on a leaf: a line a condition, what it rests on below, and what to do next."""

from collections.abc import Iterator

from msgspec import Struct

from archgate.gate.finding import Finding
from archgate.policy.roadmap_terms import Claimed, Condition
from archgate.report.encode import SCHEMA, to_json
from archgate.report.plain import document
from archgate.report.text import base_line, finding_lines
from archgate.roadmap.leaf_verdict import LeafVerdict
from archgate.roadmap.trial import Answer, Word

MOST = 12
"""Lines of evidence that the text shows of a condition; the JSON has all."""


class ConditionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One condition: what it says, what that rests on, and what to do next ("" where nothing is to do)."""

    id: Condition
    verdict: Word
    evidence: tuple[str, ...]
    next: str


class GateDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate leaf gate`."""

    schema: int
    leaf: str
    state: Claimed
    verdict: Word
    conditions: tuple[ConditionRow, ...]
    findings: tuple[Finding, ...]


def render(verdict: LeafVerdict, form: str) -> str:
    """The verdict in the format `text` or `json`."""
    if form == "text":
        return document(_lines(verdict))
    rows = tuple(ConditionRow(one.condition, one.verdict, one.evidence, one.next) for one in verdict.conditions)
    return to_json(GateDocument(SCHEMA, verdict.leaf, verdict.state, verdict.verdict, rows, verdict.findings))


def _lines(verdict: LeafVerdict) -> Iterator[str]:
    yield f"{verdict.leaf} {verdict.title}".rstrip() + f", asked for {verdict.state}"
    if verdict.base is not None:
        yield base_line(verdict.base)
    if verdict.how:
        yield f"commits: {verdict.how}"
    yield ""
    for answer in verdict.conditions:
        yield from _answer(answer)
    yield ""
    for finding in verdict.findings:
        yield from finding_lines(finding)
    yield _closing(verdict)


def _answer(answer: Answer) -> Iterator[str]:
    yield f"{answer.condition:<10}  {answer.verdict}"
    yield from (f"            {line}" for line in answer.evidence[:MOST])
    if len(answer.evidence) > MOST:
        yield f"            and {len(answer.evidence) - MOST} more"
    if answer.next:
        yield f"            next: {answer.next}"


def _closing(verdict: LeafVerdict) -> str:
    words = {"holds": f"HOLDS: {verdict.leaf} may be called {verdict.state}"}
    words["fails"] = f"FAILS: {verdict.leaf} is not {verdict.state}"
    words["unknown"] = f"UNKNOWN: whether {verdict.leaf} is {verdict.state} could not be told"
    return words[verdict.verdict]
