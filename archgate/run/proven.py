"""Entries for what proves itself: uses that moved inside their file, and old calls that are newly seen."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from archgate.facts.fact import Item, merged
from archgate.facts.kind import Kind
from archgate.gate.case import Case
from archgate.gate.growth import proven
from archgate.policy.document import Accepted, Debt, Policy
from archgate.policy.reason import UNREVIEWED


def with_proven(policy: Policy, case: Case, rule: str) -> Policy:
    """The policy, shrunk before, with what proves itself in the block that has its kin, else in one of its own.

    Marks are left to the command that writes them.
    """
    before = case.rules()[rule]
    kind = case.kinds[policy.kind]
    for grant in () if kind.marked else proven(case, rule):
        policy = _with(policy, kind, grant.item, before)
    return policy


def _with(policy: Policy, kind: Kind, item: Item, before: Policy) -> Policy:
    """The policy with an item; where all of its block is gone, the block of before gives owner, leaf and reason."""
    for name in ("debts", "exceptions"):
        blocks: Sequence[Any] = getattr(policy, name)
        twin = _twin(blocks, kind, item)
        if twin is not None:
            grown = replace(twin, entry=kind.entry(merged(kind.item(twin.entry), item)))
            return replace(policy, **{name: tuple(grown if one is twin else one for one in blocks)})
    for name in ("debts", "exceptions"):
        twin = _twin(getattr(before, name), kind, item)
        if twin is not None:
            return replace(policy, **{name: (*getattr(policy, name), replace(twin, entry=kind.entry(item)))})
    fresh = Debt(entry=kind.entry(item), owner=item.subject, reason=UNREVIEWED)
    return replace(policy, debts=(*policy.debts, fresh))


def _twin(blocks: Sequence[Any], kind: Kind, item: Item) -> Debt | Accepted | None:
    return next((one for one in blocks if _is_landed(one) and kind.akin(kind.item(one.entry), item)), None)


def _is_landed(block: Debt | Accepted) -> bool:
    return not (isinstance(block, Accepted) and block.planned)
