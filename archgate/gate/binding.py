"""Debt stays bound to the leaf that base binds it to."""

from collections.abc import Iterator

from archgate.facts.fact import Item, identity
from archgate.gate.allowance import Allowance, allowances, finder
from archgate.gate.case import Case
from archgate.gate.finding import Finding, finding_about
from archgate.policy.document import Policy
from archgate.policy.moves import Moves


def reassigned(case: Case, base_rule: str, head_rule: str) -> Iterator[Finding]:
    """Debt of a rule that is bound to another leaf than at base and at its tip, without a decision that may say so."""
    found = list(_reassigned(case, case.base_rules()[base_rule], case.rules()[head_rule]))
    tip = case.at_tip.base_rules().get(base_rule) if found and case.at_tip else None
    beyond = {one.id for one in _reassigned(case.at_tip, tip, case.rules()[head_rule])} if case.at_tip and tip else None
    yield from (one for one in found if beyond is None or one.id in beyond)


def _reassigned(case: Case, base: Policy, head: Policy) -> Iterator[Finding]:
    kind = case.kinds[head.kind]
    before = [one for one in allowances(base, kind) if one.section == "debt" and one.leaf]
    bound_of = finder(kind, before)
    known = {kind.item(debt.entry).key for debt in base.debts}

    for debt in allowances(head, kind):
        if debt.section != "debt":
            continue
        item = debt.item
        bound = bound_of(item) or _left_by_move(item, before, case.moves if item.key not in known else None)
        if (
            bound
            and debt.leaf != bound.leaf
            and not is_child(debt.leaf, bound.leaf)
            and not _decided(case, base.rule, item, debt.leaf)
        ):
            now = debt.leaf or "no leaf"
            message = f"bound to {now}; base binds it to {bound.leaf}"
            yield finding_about(
                "REASSIGNED", head.rule, item, message, path=head.ledger, line=debt.line, leaf=bound.leaf
            )


def _left_by_move(item: Item, before: list[Allowance], moves: Moves | None) -> Allowance | None:
    """The debt of base that has become `item` by decision."""
    if moves is None or not moves.moves:
        return None
    return next(
        (
            one
            for one in before
            if moves.went(one.item.subject, item.subject) and moves.went(one.item.object, item.object)
        ),
        None,
    )


def is_child(leaf: str, parent: str) -> bool:
    """Whether `leaf` is part of what `parent` (a leaf or a stage) stands for: `S1-L1.2` of `S1-L1` and of `S1`."""
    return leaf.startswith(f"{parent}.") or ("-" not in parent and leaf.startswith(f"{parent}-"))


def _decided(case: Case, rule: str, item: Item, leaf: str) -> bool:
    if case.touches_host:
        return False
    return any(
        decision.kind == "reassign" and decision.leaf == leaf and identity(rule, item) in decision.subjects
        for decision in case.new_decisions
    )
