"""Proposed moves as text that a shell can run: what would be refused stands there as a comment."""

import shlex
from collections.abc import Iterator, Sequence

from msgspec import Struct

from archgate.gate.finding import Finding
from archgate.report.plain import document


class Proposal(Struct, frozen=True):
    """A move of the module `old` to those in `new`: the rules that speak of it, and why it would be refused, if so."""

    old: str
    new: tuple[str, ...]
    rules: tuple[str, ...]
    refused: Sequence[Finding] = ()


def render(proposals: Sequence[Proposal]) -> str:
    """The command of each proposal below what it concerns."""
    lines = [line for proposal in proposals for line in _lines(proposal)]
    return document(lines or ["# nothing to decide: no rule speaks of a file that moved"])


def _lines(proposal: Proposal) -> Iterator[str]:
    command = shlex.join(["archgate", "policy", "move", proposal.old, *proposal.new])
    yield f"# {', '.join(proposal.rules)}"
    yield f"# would be refused: {command}" if proposal.refused else command
    for finding in proposal.refused:
        yield f"#   {finding.code} {finding.id}: {finding.message}"
