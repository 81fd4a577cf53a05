"""Facts, and the algebra that holds them against what is allowed."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

EDGES = "(edges)"
"""The part of a component that counts its inner edges; all its other parts are members."""


class Place(Struct, frozen=True, order=True):
    """Where people can look: a path relative to the root and a line. Never part of an identity."""

    path: str
    line: int


class Item(Struct, frozen=True):
    """What facts and entries have in common: an identity, and the multiset of parts that it covers.

    `subject` is a module (`module:definition` for marks), `object` what it touches. A part is the smallest thing that
    can come, go or move on its own (a use, a member; "" where the item is one whole); its value counts how often.
    """

    subject: str
    object: str
    parts: Mapping[str, int]

    @property
    def key(self) -> tuple[str, str]:
        """What tells the item from the others of its rule."""
        return (self.subject, self.object)

    @property
    def amount(self) -> int:
        """The number that stands for the item in totals: the inner edges of a component, else the sum of the parts."""
        return self.parts[EDGES] if EDGES in self.parts else sum(self.parts.values())


class Fact(Item, frozen=True):
    """One line-free observation: an item, the places that show it, and the edge kinds where it is an edge."""

    places: tuple[Place, ...] = ()
    kinds: tuple[str, ...] = ()


class Difference(Struct, frozen=True):
    """A disagreement between what is observed and what is allowed, for one identity.

    `observed` is missing where an allowed item stands for nothing, `allowed` where an observation has no entry.
    `over` are the parts beyond what is allowed, `under` the allowed parts that nothing stands for any more.
    """

    observed: Item | None
    allowed: Item | None
    over: Mapping[str, int]
    under: Mapping[str, int]

    @property
    def item(self) -> Item:
        """The side that names the difference: what is observed, else what was allowed."""
        item = self.observed or self.allowed
        assert item is not None
        return item


def surplus(left: Mapping[str, int], right: Mapping[str, int]) -> dict[str, int]:
    """The parts of `left` beyond those of `right` (multiset difference), sorted by name."""
    return {part: n - right.get(part, 0) for part, n in sorted(left.items()) if n > right.get(part, 0)}


def compare_by_identity(observed: Iterable[Item], allowed: Iterable[Item]) -> list[Difference]:
    """Differences of items that are paired by subject and object; items of one identity are added up first."""
    seen, known = by_identity(observed), by_identity(allowed)
    differences = []
    for key in sorted(seen.keys() | known.keys()):
        one, other = seen.get(key), known.get(key)
        over = surplus(one.parts if one else {}, other.parts if other else {})
        under = surplus(other.parts if other else {}, one.parts if one else {})
        if over or under or one is None or other is None:
            differences.append(Difference(observed=one, allowed=other, over=over, under=under))
    return differences


def by_identity(items: Iterable[Item]) -> dict[tuple[str, str], Item]:
    """The items by their keys; those of one key are added up."""
    found: dict[tuple[str, str], Item] = {}
    for item in items:
        key = item.key
        found[key] = merged(found[key], item) if key in found else item
    return found


def merged(first: Item, second: Item) -> Item:
    """The item that covers what both cover; of facts, with the places of both."""
    parts = dict(first.parts)
    for part, n in second.parts.items():
        parts[part] = parts.get(part, 0) + n
    if isinstance(first, Fact) and isinstance(second, Fact):
        places = tuple(sorted({*first.places, *second.places}))
        kinds = tuple(sorted({*first.kinds, *second.kinds}))
        return Fact(subject=first.subject, object=first.object, parts=parts, places=places, kinds=kinds)
    return Item(subject=first.subject, object=first.object, parts=parts)


def identity(rule: str, item: Item) -> str:
    """The stable name of an item of a rule: `rule|subject|object`."""
    return f"{rule}|{item.subject}|{item.object}"
