"""What the protected branch has paid off since the fork point, and head still lists."""

from collections.abc import Iterator

from archgate.gate.allowance import allowances
from archgate.gate.case import Case
from archgate.gate.finding import Finding, finding_about


def behind(case: Case, rule: str, head_rule: str) -> Iterator[Finding]:
    """Told, never red: entries that head and the fork point have, and the tip of base has not any more."""
    if case.tip is None or rule not in case.tip.policies:
        return
    policy, tip = case.rules()[head_rule], case.tip.policies[rule]
    if tip.kind != policy.kind:
        return
    kind = case.kinds[policy.kind]
    now = [one.item for one in allowances(policy, kind) if not one.planned]
    there = [one.item for one in allowances(tip, kind)]
    fork = [one.item for one in case.base_allowances(rule)]
    for difference in kind.compare(now, there):
        if difference.over and any(kind.akin(difference.item, item) for item in fork):
            message = "paid off on the protected branch since this change forked"
            yield finding_about("BEHIND", head_rule, difference.item, message, path=policy.ledger)
