"""The proof of a revert: git's reverse of a commit, applied to base, gives head's host files exactly."""

from archgate.facts.fact import Item
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances
from archgate.gate.case import Case, is_host_path
from archgate.host.errors import InputError
from archgate.host.made_trees import reverse_applied
from archgate.host.tree import CommitTree
from archgate.policy.law import read_law


def reverted_entries(case: Case, rule: str, kind: Kind) -> list[Item]:
    """What the law allowed before the commits that this change provably reverts."""
    if case.git is None:
        return []
    commits = [one.subject for one in case.new_decisions if one.kind == "revert"]
    return [item for commit in commits if is_reverted(case, commit) for item in _before(case, commit, rule, kind)]


def is_reverted(case: Case, commit: str) -> bool:
    """Whether `commit` is an ancestor of base and head's host files are base's with the commit taken back."""
    assert case.git is not None
    if case.git.resolve(commit) != commit or not case.git.is_ancestor(commit, case.base.oid):
        return False
    tree = reverse_applied(case.git, case.base.oid, commit)
    configurations = [law.configuration for law in (case.law, case.base_law) if law is not None]
    return tree is not None and not any(
        is_host_path(path, one) for path in case.git.differing_paths(tree, case.head_tree_id) for one in configurations
    )


def _before(case: Case, commit: str, rule: str, kind: Kind) -> list[Item]:
    assert case.git is not None
    parents = case.git.parents(commit)
    if not parents:
        return []
    try:
        law = read_law(CommitTree(case.git, parents[0]), case.kinds)
    except InputError:
        return []
    policy = law.policies.get(rule)
    if policy is None or policy.kind != kind.name:
        return []
    return [one.item for one in allowances(policy, kind) if not one.planned]
