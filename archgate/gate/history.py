"""What ancestors of base had: entries that were paid off before."""

from archgate.facts.fact import Difference
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances
from archgate.gate.case import Case
from archgate.host.errors import InputError
from archgate.host.tree import CommitTree
from archgate.policy.document import Policy
from archgate.policy.reader import read_policy


def was_allowed(case: Case, rule: str, kind: Kind, difference: Difference) -> bool:
    """Whether an ancestor of base had an entry that covers what is over."""
    return any(_allows(policy, kind, difference) for policy in earlier_policies(case, rule))


def earlier_policies(case: Case, rule: str) -> list[Policy]:
    """The versions of a rule's policy in the history of base, newest first; those that cannot be read are left out."""
    policy = case.base_rules().get(rule)
    if policy is None or case.git is None:
        return []
    found: list[Policy] = []
    for commit in case.git.history(case.base.oid, policy.path):
        data = CommitTree(case.git, commit).read(policy.path)
        if data is not None:
            try:
                found.append(read_policy(policy.path, data, case.kinds))
            except InputError:
                continue
    return found


def _allows(policy: Policy, kind: Kind, difference: Difference) -> bool:
    if policy.kind != kind.name:
        return False
    for allowance in allowances(policy, kind):
        if not allowance.planned and kind.akin(difference.item, allowance.item):
            parts = allowance.item.parts
            if all(
                difference.item.parts[part] <= parts.get(part, 0)
                for part in difference.over
                if part in difference.item.parts
            ):
                return any(part in parts for part in difference.over)
    return False
