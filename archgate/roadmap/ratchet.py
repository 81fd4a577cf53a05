"""The roadmap is ratcheted as the law is: head's against base's, with the decisions of the change."""

from collections.abc import Iterator, Mapping

from archgate.gate.case import Case
from archgate.gate.finding import Finding
from archgate.policy.roadmap_terms import ROADMAP
from archgate.roadmap.compared import Compared, Plan, compare, decisions_of
from archgate.roadmap.from_tree import Former, former_plan
from archgate.roadmap.ratchet_leaves import leaves_rescoped
from archgate.roadmap.ratchet_states import GateHolds, states_changed
from archgate.roadmap.ratchet_terms import terms_weakened
from archgate.roadmap.ratchet_whole import conditions_lost, policy_weakened
from archgate.roadmap.remark import Remark, finding_from


def ratchet(
    case: Case, plan: Plan | None, former: Former, debts: Mapping[str, int], gate: GateHolds | None = None
) -> list[Finding]:
    """Everything that the roadmap of head has lost or claims beyond `former`; `plan` is None where head has none.

    `debts` counts the entries and marks bound to each leaf of head. What the tip of base shows alike is not this
    change's.
    """
    found = list(_ratchet(case, plan, former, debts, gate))
    at_tip = former_plan(case.at_tip) if found and case.at_tip else None
    if at_tip is None or case.at_tip is None:
        return found
    beyond = {(one.code, one.id) for one in _ratchet(case.at_tip, plan, at_tip, debts, gate)}
    return [one for one in found if (one.code, one.id) in beyond]


def _ratchet(
    case: Case, plan: Plan | None, former: Former, debts: Mapping[str, int], gate: GateHolds | None
) -> Iterator[Finding]:
    if plan is None:
        yield from _gone(case, former)
        return
    compared = compare(former.plan, plan, decisions_of(case))
    document, policy = plan.roadmap.path, plan.policy.path
    leaves, states = leaves_rescoped(compared), states_changed(compared, debts, case, gate)
    yield from (
        finding_from(one, document)
        for one in (*leaves, *states, *conditions_lost(compared))
        if not _decided(compared, one)
    )
    yield from (
        finding_from(one, policy)
        for one in (*terms_weakened(compared), *policy_weakened(compared))
        if not _decided(compared, one)
    )


def _decided(compared: Compared, remark: Remark) -> bool:
    """Whether a `rescope` decision is about a remark: by the id of the finding, or for what stages ask, theirs."""
    names = {f"{ROADMAP}|{remark.leaf}|{remark.about}"}
    if remark.code == "ROADMAP" and any(stage.id == remark.leaf for stage in compared.before.roadmap.stages):
        names.add(remark.leaf)
    return remark.code != "LEAF_STATE" and bool(names & compared.decided.rescoped)


def _gone(case: Case, former: Former) -> Iterator[Finding]:
    """The finding that head's law has no roadmap any more."""
    name = f"{ROADMAP}||policy"
    if name not in decisions_of(case).rescoped:
        message = f"base is held to {former.plan.roadmap.path}, and this change takes the roadmap out of the law"
        fix = f"restore {former.plan.policy.path}; or decide it: a `rescope` decision with subject '{name}'"
        yield finding_from(Remark(0, "ROADMAP", "", "policy", message, fix), former.plan.policy.path)
