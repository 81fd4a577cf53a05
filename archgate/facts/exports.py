"""Exports: symbols that are handed on from more than one place, so that there are several doors to one thing."""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from archgate.facts.edge import UNDIVIDED
from archgate.facts.fact import Difference, Fact, Item, Place
from archgate.facts.kind import Kind
from archgate.facts.view import Predicate, View
from archgate.link.exports import Origin
from archgate.link.host import HostIndex
from archgate.link.module import Module


class ExportsScope(Struct, frozen=True, forbid_unknown_fields=True):
    """Selectors of the modules whose symbols are asked about, and of those that may hand on what they like."""

    modules: tuple[str, ...] = ("**",)
    compat: tuple[str, ...] = ()


class ExportsEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One symbol (`module:name`, where it is defined) and one of the modules that hand it on, both exact."""

    symbol: str
    place: str


class Exports(Kind):
    """Facts are (symbol, module that hands it on), for symbols that more than one module hands on.

    A module hands on what it binds by an import and names in its `__all__`, or what others import from it. Where a
    symbol is defined is no such module: one package that offers what its modules define is one door. Nor is one whose
    names others only read as attributes.
    """

    name = "exports"
    Scope = ExportsScope
    Entry = ExportsEntry
    selectors = ("modules", "compat")
    directions = {"modules": "stricter", "compat": "looser"}
    cure = "Let one place hand it on, and take it from there"

    def measure(self, view: View, scope: ExportsScope) -> list[Fact]:
        asked = view.selects(scope.modules)
        found: list[Fact] = []
        for subject, doors in _doors(view, scope).items():
            if len(doors) > 1 and asked(subject.partition(":")[0]):
                found += [Fact(subject, door, UNDIVIDED, tuple(sorted(set(lines)))) for door, lines in doors.items()]
        return found

    def item(self, entry: ExportsEntry) -> Item:
        return Item(subject=entry.symbol, object=entry.place, parts=UNDIVIDED)

    def entry(self, item: Item) -> ExportsEntry:
        return ExportsEntry(symbol=item.subject, place=item.object)

    def identity(self, entry: ExportsEntry) -> tuple[str, ...]:
        return (entry.symbol, entry.place)

    def describe(self, view: View, scope: ExportsScope, difference: Difference) -> str:
        item = difference.item
        if not difference.over:
            return f"{item.object} no longer is one of several that hand on {item.subject}"
        others = _doors(view, scope).get(item.subject, {})
        beside = ", ".join(one for one in others if one != item.object)
        return f"{item.object} hands on {item.subject}, as {beside} does"


Doors = dict[str, dict[str, list[Place]]]
"""By symbol (`module:name`) the modules that hand it on, with the lines that bind it there."""


def _doors(view: View, scope: ExportsScope) -> Doors:
    """The doors to each symbol that are not free, sorted."""
    return view.once(("doors", scope.compat), lambda: _found(view.host, view.selects(scope.compat)))


def _found(host: HostIndex, free: Predicate) -> Doors:
    doors: defaultdict[str, dict[str, list[Place]]] = defaultdict(dict)
    for module in sorted(host.modules.values(), key=lambda one: one.name):
        if free(module.name):
            continue
        for name, line in _handed_on(host, module):
            for origin in host.exports.origins(module.name, name):
                if origin.module != module.name and _is_defined(host, origin):
                    places = doors[f"{origin.module}:{origin.name}"].setdefault(module.name, [])
                    places.append(Place(module.path, line))
    return dict(sorted(doors.items()))


def _is_defined(host: HostIndex, origin: Origin) -> bool:
    """Whether a module of the host defines what a name leads to."""
    return origin.module in host.modules and origin.name in host.modules[origin.module].own_names


def _handed_on(host: HostIndex, module: Module) -> Iterator[tuple[str, int]]:
    """The names that a module binds by imports and offers to others, each with the line of such an import."""
    offered = frozenset(module.index.exports or ()) | host.takers(module.name).keys()
    everything = "*" in offered
    exported = host.exports.exported(module.name) if everything else frozenset()
    for name, items in module.bindings.items():
        if name in offered or name in exported:
            yield from ((name, item.line) for item in items[:1])
    for item in module.stars:
        dotted = host.names.absolute(module, item)
        for name in sorted(host.exports.exported(dotted)) if dotted and dotted in host.modules else ():
            if (name in offered or name in exported) and not module.binds(name):
                yield name, item.line
