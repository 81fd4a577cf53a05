"""Leaves that were dropped by decision: progress keeps them in its denominator, with where their debt went."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from archgate.facts.kind import Kind
from archgate.host.configuration import has_configuration
from archgate.host.errors import InputError
from archgate.host.git import Git
from archgate.host.tree import CommitTree
from archgate.policy.law import Law, read_law
from archgate.roadmap.bound_debt import Bond, bonds_of
from archgate.roadmap.document import Leaf, Roadmap
from archgate.roadmap.from_tree import read_document
from archgate.roadmap.identifiers import stage_of

PAID, UNBOUND = "paid off", "unbound"
"""Where debt went that is bound to no leaf any more: it is gone, or nobody's."""


class Dropped(Struct, frozen=True):
    """A leaf that a `drop-leaf` decision took out: its id, stage, title, the decision's reason.

    `debt` counts by leaf (or `PAID`, `UNBOUND`) where the entries and marks are now that were bound to it when it was
    dropped; None where git does not know.
    """

    id: str
    stage: str
    title: str
    reason: str
    debt: Mapping[str, int] | None


class _Before(Struct, frozen=True):
    """The revision before the drop: what the leaf was, and what was bound to it."""

    leaf: Leaf | None
    bonds: tuple[Bond, ...]


def dropped_leaves(law: Law, roadmap: Roadmap, git: Git | None, kinds: Mapping[str, Kind]) -> list[Dropped]:
    """Every leaf that a decision of the law has dropped and that the document does not have, by id."""
    found = []
    for path, decision in sorted(law.decisions.items()):
        if decision.kind == "drop-leaf" and roadmap.leaf(decision.subject) is None:
            before = _before(decision.subject, path, git, kinds)
            stage = before.leaf.stage if before and before.leaf else stage_of(decision.subject)
            title = before.leaf.title if before and before.leaf else ""
            debt = _whereabouts(before.bonds, bonds_of(law, kinds), kinds, law) if before else None
            found.append(Dropped(decision.subject, stage, title, decision.reason, debt))
    return sorted(found, key=lambda one: one.id)


def _before(leaf: str, path: str, git: Git | None, kinds: Mapping[str, Kind]) -> _Before | None:
    """What stood before the first parent that brought the decision; before the work tree, HEAD."""
    head = git.resolve("HEAD") if git else None
    if git is None or head is None:
        return None
    brought = git.run("rev-list", "--first-parent", "--end-of-options", head, "--", path).decode("ascii").split()
    commit = git.resolve(f"{brought[-1]}^") if brought else head
    if commit is None:
        return None
    tree = CommitTree(git, commit)
    try:
        law = read_law(tree, kinds) if has_configuration(tree) else None
        if law is None or law.roadmap is None:
            return None
        old = read_document(tree, law.roadmap).leaf(leaf)
    except InputError:
        return None
    return _Before(old, tuple(bond for bond in bonds_of(law, kinds) if bond.leaf == leaf))


def _whereabouts(bonds: Sequence[Bond], now: Sequence[Bond], kinds: Mapping[str, Kind], law: Law) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for bond in bonds:
        policy = law.policies.get(bond.rule)
        kin = [one for one in now if one.rule == bond.rule]
        same = next((one for one in kin if policy and kinds[policy.kind].akin(one.item, bond.item)), None)
        counts[PAID if same is None else same.leaf or UNBOUND] += 1
    return dict(sorted(counts.items()))
