"""One block of a policy in three versions: what either side has paid off stays paid off, nothing new slips in."""

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from archgate.facts.fact import Item, surplus
from archgate.policy.document import Accepted, Block, Debt

if TYPE_CHECKING:
    from archgate.facts.kind import Kind

Value = TypeVar("Value")


class Conflict(Exception):
    """What people must decide; the message says why."""


def three_way(base: Value, ours: Value, theirs: Value, what: str) -> Value:
    """The value that one side alone has changed, or both alike. Raises Conflict."""
    if ours == theirs or theirs == base:
        return ours
    if ours == base:
        return theirs
    raise Conflict(f"{what} was changed on both sides")


def reconcile(base: Block | None, ours: Block | None, theirs: Block | None, kind: "Kind") -> Block | None:
    """What three versions of a block (None: not there) make together; None where either side has dropped it.

    Raises Conflict where the block is new on one side alone, or was changed differently on both.
    """
    if ours == theirs:
        return ours
    if base is None:
        raise Conflict(_novelty(ours, theirs))
    if ours is None or theirs is None:
        return None
    return _merge_present(base, ours, theirs, kind)


def _novelty(ours: Block | None, theirs: Block | None) -> str:
    if ours is None or theirs is None:
        return f"is new on one side alone ({'theirs' if ours is None else 'ours'})"
    return "is new on both sides, and not the same"


def _merge_present(base: Block, ours: Block, theirs: Block, kind: "Kind") -> Block:
    terms = {
        name: three_way(getattr(base, name), getattr(ours, name), getattr(theirs, name), f"`{name}`")
        for name in ours.__struct_fields__
        if name not in ("entry", "line")
    }
    if isinstance(base, Debt | Accepted) and isinstance(ours, Debt | Accepted) and isinstance(theirs, Debt | Accepted):
        terms["entry"] = _merge_entries(base.entry, ours.entry, theirs.entry, kind)
    return msgspec.structs.replace(ours, **terms)


def _merge_entries(base: Any, ours: Any, theirs: Any, kind: "Kind") -> Any:
    """The entry that covers what all three cover, and what both sides have added alike."""
    if ours == theirs:
        return ours
    known, left, right = kind.item(base), kind.item(ours), kind.item(theirs)
    if surplus(left.parts, known.parts) != surplus(right.parts, known.parts):
        raise Conflict("covers more than before on one side alone")
    parts = {part: min(count, right.parts[part]) for part, count in left.parts.items() if part in right.parts}
    return kind.entry(Item(left.subject, left.object, parts))
