"""What base's own tree shows under base's own law is not this change's."""

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from archgate.facts.marked import MarkedKind
from archgate.gate.case import Case
from archgate.gate.exact import Disagreement, exact
from archgate.gate.finding import Finding
from archgate.gate.sight import unclaimed

Parts = Mapping[str, int]


def inherit(case: Case, found: Sequence[Disagreement]) -> list[Finding]:
    """The findings, those that base shows too as INHERITED: told on a change, blocking on the protected branch."""
    if case.base_law is None or not any(one.finding.blocks for one in found):
        return [one.finding for one in found]
    before = {(one.finding.code, one.finding.id): one for one in _at_base(case)}
    findings = []
    for one in found:
        twin = before.get((one.finding.code, one.finding.id))
        inherited = one.finding.blocks and twin is not None and _is_no_more(one, twin)
        findings.append(_excused(case, as_inherited(case, one.finding)) if inherited else one.finding)
    return findings


def _at_base(case: Case) -> list[Disagreement]:
    assert case.before is not None and case.base_law is not None
    found = [one for rule in case.base_rules() for one in exact(case.at_base(rule))]
    host = case.hosts.linked(case.before.tree, case.base_law.configuration)
    return found + [Disagreement(finding) for finding in unclaimed(host)]


def _is_no_more(one: Disagreement, twin: Disagreement) -> bool:
    if one.difference is None or twin.difference is None:
        return one.difference is None and twin.difference is None
    return _within(one.difference.over, twin.difference.over) and _within(one.difference.under, twin.difference.under)


def _within(parts: Parts, others: Parts) -> bool:
    return all(n <= others.get(part, 0) for part, n in parts.items())


def _excused(case: Case, finding: Finding) -> Finding:
    """The finding with the cure for marks that were measured in other surroundings, where that may be why."""
    policy = case.rules().get(finding.rule)
    kind = case.kinds[policy.kind] if policy else None
    why = cast(MarkedKind, kind).hangs_on(policy.scope) if policy and kind and kind.marked else ""
    if not why:
        return finding
    cure = f"{finding.fix}; where {why} than when the marks were written: archgate fixture rebase"
    return replace(finding, fix=cure)


def as_inherited(case: Case, finding: Finding) -> Finding:
    """The finding as base's: told on a change, blocking where HEAD is on the protected branch itself."""
    return replace(
        finding,
        code="INHERITED",
        origin="inherited",
        blocks=case.base.on_protected_branch,
        message=f"{finding.code} at base too: {finding.message}",
    )
