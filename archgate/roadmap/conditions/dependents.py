"""Dependents: what depends on the leaf stands, so that nothing of it is still to come."""

from archgate.roadmap.dependencies import dependencies
from archgate.roadmap.readiness import has_reached
from archgate.roadmap.trial import Answer, Trial


def dependents(trial: Trial) -> Answer:
    """Whether every leaf that depends on this one directly has come as far as the policy's `satisfies`.

    The whole document was read to find them, so that a leaf on which nothing depends holds.
    """
    wanted, leaf = trial.policy.header.satisfies, trial.leaf.id
    found = dependencies(trial.roadmap)
    depending = [one for one in trial.roadmap.leaves if leaf in found.of[one.id]]
    short = [one for one in depending if not has_reached(one.state, wanted)]
    if short:
        evidence = tuple(f"{one.id} is {one.state or one.claim.word}, not {wanted}" for one in short)
        return Answer("dependents", "fails", evidence, f"take {short[0].id} to {wanted} first")
    if not depending:
        return Answer("dependents", "holds", (f"of {len(found.of)} leaves none depends on it",))
    names = ", ".join(one.id for one in depending)
    return Answer("dependents", "holds", (f"{wanted} or further: {names}",))
