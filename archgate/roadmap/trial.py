"""What a leaf is judged by, and what each condition answers."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Struct

from archgate.gate.case import Case
from archgate.policy.roadmap_terms import Claimed, Condition, LeafTerms, RoadmapPolicy
from archgate.roadmap.document import Leaf, Roadmap

Word = Literal["holds", "fails", "unknown", "not asked"]
"""`unknown`: there was nothing to examine, or it could not be; `not asked`: somebody has to ask for it first."""


SECONDS = 1800.0
"""How long one command may take where nobody says otherwise."""


class Span(Struct, frozen=True):
    """The commits of a leaf, oldest first, and the revision before the first of them.

    `start` is "" where git knows none. `how` says in words how they were found. `is_open`: the work tree
    counts too.
    """

    start: str
    commits: tuple[str, ...]
    how: str
    is_open: bool = False


class Asked(Struct, frozen=True):
    """What a person has asked for beside reading: to run the acceptance commands, to run on base what they prove, to
    ask the remote first; and the reports of test runs to take as evidence. `seconds` is what each command may take,
    `passed` are the variables that commands get beside the usual ones.
    """

    run: bool = False
    prove: bool = False
    fetch: bool = False
    junit: tuple[Path, ...] = ()
    seconds: float = SECONDS
    passed: tuple[str, ...] = ()


class Trial(Struct, frozen=True):
    """One leaf before the gate.

    `roadmap` is head's. `policy` is base's, `terms` what that asks of the leaf; head's, where base has none of it, and
    then `at_base` is false: what a change says of itself cannot excuse it. `span` are its commits, `state` the state
    that is asked for. `case` holds head and base, their laws and facts.
    """

    case: Case
    roadmap: Roadmap
    policy: RoadmapPolicy
    leaf: Leaf
    terms: LeafTerms
    span: Span
    state: Claimed
    at_base: bool = True
    asked: Asked = Asked()


class Answer(Struct, frozen=True):
    """What one condition says of a leaf: the verdict, what it rests on, and what to do next ("" where it holds)."""

    condition: Condition
    verdict: Word
    evidence: tuple[str, ...] = ()
    next: str = ""


Judge = Callable[[Trial], Answer]
"""A condition: from a trial to an answer. One file each in `archgate.roadmap.conditions`."""
