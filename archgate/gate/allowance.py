"""What a policy allows, as items that facts can be compared with."""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from archgate.facts.fact import Item
from archgate.facts.kind import Kind
from archgate.gate.assignment import assigned
from archgate.policy.document import Accepted, Debt, Policy


class Allowance(Struct, frozen=True):
    """One debt or exception block: the item that it covers, and what a reader wants to know of it."""

    item: Item
    section: Literal["debt", "exception"]
    leaf: str = ""
    owner: str = ""
    planned: str = ""
    line: int = 0


Finder = Callable[[Item], Allowance | None]


def allowances(policy: Policy, kind: Kind) -> list[Allowance]:
    """Every debt and exception block of a policy, in the order of the file."""
    debts = [_of_debt(debt, kind, policy) for debt in policy.debts]
    return debts + [_of_exception(accepted, kind) for accepted in policy.exceptions]


def landed(found: Iterable[Allowance]) -> list[Allowance]:
    """Those that cover code which is there: not planned."""
    return [allowance for allowance in found if not allowance.planned]


def items_of(found: Iterable[Allowance]) -> list[Item]:
    """The items that the allowances cover."""
    return [allowance.item for allowance in found]


def finder(kind: Kind, found: Iterable[Allowance]) -> Finder:
    """Finds the first of the allowances that speaks of the same thing as an item."""
    kin = kind.kin(found, lambda allowance: allowance.item)
    return lambda item: next(iter(kin(item)), None)


def _of_debt(debt: Debt, kind: Kind, policy: Policy) -> Allowance:
    item = kind.item(debt.entry)
    if (debt.leaf and debt.owner) or not policy.assigns:
        return Allowance(item, "debt", leaf=debt.leaf, owner=debt.owner, line=debt.line)
    found = assigned(item.subject, policy.assigns, policy.packages)
    leaf = debt.leaf or (found.leaf if found else "")
    owner = debt.owner or (found.owner if found else "")
    return Allowance(item, "debt", leaf=leaf, owner=owner, line=debt.line)


def _of_exception(accepted: Accepted, kind: Kind) -> Allowance:
    item = kind.item(accepted.entry)
    return Allowance(item, "exception", owner=accepted.owner, planned=accepted.planned, line=accepted.line)
