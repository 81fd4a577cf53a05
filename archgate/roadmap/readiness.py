"""Which leaves can be begun, and what the others wait for."""

from msgspec import Struct

from archgate.policy.roadmap_terms import STATES, State
from archgate.roadmap.dependencies import Dependencies
from archgate.roadmap.document import Roadmap

UNBEGUN: tuple[State | None, ...] = ("PLANNED", None)


class Waiting(Struct, frozen=True):
    """A leaf that cannot be begun, and the leaves that it waits for."""

    leaf: str
    others: tuple[str, ...]


class Readiness(Struct, frozen=True):
    """The leaves that can be begun, and those that wait, in the document's order. What has begun is in neither."""

    ready: tuple[str, ...]
    waiting: tuple[Waiting, ...]


def readiness(roadmap: Roadmap, found: Dependencies, satisfies: State) -> Readiness:
    """Who is ready, where a leaf satisfies its dependents from the state `satisfies` on.

    A blocked leaf is not ready; it waits for what it depends on as others do.
    """
    others_of = unmet(roadmap, found, satisfies)
    waits = [(leaf, others_of[leaf.id]) for leaf in roadmap.leaves]
    return Readiness(
        ready=tuple(leaf.id for leaf, others in waits if leaf.state in UNBEGUN and not others),
        waiting=tuple(
            Waiting(leaf.id, others) for leaf, others in waits if leaf.state in (*UNBEGUN, "BLOCKED") and others
        ),
    )


def unmet(roadmap: Roadmap, found: Dependencies, satisfies: State) -> dict[str, tuple[str, ...]]:
    """The leaves that each leaf depends on and that have not come as far as `satisfies`."""
    short = {leaf.id for leaf in roadmap.leaves if not has_reached(leaf.state, satisfies)}
    return {leaf.id: tuple(name for name in found.of[leaf.id] if name in short) for leaf in roadmap.leaves}


def has_reached(state: State | None, wanted: State) -> bool:
    """Whether a leaf in `state` has come as far as `wanted`."""
    return state is not None and STATES.index(state) >= STATES.index(wanted)
