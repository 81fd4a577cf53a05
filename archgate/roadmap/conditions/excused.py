"""What a condition says where there is nothing to examine: `unknown`, unless the leaf is not asked to bring any."""

from collections.abc import Mapping

from archgate.policy.roadmap_terms import Condition, LeafKind
from archgate.roadmap.trial import Answer, Trial

EXCUSED: Mapping[LeafKind, frozenset[Condition]] = {
    "code": frozenset(),
    "governance": frozenset(("debt", "matrices", "one-door", "switched")),
    "tests": frozenset(("compat", "debt", "one-door", "switched")),
}
"""What leaves of each kind need not bring anything to."""

BY_RULES: frozenset[Condition] = frozenset(("one-door", "switched"))
"""What a leaf need not bring anything to that says which rules it brings to zero."""


def nothing(trial: Trial, condition: Condition, evidence: str, then: str) -> Answer:
    """The answer of a condition that has nothing to examine; `then` is what to do where that is no excuse.

    Only what base's policy says of the leaf excuses it.
    """
    terms = trial.terms
    if trial.at_base and condition in EXCUSED[terms.kind]:
        return Answer(condition, "holds", (f"{evidence}; a leaf of kind {terms.kind} need not bring any",))
    if trial.at_base and condition in BY_RULES and terms.rules and not (terms.adopts or terms.retires):
        return Answer(condition, "holds", (f"{evidence}; it brings {', '.join(terms.rules)} to zero instead",))
    return Answer(condition, "unknown", (evidence,), then)
