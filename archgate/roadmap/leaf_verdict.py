"""The verdict on a leaf: the answers of its conditions joined, and those of a parent's leaves."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from archgate.gate.base import Base
from archgate.gate.finding import Finding
from archgate.policy.roadmap_terms import Claimed
from archgate.roadmap.conditions import JUDGES
from archgate.roadmap.trial import Answer, Trial, Word

WORST: Sequence[Word] = ("fails", "unknown", "not asked", "holds")
EXITS: Mapping[Word, int] = {"holds": 0, "fails": 1, "unknown": 3, "not asked": 3}


class LeafVerdict(Struct, frozen=True):
    """What the gate says of a leaf or parent: whether it may be called `state`, condition by condition.

    `verdict` is `holds`, `fails` or `unknown`, `exit` the code that goes with it. `how` says which commits were
    looked at, `base` what was judged against.
    """

    leaf: str
    title: str
    state: Claimed
    verdict: Word
    conditions: tuple[Answer, ...]
    findings: tuple[Finding, ...] = ()
    how: str = ""
    base: Base | None = None

    @property
    def exit(self) -> int:
        """1 where a needed condition or a finding fails it, else 3 where one is not known, else 0."""
        return EXITS[self.verdict]


def judge_leaf(trial: Trial, findings: Iterable[Finding] = ()) -> LeafVerdict:
    """The verdict on one leaf; `findings` are about it and found elsewhere."""
    needed = trial.policy.needs.of(trial.state)
    answers = tuple(
        judge(trial) if condition in needed else Answer(condition, "not asked", (f"{trial.state} does not need it",))
        for condition, judge in JUDGES.items()
    )
    found = tuple(findings)
    word = _word((answer.verdict for answer in answers if answer.condition in needed), found)
    base = trial.case.base
    return LeafVerdict(trial.leaf.id, trial.leaf.title, trial.state, word, answers, found, trial.span.how, base)


def joined(
    parent: str, state: Claimed, verdicts: Sequence[LeafVerdict], findings: Iterable[Finding] = ()
) -> LeafVerdict:
    """The verdict on a parent: of each condition the worst that one of its leaves has; `findings` are about itself."""
    answers = [_joined([(one.leaf, one.conditions[number]) for one in verdicts]) for number in range(len(JUDGES))]
    found = tuple(sorted({*findings, *(finding for one in verdicts for finding in one.findings)}))
    word = _word((one.verdict for one in verdicts), found)
    title = f"stands for {', '.join(one.leaf for one in verdicts)}"
    return LeafVerdict(parent, title, state, word, tuple(answers), found, base=verdicts[0].base)


def _word(words: Iterable[Word], findings: Iterable[Finding]) -> Word:
    worst = _worst(words)
    if worst == "fails" or any(finding.blocks for finding in findings):
        return "fails"
    return "holds" if worst == "holds" else "unknown"


def _joined(told: Sequence[tuple[str, Answer]]) -> Answer:
    word = _worst(answer.verdict for _, answer in told)
    worst = [(leaf, answer) for leaf, answer in told if answer.verdict == word]
    evidence = tuple(f"{leaf}: {line}" for leaf, answer in worst for line in answer.evidence)
    return Answer(worst[0][1].condition, word, evidence, worst[0][1].next)


def _worst(words: Iterable[Word]) -> Word:
    return min(words, key=WORST.index, default="unknown")
