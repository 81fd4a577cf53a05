"""One module's imports, resolved against all the names of the host."""

from collections.abc import Iterator

from msgspec import Struct, field

from archgate.host.universe import Universe
from archgate.index.module import Import
from archgate.link.exports import Module, Names
from archgate.link.reference import Absence, EdgeKind, Missing, Reference


class Resolved(Struct):
    """What the imports of one module come to, each list in source order."""

    references: list[Reference] = field(default_factory=list)
    externals: list[Reference] = field(default_factory=list)
    implied: list[Reference] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)


def resolve(module: Module, names: Names, universe: Universe) -> Resolved:
    """What every import of `module` comes to. Imports of the module by itself are nothing."""
    resolver = _Resolver(module, names, universe)
    for item in module.index.imports:
        resolver.take(item)
    return resolver.found


class _Resolver:
    def __init__(self, module: Module, names: Names, universe: Universe) -> None:
        self.module = module
        self.names = names
        self.universe = universe
        self.found = Resolved()

    def take(self, item: Import) -> None:
        kind = self._kind(item)
        dotted = self.names.absolute(self.module, item)
        if dotted is None:
            self._miss(item, kind, "." * item.level + ".".join(filter(None, (item.module, item.name))), "outside")
        elif self.names.is_first_party(dotted):
            self._first_party(item, kind, dotted)
        else:
            self._other(item, kind, dotted)

    def _kind(self, item: Import) -> EdgeKind:
        if item.guards and any(self.names.is_type_checking(self.module, guard) for guard in item.guards):
            return "typing"
        return item.time

    def _first_party(self, item: Import, kind: EdgeKind, dotted: str) -> None:
        known, foreign = self.names.known, self.universe.foreign
        full = f"{dotted}.{item.name}" if item.name and item.name != "*" else ""
        if full and full in known:
            self._refer(item, kind, full, "")
        elif full in foreign or (dotted in foreign and dotted not in known):
            self._miss(item, kind, full if full in foreign else dotted, "foreign")
        elif dotted in self.universe.namespaces and full:
            self._refer(item, kind, dotted, item.name)
            self._miss(item, kind, full, "nothing")
        elif dotted in known:
            self._refer(item, kind, dotted, item.name)
        else:
            self._miss(item, kind, dotted, "nothing")
            for ancestor in _ancestors(dotted):
                if ancestor in known:
                    self._refer(item, kind, ancestor, "")
                    break

    def _other(self, item: Import, kind: EdgeKind, dotted: str) -> None:
        full = f"{dotted}.{item.name}"
        if full in self.universe.foreign or dotted in self.universe.foreign:
            self._miss(item, kind, full if full in self.universe.foreign else dotted, "foreign")
        else:
            self.found.externals.append(Reference(dotted, kind, item.line, item.name, item.conditional))

    def _refer(self, item: Import, kind: EdgeKind, target: str, name: str) -> None:
        if target != self.module.name:
            self.found.references.append(Reference(target, kind, item.line, name, item.conditional))
        if kind != "typing":
            self.found.implied.extend(self._implied(target, item))

    def _implied(self, target: str, item: Import) -> Iterator[Reference]:
        for ancestor in _ancestors(target):
            if ancestor in self.names.modules and ancestor != self.module.name:
                yield Reference(ancestor, "implied", item.line, "", item.conditional)

    def _miss(self, item: Import, kind: EdgeKind, target: str, absence: Absence) -> None:
        self.found.missing.append(Missing(target, kind, item.line, absence, item.tolerant))


def _ancestors(dotted: str) -> Iterator[str]:
    while "." in dotted:
        dotted = dotted.rpartition(".")[0]
        yield dotted
