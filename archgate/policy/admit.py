"""The one question behind every verdict on growth and every writer: is this no more than what was allowed?"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct, field

from archgate.facts.fact import Difference, Item, surplus
from archgate.facts.kind import Kind

Parts = Mapping[str, int]


class Growth(Struct, frozen=True):
    """Parts of one identity beyond what is allowed, and all that is observed and allowed around them."""

    kind: Kind
    rule: str
    difference: Difference
    over: Parts
    observed: Sequence[Item]
    allowed: Sequence[Item]


class Proof(Protocol):
    """A reason, proven against the protected revision, for which some growth is none."""

    code: str

    def admits(self, growth: Growth) -> Parts:
        """The parts of `growth.over` that this proof covers. What was used up stays used up."""
        ...


class Grant(Struct, frozen=True):
    """What a proof admitted, under its code."""

    code: str
    rule: str
    item: Item


class Admission(Struct):
    """The answer: what is refused, and what was admitted by which proof. Parts that both name are not in both."""

    refused: list[Difference] = field(default_factory=list)
    granted: list[Grant] = field(default_factory=list)


def admit(
    kind: Kind, rule: str, new: Sequence[Item], allowed: Sequence[Item], proofs: Sequence[Proof] = ()
) -> Admission:
    """Whether `new` is a subset of `allowed`, modulo proofs; every part is asked of each proof in order."""
    admission = Admission()
    for difference in kind.compare(new, allowed):
        over = dict(difference.over)
        for proof in proofs:
            if not over:
                break
            growth = Growth(kind, rule, difference, over, new, allowed)
            taken = {part: n for part, n in proof.admits(growth).items() if n > 0}
            if taken:
                over = surplus(over, taken)
                subject, object_ = difference.item.key
                admission.granted.append(Grant(proof.code, rule, Item(subject, object_, taken)))
        if over:
            admission.refused.append(
                Difference(observed=difference.observed, allowed=difference.allowed, over=over, under=difference.under)
            )
    return admission
