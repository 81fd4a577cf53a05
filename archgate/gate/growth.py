"""Verdict 2: the facts of head's tree under base's law are a subset of base's entries, or admitted."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from archgate.facts.fact import Difference, Fact, Item, identity, surplus
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances, items_of, landed
from archgate.gate.case import Case
from archgate.gate.finding import Finding, finding_about
from archgate.gate.history import was_allowed
from archgate.gate.marks import has_marks_at_base, shown_at_base, shown_by_base
from archgate.gate.measured import exactly
from archgate.gate.proofs import Listed, Shown
from archgate.gate.resolution import Resolved
from archgate.gate.reverted import reverted_entries
from archgate.link.sizes import names_of
from archgate.policy.admit import Admission, Grant, Proof, admit
from archgate.policy.moves import Moved
from archgate.policy.moves_inside import MovedInside

Spoken = Mapping[str, Mapping[str, int]]

GAINED = ""
"""The code of what is admitted without a finding: shown in the report's counts."""


def growth(case: Case, rule: str, head_rule: str, spoken: Spoken) -> list[Finding]:
    """What base's law says of head's tree for one rule of base; `head_rule` is the rule's name in head ("": gone).

    `spoken` are the parts of which verdict 1 has said already, by id, that they are over.
    """
    measured = case.under_base(rule)
    kind = measured.kind
    facts = [
        fact
        for fact in measured.facts
        if not _owned_by_gain(case, head_rule, fact.subject) and not _answered(case, head_rule, kind, fact)
    ]
    allowed = case.allowed_by_base(rule, kind)
    admission = admit(kind, rule, facts, allowed, proofs(case, rule, head_rule, kind))
    refused = [_refusal(case, rule, kind, one) for one in _silent(admission.refused, head_rule or rule, spoken)]
    return refused + told(admission, facts) + list(_landed_owners(case, rule, head_rule))


def widening(case: Case, rule: str, base_rule: str, spoken: Spoken) -> list[Finding]:
    """What head's entries hold beyond base's entries and beyond what base's law sees: it must be base's tree's."""
    measured = case.under_head(rule)
    kind = measured.kind
    entries = [allowance.item for allowance in landed(allowances(measured.policy, kind))]
    seen_by_base = case.under_base(base_rule).facts if base_rule else []
    allowed = kind.union(case.allowed_by_base(base_rule, kind), seen_by_base)
    shown = kind.clipped(entries, measured.facts)
    if not any(difference.over for difference in kind.compare(shown, allowed)):
        return []
    admission = admit(kind, rule, shown, allowed, widening_proofs(case, rule, base_rule, kind))
    refused = _silent(admission.refused, rule, spoken)
    return [_unproven(case, rule, bool(base_rule), difference) for difference in refused] + told(
        admission, measured.facts
    )


def proofs(case: Case, rule: str, head_rule: str, kind: Kind) -> list[Proof]:
    """The proofs against base's law, in the order in which they are asked."""
    moved = Moved(case.moves, partial(kind.threshold, case.base_rules()[rule].scope))
    found: list[Proof] = [
        Listed("PLANNED", [plan for plan in case.plans(rule) if _has_landed(case, plan, head_rule, kind)]),
        moved,
        *self_proofs(case, rule, moved),
    ]
    if not case.touches_host:
        found.append(Listed(GAINED, _exceptions(case, head_rule, kind)))
        if case.base_law and case.base_law.configuration.analysis < case.law.configuration.analysis:
            found.append(Shown("WIDENED", lambda: case.at_base(rule).facts))
    if kind.marked and (not case.touches_host or _is_unfrozen(case, head_rule, kind)):
        found.append(Shown("WIDENED", lambda: shown_by_base(case, rule)))
    found.append(Listed("REVERTED", reverted_entries(case, rule, kind)))
    return found


def self_proofs(case: Case, rule: str, moved: Moved) -> list[Proof]:
    """The proofs against base's law for which nobody has to decide anything; `rule` is base's name of the rule.

    `moved` is the proof that decided moves have given: what that has used up is not there for these.
    """
    return [MovedInside(lambda module: _defined_at_base(case, module), moved), Resolved(case, rule)]


def proven(case: Case, rule: str) -> list[Grant]:
    """What head's entries lack and what proves itself: a writer may add it. `rule` is head's name of the rule."""
    base_rule = case.origins().get(rule, "")
    if not base_rule:
        return []
    measured = case.under_head(rule)
    kind = measured.kind
    entries = items_of(landed(allowances(measured.policy, kind)))
    moved = Moved(case.moves, partial(kind.threshold, measured.policy.scope))
    return admit(kind, rule, measured.facts, entries, self_proofs(case, base_rule, moved)).granted


def _defined_at_base(case: Case, module: str) -> frozenset[str] | None:
    """The definitions of a module of base's tree, as uses and as marks name them; None: it has none of that name."""
    assert case.before is not None and case.before.law is not None
    there = case.hosts.linked(case.before.tree, case.before.law.configuration).modules.get(module)
    found = there.index.definitions if there else ()
    return frozenset([*(one.name for one in found), *names_of(found)]) if there else None


def told(admission: Admission, facts: Sequence[Fact]) -> list[Finding]:
    """What was admitted, one told finding each, with the place of the fact that shows it."""
    shown = {fact.key: fact for fact in facts}
    return [
        finding_about(grant.code, grant.rule, shown.get(grant.item.key, grant.item), _GRANTED[grant.code])
        for grant in admission.granted
        if grant.code != GAINED
    ]


_GRANTED = {
    "MOVED": "moved, no more of it than before",
    "RESOLVED": "the call stands at base too, and is newly seen for what it is",
    "WIDENED": "newly seen, and base's own tree shows it",
    "PLANNED": "planned at base, landed here",
    "REVERTED": "back by the proven revert of the change that removed it",
}


def widening_proofs(case: Case, rule: str, base_rule: str, kind: Kind) -> list[Proof]:
    """The proofs for what only head's law sees; `base_rule` is the rule's name at base, "" where base lacks it."""
    found: list[Proof] = []
    if not base_rule or not case.touches_host or _lacks_file(case, base_rule) or _is_unfrozen(case, rule, kind):
        found.append(Shown("WIDENED", lambda: shown_at_base(case, rule)))
    if not case.touches_host:
        found.append(Listed(GAINED, _exceptions(case, rule, kind)))
    found.append(Moved(case.moves, partial(kind.threshold, case.rules()[rule].scope)))
    return found


def _lacks_file(case: Case, rule: str) -> bool:
    return case.base_law is not None and rule not in case.base_law.policies


def _is_unfrozen(case: Case, rule: str, kind: Kind) -> bool:
    """Whether marks of the rule have never been written at base: then base's tree has them or nobody has."""
    return kind.marked and bool(rule) and not has_marks_at_base(case, rule)


def _exceptions(case: Case, rule: str, kind: Kind) -> list[Item]:
    policy = case.rules().get(rule)
    if policy is None or policy.kind != kind.name:
        return []
    return [one.item for one in allowances(policy, kind) if one.section == "exception"]


def _has_landed(case: Case, planned: Item, rule: str, kind: Kind) -> bool:
    """Whether head has an exception for a plan, or still the plan (then verdict 1 asks for its mark to go)."""
    policy = case.rules().get(rule)
    if policy is None or policy.kind != kind.name:
        return False
    return any(one.section == "exception" and kind.akin(planned, one.item) for one in allowances(policy, kind))


def _answered(case: Case, rule: str, kind: Kind, fact: Fact) -> bool:
    """Whether head's own rule settles what base's law states of head's tree."""
    policy = case.rules().get(rule)
    return (
        policy is not None
        and policy.kind == kind.name
        and kind.answered(case.under_head(rule).view, policy.scope, fact)
    )


def _owned_by_gain(case: Case, rule: str, subject: str) -> bool:
    """Whether an owner of head's law that base's law approves ahead, or that came without source, owns the subject."""
    policy = case.rules().get(rule)
    if policy is None:
        return False
    base = case.base_rules().get(rule)
    approved = {owner.module for owner in base.owners if owner.planned} if base else set()
    selectors = [exactly(one.module) for one in policy.owners if one.module in approved or not case.touches_host]
    return bool(selectors) and case.base_view.selects(selectors)(subject)


def _landed_owners(case: Case, rule: str, head_rule: str) -> Iterator[Finding]:
    """Owners that base has planned, and whose code and unmarked block are there."""
    policy = case.rules().get(head_rule)
    if policy is None:
        return
    planned = {owner.module for owner in case.base_rules()[rule].owners if owner.planned}
    for owner in policy.owners:
        if owner.module in planned and not owner.planned:
            item = Item(owner.module, "", {})
            yield finding_about(
                "PLANNED", head_rule, item, "an owner planned at base has landed here", path=policy.path
            )


def _refusal(case: Case, rule: str, kind: Kind, difference: Difference) -> Finding:
    measured = case.under_base(rule)
    code = "REOPENED" if was_allowed(case, rule, kind, difference) else "LAUNDERED"
    words = kind.describe(measured.view, measured.policy.scope, difference)
    why = "base paid this off before" if code == "REOPENED" else "the law of base has no entry for it"
    return finding_about(code, rule, difference.item, f"{words}; {why}", fix=_cure(code, kind.advice(difference.item)))


def _cure(code: str, advice: str) -> str:
    if code == "REOPENED":
        return "Take it out, or prove a revert: archgate policy revert COMMIT"
    return f"{advice or 'Take it out of the code'}; if it only moved: archgate policy move OLD NEW"


def _unproven(case: Case, rule: str, at_base: bool, difference: Difference) -> Finding:
    if at_base and case.touches_host:
        why = "a rule that base has is widened in a change without host source only"
    else:
        why = "base's own tree does not show it, so it is new debt in a new entry"
    message = f"{difference.item.subject} {difference.item.object}: the entry is new and {why}".replace("  ", " ")
    measured = case.under_head(rule)
    shown: Sequence[Item] = [fact for fact in measured.facts if measured.kind.akin(fact, difference.item)]
    fix = "Take the new fact out of the code, or widen in a change of its own: archgate policy widen"
    return finding_about("LAUNDERED", rule, shown[0] if shown else difference.item, message, fix=fix)


def _silent(refused: Sequence[Difference], rule: str, spoken: Spoken) -> list[Difference]:
    """What is refused and verdict 1 has not told already."""
    return [one for one in refused if surplus(one.over, spoken.get(identity(rule, one.item), {}))]
