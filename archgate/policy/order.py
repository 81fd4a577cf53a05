"""The order of blocks in a policy's file, and what may stand in it once only."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from archgate.policy.document import SECTIONS, Accepted, Block, Debt, key_of
from archgate.policy.problems import FORMAT, Problems

if TYPE_CHECKING:
    from archgate.facts.kind import Kind


def report_disorder(blocks: Sequence[Block], kind: "Kind", problems: Problems) -> None:
    """Tell blocks that stand before one that they must follow; within a section each, of sections the first."""
    keys = [key_of(block, kind) for block in blocks]
    for (earlier, first), (later, second) in pairwise(zip(keys, blocks, strict=True)):
        if earlier.rank == later.rank and later < earlier:
            problems.add(second.line, f"{later} is out of order: it comes before line {first.line}", FORMAT)
    in_file = sorted(zip(keys, blocks, strict=True), key=lambda pair: pair[1].line)
    for (earlier, _), (later, second) in pairwise(in_file):
        if later.rank < earlier.rank:
            order = ", ".join(f"[[{section}]]" for section in SECTIONS)
            problems.add(second.line, f"[[{later.section}]] after [[{earlier.section}]]: the order is {order}", FORMAT)
            return


def report_duplicates(blocks: Sequence[Block], kind: "Kind", problems: Problems) -> None:
    """Tell blocks whose identity another block of their section has."""
    first: dict[object, Block] = {}
    for block in blocks:
        key = key_of(block, kind)
        other = first.setdefault(key, block)
        if other is not block:
            problems.add(block.line, f"{key} stands twice, in lines {other.line} and {block.line}", "keep one of them")


def report_overlaps(blocks: Sequence[Block], kind: "Kind", problems: Problems) -> None:
    """Tell landed exceptions that cover what a debt covers: either it is to go, or it may stay."""
    debts = {kind.identity(block.entry): block for block in blocks if isinstance(block, Debt)}
    landed = [block for block in blocks if isinstance(block, Accepted) and not block.planned]
    for block in landed:
        debt = debts.get(kind.identity(block.entry))
        if debt is not None and kind.item(debt.entry).parts.keys() & kind.item(block.entry).parts.keys():
            message = f"{key_of(block, kind)} is debt too, in line {debt.line}"
            problems.add(block.line, message, "keep one of them")
