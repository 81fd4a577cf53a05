"""`archgate policy shrink`: entries become what the facts still show, and landed plans drop their mark."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from archgate.facts.fact import Fact, Item, merged, surplus
from archgate.facts.kind import Kind, itself
from archgate.gate.allowance import allowances, items_of, landed
from archgate.gate.case import Case
from archgate.gate.finding import Finding
from archgate.gate.measured import Measured, exactly
from archgate.gate.resolution import dimmed
from archgate.host.errors import InputError, Problem
from archgate.policy.document import Accepted, Debt, Owner, Policy
from archgate.report.outcome import Outcome
from archgate.run.check import selected
from archgate.run.opening import Options, open_case, stand
from archgate.run.proven import with_proven
from archgate.run.writing import Draft, write_draft

Block = TypeVar("Block", Debt, Accepted)


def shrink(options: Options, rule: str | None = None) -> Outcome:
    """Shrink one rule's policy or all. Raises InputError where a fall to nothing is no progress but a blind measure."""
    with stand(options) as ground:
        case = open_case(ground, options)
        rules = [name for name in selected(case, rule) if name in case.law.policies]
        policies = {name: with_proven(shrunk(case.under_head(name)), case, name) for name in rules}
        for name, policy in policies.items():
            suspect(case, name, policy)
        refused = tuple(one for name in rules for one in _standing(case, name, policies[name]))
        if refused:
            return Outcome(refused=refused, protected=case.base.protected)
        return write_draft(ground, case, Draft(policies=policies))


def _standing(case: Case, rule: str, policy: Policy) -> Iterator[Finding]:
    """What keeps a rule from being shrunk: entries of calls that stand, and only cannot be seen any more."""
    base_rule = case.origins().get(rule, "")
    if base_rule and policy != case.law.policies[rule]:
        yield from dimmed(case, base_rule, rule)


def shrunk(measured: Measured, marks: bool = False) -> Policy:
    """The policy with every entry cut down to the facts; nothing is added but what a landed plan approved.

    Marks stay as they are unless `marks` asks for them: their fixture is written by a command of its own.
    """
    policy, kind = measured.policy, measured.kind
    kin = kind.kin(measured.facts, itself)
    kept = kind.marked and not marks
    debts = policy.debts if kept else [left for debt in policy.debts for left in _left(debt, kind, kin)]
    settled = [one for one in policy.exceptions if not one.planned]
    exceptions = [left for one in settled for left in _left(one, kind, kin)]
    for plan in policy.exceptions:
        if plan.planned:
            exceptions = _land(measured, plan, exceptions)
    owners = tuple(_owner(owner, measured) for owner in policy.owners)
    return replace(policy, owners=owners, debts=tuple(debts), exceptions=tuple(exceptions))


def _left(block: Block, kind: Kind, kin: Callable[[Item], Sequence[Fact]]) -> Iterator[Block]:
    """What is left of a debt or exception, with all that its block says."""
    item = kind.item(block.entry)
    for left in kind.shrunk(item, kin(item)):
        yield replace(block, entry=kind.entry(left))


def _owner(owner: Owner, measured: Measured) -> Owner:
    permits = measured.view.permits([exactly(owner.module)])
    landed_here = owner.planned and any(permits(fact.subject) for fact in measured.owned)
    return replace(owner, planned="") if landed_here else owner


def _land(measured: Measured, plan: Accepted, exceptions: list[Accepted]) -> list[Accepted]:
    """The exceptions with a planned one landed: its exact parts, joined with a landed block of the same identity."""
    kind = measured.kind
    item = _landing(measured, plan)
    if item is None:
        return [*exceptions, plan]
    twin = next((one for one in exceptions if kind.akin(kind.item(one.entry), item)), None)
    if twin is None:
        return [*exceptions, replace(plan, entry=kind.entry(item), planned="")]
    joined = kind.entry(merged(kind.item(twin.entry), item))
    return [replace(one, entry=joined) if one is twin else one for one in exceptions]


def _landing(measured: Measured, plan: Accepted) -> Item | None:
    """The parts of the plan's fact that no landed entry covers; None while there is none, or more than was planned."""
    kind = measured.kind
    planned = kind.item(plan.entry)
    known = items_of(landed(allowances(measured.policy, kind)))
    for difference in kind.compare(measured.facts, known):
        if difference.over and kind.akin(difference.item, planned):
            beyond = surplus(difference.over, planned.parts) if planned.parts else {}
            return None if beyond else Item(difference.item.subject, difference.item.object, difference.over)
    return None


def suspect(case: Case, rule: str, policy: Policy) -> None:
    """A rule that falls to nothing although no input changed is a broken measure, not progress: InputError."""
    before = case.law.policies[rule]
    fallen = bool(before.debts or before.exceptions) and not policy.debts and not policy.exceptions
    if fallen and case.base_law is not None and not case.changed:
        message = f"all facts of `{rule}` are gone, yet nothing differs from base"
        raise InputError([Problem(before.path, 0, "UNMEASURED", message, "see: archgate facts " + rule)])
