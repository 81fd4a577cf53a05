"""Boundary: modules of one side that import modules of the other side directly."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field

from archgate.facts.edge import EdgeKindOfRule, Sightings
from archgate.facts.fact import Fact, Place
from archgate.facts.kind import RUNTIME, EdgeKind
from archgate.facts.view import Predicate, View
from archgate.link.exports import Origin
from archgate.link.reference import Reference


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """Who must not import whom: selectors of importers and of targets; a target outside all roots is an external."""

    from_: tuple[str, ...] = field(name="from")
    to: tuple[str, ...]
    edges: tuple[EdgeKind, ...] = RUNTIME


class Boundary(EdgeKindOfRule):
    """Facts are the edges that cross, as written; `from`, `to` exact.

    The target is the module that the import names. Where that is on neither side and the name is a re-export, it is
    the module on the far side through whose hands the name came.
    """

    name = "boundary"
    Scope = Scope
    takes_owners = True
    selectors = ("from", "to")
    externals = ("to",)
    cure = "Take what you need through a port on the near side"
    directions = {"from": "stricter", "to": "stricter", "edges": "stricter"}

    def measure(self, view: View, scope: Any) -> list[Fact]:
        crossing = _Crossing(view, scope)
        found = Sightings()
        for importer in view.host.modules:
            if crossing.starts_in(importer):
                for target, reference in crossing.of(importer):
                    found.add(importer, target, Place(view.host.path(importer), reference.line), reference.kind)
        return found.facts()


class _Crossing:
    def __init__(self, view: View, scope: Scope) -> None:
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
