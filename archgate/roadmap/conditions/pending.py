"""Conditions that nobody judges yet."""

from archgate.policy.roadmap_terms import Condition
from archgate.roadmap.trial import Answer, Judge, Trial


def pending(condition: Condition, what: str) -> Judge:
    """A judge that knows nothing, and says so."""

    def judge(trial: Trial) -> Answer:
        return Answer(condition, "unknown", (f"{what} of {trial.leaf.id}: this archgate cannot tell",))

    return judge
