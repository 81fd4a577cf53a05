"""What stands behind every writer: entries may be written only as a subset of disk and base, modulo proofs."""

from collections.abc import Iterator, Sequence
from functools import partial

from archgate.facts.fact import Difference, Item, identity
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances, items_of, landed
from archgate.gate.case import Case
from archgate.gate.finding import Finding, finding_about
from archgate.gate.growth import proofs, self_proofs, widening_proofs
from archgate.gate.marks import shown_at_base, strict
from archgate.gate.proofs import Listed, Shown
from archgate.gate.reverted import reverted_entries
from archgate.policy.admit import Proof, admit
from archgate.policy.document import Policy
from archgate.policy.moves import Moved

Limit = tuple[Sequence[Item], Sequence[Item], Sequence[Proof]]
"""Entries, what they must be a subset of, and the proofs that stand for what they are beyond it."""


def refusals(after: Case, disk: Policy, rule: str, widens: bool) -> list[Finding]:
    """Why the entries of `rule` in `after`, the case as it would be once written, must not be written; [] if they may.

    `disk` is the rule's policy as it stands. What disk has beyond base is refused too: no writer blesses it. `widens`:
    the writer may add what base's tree shows as well.
    """
    policy = after.rules()[rule]
    kind = after.kinds[policy.kind]
    new = items_of(landed(allowances(policy, kind)))
    ledger = "the fixture" if kind.marked else "the policy"
    limits: list[tuple[str, Limit]] = [
        (f"{ledger} on disk", (new, items_of(allowances(disk, kind)), _disk_proofs(after, disk, rule, widens)))
    ]
    if after.before is not None:
        limits += [("base", limit) for limit in _base_limits(after, rule, kind, new)]
    beyond: dict[str, dict[str, None]] = {}
    told: dict[str, Difference] = {}
    for name, (entries, allowed, reasons) in limits:
        for difference in admit(kind, rule, entries, allowed, reasons).refused:
            one = identity(rule, difference.item)
            told.setdefault(one, difference)
            beyond.setdefault(one, {})[name] = None
    found = [_refusal(after, rule, disk, told[one], list(names)) for one, names in beyond.items()]
    return [*found, *strict(after.under_head(rule))]


def _refusal(after: Case, rule: str, disk: Policy, difference: Difference, beyond: Sequence[str]) -> Finding:
    measured = after.under_head(rule)
    words = measured.kind.describe(measured.view, measured.policy.scope, difference)
    shown = next((fact for fact in measured.facts if fact.key == difference.item.key), None)
    fix = "nothing was written; take it out of the code"
    if after.before is not None and "base" not in beyond and measured.kind.marked:
        fix = "nothing was written; base's tree shows it too, so this takes it in: archgate fixture rebase"
    message = f"would grow beyond {' and '.join(beyond)}: {words}"
    path = "" if shown and shown.places else disk.ledger
    return finding_about("LAUNDERED", rule, shown or difference.item, message, fix=fix, path=path)


def _disk_proofs(after: Case, disk: Policy, rule: str, widens: bool) -> Sequence[Proof]:
    kind = after.kinds[disk.kind]
    moved = Moved(after.moves, partial(kind.threshold, disk.scope))
    planned = [one.item for one in allowances(disk, kind) if one.planned]
    found: list[Proof] = [
        Listed("PLANNED", planned),
        moved,
        Listed("REVERTED", reverted_entries(after, rule, kind)),
    ]
    base_rule = after.origins().get(rule, "")
    if base_rule:
        found += self_proofs(after, base_rule, moved)
    if not widens:
        return found
    if after.before is not None:
        found.append(Shown("WIDENED", lambda: shown_at_base(after, rule)))
    elif not disk.debts and not disk.exceptions:
        found.append(Shown("WIDENED", lambda: after.under_head(rule).facts))
    return found


def _base_limits(after: Case, rule: str, kind: Kind, new: Sequence[Item]) -> Iterator[Limit]:
    """What base allows, asked as the gate will: of what base's law sees of head, and of what only head's law sees."""
    base_rule = after.origins().get(rule, "")
    allowed = after.allowed_by_base(base_rule, kind)
    seen: Sequence[Item] = after.under_base(base_rule).facts if base_rule else []
    if base_rule:
        yield kind.clipped(new, seen), allowed, proofs(after, base_rule, rule, kind)
    yield new, kind.union(allowed, seen), widening_proofs(after, rule, base_rule, kind)
