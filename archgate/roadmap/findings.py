"""Everything that is found about the roadmap of head: by itself, against law, git and base."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from archgate.gate.case import Case, Revision, rules_of
from archgate.gate.finding import Finding, findings_of
from archgate.host.errors import InputError
from archgate.policy.roadmap_terms import ROADMAP, RoadmapPolicy
from archgate.roadmap.bound_debt import bonds_of, debts_by_leaf, finished_with_debt, newly_unbound
from archgate.roadmap.compared import Plan, compare, decisions_of, plan_of
from archgate.roadmap.exit_conditions import stops_evaluated, ticked_in_vain
from archgate.roadmap.from_tree import Former, former_plan, read_document
from archgate.roadmap.inherited import inherit
from archgate.roadmap.lint import lint
from archgate.roadmap.ratchet import ratchet
from archgate.roadmap.ratchet_states import GateHolds
from archgate.roadmap.recorded_commits import check_records, commits_of, newly_recorded
from archgate.roadmap.remark import finding_from
from archgate.roadmap.unknown_names import unknown_leaves, unknown_names, vacuous_terms


class Judgement(Struct, frozen=True):
    """The findings about a roadmap, what is said beside them, and head's plan (None: its law has none)."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    plan: Plan | None = None


def judge_roadmap(case: Case, gate: GateHolds | None = None) -> Judgement:
    """What there is to say of head's roadmap, and of what it has lost since base.

    `gate` answers whether a leaf may be called by a state that this change raises it to.
    """
    former = former_plan(case)
    notes = (former.note,) if former and former.note else ()
    if case.law.roadmap is None:
        return Judgement(tuple(ratchet(case, None, former, {}, gate)) if former else (), notes)
    try:
        plan = plan_of(read_document(case.head.tree, case.law.roadmap), case.law.roadmap)
    except InputError as error:
        return Judgement(tuple(findings_of(error.problems)), notes)
    found = list(against_law(case, plan, case.head))
    if former is not None:
        found = inherit(case, found, list(against_law(case, former.plan, former.revision)))
    records, unknown = _records(case, plan, former)
    grown, told = _against_base(case, plan, former, gate)
    return Judgement((*found, *records, *_ticked(case, plan, former), *grown), (*notes, *unknown, *told), plan)


def _ticked(case: Case, plan: Plan, former: Former | None) -> list[Finding]:
    """The findings about stop conditions that are ticked and do not hold; what did not at base is inherited."""
    found = _vain(case, plan)
    ticked = {stop.text for stop in former.plan.roadmap.stops if stop.ticked} if former else set()
    if former is None or not any(stop.ticked and stop.text in ticked for stop in plan.roadmap.stops) or not found:
        return found
    return inherit(case, found, _vain(case.standing_at(former.revision), former.plan))


def _vain(case: Case, plan: Plan) -> list[Finding]:
    stops = list(stops_evaluated(case, plan.roadmap, plan.policy, ticked_only=True))
    return [finding_from(one, plan.roadmap.path) for one in ticked_in_vain(stops)]


def against_law(case: Case, plan: Plan, revision: Revision) -> Iterator[Finding]:
    """What a document says against itself, and what the law of its revision says against it."""
    law, roadmap, policy = revision.law, plan.roadmap, plan.policy
    assert law is not None
    sources = case.hosts.survey(revision.tree, law.configuration).sources
    modules = {source.module for source in sources.values()}
    yield from findings_of(unknown_names(roadmap, policy, rules_of(law, case.kinds)))
    yield from findings_of(unknown_leaves(roadmap, law.policies.values()))
    yield from vacuous_terms(roadmap, policy, modules, revision.tree.paths())
    yield from lint(roadmap, policy)
    bonds = bonds_of(law, case.kinds)
    yield from (finding_from(one, roadmap.path) for one in finished_with_debt(roadmap, bonds))


def _records(case: Case, plan: Plan, former: Former | None) -> tuple[list[Finding], tuple[str, ...]]:
    """The findings about commit ids that base's document does not have; without base nothing is new."""
    if case.before is None:
        return [], ()
    formers = [one for one in (former or _unruled(case), former_plan(case.at_tip) if case.at_tip else None) if one]
    compared = [compare(one.plan, plan, decisions_of(case)) for one in formers]
    known = {
        leaf.id: frozenset(commit for one in compared for old in one.origins(leaf) for commit in commits_of(old))
        for leaf in plan.roadmap.leaves
    }
    owns = {
        leaf.id: _owns(leaf.id, former.plan.policy if former else None, plan.policy) for leaf in plan.roadmap.leaves
    }
    checked = check_records(newly_recorded(plan.roadmap, known, owns), case.git, plan.policy)
    return [finding_from(one, plan.roadmap.path) for one in checked.remarks], checked.unknown


def _owns(leaf: str, before: RoadmapPolicy | None, now: RoadmapPolicy) -> tuple[str, ...]:
    """What a leaf owns: as base has it, else as head has."""
    return (before.leaf(leaf).owns if before else ()) or now.leaf(leaf).owns


def _unruled(case: Case) -> Former | None:
    """Base's document where base's law does not speak of it yet."""
    assert case.before is not None and case.law.roadmap is not None
    try:
        roadmap = read_document(case.before.tree, case.law.roadmap)
        return Former(plan_of(roadmap, case.law.roadmap), case.before)
    except InputError:
        return None


def _against_base(
    case: Case, plan: Plan, former: Former | None, gate: GateHolds | None
) -> tuple[list[Finding], tuple[str, ...]]:
    bonds = bonds_of(case.law, case.kinds)
    debts: Mapping[str, int] = debts_by_leaf(bonds)
    then = sum(not bond.leaf for bond in bonds_of(case.base_law, case.kinds)) if case.base_law else 0
    unbound = (f"{ROADMAP}: debt bound to no leaf: {debts['']} ({then} at base)",) if debts[""] else ()
    if former is None:
        adopting = (f"{ROADMAP}: adopting: base has none to be compared with",) if case.before else ()
        return [], (*adopting, *unbound)
    laws = [law for law in (case.base_law, case.tip) if law]
    before = [bond for law in laws for bond in bonds_of(law, case.kinds)]
    found = [finding_from(remark, path) for path, remark in newly_unbound(case, bonds, before)]
    return [*found, *ratchet(case, plan, former, debts, gate)], unbound
