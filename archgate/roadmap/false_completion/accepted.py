"""DEBT_ACCEPTED: the law has come to allow what was not in the code before the leaf."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from archgate.facts.fact import Item, identity
from archgate.facts.kind import Kind
from archgate.gate.allowance import Allowance, allowances
from archgate.gate.case import rules_of
from archgate.gate.finding import Finding
from archgate.gate.measured import measure
from archgate.host.configuration import has_configuration
from archgate.host.errors import InputError
from archgate.policy.document import Policy
from archgate.policy.law import Law, read_law
from archgate.roadmap.false_completion.change import Change

Gain = tuple[Allowance, dict[str, int]]
"""What the law allows, with the parts of it that are more than they were."""


def accepted(change: Change) -> Iterator[Finding]:
    """Each entry, exception or mark that came or grew with the leaf, of a fact that came or grew with it too.

    What only moved is none: there is no more of its object in all than before. Nor is what the law of then had
    approved ahead, or what its tree shows under the law of now, which only sees more.
    """
    law = _law_before(change)
    if law is None:
        return
    case = change.trial.case
    before = rules_of(law, case.kinds)
    for rule, policy in case.rules().items():
        if not {policy.path, policy.ledger} & change.paths:
            continue
        kind = case.kinds[policy.kind]
        old = before.get(rule)
        known = allowances(old, kind) if old and old.kind == policy.kind else []
        now = allowances(policy, kind)
        over = _gained(kind, now, known)
        if over and (over := _gained_in_code(change, kind, policy, now, known)):
            yield from (_finding(change, policy, one, parts) for one, parts in over)


def _gained(kind: Kind, now: Sequence[Allowance], known: Sequence[Allowance]) -> list[Gain]:
    """What is allowed now beyond what was, with the parts that are more."""
    allowed = [one.item for one in known]
    found = []
    for difference in kind.compare([one.item for one in now if not one.planned], allowed):
        if difference.over:
            item = difference.item
            holder = next((one for one in now if one.item.key == item.key and not one.planned), None)
            if holder:
                found.append((holder, dict(difference.over)))
    return found


def _gained_in_code(
    change: Change, kind: Kind, policy: Policy, now: Sequence[Allowance], known: Sequence[Allowance]
) -> list[Gain]:
    """Of what is allowed now what neither the old law allows nor the old code shows, where it has not only moved."""
    shown = _facts_before(change, kind, policy)
    was = kind.union([one.item for one in known], shown)
    beyond = _gained(kind, now, [Allowance(item, "debt") for item in was])
    standing = [one.item for one in now if not one.planned]
    if not kind.adds_up:
        return _higher(beyond, _left(was, standing))
    more, less = _totals(standing), _totals(kind.union([one.item for one in known if not one.planned], shown))
    return [(one, parts) for one, parts in beyond if more[one.item.object] > less[one.item.object]]


def _left(was: Sequence[Item], standing: Sequence[Item]) -> dict[str, list[int]]:
    """The sizes that nothing has any more under its name, by what was measured, small ones first."""
    names = {item.key for item in standing}
    found: defaultdict[str, list[int]] = defaultdict(list)
    for item in was:
        if item.key not in names:
            found[item.object].append(item.amount)
    return {measure: sorted(sizes) for measure, sizes in found.items()}


def _higher(beyond: Sequence[Gain], left: dict[str, list[int]]) -> list[Gain]:
    """Of sizes that are allowed now those which no name that is gone had, or a greater one; each counts once."""
    found = []
    for one, parts in sorted(beyond, key=lambda pair: pair[0].item.amount):
        fitting = [size for size in left.get(one.item.object, ()) if size >= one.item.amount]
        if fitting:
            left[one.item.object].remove(fitting[0])
        else:
            found.append((one, parts))
    return found


def _facts_before(change: Change, kind: Kind, policy: Policy) -> Sequence[Item]:
    """What the tree before the leaf shows under the law of now."""
    case = change.trial.case
    trusted = kind.trusts(policy.scope)
    view = case.hosts.view(change.before, change.configuration, change.now, trusted)
    return measure(policy, kind, view).facts


def _totals(items: Sequence[Item]) -> Counter[str]:
    found: Counter[str] = Counter()
    for item in items:
        found[item.object] += item.amount
    return found


def _law_before(change: Change) -> Law | None:
    """The law before the leaf; None where there was none that can be read."""
    case = change.trial.case
    if case.before is not None and change.before.name == case.before.tree.name:
        return case.before.law
    if not has_configuration(change.before):
        return None
    try:
        return read_law(change.before, case.kinds)
    except InputError:
        return None


def _finding(change: Change, policy: Policy, allowance: Allowance, parts: dict[str, int]) -> Finding:
    ledger = policy.ledger if allowance.section == "debt" else policy.path
    words = ", ".join(part if n == 1 else f"{part} x{n}" for part, n in sorted(parts.items()) if part)
    name = identity(policy.rule, allowance.item)
    message = f"{name} was accepted as {allowance.section} with the leaf" + (f": {words}" if words else "")
    return change.finding("DEBT_ACCEPTED", policy.rule, name, message, path=ledger, line=allowance.line)
