"""Whether a leaf may be called by the state to which a change raises it, as far as a check can tell."""

from archgate.gate.case import Case
from archgate.policy.roadmap_terms import Claimed, Condition
from archgate.roadmap.conditions import JUDGES
from archgate.roadmap.document import Leaf
from archgate.roadmap.false_completion import false_completions
from archgate.roadmap.from_tree import read_document
from archgate.roadmap.leaf_commits import span_of
from archgate.roadmap.trial import Answer, Trial, Word

LATER: tuple[Condition, ...] = ("acceptance", "delivered")
"""What a check cannot ask: it runs nothing of a roadmap, and a change is delivered when it has landed."""


def borne_out(case: Case, leaf: Leaf, state: Claimed) -> tuple[Word, str]:
    """What the gate of the leaf says of `state` without running anything, and by what; see `GateHolds`.

    Only what fails, or is a false completion, keeps a leaf back: what is not known is for whoever asks `leaf gate`,
    which can run and fetch. A leaf of which base's policy says nothing is only asked for false completions.
    """
    own, before = case.law.roadmap, case.base_law.roadmap if case.base_law else None
    if own is None or before is None:
        return "holds", "base has no policy of a roadmap"
    named = any(one.id == leaf.id for one in before.leaves)
    trial = Trial(
        case=case,
        roadmap=read_document(case.head.tree, own),
        policy=before,
        leaf=leaf,
        terms=(before if named else own).leaf(leaf.id),
        span=span_of(case, own, leaf),
        state=state,
        at_base=named,
    )
    needed = [condition for condition in before.needs.of(state) if condition not in LATER] if named else []
    answers = [JUDGES[condition](trial) for condition in needed]
    failing = [_words(answer) for answer in answers if answer.verdict == "fails"]
    failing += [f"{one.code} ({one.message})" for one in false_completions(trial) if one.blocks]
    holding = map(_words, answers) if named else ("base's policy asks nothing of it",)
    return ("fails" if failing else "holds"), "; ".join(failing or holding)


def _words(answer: Answer) -> str:
    return f"{answer.condition} {answer.verdict}" + (f" ({answer.evidence[0]})" if answer.evidence else "")
