"""`archgate policy revert COMMIT`: a change takes COMMIT back by decision, and its entries come back."""

from collections.abc import Mapping

from msgspec.structs import replace

from archgate.facts.fact import Item
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances, items_of, landed
from archgate.gate.case import Case
from archgate.gate.measured import Measured
from archgate.gate.reverted import is_reverted
from archgate.host.errors import InputError, invalid
from archgate.host.tree import CommitTree
from archgate.policy.decisions import Decision, path_for
from archgate.policy.document import Accepted, Debt, Policy
from archgate.policy.law import Law, read_law
from archgate.policy.reason import UNREVIEWED
from archgate.run.opening import Options, open_case, stand
from archgate.run.shrink import shrunk
from archgate.run.writing import Draft, Outcome, write_draft


def revert(options: Options, commit: str, reason: str | None = None, owner: str | None = None) -> Outcome:
    """Decide that this change takes `commit` back. Raises InputError where git does not prove it."""
    with stand(options) as ground:
        case = open_case(ground, options)
        oid = _proven(case, commit)
        path = path_for(case.law.configuration.policies, "revert", oid)
        decision = Decision(path, "revert", (oid,), reason or UNREVIEWED, owner or UNREVIEWED)
        before = _law_before(case, oid)
        policies = {}
        for rule, policy in case.law.policies.items():
            old = before.policies.get(rule)
            if old is not None and old.kind == policy.kind:
                policies[rule] = _restored(case.under_head(rule), old)
        return write_draft(ground, case, Draft(policies=policies, decisions={path: decision}))


def _proven(case: Case, commit: str) -> str:
    oid = case.git.resolve(commit) if case.git else None
    if oid is None:
        raise invalid(f"there is no commit `{commit}`", "give the id of the commit that the change takes back")
    if not is_reverted(case, oid):
        message = f"base with {oid[:12]} taken back is not what the host's files are"
        raise invalid(message, f"run `git revert --no-commit {oid[:12]}` on base and change no other host file")
    return oid


def _law_before(case: Case, oid: str) -> Law:
    assert case.git is not None
    parents = case.git.parents(oid)
    if not parents:
        raise invalid(f"{oid[:12]} is the first commit: there is no law before it")
    try:
        return read_law(CommitTree(case.git, parents[0]), case.kinds)
    except InputError as error:
        raise invalid(f"the law before {oid[:12]} cannot be read: {error.problems[0]}") from None


def _restored(measured: Measured, old: Policy) -> Policy:
    """Head's policy with those blocks of the old one that cover what no entry covers now."""
    kind = measured.kind
    over = {
        one.item.key: one.item
        for one in kind.compare(measured.facts, items_of(landed(allowances(measured.policy, kind))))
        if one.over
    }
    policy = shrunk(measured)
    debts = tuple(debt for debt in old.debts if _covers(kind, debt.entry, over))
    excepted = tuple(one for one in old.exceptions if not one.planned and _covers(kind, one.entry, over))
    restored: list[Debt | Accepted] = [*debts, *excepted]
    known = {kind.identity(block.entry) for block in restored}
    kept_debts = tuple(debt for debt in policy.debts if kind.identity(debt.entry) not in known)
    kept = tuple(one for one in policy.exceptions if one.planned or kind.identity(one.entry) not in known)
    return shrunk(replace(measured, policy=replace(policy, debts=(*kept_debts, *debts), exceptions=(*kept, *excepted))))


def _covers(kind: Kind, entry: object, over: Mapping[tuple[str, str], Item]) -> bool:
    item = kind.item(entry)
    return any(kind.akin(item, one) for one in over.values())
