"""`archgate policy freeze` and `widen`: today's facts become entries, where base's tree shows them too."""

from collections.abc import Sequence

from msgspec.structs import replace

from archgate.facts.fact import Item
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances, items_of, landed
from archgate.gate.measured import Measured
from archgate.host.errors import invalid
from archgate.policy.document import Debt, Policy
from archgate.policy.reason import UNREVIEWED
from archgate.report.outcome import Outcome
from archgate.run.check import selected
from archgate.run.fixture import remarked
from archgate.run.opening import Options, open_case, stand
from archgate.run.shrink import shrunk
from archgate.run.writing import Draft, write_draft
from archgate.version import ANALYSIS


def freeze(options: Options, rule: str) -> Outcome:
    """Freeze the facts of a rule for which nothing is frozen yet. Raises InputError where something is."""
    with stand(options) as ground:
        case = open_case(ground, options)
        selected(case, rule)
        policy = case.rules()[rule]
        if policy.debts or policy.exceptions or policy.measured_by is not None:
            message = f"`{rule}` has entries already, and freezing is for a rule that has none"
            raise invalid(
                message, f"for what a wider scope newly sees run: archgate policy widen {rule}", policy.ledger
            )
        return write_draft(ground, case, Draft(policies={rule: frozen(case.under_head(rule))}))


def widen(options: Options, rule: str | None = None) -> Outcome:
    """Add entries for what the law newly sees (a wider scope, a higher `analysis`) and base's tree shows too.

    For all rules at once it also records this archgate's generation of the analysis in the configuration.
    """
    with stand(options) as ground:
        case = open_case(ground, options)
        rules = [name for name in selected(case, rule) if name in case.law.policies]
        draft = Draft(policies={name: frozen(case.under_head(name)) for name in rules})
        if rule is None and case.law.configuration.analysis < ANALYSIS:
            draft.analysis = ANALYSIS
        return write_draft(ground, case, draft)


def frozen(measured: Measured) -> Policy:
    """The policy with debt entries, not reviewed yet, or marks, for every fact that it does not cover."""
    if measured.kind.marked:
        return remarked(measured)
    policy, kind = shrunk(measured), measured.kind
    covered = items_of(landed(allowances(policy, kind)))
    over = [one.observed for one in kind.compare(measured.facts, covered) if one.over and one.observed is not None]
    twins_of = kind.kin(policy.debts, lambda debt: kind.item(debt.entry))
    grown = {id(twin) for item in over for twin in twins_of(item)}
    kept = [debt for debt in policy.debts if id(debt) not in grown]
    return replace(
        policy, debts=(*kept, *(_debt(kind, _without_excepted(policy, kind, item), twins_of(item)) for item in over))
    )


def _debt(kind: Kind, item: Item, twins: Sequence[Debt]) -> Debt:
    """The debt entry for an item: in place of its first twin if there is one, else new and not reviewed."""
    entry = kind.entry(item)
    return replace(twins[0], entry=entry) if twins else Debt(entry=entry, owner=item.subject, reason=UNREVIEWED)


def _without_excepted(policy: Policy, kind: Kind, item: Item) -> Item:
    """What of an item no exception covers; the item whole where its kind lets an item be covered by one entry only."""
    excepted = [kind.item(one.entry) for one in policy.exceptions if not one.planned]
    for difference in kind.compare([item], [one for one in excepted if kind.akin(one, item)]):
        if difference.over and kind.divisible:
            return Item(item.subject, item.object, difference.over)
    return item
