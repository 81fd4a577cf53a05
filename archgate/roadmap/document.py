"""The nouns of a roadmap as people wrote it: stages, leaves, their sections, stop conditions. Lines count from 1."""

from typing import Literal

from msgspec import Struct

from archgate.policy.roadmap_terms import State

TermKind = Literal["leaf", "parent", "stage", "none", "all", "unknown"]
MatrixKind = Literal["acceptance", "failure", "other"]


class Fault(Struct, frozen=True, order=True):
    """What a person who reads the document stumbles over, at its line; `leaf` is the id that it is about, or ""."""

    line: int
    leaf: str
    message: str


class Term(Struct, frozen=True):
    """One dependency: how it is written, as what it was understood, and the id it names ("" for none and all)."""

    text: str
    kind: TermKind
    name: str = ""


class Passes(Struct, frozen=True):
    """What a run of tests is said to have counted."""

    passed: int
    failed: int = 0
    skipped: int = 0


class Evidence(Struct, frozen=True):
    """What a text gives as proof: commit ids as written (7 digits or more), counts of tests, numbers of CI runs."""

    commits: tuple[str, ...] = ()
    passes: tuple[Passes, ...] = ()
    runs: tuple[str, ...] = ()


class Command(Struct, frozen=True):
    """A command to run in a shell. Continued lines are joined to one; a heredoc keeps its lines."""

    text: str
    line: int


class Record(Struct, frozen=True):
    """That something was verified: when (as YYYY-MM-DD, "" where the document does not say) and what was found."""

    date: str
    text: str
    line: int


class Row(Struct, frozen=True):
    """The cells of a table's row in plain text."""

    cells: tuple[str, ...]
    line: int


class Matrix(Struct, frozen=True):
    """A table of a leaf's section. Acceptance: scenario, what must be shown; failure: injection point, result."""

    kind: MatrixKind
    title: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    line: int


class Claim(Struct, frozen=True):
    """A state that the document gives to a leaf: the word as written, and the state it means (None: no known one)."""

    word: str
    state: State | None
    line: int


class Section(Struct, frozen=True):
    """What stands under a heading that begins with a leaf's id. `status` is None where it says none."""

    title: str
    line: int
    status: Claim | None = None
    outcome: str = ""
    ownership: str = ""
    excluded: str = ""
    delivery: str = ""
    blocked_by: str = ""
    commands: tuple[Command, ...] = ()
    records: tuple[Record, ...] = ()
    matrices: tuple[Matrix, ...] = ()
    evidence: Evidence = Evidence()


class Leaf(Struct, frozen=True):
    """The smallest deliverable. `claim` is its state in its table, `depends` the dependencies as written.

    `stage` is the id of the stage under whose heading it stands, else that which its own id begins with.
    """

    id: str
    title: str
    stage: str
    claim: Claim
    depends: str
    terms: tuple[Term, ...]
    done: str
    line: int
    evidence: Evidence = Evidence()
    section: Section | None = None

    @property
    def state(self) -> State | None:
        """The state that it claims; None where the word is unknown or missing."""
        return self.claim.state


class Parent(Struct, frozen=True):
    """An id that stands for all leaves below it, where the document says something of its own about it.

    Its dependencies are those of every leaf below it.
    """

    id: str
    text: str
    line: int
    claim: Claim | None = None
    section: Section | None = None
    terms: tuple[Term, ...] = ()


class Exit(Struct, frozen=True):
    """One exit condition of a stage."""

    text: str
    line: int


class Stage(Struct, frozen=True):
    """A group of leaves with common exit conditions."""

    id: str
    title: str
    line: int
    exits: tuple[Exit, ...] = ()


class Stop(Struct, frozen=True):
    """One condition under which the whole goal is reached, and whether its box is ticked."""

    text: str
    ticked: bool
    line: int


class Roadmap(Struct, frozen=True):
    """A whole document. Stages and leaves come in its order.

    `start` are the conditions of a start gate, `faults` is what could not be understood.
    """

    path: str
    stages: tuple[Stage, ...]
    leaves: tuple[Leaf, ...]
    parents: tuple[Parent, ...] = ()
    start: tuple[Exit, ...] = ()
    stops: tuple[Stop, ...] = ()
    faults: tuple[Fault, ...] = ()

    def leaf(self, name: str) -> Leaf | None:
        """The (first) leaf of that id."""
        return next((leaf for leaf in self.leaves if leaf.id == name), None)

    def children(self, parent: str) -> tuple[Leaf, ...]:
        """The leaves below a parent's id; none where it is no parent."""
        return tuple(leaf for leaf in self.leaves if leaf.id.startswith(f"{parent}."))
