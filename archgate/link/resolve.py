"""Every import of a module, resolved against all the names of the host."""

import sys
from collections.abc import Collection, Iterator

from msgspec import Struct, field

from archgate.index.module import Import
from archgate.link.exports import Exports
from archgate.link.module import Module
from archgate.link.names import Names
from archgate.link.reference import Absence, EdgeKind, Missing, Reference
from archgate.link.type_checking import TypeChecking


class Resolved(Struct):
    """What the imports of one module come to, each list in source order."""

    references: list[Reference] = field(default_factory=list)
    externals: list[Reference] = field(default_factory=list)
    implied: list[Reference] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)


class Linker:
    """All that it takes to resolve an import; `namespaces` are the host's folders without `__init__.py`."""

    def __init__(
        self, names: Names, exports: Exports, type_checking: TypeChecking, namespaces: Collection[str]
    ) -> None:
        self.names = names
        self.exports = exports
        self.type_checking = type_checking
        self.namespaces = namespaces
        self._packages: dict[str, tuple[str, ...]] = {}

    def packages_of(self, target: str) -> tuple[str, ...]:
        """The modules among the packages that hold `target`, inner ones first: they are imported with it."""
        found = self._packages.get(target)
        if found is None:
            modules = self.names.modules
            found = self._packages[target] = tuple(one for one in _ancestors(target) if one in modules)
        return found

    def resolve(self, module: Module) -> Resolved:
        """What every import of `module` comes to. Imports of the module by itself are nothing."""
        resolver = _Resolver(module, self)
        for item in module.index.imports:
            resolver.take(item)
        return resolver.found


class _Resolver:
    def __init__(self, module: Module, linker: Linker) -> None:
        self.module = module
        self.linker = linker
        self.names = linker.names
        self.found = Resolved()

    def take(self, item: Import) -> None:
        kind = self._kind(item)
        dotted = self.names.absolute(self.module, item)
        if dotted is None:
            self._miss(item, kind, "." * item.level + ".".join(filter(None, (item.module, item.name))), "outside")
            return
        full = self.names.member(dotted, item.name) if item.name and item.name != "*" else ""
        if self.names.is_first_party(dotted) or self.names.is_first_party(full):
            self._first_party(item, kind, dotted, full)
        else:
            self._other(item, kind, dotted, full)

    def _kind(self, item: Import) -> EdgeKind:
        if item.guards and any(self.linker.type_checking.holds(self.module, guard) for guard in item.guards):
            return "typing"
        return item.time

    def _first_party(self, item: Import, kind: EdgeKind, dotted: str, full: str) -> None:
        known, foreign = self.names.known, self.names.foreign
        if full and full in known:
            self._refer(item, kind, full, "", dotted if self.linker.exports.binds(dotted, item.name) else "")
        elif full in foreign or (dotted in foreign and dotted not in known):
            self._miss(item, kind, full if full in foreign else dotted, "foreign")
        elif dotted in self.linker.namespaces and full:
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

    def _other(self, item: Import, kind: EdgeKind, dotted: str, full: str) -> None:
        if full in self.names.foreign or dotted in self.names.foreign:
            self._miss(item, kind, full if full in self.names.foreign else dotted, "foreign")
            return
        self.found.externals.append(Reference(dotted, kind, item.line, item.name, item.conditional))
        if not item.level and self._is_beside(full or dotted, dotted):
            self.found.missing.append(Missing(dotted, kind, item.line, "nothing", tolerant=True))

    def _is_beside(self, full: str, dotted: str) -> bool:
        """Whether a folder around the module holds a module of this name, which a script that is run there finds.

        An installed package can have the name as well, so this is told and resolves nothing. A name of one segment
        tells too little.
        """
        if dotted.partition(".")[0] in sys.stdlib_module_names:
            return False
        names = [name for name in (full, dotted) if "." in name]
        return bool(names) and any(
            f"{folder}.{name}" in self.names.modules for folder in _ancestors(self.module.place) for name in names
        )

    def _refer(self, item: Import, kind: EdgeKind, target: str, name: str, package: str = "") -> None:
        if target != self.module.name:
            self.found.references.append(Reference(target, kind, item.line, name, item.conditional, package))
        if kind != "typing":
            own, implied = self.module.name, self.found.implied
            for package in self.linker.packages_of(target):
                if package != own:
                    implied.append(Reference(package, "implied", item.line, "", item.conditional))

    def _miss(self, item: Import, kind: EdgeKind, target: str, absence: Absence) -> None:
        self.found.missing.append(Missing(target, kind, item.line, absence, item.tolerant))


def _ancestors(dotted: str) -> Iterator[str]:
    while "." in dotted:
        dotted = dotted.rpartition(".")[0]
        yield dotted
