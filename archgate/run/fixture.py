"""`archgate fixture write|verify|rebase`: today's measures become marks, where that is no growth."""

from collections.abc import Iterator, Sequence
from typing import cast

from msgspec.structs import replace

from archgate.facts.fact import Item
from archgate.facts.marked import MarkedKind
from archgate.gate.allowance import allowances
from archgate.gate.case import Case
from archgate.gate.exact import exact
from archgate.gate.finding import Finding, finding_of_law
from archgate.gate.marks import has_marks_at_base, mismeasured, ruler_of, strict
from archgate.gate.measured import Measured
from archgate.gate.sight import nothing_examined, unmeasured, unreadable
from archgate.host.errors import InputError, Problem, invalid
from archgate.policy.document import Debt, Policy
from archgate.policy.fixture import is_laid_out
from archgate.report.outcome import Outcome, Verified
from archgate.run.check import selected
from archgate.run.opening import Options, open_case, stand
from archgate.run.shrink import suspect
from archgate.run.writing import Draft, write_draft


def write(options: Options, rule: str | None = None) -> Outcome:
    """Write the marks of one rule or all: less than disk and base have, or where neither has any, what base shows.

    Raises InputError where a measure fails, or falls to nothing although nothing differs from base.
    """
    with stand(options) as ground:
        case = open_case(ground, options)
        names = _marked(case, rule)
        policies = {name: remarked(case.under_head(name)) for name in names}
        for name, policy in policies.items():
            suspect(case, name, policy)
        draft = Draft(policies=policies, widening=_unwritten(case, names), relaid=frozenset(names))
        return write_draft(ground, case, draft)


def rebase(options: Options, rule: str | None = None) -> Outcome:
    """Write the marks of one rule or all, with what a better ruler newly sees and base's tree shows as well.

    Refused where the change touches host source: then nobody could tell new sight from new debt.
    """
    with stand(options) as ground:
        case = open_case(ground, options)
        names = _marked(case, rule)
        if case.touches_host:
            return Outcome(refused=tuple(_beside_source(case, name) for name in names), protected=case.base.protected)
        policies = {name: remarked(case.under_head(name)) for name in names}
        draft = Draft(policies=policies, widening=frozenset(names), relaid=frozenset(names))
        return write_draft(ground, case, draft)


def verify(options: Options, rule: str | None = None) -> Verified:
    """Hold the fixtures of one rule or all against the tree: their form, their order, every mark."""
    with stand(options) as ground:
        case = open_case(ground, options)
        names = _marked(case, rule)
        found = [*unreadable(case.host), *nothing_examined(case)]
        found += [finding for name in names for finding in _disagreements(case.under_head(name))]
        found += [finding for name in names for finding in _unlike_written(case, case.rules()[name])]
        return Verified(len(names), sum(len(case.rules()[name].debts) for name in names), tuple(found))


def remarked(measured: Measured) -> Policy:
    """The policy with today's facts as marks, and what measured them. Raises InputError where they are not whole."""
    if measured.fault:
        raise invalid(measured.fault, "nothing was written", measured.policy.path, code="UNMEASURED")
    return replace(measured.policy, debts=tuple(_marks(measured)), measured_by=ruler_of(measured))


def _marks(measured: Measured) -> Iterator[Debt]:
    """A mark for every fact, less what exceptions cover."""
    kind = measured.kind
    excepted = {
        one.item.key: one.item for one in allowances(measured.policy, kind) if _is_excepted(one.section, one.planned)
    }
    known = {kind.item(debt.entry).key: debt for debt in measured.policy.debts}
    for fact in measured.facts:
        item: Item | None = fact
        if fact.key in excepted:
            over = kind.beyond(fact, [fact], [excepted[fact.key]])
            item = Item(fact.subject, fact.object, over) if kind.adds_up else fact
            item = item if over else None
        if item is not None:
            entry = kind.entry(item)
            old = known.get(fact.key)
            yield old if old is not None and old.entry == entry else Debt(entry=entry, owner="", reason="")


def _is_excepted(section: str, planned: str) -> bool:
    return section == "exception" and not planned


def _disagreements(measured: Measured) -> Iterator[Finding]:
    yield from unmeasured(measured)
    yield from mismeasured(measured)
    yield from (one.finding for one in exact(measured))
    yield from strict(measured)


def _unlike_written(case: Case, policy: Policy) -> Iterator[Finding]:
    """The finding that a fixture's bytes are not those that a writer gives it, so that branches would conflict."""
    data = case.law.raw.get(policy.fixture)
    if data is not None and not is_laid_out(policy, data, case.kinds[policy.kind]):
        message = "says what it should, and is not laid out as it is written"
        fix = f"archgate fixture write --rule {policy.rule}"
        yield finding_of_law("INVALID", policy.rule, "fixture", "", message, path=policy.fixture, fix=fix)


def _marked(case: Case, rule: str | None) -> Sequence[str]:
    """The rules with marks, or the one that is named. Raises InputError where that one has none."""
    blind = [*unreadable(case.host), *nothing_examined(case)]
    if blind:
        raise InputError(Problem(one.path, one.line, one.code, one.message, "nothing was written") for one in blind)
    names = [name for name in selected(case, rule) if case.kinds[case.rules()[name].kind].marked]
    if rule is not None and not names:
        policy = case.rules()[rule]
        message = f"a rule of kind `{policy.kind}` has no marks: its debt stands in its policy"
        raise invalid(message, f"run: archgate policy shrink {rule}", policy.path)
    return names


def _unwritten(case: Case, names: Sequence[str]) -> frozenset[str]:
    """The rules whose marks were never written, here or at base."""
    return frozenset(
        name for name in names if case.rules()[name].measured_by is None and not has_marks_at_base(case, name)
    )


def _beside_source(case: Case, rule: str) -> Finding:
    kind = cast(MarkedKind, case.kinds[case.rules()[rule].kind])
    message = f"a better ruler for {kind.name} goes into a change without host source, and this one has some"
    fix = "nothing was written; commit the host's source on its own, then run this again"
    return finding_of_law("LAUNDERED", rule, "rebase", "", message, path=case.rules()[rule].ledger, fix=fix)
