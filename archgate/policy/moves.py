"""The proof of a move: old gone, new there, the same target, and no more of it than before."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from archgate.facts.fact import Item, surplus
from archgate.policy.admit import Growth, Parts

Unit = tuple[str, str, str]
"""The smallest thing that moves: subject, object, part."""


class Move(Struct, frozen=True):
    """A decision that `old` (a module and all below it, or `module:definition`) went to the names in `new`.

    `targets` are two objects of facts that may stand for one another, else none.
    """

    old: str
    new: tuple[str, ...]
    targets: tuple[str, ...] = ()

    def leads(self, old: str, new: str) -> bool:
        """Whether what `old` names may be found under `new` by this move.

        What lies below OLD keeps its place below NEW; only OLD itself may be spread over what is below NEW.
        """
        if not is_under(old, self.old):
            return False
        rest = old[len(self.old) :]
        return any(new == place + rest or (not rest and is_under(new, place)) for place in self.new)


def is_under(name: str, ancestor: str) -> bool:
    """Whether `name` is `ancestor`, a module below it, or a definition in it."""
    return name == ancestor or name.startswith((f"{ancestor}.", f"{ancestor}:"))


class Moves(Struct, frozen=True):
    """The moves of a change. `stands` says whether head still has a module, `stood` whether base had it."""

    moves: tuple[Move, ...]
    stands: Callable[[str], bool]
    stood: Callable[[str], bool]

    def went(self, old: str, new: str) -> bool:
        """Whether `new` is `old`, or where a decision says that it went."""
        return old == new or any(move.leads(old, new) for move in self.moves)

    def replaced(self, old: str, new: str) -> bool:
        """Whether `new` has taken the place of `old`: a decision says so, old is gone, and new is new."""
        return old == new or (self.went(old, new) and not self.stands(old) and not self.stood(new))

    def traded(self, unit: Unit, old: Unit) -> bool:
        """Whether a move that covers the subjects names both objects as targets that stand for one another."""
        return any({old[1], unit[1]} <= set(move.targets) and move.leads(old[0], unit[0]) for move in self.moves)

    def names_of(self, old: str, present: Sequence[str]) -> list[str]:
        """What of `present` may be `old` under a new name that base did not have."""
        return sorted(name for name in present if name != old and self.went(old, name) and not self.stood(name))


class Moved:
    """Admits what decisions moved, k places to n, counted per target: what left the old places is the most.

    Where numbers of different places do not add up, as sizes do not, it goes by what is over the threshold in all, and
    nothing may come out higher than the highest of what it came from. `threshold` gives that of an object.
    One for each question of `admit`: what one identity has used up is not there for the next.
    """

    code = "MOVED"

    def __init__(self, moves: Moves, threshold: Callable[[str], int] = lambda _: 0) -> None:
        self.moves = moves
        self.threshold = threshold
        self._gone: Counter[Unit] | None = None
        self._heights: dict[Unit, int] = {}

    def admits(self, growth: Growth) -> Parts:
        """See `Proof`."""
        if not self.moves.moves:
            return {}
        if not growth.kind.divisible:
            return self._whole(growth)
        return self.take(growth, self._leads_mark if growth.kind.marked else self._leads)

    def take(self, growth: Growth, leads: Callable[[Unit, Unit], bool]) -> Parts:
        """The parts that may have come from what left its place; `leads` says whether a unit may have become one."""
        taken: dict[str, int] = {}
        for part, n in growth.over.items():
            unit = (*growth.difference.item.key, part)
            sources = [old for old in sorted(self._spare(growth)) if leads(old, unit)]
            taken[part] = self._take(n, sources) if growth.kind.adds_up else self._take_size(growth, unit, sources)
        return taken

    def _take(self, wanted: int, sources: Sequence[Unit]) -> int:
        spare, taken = self._gone or Counter(), 0
        for source in sources:
            n = min(wanted - taken, spare[source])
            spare[source] -= n
            taken += n
        return taken

    def _take_size(self, growth: Growth, unit: Unit, sources: Sequence[Unit]) -> int:
        """All of what a size has grown by, or nothing."""
        part, spare = unit[2], self._gone or Counter()
        size = growth.difference.item.parts.get(part, 0)
        wanted = size - self._held(growth.difference.allowed, unit)
        highest = max((self._heights[source] for source in sources), default=0)
        if size > highest or wanted > sum(spare[source] for source in sources):
            return 0
        self._take(wanted, sources)
        return growth.over[part]

    def _held(self, item: Item | None, unit: Unit) -> int:
        """What an item stands for without being over the threshold by more: its size, at least the threshold."""
        return max(item.parts.get(unit[2], 0) if item else 0, self.threshold(unit[1]))

    def _spare(self, growth: Growth) -> Counter[Unit]:
        """What has left its place under a rule and was not found elsewhere yet."""
        if self._gone is None:
            self._gone = Counter()
            for difference in growth.kind.compare(growth.observed, growth.allowed):
                for part, n in difference.under.items():
                    unit = (*difference.item.key, part)
                    self._heights[unit] = self._held(difference.allowed, unit)
                    left = self._heights[unit] - self._held(difference.observed, unit)
                    self._gone[unit] += n if growth.kind.adds_up else left
        return self._gone

    def _whole(self, growth: Growth) -> Parts:
        """A component under the new names of its members: no more members than these, no more edges than before."""
        present = sorted({part for seen in growth.observed for part in seen.parts})
        renamed = [growth.kind.renamed(item, self._names(item, present)) for item in growth.allowed]
        return surplus(growth.over, growth.kind.beyond(growth.difference.item, growth.observed, renamed))

    def _names(self, item: Item, present: Sequence[str]) -> Mapping[str, Sequence[str]]:
        names = {part: self.moves.names_of(part, present) for part in item.parts}
        return {old: [*new, old] if old in present else new for old, new in names.items() if new}

    def _leads(self, old: Unit, unit: Unit) -> bool:
        return self._same_object(unit, old) and self._same_part(unit, old)

    def _leads_mark(self, old: Unit, unit: Unit) -> bool:
        """As `_leads`, for a kind whose objects are measures or codes: no module, and nothing that trades."""
        return old[1] == unit[1] and self._same_part(unit, old)

    def _same_object(self, unit: Unit, old: Unit) -> bool:
        return self.moves.replaced(old[1], unit[1]) or self.moves.traded(unit, old)

    def _same_part(self, unit: Unit, old: Unit) -> bool:
        """Whether the operation is the same, and its definition or at least its module went to where it is now."""
        definition, _, operation = unit[2].rpartition(": ")
        old_definition, _, old_operation = old[2].rpartition(": ")
        if operation != old_operation:
            return False
        if definition == old_definition:
            return self.moves.went(old[0], unit[0])
        went = self.moves.went(f"{old[0]}:{old_definition}", f"{unit[0]}:{definition}")
        return went or (old[0] != unit[0] and self.moves.went(old[0], unit[0]))
