"""Two revisions of a roadmap side by side: which leaves of head stand for each leaf of base."""

from collections.abc import Mapping

from msgspec import Struct

from archgate.gate.case import Case
from archgate.policy.roadmap_terms import RoadmapPolicy
from archgate.roadmap.dependencies import Dependencies, dependencies
from archgate.roadmap.document import Leaf, Roadmap, Section


class Plan(Struct, frozen=True):
    """A document, its policy, and what each of its leaves depends on."""

    roadmap: Roadmap
    policy: RoadmapPolicy
    dependencies: Dependencies


class Decided(Struct, frozen=True):
    """What the decisions of a change allow, by the ids they are about.

    `rescoped` holds ids of leaves and stages, and of findings; `renamed` leads from old ids to new ones; `reverted` are
    commit ids.
    """

    dropped: frozenset[str] = frozenset()
    rescoped: frozenset[str] = frozenset()
    fallen: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = {}
    reverted: frozenset[str] = frozenset()


class Compared(Struct, frozen=True):
    """Base's plan and head's. `heirs` are head's leaves in the place of each leaf of base; none: it was dropped.

    `origins_of` are the leaves of base in the place of which each of head's is.
    """

    before: Plan
    after: Plan
    heirs: Mapping[str, tuple[Leaf, ...]]
    origins_of: Mapping[str, tuple[Leaf, ...]]
    decided: Decided

    def origins(self, leaf: Leaf) -> tuple[Leaf, ...]:
        """The leaves of base in whose place a leaf of head is; none for one that was added."""
        return self.origins_of.get(leaf.id, ())

    def sections(self, old: Leaf) -> list[Section]:
        """Head's sections about a leaf of base: those of its heirs, and its own where it has become a parent."""
        parents = [parent.section for parent in self.after.roadmap.parents if parent.id == old.id]
        return [section for section in (*parents, *(heir.section for heir in self.heirs[old.id])) if section]


def plan_of(roadmap: Roadmap, policy: RoadmapPolicy) -> Plan:
    """The plan of a document."""
    return Plan(roadmap, policy, dependencies(roadmap))


def compare(before: Plan, after: Plan, decided: Decided) -> Compared:
    """The two plans side by side.

    A leaf has its own id for heir, else the leaf that a `rename` decision leads to and base did not have, else, where
    it was split, its children.
    """
    known, there = ({leaf.id: leaf for leaf in plan.roadmap.leaves} for plan in (before, after))
    below = _below(after.roadmap)
    heirs: dict[str, tuple[Leaf, ...]] = {}
    origins: dict[str, tuple[Leaf, ...]] = {}
    for leaf in before.roadmap.leaves:
        renamed = decided.renamed.get(leaf.id, "")
        if leaf.id in there:
            heirs[leaf.id] = (there[leaf.id],)
        elif renamed in there and renamed not in known:
            heirs[leaf.id] = (there[renamed],)
        else:
            heirs[leaf.id] = tuple(below.get(leaf.id, ()))
        for heir in heirs[leaf.id]:
            origins[heir.id] = (*origins.get(heir.id, ()), leaf)
    return Compared(before, after, heirs, origins, decided)


def _below(roadmap: Roadmap) -> dict[str, list[Leaf]]:
    """The leaves below every id that has some."""
    found: dict[str, list[Leaf]] = {}
    for leaf in roadmap.leaves:
        parts = leaf.id.split(".")
        for n in range(1, len(parts)):
            found.setdefault(".".join(parts[:n]), []).append(leaf)
    return found


def decisions_of(case: Case) -> Decided:
    """What the new decisions of a change allow: what loosens counts only in a change without host source."""

    def subjects(kind: str, *, quietly: bool = False) -> frozenset[str]:
        found = frozenset(one.subject for one in case.new_decisions if one.kind == kind)
        return found if found and not (quietly and case.touches_host) else frozenset()

    return Decided(
        dropped=subjects("drop-leaf", quietly=True),
        rescoped=subjects("rescope", quietly=True),
        fallen=subjects("fall-back"),
        renamed={one.subject: one.to[0] for one in case.new_decisions if one.kind == "rename"},
        reverted=subjects("revert"),
    )
