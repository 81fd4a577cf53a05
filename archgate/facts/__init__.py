"""Facts: queries on the linked host. One file a kind of question; a rule of a known kind needs a policy, not code."""

from collections.abc import Mapping
from functools import cache

from archgate.facts.kind import Kind


@cache
def kinds_of_index() -> Mapping[str, Kind]:
    """Every kind that asks the linked index alone, by its name."""
    from archgate.facts.boundary import Boundary
    from archgate.facts.capability import Capability
    from archgate.facts.complexity import Complexity
    from archgate.facts.cycle import Cycle
    from archgate.facts.exports import Exports
    from archgate.facts.layers import Layers
    from archgate.facts.suppressions import Suppressions
    from archgate.facts.unresolved import Unresolved

    kinds: list[Kind] = [
        Boundary(),
        Capability(),
        Complexity(),
        Cycle(),
        Exports(),
        Layers(),
        Suppressions(),
        Unresolved(),
    ]
    return {kind.name: kind for kind in kinds}
