"""The machine's half of the roadmap as values: what `policies/roadmap.toml` says beside the document."""

from typing import Literal

from msgspec import Struct, field

from archgate.policy.document import SCHEMA

ROADMAP = "roadmap"
"""The name of the file, of its rule and of its kind; no other rule can have it."""

State = Literal["PLANNED", "BLOCKED", "ACTIVE", "VERIFIED", "DELIVERED", "COMPLETE"]
STATES: tuple[State, ...] = ("PLANNED", "BLOCKED", "ACTIVE", "VERIFIED", "DELIVERED", "COMPLETE")
"""The states of a leaf, in the order in which it goes through them."""
Claimed = Literal["VERIFIED", "DELIVERED", "COMPLETE"]

LeafKind = Literal["code", "governance", "tests"]

Condition = Literal[
    "acceptance", "compat", "debt", "delivered", "dependents", "gates", "matrices", "one-door", "scope", "switched"
]
"""What the verdict on a leaf can ask."""
_VERIFIED: tuple[Condition, ...] = (
    "acceptance",
    "compat",
    "debt",
    "gates",
    "matrices",
    "one-door",
    "scope",
    "switched",
)


class Adoption(Struct, frozen=True):
    """A new owner (`module` or `module:symbol`), and the entry points from which real callers must reach it.

    `replaces` is what of the leaf's `retires` it takes the place of, where the names do not tell.
    """

    symbol: str
    entries: tuple[str, ...] = field(name="from")
    replaces: str = ""


class StageCondition(Struct, frozen=True):
    """What makes an exit or stop condition true: facts of `rule` in `modules` (all of them if none) number at most."""

    rule: str
    modules: tuple[str, ...] = ()
    at_most: int = 0


class LeafTerms(Struct, frozen=True):
    """One `[[leaf]]`: what the gate holds the leaf to. `line` is 0 in values that were never read from a file."""

    id: str
    kind: LeafKind = "code"
    owns: tuple[str, ...] = ()
    retires: tuple[str, ...] = ()
    adopts: tuple[Adoption, ...] = ()
    rules: tuple[str, ...] = ()
    full_suite: bool = False
    proves: tuple[str, ...] = ()
    line: int = 0


class StageTerms(Struct, frozen=True):
    """One `[[stage]]`: what makes its exit conditions true."""

    id: str
    conditions: tuple[StageCondition, ...]
    line: int = 0


class StopTerms(Struct, frozen=True):
    """One `[[stop]]`: the text of a stop condition as the document has it, or how it begins, and what makes it true."""

    text: str
    conditions: tuple[StageCondition, ...]
    line: int = 0


class Words(Struct, frozen=True):
    """Words of the document's language beside English and Chinese, by what they mean.

    The first ones head the columns of leaf tables, `none` and `all` stand in the column of dependencies, `gate` begins
    the last line of a phase, and the last ones are states.
    """

    leaf: tuple[str, ...] = ()
    title: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    all: tuple[str, ...] = ()
    exit: tuple[str, ...] = ()
    gate: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    ownership: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    acceptance: tuple[str, ...] = ()
    delivery: tuple[str, ...] = ()
    verification: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    acceptance_matrix: tuple[str, ...] = ()
    failure_matrix: tuple[str, ...] = ()
    stop: tuple[str, ...] = ()
    planned: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    active: tuple[str, ...] = ()
    verified: tuple[str, ...] = ()
    delivered: tuple[str, ...] = ()
    complete: tuple[str, ...] = ()


NO_WORDS = Words()
"""What a document needs whose words are English or Chinese."""


class Needs(Struct, frozen=True):
    """Which conditions a leaf must hold to be called each state."""

    verified: tuple[Condition, ...] = field(name="VERIFIED", default=_VERIFIED)
    delivered: tuple[Condition, ...] = field(name="DELIVERED", default=(*_VERIFIED, "delivered"))
    complete: tuple[Condition, ...] = field(name="COMPLETE", default=(*_VERIFIED, "delivered", "dependents"))

    def of(self, state: Claimed) -> tuple[Condition, ...]:
        """The conditions of one state."""
        return {"VERIFIED": self.verified, "DELIVERED": self.delivered, "COMPLETE": self.complete}[state]


class RoadmapHeader(Struct, frozen=True):
    """What stands above the tables of the file; the first four keys are enough.

    From the state `satisfies` on a leaf satisfies those that depend on it; at most `max_active` are ACTIVE at once.
    """

    schema: int
    rule: str
    kind: str
    document: str
    title: str = ""
    remote: str = ""
    branch: str = ""
    max_active: int = 1
    satisfies: Claimed = "VERIFIED"
    suite: str = ""
    compat: tuple[str, ...] = ()


class RoadmapPolicy(Struct, frozen=True):
    """`policies/roadmap.toml`. `document` is a path relative to the root; `compat` are selectors of modules.

    `lines` are those of the keys that stand above all tables. `suite` is the command that runs
    the full suite of tests: a leaf with `full_suite` lists it among its acceptance commands.
    """

    path: str
    header: RoadmapHeader
    words: Words = NO_WORDS
    needs: Needs = Needs()
    leaves: tuple[LeafTerms, ...] = ()
    stages: tuple[StageTerms, ...] = ()
    stops: tuple[StopTerms, ...] = ()
    lines: dict[str, int] = {}

    @property
    def document(self) -> str:
        """The path of the document, relative to the root."""
        return self.header.document

    def leaf(self, name: str) -> LeafTerms:
        """What is asked of a leaf; nothing in particular where the file does not name it."""
        return next((terms for terms in self.leaves if terms.id == name), LeafTerms(name))


def bare_policy(document: str) -> RoadmapPolicy:
    """The policy of a document that has none: all by default."""
    return RoadmapPolicy("", RoadmapHeader(SCHEMA, ROADMAP, ROADMAP, document))
