"""What a leaf is judged by, and what each condition answers."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from archgate.gate.case import Case
from archgate.policy.roadmap_terms import Claimed, Condition, LeafTerms, RoadmapPolicy
from archgate.roadmap.document import Leaf, Roadmap

Word = Literal["holds", "fails", "unknown", "not asked"]
"""`unknown`: there was nothing to examine, or it could not be; `not asked`: somebody has to ask for it first."""


class Span(Struct, frozen=True):
    """The commits of a leaf, oldest first, and the revision before the first of them.

    `start` is "" where git knows none. `how` says in words how they were found. `is_open`: the work tree
    counts too.
    """

    start: str
    commits: tuple[str, ...]
    how: str
    is_open: bool = False


class Trial(Struct, frozen=True):
    """One leaf before the gate.

    `terms` is what base's policy asks of it (head's, where base has none of it), `span` its commits, `state` the state
    that is asked for. `case` holds head and base, their laws and facts.
    """

    case: Case
    roadmap: Roadmap
    policy: RoadmapPolicy
    leaf: Leaf
    terms: LeafTerms
    span: Span
    state: Claimed


class Answer(Struct, frozen=True):
    """What one condition says of a leaf: the verdict, what it rests on, and what to do next ("" where it holds)."""

    condition: Condition
    verdict: Word
    evidence: tuple[str, ...] = ()
    next: str = ""


Judge = Callable[[Trial], Answer]
"""A condition: from a trial to an answer. One file each in `archgate.roadmap.conditions`."""
