"""Layers: higher ones may import lower ones, and nothing may import against the order of its stack."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from archgate.facts.aftermath import Aftermath
from archgate.facts.edge import EdgeEntry, KindOfEdges, Sightings
from archgate.facts.fact import Difference, Fact, Item, Place
from archgate.facts.kind import Complaint, Named, Weakening
from archgate.facts.layers_compared import weakened
from archgate.facts.layers_moved import moved
from archgate.facts.layers_scope import LayersScope, in_full, layers_of
from archgate.facts.layers_seating import Seating, seatings
from archgate.facts.layers_stack import Order, Seat, fault_of_layer, faults_of_stack
from archgate.facts.leading import Leading
from archgate.facts.view import View

NO_LAYER = "(no layer)"
"""The object of the fact that a module has no place in a stack that claims to be exhaustive."""


class Layers(KindOfEdges):
    """Facts are direct edges that go up, across or past; and the modules without a place in an exhaustive stack.

    Where a module outside of all layers leads back up, the edge by which its layer is left is the fact.
    """

    name = "layers"
    Scope = LayersScope
    takes_owners = True
    selectors = ("containers",)
    cure = "Turn the import around, or move what both sides need into a layer below both"
    directions = {"edges": "stricter"}
    judged = ("layers", "containers", "closed", "exhaustive", "beside")

    def measure(self, view: View, scope: LayersScope) -> list[Fact]:
        found = Sightings()
        references = view.host.edges(scope.edges)
        for stack in _stacks(view, scope):
            for edge in stack.wrong(references):
                for reference in references[edge]:
                    found.add(*edge, Place(view.host.path(edge[0]), reference.line), reference.kind)
            if scope.exhaustive:
                for module, path in stack.seating.unseated(view.host, scope.beside):
                    found.add(module, NO_LAYER, Place(path, 1), "")
        return found.facts()

    def advice(self, item: Item) -> str:
        if item.object == NO_LAYER:
            return "Give it a place in `layers`, or name it in `beside` if it is to have none"
        return super().advice(item)

    def details(self, fact: Fact) -> dict[str, Any]:
        return {} if fact.object == NO_LAYER else super().details(fact)

    def describe(self, view: View, scope: LayersScope, difference: Difference) -> str:
        importer, imported = difference.item.key
        if imported == NO_LAYER:
            return f"{importer} is in no layer" if difference.over else f"{importer} has a layer now, or is gone"
        if not difference.over:
            return super().describe(view, scope, difference)
        reasons = [reason for stack in _stacks(view, scope) if (reason := stack.reason(importer, imported))]
        return f"{importer} imports {imported}: {reasons[0]}" if reasons else f"{importer} imports {imported}"

    def check(self, scope: LayersScope, entries: Sequence[EdgeEntry]) -> Iterable[Complaint]:
        faults = [fault for text in scope.layers if (fault := fault_of_layer(text))]
        if not scope.layers:
            yield None, "`layers` is empty"
        yield from ((None, fault) for fault in faults or faults_of_stack(layers_of(scope), scope.closed))

    def named(self, scope: LayersScope) -> Iterator[Named]:
        yield from super().named(scope)
        for layer in layers_of(scope):
            for member in layer.members:
                if not member.optional:
                    yield from (Named("layers", layer.text, name) for name in in_full(scope, member.name))

    def weakened(self, old: LayersScope, new: LayersScope, after: Aftermath) -> Iterator[Weakening]:
        return weakened(old, new, after)

    def moved_scope(self, scope: LayersScope, names_of: Callable[[str], Sequence[str]]) -> LayersScope:
        return moved(super().moved_scope(scope, names_of), scope, names_of)

    def answered(self, view: View, scope: LayersScope, fact: Fact) -> bool:
        return fact.object == NO_LAYER and any(stack.seating.seat(fact.subject) for stack in _stacks(view, scope))


class _Stack:
    """One stack of layers in one host: who sits where, and what is wrong with an import."""

    def __init__(self, view: View, scope: LayersScope, seating: Seating) -> None:
        self.seating = seating
        self.order = Order(layers_of(scope), scope.closed)
        edges = view.host.edges(scope.edges)
        self.leading: Leading[Seat] = Leading(edges, seating.seat, lambda module: seating.seat(module) is None)

    def wrong(self, edges: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """The edges that go against the order, by themselves or by where they lead."""
        return (edge for edge in edges if self._objections(*edge))

    def reason(self, importer: str, imported: str) -> str:
        """Why an edge is wrong, and the way by which it leads to what it must not reach; "" where it is not."""
        objections = self._objections(importer, imported)
        if not objections or self.seating.seat(imported) is not None:
            return next(iter(objections.values()), "")
        way = self.leading.way(imported, lambda seat: seat in objections)
        end = self.seating.seat(way[-1])
        return f"{objections[end] if end else ''}, by way of {' -> '.join([importer, *way])}"

    def _objections(self, importer: str, imported: str) -> dict[Seat, str]:
        """What speaks against an edge, by the seat that it leads to."""
        seat = self.seating.seat(importer)
        if seat is None:
            return {}
        direct = self.seating.seat(imported)
        ends = (
            [direct]
            if direct is not None
            else sorted(self.leading.goals(imported), key=lambda one: (one.level, one.part))
        )
        return {end: objection for end in ends if (objection := self.order.objection(seat, end))}


def _stacks(view: View, scope: LayersScope) -> list[_Stack]:
    """The stacks of a scope in one host, worked out once for each view."""
    return view.once(
        ("layers", scope),
        lambda: [_Stack(view, scope, one) for one in seatings(view, scope.containers, layers_of(scope))],
    )
