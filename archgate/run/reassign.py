"""`archgate policy reassign ID... --leaf L`: debt bound to another leaf, by decision and without host source."""

from collections.abc import Sequence

from msgspec.structs import replace

from archgate.facts.fact import identity
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances
from archgate.gate.case import Case
from archgate.host.errors import invalid
from archgate.host.phrases import meant_or_listed
from archgate.policy.decisions import Decision, path_for
from archgate.policy.document import Debt, Policy
from archgate.policy.reason import UNREVIEWED
from archgate.report.outcome import Outcome
from archgate.run.opening import Options, open_case, stand
from archgate.run.writing import Draft, write_draft


def reassign(
    options: Options, ids: Sequence[str], leaf: str, reason: str | None = None, owner: str | None = None
) -> Outcome:
    """Bind the debt entries named by `ids` to `leaf`; for marks, decide what an `[[assign]]` block says already.

    Raises InputError for an unknown id, for a mark that no block binds to `leaf`, or beside host source.
    """
    with stand(options) as ground:
        case = open_case(ground, options)
        if case.touches_host:
            raise invalid("debt is reassigned in a change without host source", "commit the source on its own first")
        policies = {rule: _bound(case, policy, ids, leaf) for rule, policy in case.law.policies.items()}
        _check(case, ids)
        _check_assigned(case, ids, leaf)
        path = path_for(case.law.configuration.policies, "reassign", [*sorted(ids), leaf])
        decision = Decision(path, "reassign", tuple(sorted(ids)), reason or UNREVIEWED, owner or leaf, leaf=leaf)
        return write_draft(ground, case, Draft(policies=policies, decisions={path: decision}))


def _bound(case: Case, policy: Policy, ids: Sequence[str], leaf: str) -> Policy:
    kind = case.kinds[policy.kind]
    if kind.marked:
        return policy
    debts = tuple(replace(debt, leaf=leaf) if _id(policy.rule, kind, debt) in ids else debt for debt in policy.debts)
    return replace(policy, debts=debts)


def _check(case: Case, ids: Sequence[str]) -> None:
    known = [
        _id(policy.rule, case.kinds[policy.kind], debt)
        for policy in case.law.policies.values()
        for debt in policy.debts
    ]
    for one in ids:
        if one not in known:
            raise invalid(f"no debt entry has the id `{one}`", meant_or_listed(one, known[:50]))


def _check_assigned(case: Case, ids: Sequence[str], leaf: str) -> None:
    """Marks have no leaf of their own: the blocks of their policy bind them."""
    for rule, policy in case.law.policies.items():
        kind = case.kinds[policy.kind]
        for one in allowances(policy, kind) if kind.marked else ():
            if identity(rule, one.item) in ids and one.leaf != leaf:
                message = f"`{identity(rule, one.item)}` is a mark, and bound to {one.leaf or 'no leaf'}"
                raise invalid(message, f"write an [[assign]] block for {leaf} first, then run this again", policy.path)


def _id(rule: str, kind: Kind, debt: Debt) -> str:
    return identity(rule, kind.item(debt.entry))
