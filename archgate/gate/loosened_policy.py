"""What a policy lets go that base's does not: another kind, a narrower scope, blocks that came with their code."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from archgate.facts.fact import Difference
from archgate.facts.kind import Direction, Kind
from archgate.gate.aftermath import Aftermath
from archgate.gate.allowance import Allowance, allowances, items_of, landed
from archgate.gate.case import Case
from archgate.gate.finding import Finding
from archgate.gate.loosening import loosening
from archgate.gate.proofs import Listed
from archgate.host.selectors import covers
from archgate.policy.admit import admit
from archgate.policy.document import Policy
from archgate.policy.moves import Moved


def loosened_policy(case: Case, base: Policy, head: Policy) -> Iterator[Finding]:
    """Every loosening of one rule from base to head."""
    if base.kind != head.kind:
        yield loosening(case, head.rule, "kind", head.kind, f"the rule's kind was {base.kind} and is {head.kind}")
        return
    yield from _scope(case, base, head, case.kinds[base.kind])
    yield from _gained_blocks(case, base, head, case.kinds[base.kind])


def _scope(case: Case, base: Policy, head: Policy, kind: Kind) -> Iterator[Finding]:
    after = Aftermath(case)
    for one in kind.weakened(base.scope, head.scope, after):
        yield loosening(case, head.rule, f"scope.{one.field}", one.value, one.message)
    old, new = _fields(base.scope), _fields(head.scope)
    for name, before in old.items():
        now = new[name]
        if name in kind.judged or before == now:
            continue
        direction = kind.directions.get(name)
        if _is_limit(before) or _is_limit(now):
            lost = [] if _is_tighter(before, now, direction) else ["none" if now is None else str(now)]
        elif direction == "stricter":
            lost = [value for value in before if value not in now and not _may_go(after, kind, name, value, now)]
        elif direction == "looser":
            lost = [value for value in now if not any(covers(wide, value) for wide in before)]
        else:
            lost = [str(now)]
        for value in lost:
            verb = _verb(direction, before, now)
            yield loosening(case, head.rule, f"scope.{name}", value, f"`{name}` of the scope {verb} `{value}`")


def _is_limit(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_tighter(before: int | None, now: int | None, direction: Direction | None) -> bool:
    """Whether a limit is as it was or moved to the stricter side; None: there is none, which is the loosest."""
    if now == before or before is None:
        return True
    return now is not None and ((now < before and direction == "looser") or (now > before and direction == "stricter"))


def _verb(direction: Direction | None, before: Any, now: Any) -> str:
    if direction is None or _is_limit(before) or _is_limit(now):
        return f"was {'none' if before is None else before} and is"
    return "lets in" if direction == "looser" else "has lost"


def _fields(scope: Any) -> Mapping[str, Any]:
    fields: Mapping[str, Any] = msgspec.to_builtins(scope)
    return fields


def _may_go(after: Aftermath, kind: Kind, field: str, selector: str, now: Sequence[str]) -> bool:
    """Whether a selector of base may be missing: another covers it, or nothing that it matched lives on unseen."""
    if field not in kind.selectors:
        return False
    return any(covers(wide, selector) for wide in now) or after.is_gone(selector, now)


def is_empty(case: Case, policy: Policy) -> bool:
    """Whether nothing that a rule of base looked at lives on: then the rule may go as well."""
    named = list(case.kinds[policy.kind].named(policy.scope))
    fields, after = {one.field for one in named}, Aftermath(case)
    return any(all(after.is_gone(one.selector, ()) for one in named if one.field == field) for field in fields)


def _gained_blocks(case: Case, base: Policy, head: Policy, kind: Kind) -> Iterator[Finding]:
    """Owners and planned exceptions that came together with host source; exceptions are held to verdict 2's proofs."""
    if not case.touches_host:
        return
    for owner in head.owners:
        if not any(_owns_already(case, owner.module, one.module) for one in base.owners):
            yield loosening(case, head.rule, "owner", owner.module, "an owner came in with host source", owner.line)
    known = {kind.identity(one.entry) for one in base.exceptions}
    for one in head.exceptions:
        if one.planned and kind.identity(one.entry) not in known:
            name = " -> ".join(kind.identity(one.entry))
            yield loosening(case, head.rule, "planned", name, "a planned exception came in with host source", one.line)
    for difference in _gained_exceptions(case, base, head, kind):
        name = " -> ".join(filter(None, difference.item.key))
        yield loosening(case, head.rule, "exception", name, "an exception came in with host source")


def _gained_exceptions(case: Case, base: Policy, head: Policy, kind: Kind) -> list[Difference]:
    """What head excepts and base does not, neither planned nor moved there nor excepted at the tip."""
    tip = case.tip.policies.get(base.rule) if case.tip else None
    later = tip if tip and tip.kind == base.kind else base
    before = [*_exceptions(base, kind), *_exceptions(later, kind)]
    allowed = kind.union(items_of(landed(_exceptions(base, kind))), items_of(landed(_exceptions(later, kind))))
    moved = Moved(case.moves, partial(kind.threshold, base.scope))
    planned = Listed("PLANNED", [one.item for one in before if one.planned])
    return admit(kind, base.rule, items_of(landed(_exceptions(head, kind))), allowed, [planned, moved]).refused


def _exceptions(policy: Policy, kind: Kind) -> list[Allowance]:
    return [one for one in allowances(policy, kind) if one.section == "exception"]


def _owns_already(case: Case, module: str, known: str) -> bool:
    """Whether an owner of base is this one, is wider, or has become this one by decision."""
    return covers(known, module) or case.moves.went(known.removesuffix(".**"), module.removesuffix(".**"))
