"""What a policy lets go that base's does not: another kind, a narrower scope, blocks that came with their code."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from archgate.facts.fact import Difference
from archgate.facts.kind import Kind
from archgate.gate.aftermath import Aftermath
from archgate.gate.allowance import allowances
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
        if name in kind.judged:
            continue
        now = new[name]
        direction = kind.directions.get(name)
        if direction == "stricter":
            lost = [value for value in before if value not in now and not _may_go(after, kind, name, value, now)]
        elif direction == "looser":
            lost = [value for value in now if not any(covers(wide, value) for wide in before)]
        else:
            lost = [str(now)] if before != now else []
        for value in lost:
            verb = "lets in" if direction == "looser" else "has lost" if direction else "has changed to"
            yield loosening(case, head.rule, f"scope.{name}", value, f"`{name}` of the scope {verb} `{value}`")


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
    now = [one.item for one in allowances(head, kind) if one.section == "exception" and not one.planned]
    policies = [base] + ([case.tip.policies[base.rule]] if case.tip and base.rule in case.tip.policies else [])
    before = [one for policy in policies for one in allowances(policy, kind) if one.section == "exception"]
    allowed = kind.union([one.item for one in before if not one.planned], [])
    planned = [one.item for one in before if one.planned]
    return admit(kind, base.rule, now, allowed, [Listed("PLANNED", planned), Moved(case.moves)]).refused


def _owns_already(case: Case, module: str, known: str) -> bool:
    """Whether an owner of base is this one, is wider, or has become this one by decision."""
    return covers(known, module) or case.moves.went(known.removesuffix(".**"), module.removesuffix(".**"))
