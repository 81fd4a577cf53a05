"""What ancestors of base had: entries that were paid off before."""

from archgate.facts.fact import Difference
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances
from archgate.gate.case import Case
from archgate.host.errors import InputError
from archgate.host.tree import CommitTree
from archgate.policy.document import Policy
from archgate.policy.fixture import with_fixture
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
    for commit in case.git.history(case.base.oid, policy.ledger):
        data = CommitTree(case.git, commit).read(policy.ledger)
        if data is not None:
            try:
                found.append(_read(case, policy, data))
            except InputError:
                continue
    return found


def _read(case: Case, policy: Policy, data: bytes) -> Policy:
    """An earlier version of a policy, or of its fixture where its debt stands there."""
    if policy.fixture:
        return with_fixture(policy, policy.fixture, data, case.kinds[policy.kind])
    return read_policy(policy.path, data, case.kinds)


def _allows(policy: Policy, kind: Kind, difference: Difference) -> bool:
    """Whether an entry of the policy covers what is over."""
    if policy.kind != kind.name:
        return False
    item = difference.item
    entries = [one.item for one in allowances(policy, kind) if not one.planned and kind.akin(item, one.item)]
    return bool(entries) and not any(part in difference.over for part in kind.beyond(item, [item], entries))
