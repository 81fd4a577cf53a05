"""Kinds whose facts and entries are edges from one module to another: what boundary, layers and unresolved share."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from archgate.facts.fact import Difference, Fact, Item, Place
from archgate.facts.kind import Kind
from archgate.facts.view import View

UNDIVIDED = {"": 1}
"""The parts of an item that comes and goes as one."""


class EdgeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One edge: the importing module and what it imports, both exact."""

    from_: str = field(name="from")
    to: str


class KindOfEdges(Kind):
    """A kind whose facts are edges: one fact for each pair, however many lines show it."""

    Entry = EdgeEntry

    def item(self, entry: EdgeEntry) -> Item:
        return Item(subject=entry.from_, object=entry.to, parts=UNDIVIDED)

    def describe(self, view: View, scope: Any, difference: Difference) -> str:
        item = difference.item
        verb = "imports" if difference.over else "no longer imports"
        return f"{item.subject} {verb} {item.object}"

    def entry(self, item: Item) -> EdgeEntry:
        return EdgeEntry(from_=item.subject, to=item.object)

    def identity(self, entry: EdgeEntry) -> tuple[str, ...]:
        return (entry.from_, entry.to)


class Sightings:
    """Edges as they are come across, gathered into facts."""

    def __init__(self) -> None:
        self._places: defaultdict[tuple[str, str], set[Place]] = defaultdict(set)
        self._kinds: defaultdict[tuple[str, str], set[str]] = defaultdict(set)

    def add(self, importer: str, imported: str, place: Place, kind: str) -> None:
        """One more line that shows the edge."""
        self._places[importer, imported].add(place)
        self._kinds[importer, imported].add(kind)

    def facts(self) -> list[Fact]:
        """A fact an edge, sorted by identity."""
        return [self._fact(edge) for edge in sorted(self._places)]

    def _fact(self, edge: tuple[str, str]) -> Fact:
        places: Iterable[Place] = sorted(self._places[edge])
        return Fact(edge[0], edge[1], UNDIVIDED, tuple(places), tuple(sorted(self._kinds[edge])))
