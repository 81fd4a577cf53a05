"""`archgate explain ID|CODE`: what a finding or a fact is, where it is, which entry covers it, and what to do."""

from collections.abc import Iterator, Sequence

from archgate.facts.edge import KindOfEdges
from archgate.facts.fact import Fact, Item, Place, identity
from archgate.gate.allowance import Allowance, allowances, finder
from archgate.gate.case import Case
from archgate.gate.codes import CODES
from archgate.gate.finding import Finding
from archgate.gate.measured import Measured
from archgate.gate.pages import PAGES
from archgate.gate.verdict import judge
from archgate.host.errors import invalid
from archgate.host.phrases import meant_or_listed
from archgate.policy.document import Accepted, Debt
from archgate.report.explanation import Entry, Explanation
from archgate.run.opening import Options, open_case, stand
from archgate.run.roadmap import roadmap_findings
from archgate.run.since import since
from archgate.run.ways import ways


def explain(options: Options, subject: str) -> Explanation:
    """Explain a code, or the id of a fact, an entry or a finding. Raises InputError for what is neither."""
    if subject in CODES:
        code = CODES[subject]
        return Explanation(id=subject, words=code.meaning, page=PAGES[subject], exit=code.exit)
    with stand(options) as ground:
        case = open_case(ground, options)
        verdict = judge(case, list(case.rules()), roadmap_findings(case))
        findings = tuple(finding for finding in verdict.findings if finding.id == subject)
        explained = _explain_fact(case, subject, findings)
        if explained is None and not findings:
            raise invalid(f"nothing has the id `{subject}`", meant_or_listed(subject, _known(case)[:200]))
        return explained or _explain_finding(subject, findings)


def _explain_fact(case: Case, subject: str, findings: Sequence[Finding]) -> Explanation | None:
    rule = subject.partition("|")[0]
    if rule not in case.rules():
        return None
    measured = case.under_head(rule)
    policy, kind = measured.policy, measured.kind
    known = allowances(policy, kind)
    facts: list[Fact] = [*measured.facts, *measured.owned, *measured.told]
    fact = next((fact for fact in facts if identity(rule, fact) == subject), None)
    entry = next((one for one in known if identity(rule, one.item) == subject), None)
    item: Item | None = fact or (entry.item if entry else None)
    if item is None:
        return None
    fact = fact or next((one for one in facts if kind.akin(one, item)), None)
    covering = finder(kind, known)(item)
    around = ways(measured.view.host, *fact.key) if fact and isinstance(kind, KindOfEdges) else ()
    return Explanation(
        id=subject,
        words=kind.tell(measured.view, policy.scope, fact) if fact else "the host does not show it any more",
        rule=rule,
        title=policy.title,
        places=fact.places if fact else (),
        entries=(_entry(case, rule, covering),) if covering else (),
        findings=tuple(findings),
        cure=next((one.fix for one in findings if one.blocks), "") or _cure(measured, fact, covering),
        anatomy=tuple(kind.anatomy(measured.view, policy.scope, fact)) if fact else (),
        since=since(case, rule, fact) if fact else None,
        ways=tuple(around),
    )


def _cure(measured: Measured, fact: Fact | None, covering: Allowance | None) -> str:
    """What to do about a fact that no finding is about: nothing, unless it is debt."""
    if fact is None:
        if covering and covering.planned:
            return "nothing: it waits for its code"
        return "archgate fixture write" if measured.kind.marked else "archgate policy shrink"
    if fact not in measured.facts:
        return "nothing: an owner block allows it, or it is only told"
    if covering is not None and covering.section == "exception":
        return "nothing: it is accepted for good"
    return measured.kind.advice(fact)


def _entry(case: Case, rule: str, allowance: Allowance) -> Entry:
    policy = case.rules()[rule]
    blocks: Sequence[Debt | Accepted] = policy.debts if allowance.section == "debt" else policy.exceptions
    path = policy.ledger if allowance.section == "debt" else policy.path
    reason = next((block.reason for block in blocks if block.line == allowance.line), "")
    return Entry(path, allowance.line, allowance.section, allowance.leaf, allowance.owner, reason)


def _explain_finding(subject: str, findings: Sequence[Finding]) -> Explanation:
    first = findings[0]
    return Explanation(
        id=subject,
        words=first.message,
        rule=first.rule,
        places=(Place(first.path, first.line),) if first.path else (),
        findings=tuple(findings),
        cure=first.fix,
    )


def _known(case: Case) -> list[str]:
    return list(_ids(case))


def _ids(case: Case) -> Iterator[str]:
    for rule in case.rules():
        measured = case.under_head(rule)
        yield from (identity(rule, fact) for fact in (*measured.facts, *measured.owned, *measured.told))
