"""Debt and leaves, in both directions: what is bound to each leaf, what is bound to none."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from archgate.facts.fact import Item, identity
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances
from archgate.gate.case import Case
from archgate.host.phrases import some
from archgate.policy.law import Law
from archgate.roadmap.document import Roadmap
from archgate.roadmap.readiness import has_reached
from archgate.roadmap.remark import Remark

CODE: Final = "LEAF_STATE"


class Bond(Struct, frozen=True):
    """One entry or mark of debt: its rule, what it covers, the leaf that removes it ("": none), where it stands."""

    rule: str
    kind: str
    item: Item
    leaf: str
    path: str
    line: int

    @property
    def id(self) -> str:
        """The identity of the debt."""
        return identity(self.rule, self.item)


def bonds_of(law: Law, kinds: Mapping[str, Kind]) -> list[Bond]:
    """Every entry and mark of debt of a law."""
    return [
        Bond(rule, policy.kind, one.item, one.leaf, policy.ledger, one.line)
        for rule, policy in sorted(law.policies.items())
        for one in allowances(policy, kinds[policy.kind])
        if one.section == "debt"
    ]


def debts_by_leaf(bonds: Sequence[Bond]) -> Counter[str]:
    """How many entries and marks are bound to each leaf; those bound to none are under ""."""
    return Counter(bond.leaf for bond in bonds)


def finished_with_debt(roadmap: Roadmap, bonds: Sequence[Bond]) -> Iterator[Remark]:
    """Leaves that are DELIVERED or COMPLETE and have debt, and parents of which all is. By the document's lines."""
    bound: dict[tuple[str, str], list[Bond]] = {}
    for bond in bonds:
        if bond.leaf:
            bound.setdefault((bond.leaf, bond.rule), []).append(bond)
    for (name, rule), found in bound.items():
        claim = _finished(roadmap, name)
        if claim is not None:
            state, line = claim
            ids = tuple(bond.id for bond in found)
            message = f"{name} is {state}, and debt in {found[0].path} is bound to it still: {some(ids)}"
            fix = "pay it off, or take the state back"
            yield Remark(line, CODE, name, f"debt {rule}", message, fix)


def _finished(roadmap: Roadmap, name: str) -> tuple[str, int] | None:
    """The state and line of a leaf or parent that is DELIVERED at least; None for one that is not."""
    leaf = roadmap.leaf(name)
    if leaf is not None:
        return (str(leaf.state), leaf.line) if has_reached(leaf.state, "DELIVERED") else None
    children = roadmap.children(name)
    parent = next((one for one in roadmap.parents if one.id == name and one.claim), None)
    if parent and parent.claim and has_reached(parent.claim.state, "DELIVERED"):
        return str(parent.claim.state), parent.claim.line
    if children and all(has_reached(child.state, "DELIVERED") for child in children):
        return "DELIVERED", children[0].line
    return None


def newly_unbound(case: Case, bonds: Sequence[Bond], before: Sequence[Bond]) -> Iterator[tuple[str, Remark]]:
    """Debt bound to no leaf that base has not, by rule, each with the path of the file that it stands in.

    What only took a new name is none: as much unbound debt as is gone altogether may have come.
    """
    origins = case.origins()
    for rule in sorted({bond.rule for bond in bonds}):
        kind = case.kinds[case.rules()[rule].kind]
        names = (rule, origins.get(rule, rule))
        then = [bond for bond in before if bond.rule in names and bond.kind == kind.name]
        now = [bond for bond in bonds if bond.rule == rule]
        came = _unknown([bond for bond in now if not bond.leaf], then, kind)
        gone = _unknown([bond for bond in then if not bond.leaf], now, kind)
        if len(came) > len(gone):
            ids = tuple(bond.id for bond in came)
            message = f"debt came that is bound to no leaf: {some(ids)}"
            yield came[0].path, Remark(came[0].line, "ROADMAP", "", f"unbound {rule}", message, "name its `leaf`")


def _unknown(bonds: Sequence[Bond], others: Sequence[Bond], kind: Kind) -> list[Bond]:
    """Those bonds that no other one speaks of."""
    kin = kind.kin(others, lambda bond: bond.item)
    return [bond for bond in bonds if not kin(bond.item)]
