"""Boundary: modules of one side that import modules of the other side directly."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, field

from archgate.facts.aftermath import Aftermath
from archgate.facts.edge import KindOfEdges, Sightings
from archgate.facts.fact import Difference, Fact, Place
from archgate.facts.kind import RUNTIME, EdgeKind, Weakening
from archgate.facts.leading import Leading
from archgate.facts.view import Predicate, View
from archgate.link.exports import Origin
from archgate.link.reference import Reference


class BoundaryScope(Struct, frozen=True, forbid_unknown_fields=True):
    """Who must not import whom: selectors of importers and of targets; a target outside all roots is an external.

    `indirect`: whether an import of something else that leads to a target counts.
    """

    from_: tuple[str, ...] = field(name="from")
    to: tuple[str, ...]
    edges: tuple[EdgeKind, ...] = RUNTIME
    indirect: Literal["ignored", "explained"] = "ignored"


class Boundary(KindOfEdges):
    """Facts are the edges that cross, as written; `from`, `to` exact.

    The target is the module that the import names. Where that is on neither side and the name is a re-export, it is
    the module on the far side through whose hands the name came. Where indirect imports are explained, an edge that
    leaves the near side and leads to the far side through modules of neither is a fact too.
    """

    name = "boundary"
    Scope = BoundaryScope
    takes_owners = True
    selectors = ("from", "to")
    externals = ("to",)
    cure = "Take what you need through a port on the near side"
    directions = {"from": "stricter", "to": "stricter", "edges": "stricter"}
    judged = ("indirect",)

    def measure(self, view: View, scope: BoundaryScope) -> list[Fact]:
        crossing = _Crossing(view, scope)
        found = Sightings()
        for importer in view.host.modules:
            if crossing.starts_in(importer):
                for target, reference in crossing.of(importer):
                    found.add(importer, target, Place(view.host.path(importer), reference.line), reference.kind)
        if scope.indirect == "explained":
            for (importer, imported), references in _detours(view, scope).edges.items():
                for reference in references:
                    found.add(importer, imported, Place(view.host.path(importer), reference.line), reference.kind)
        return found.facts()

    def describe(self, view: View, scope: BoundaryScope, difference: Difference) -> str:
        words = super().describe(view, scope, difference)
        if scope.indirect == "ignored" or not difference.over:
            return words
        importer, imported = difference.item.key
        way = _detours(view, scope).way(importer, imported)
        return f"{words}, by which it comes to {way[-1]}: {' -> '.join(way)}" if way else words

    def weakened(self, old: BoundaryScope, new: BoundaryScope, after: Aftermath) -> Iterator[Weakening]:
        if old.indirect == "explained" and new.indirect == "ignored":
            yield Weakening("indirect", new.indirect, "indirect imports no longer count")


class _Detours:
    """The edges that leave the near side for modules of neither side, and by these come to the far side."""

    def __init__(self, view: View, scope: BoundaryScope) -> None:
        near, far = view.selects(scope.from_), view.selects(scope.to)
        self._leading: Leading[bool] = Leading(
            _all_edges(view, scope),
            lambda module: True if far(module) else None,
            lambda name: not near(name) and not far(name),
        )
        self.edges = {
            edge: references
            for edge, references in view.host.edges(scope.edges).items()
            if near(edge[0]) and self._leading.goals(edge[1])
        }

    def way(self, importer: str, imported: str) -> list[str]:
        """The way of such an edge, from the near side to the far side; [] for another edge."""
        return [importer, *self._leading.way(imported, bool)] if (importer, imported) in self.edges else []


def _detours(view: View, scope: BoundaryScope) -> _Detours:
    return view.once(("detours", scope), lambda: _Detours(view, scope))


def _all_edges(view: View, scope: BoundaryScope) -> Iterator[tuple[str, str]]:
    """The edges among modules of the host, and those to externals, by the longest name that is one for the far side."""
    yield from view.host.edges(scope.edges)
    for importer, references in view.host.externals.items():
        for reference in references:
            if reference.kind in scope.edges:
                yield importer, reference.target
                if reference.name:
                    yield importer, f"{reference.target}.{reference.name}"


class _Crossing:
    def __init__(self, view: View, scope: BoundaryScope) -> None:
        self.host = view.host
        self.kinds = frozenset(scope.edges)
        self.starts_in = view.selects(scope.from_)
        self.ends_in: Predicate = view.selects(scope.to)

    def of(self, importer: str) -> Iterator[tuple[str, Reference]]:
        """The crossing references of one module, each with the target that it counts for."""
        for reference in self.host.references.get(importer, ()):
            if reference.kind in self.kinds:
                yield from ((target, reference) for target in self._targets(reference))
        for reference in self.host.externals.get(importer, ()):
            if reference.kind in self.kinds:
                yield from ((target, reference) for target in self._external(reference))
        if "implied" in self.kinds:
            for reference in self.host.implied.get(importer, ()):
                if self.ends_in(reference.target):
                    yield reference.target, reference

    def _targets(self, reference: Reference) -> Iterator[str]:
        if self.ends_in(reference.target):
            yield reference.target
        elif reference.package:
            yield from sorted(self._through_hands(reference.package, reference.target.rpartition(".")[2]))
        elif reference.name:
            yield from sorted(self._through_hands(reference.target, reference.name))

    def _through_hands(self, module: str, taken: str) -> set[str]:
        exports = self.host.exports
        far: set[str] = set()
        for name in exports.exported(module) if taken == "*" else [taken]:
            origins = {self._module(origin) for origin in exports.origins(module, name)}
            reached = {origin for origin in origins if self.ends_in(origin)}
            far |= reached or {hand for hand in exports.hands(module, name) if self.ends_in(hand)}
        return far

    def _module(self, origin: Origin) -> str:
        full = f"{origin.module}.{origin.name}"
        external = origin.module not in self.host.names.known
        return full if external and origin.name and not self.ends_in(origin.module) else origin.module

    def _external(self, reference: Reference) -> Iterator[str]:
        if self.ends_in(reference.target):
            yield reference.target
        elif reference.name and self.ends_in(f"{reference.target}.{reference.name}"):
            yield f"{reference.target}.{reference.name}"
