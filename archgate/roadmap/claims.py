"""States that the document itself does not bear out."""

from collections.abc import Iterator
from typing import Final

from archgate.host.phrases import some
from archgate.policy.roadmap_terms import RoadmapPolicy
from archgate.roadmap.dependencies import Dependencies
from archgate.roadmap.document import Leaf, Parent, Roadmap
from archgate.roadmap.readiness import has_reached, readiness, unmet
from archgate.roadmap.remark import Remark

CODE: Final = "LEAF_STATE"


def claims(roadmap: Roadmap, policy: RoadmapPolicy, found: Dependencies) -> Iterator[Remark]:
    """Claims ahead of dependencies or children, too many at once, or said in two ways."""
    satisfies = policy.header.satisfies
    others_of = unmet(roadmap, found, satisfies)
    for leaf in roadmap.leaves:
        if has_reached(leaf.state, "ACTIVE") and others_of[leaf.id]:
            yield _ahead(leaf, others_of[leaf.id], satisfies)
        yield from _torn(leaf)
    for parent in roadmap.parents:
        yield from _parent(parent, roadmap.children(parent.id))
    yield from _crowd(roadmap, policy.header.max_active)
    ready = readiness(roadmap, found, satisfies).ready
    yield from (_needless(leaf, ready) for leaf in roadmap.leaves if ready and leaf.state == "BLOCKED")


def _ahead(leaf: Leaf, others: tuple[str, ...], satisfies: str) -> Remark:
    message = f"{leaf.id} is {leaf.state}, and what it depends on is not {satisfies} yet: {some(others)}"
    return Remark(leaf.line, CODE, leaf.id, "depends", message, "take these first, or take the state back")


def _torn(leaf: Leaf) -> Iterator[Remark]:
    status = leaf.section.status if leaf.section else None
    if status and status.state and leaf.state and status.state != leaf.state:
        message = f"{leaf.id} is {status.state} in its section and {leaf.state} in its table (line {leaf.claim.line})"
        yield Remark(status.line, CODE, leaf.id, "section", message, "make the two equal")


def _parent(parent: Parent, children: tuple[Leaf, ...]) -> Iterator[Remark]:
    state = parent.claim.state if parent.claim else None
    if parent.claim is None or state is None or not children:
        return
    if has_reached(state, "VERIFIED"):
        behind = tuple(leaf.id for leaf in children if not has_reached(leaf.state, state))
    else:
        begun = any(has_reached(leaf.state, "ACTIVE") for leaf in children)
        behind = () if begun or state != "ACTIVE" else tuple(leaf.id for leaf in children)
    if behind:
        message = f"{parent.id} is {state} ahead of what it stands for: {some(behind)}"
        yield Remark(parent.claim.line, CODE, parent.id, "children", message, "take the parent's state back")


def _crowd(roadmap: Roadmap, most: int) -> Iterator[Remark]:
    active = [leaf for leaf in roadmap.leaves if leaf.state == "ACTIVE"]
    if len(active) > most:
        names = some(tuple(leaf.id for leaf in active))
        message = f"{len(active)} leaves are ACTIVE at once, {most} may be: {names}"
        beyond = active[most]
        yield Remark(beyond.line, CODE, beyond.id, "active", message, "finish one, or take its state back to PLANNED")


def _needless(leaf: Leaf, ready: tuple[str, ...]) -> Remark:
    message = f"{leaf.id} is BLOCKED while other leaves can be begun: {some(ready)}"
    return Remark(leaf.line, CODE, leaf.id, "blocked", message, "put it back to PLANNED and take one of these")
