"""The proof of a move: old gone, new there, the same target, and no more of it than before."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from archgate.facts.fact import Difference, Item, surplus
from archgate.policy.admit import Growth, Parts


class Move(Struct, frozen=True):
    """A decision that `old` (a module and all below it, or `module:definition`) went to the names in `new`.

    `targets` are two or more objects of facts that may stand for one another, else none.
    """

    old: str
    new: tuple[str, ...]
    targets: tuple[str, ...] = ()

    def leads(self, old: str, new: str) -> bool:
        """Whether what `old` names may be found under `new` by this move."""
        return is_under(old, self.old) and any(is_under(new, place) for place in self.new)


def is_under(name: str, ancestor: str) -> bool:
    """Whether `name` is `ancestor`, a module below it, or a definition in it."""
    return name == ancestor or name.startswith((f"{ancestor}.", f"{ancestor}:"))


class Moved:
    """Admits what decisions moved: k places to n, counted per target, what left the old places being the most."""

    code = "MOVED"

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = moves
        self._spare: dict[str, Counter[tuple[str, str, str]]] = {}

    def admits(self, growth: Growth) -> Parts:
        if not self.moves:
            return {}
        renamed = [growth.kind.renamed(item, self._names(item, growth.observed)) for item in growth.allowed]
        if renamed != list(growth.allowed):
            return self._admits_whole(growth, renamed)
        return self._admits_parts(growth)

    def may_be(self, old: str, new: str) -> bool:
        """Whether `new` is `old` or where a decision says that it went."""
        return old == new or any(move.leads(old, new) for move in self.moves)

    def spare(self, growth: Growth) -> Counter[tuple[str, str, str]]:
        """What has left its place under a rule and was not found elsewhere yet: (subject, object, part)."""
        if growth.rule not in self._spare:
            self._spare[growth.rule] = _gone(growth.kind.compare(growth.observed, growth.allowed))
        return self._spare[growth.rule]

    def _admits_whole(self, growth: Growth, renamed: Sequence[Item]) -> Parts:
        left: dict[str, int] = {}
        for difference in growth.kind.compare(growth.observed, renamed):
            if difference.observed and difference.observed.key == growth.difference.item.key:
                left = dict(difference.over)
        return surplus(growth.over, left)

    def _names(self, item: Item, observed: Sequence[Item]) -> Mapping[str, Sequence[str]]:
        present = {part for seen in observed for part in seen.parts}
        names: dict[str, list[str]] = {}
        for part in item.parts:
            arrived = sorted(name for name in present if name not in item.parts and self.may_be(part, name))
            if arrived:
                names[part] = [*arrived, part] if part in present else arrived
        return names

    def _admits_parts(self, growth: Growth) -> Parts:
        spare = self.spare(growth)
        subject, object_ = growth.difference.item.key
        taken: Counter[str] = Counter()
        for part, wanted in growth.over.items():
            for source in self._sources(spare, subject, object_, part):
                n = min(wanted - taken[part], spare[source])
                spare[source] -= n
                taken[part] += n
        return taken

    def _sources(
        self, spare: Iterable[tuple[str, str, str]], subject: str, object_: str, part: str
    ) -> Iterator[tuple[str, str, str]]:
        for old_subject, old_object, old_part in sorted(spare):
            same_object = self.may_be(old_object, object_) or self._stands_for(
                old_object, object_, old_subject, subject
            )
            if same_object and self._same_part(old_subject, old_part, subject, part):
                yield old_subject, old_object, old_part

    def _same_part(self, old_subject: str, old_part: str, subject: str, part: str) -> bool:
        old_definition, _, old_operation = old_part.rpartition(": ")
        definition, _, operation = part.rpartition(": ")
        if old_definition == definition and old_operation == operation and self.may_be(old_subject, subject):
            return True
        old_name, name = f"{old_subject}:{old_definition}", f"{subject}:{definition}"
        return (
            old_operation == operation
            and bool(definition)
            and any(
                move.leads(old_name, name) or (move.leads(old_subject, subject) and old_subject != subject)
                for move in self.moves
            )
        )

    def _stands_for(self, old: str, new: str, old_subject: str, subject: str) -> bool:
        return any({old, new} <= set(move.targets) and move.leads(old_subject, subject) for move in self.moves)


def _gone(differences: Iterable[Difference]) -> Counter[tuple[str, str, str]]:
    gone: Counter[tuple[str, str, str]] = Counter()
    for difference in differences:
        subject, object_ = difference.item.key
        for part, n in difference.under.items():
            gone[subject, object_, part] += n
    return gone
