"""Roadmaps written from the few lines that a row is about."""

import textwrap
from collections.abc import Iterable

from archgate.gate.finding import Finding
from archgate.policy.roadmap_terms import RoadmapPolicy, Words, bare_policy
from archgate.roadmap.document import Leaf, Roadmap
from archgate.roadmap.lint import lint
from archgate.roadmap.reading import read_roadmap

PATH = "docs/roadmap.md"
RECORD = "**Verification (2024-05-06)**\n\n- all of it was tried"


def read(text: str, words: Words = Words()) -> Roadmap:  # noqa: B008  # frozen
    """The roadmap in a text, which may be indented."""
    return read_roadmap(PATH, textwrap.dedent(text).lstrip("\n").encode(), words)


def rows(*lines: str, head: str = "Leaf | Status | Depends | Done when") -> str:
    """A leaf table: `S1-L1 Title | PLANNED | none | when` a row, under a heading for each stage that begins."""
    parts: list[str] = []
    stage = ""
    for line in lines:
        if line.partition("-")[0] != stage:
            stage = line.partition("-")[0]
            parts.append(f"\n### {stage}: Stage {stage}\n\n| {head} |\n|{'---|' * (head.count('|') + 1)}")
        parts.append(f"| {line} |")
    return "\n".join(parts) + "\n"


def table(*lines: str) -> Roadmap:
    """The roadmap of such a table."""
    return read(rows(*lines))


def leaf(text: str, name: str = "S1-L1") -> Leaf:
    """One leaf of the roadmap in a text."""
    found = read(text).leaf(name)
    assert found is not None
    return found


def said(text: str, policy: RoadmapPolicy | None = None) -> list[Finding]:
    """What lint says of a text."""
    return lint(read(text), policy or bare_policy(PATH))


def briefly(findings: Iterable[Finding]) -> list[str]:
    """Findings as `CODE leaf about`."""
    return [f"{one.code} {one.subject} {one.object}".replace("  ", " ") for one in findings]
