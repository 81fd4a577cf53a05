"""`archgate policy move OLD NEW...`: a decision, and the entries and selectors that follow it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from archgate.facts.fact import Item, merged
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances, items_of, landed
from archgate.gate.case import Case
from archgate.gate.measured import Measured, measure
from archgate.policy.admit import admit
from archgate.policy.decisions import Decision, path_for
from archgate.policy.document import Accepted, Debt, Policy
from archgate.policy.moves import Move, Moved, Moves, is_under
from archgate.policy.reason import UNREVIEWED
from archgate.report.outcome import Outcome
from archgate.run.move_names import check_move, names_in
from archgate.run.moved_selectors import owners_after, scope_after
from archgate.run.opening import Options, open_case, stand
from archgate.run.shrink import shrunk
from archgate.run.writing import Draft, write_draft


def move(
    options: Options, old: str, new: Sequence[str], reason: str | None = None, owner: str | None = None
) -> Outcome:
    """Decide that `old` went to `new`, and let head's entries, owners and selectors follow."""
    with stand(options) as ground:
        case = open_case(ground, options)
        check_move(case, old, new)
        return write_draft(ground, case, move_draft(case, old, new, reason, owner))


def move_draft(case: Case, old: str, new: Sequence[str], reason: str | None = None, owner: str | None = None) -> Draft:
    """The decision that `old` went to `new`, and the policies that follow it."""
    path = path_for(case.law.configuration.policies, "move", [old, *new])
    decision = Decision(path, "move", (old,), reason or UNREVIEWED, owner or old, to=tuple(new))
    step = Move(old, tuple(new))
    policies = {rule: _followed(case, policy, step) for rule, policy in case.law.policies.items()}
    return Draft(policies=policies, decisions={path: decision})


def _followed(case: Case, policy: Policy, step: Move) -> Policy:
    kind = case.kinds[policy.kind]
    owners = tuple(new for owner in policy.owners for new in owners_after(case, owner, step))
    pointed = replace(policy, scope=scope_after(case, policy, step), owners=owners)
    measured = measure(pointed, kind, case.under_head(policy.rule).view)
    return _parts_moved(case, measured, step) if kind.divisible else _wholes_moved(case, measured, step)


def _wholes_moved(case: Case, measured: Measured, step: Move) -> Policy:
    """The policy with the new names of members in each block that has one of them, no more in it than before."""
    policy, kind, moves = measured.policy, measured.kind, case.moves_by([step])
    present = sorted({part for fact in measured.facts for part in fact.parts})

    def followed(block: Any) -> list[Any]:
        item = kind.item(block.entry)
        found = {part: moves.names_of(part, present) for part in item.parts}
        names = {old: [*new, old] if old in present else new for old, new in found.items() if new}
        if not names or (isinstance(block, Accepted) and block.planned):
            return [block]
        return [replace(block, entry=kind.entry(one)) for one in kind.shrunk(kind.renamed(item, names), measured.facts)]

    debts = tuple(new for block in policy.debts for new in followed(block))
    return replace(policy, debts=debts, exceptions=tuple(new for block in policy.exceptions for new in followed(block)))


def _parts_moved(case: Case, measured: Measured, step: Move) -> Policy:
    """The policy without what left the old places, and with what moved under its new identities."""
    policy, kind = measured.policy, measured.kind
    settled = landed(allowances(policy, kind))
    moves = case.moves_by([step])
    moved = admit(
        kind, policy.rule, measured.facts, items_of(settled), [Moved(moves, partial(kind.threshold, policy.scope))]
    )
    left = _without_left(policy, kind, measured, step)
    for grant in moved.granted:
        left = _with_moved(left, kind, grant.item, measured, moves)
    return left


def _without_left(policy: Policy, kind: Kind, measured: Measured, step: Move) -> Policy:
    """The policy without what left the old places; blocks that the move does not concern stay as they are."""
    small = shrunk(measured, marks=True)

    def concerned(block: Debt | Accepted) -> bool:
        return any(is_under(name, step.old) for name in names_in(kind.item(block.entry)))

    def kept(before: Sequence[Any], after: Sequence[Any]) -> tuple[Any, ...]:
        return (*(one for one in before if not concerned(one)), *(one for one in after if concerned(one)))

    return replace(policy, debts=kept(policy.debts, small.debts), exceptions=kept(policy.exceptions, small.exceptions))


def _with_moved(policy: Policy, kind: Kind, item: Item, measured: Measured, moves: Moves) -> Policy:
    """The policy with what moved under its new identity, with the leaf, owner and reason of the block that it left."""
    block = _origin(measured.policy, kind, item, moves)
    if block is None:
        return policy
    return _added(policy, kind, replace(block, entry=kind.entry(item)))


def _added(policy: Policy, kind: Kind, block: Debt | Accepted) -> Policy:
    """The policy with one more block; where it has a block of that identity in the section, that one covers both."""
    name = "debts" if isinstance(block, Debt) else "exceptions"
    blocks: tuple[Debt | Accepted, ...] = getattr(policy, name)
    twin = next((one for one in blocks if kind.identity(one.entry) == kind.identity(block.entry)), None)
    if twin is None:
        return replace(policy, **{name: (*blocks, block)})
    both = kind.entry(merged(kind.item(twin.entry), kind.item(block.entry)))
    return replace(policy, **{name: tuple(replace(one, entry=both) if one is twin else one for one in blocks)})


def _origin(policy: Policy, kind: Kind, item: Item, moves: Moves) -> Debt | Accepted | None:
    """The block from which the item moved: the one whose names may have become the item's."""
    blocks: list[Debt | Accepted] = [*policy.debts, *(one for one in policy.exceptions if not one.planned)]
    for block in blocks:
        old = kind.item(block.entry)
        if moves.went(old.subject, item.subject) and moves.went(old.object, item.object) and old.key != item.key:
            return block
    return None
