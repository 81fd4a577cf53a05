"""The conditions of a leaf, one file each."""

from collections.abc import Mapping

from archgate.policy.roadmap_terms import Condition
from archgate.roadmap.conditions.acceptance import acceptance
from archgate.roadmap.conditions.compat import compat
from archgate.roadmap.conditions.debt import debt
from archgate.roadmap.conditions.delivered import delivered
from archgate.roadmap.conditions.dependents import dependents
from archgate.roadmap.conditions.gates import gates
from archgate.roadmap.conditions.matrices import matrices
from archgate.roadmap.conditions.one_door import one_door
from archgate.roadmap.conditions.scope import scope
from archgate.roadmap.conditions.switched import switched
from archgate.roadmap.trial import Judge

JUDGES: Mapping[Condition, Judge] = {
    "debt": debt,
    "switched": switched,
    "one-door": one_door,
    "compat": compat,
    "acceptance": acceptance,
    "matrices": matrices,
    "gates": gates,
    "scope": scope,
    "delivered": delivered,
    "dependents": dependents,
}
"""Who judges each condition, in the order in which they are told."""
