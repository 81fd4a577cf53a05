"""The host index: every module of the host, and what its imports come to."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from archgate.host.universe import Universe
from archgate.index.module import ModuleIndex, Unreadable
from archgate.link.exports import Exports
from archgate.link.hierarchy import Hierarchy
from archgate.link.kept_answers import Kept
from archgate.link.module import Module
from archgate.link.names import Names
from archgate.link.reference import EdgeKind, Missing, Reference
from archgate.link.resolve import Linker, Resolved
from archgate.link.stars import Stars
from archgate.link.symbols import Files, Symbols
from archgate.link.type_checking import TypeChecking

Edge = tuple[str, str]


class HostIndex(Struct, dict=True):
    """A whole host, linked.

    `references` (first-party), `externals`, `implied` and `missing` are keyed by importer. `unreadable` is keyed by
    path. Equal universes and indexes give equal hosts, in the same order; `kept` are earlier answers about such a host.
    """

    universe: Universe
    names: Names
    exports: Exports
    type_checking: TypeChecking
    references: Mapping[str, list[Reference]]
    externals: Mapping[str, list[Reference]]
    implied: Mapping[str, list[Reference]]
    missing: Mapping[str, list[Missing]]
    unreadable: Mapping[str, Unreadable]
    kept: Kept | None = None

    @property
    def modules(self) -> Mapping[str, Module]:
        """Every module with a readable source, by name."""
        return self.names.modules

    def path(self, module: str) -> str:
        """The source path of a module; the module's name where it has no file."""
        known = self.modules.get(module)
        return known.path if known else self.universe.opaque.get(module, module)

    @cached_property
    def importers(self) -> Mapping[str, list[tuple[str, Reference]]]:
        """For each module of the host, who imports it or a name of it, for whatever purpose."""
        found: defaultdict[str, list[tuple[str, Reference]]] = defaultdict(list)
        for importer, references in self.references.items():
            for reference in references:
                found[reference.target].append((importer, reference))
        return found

    def takers(self, module: str) -> Mapping[str, list[str]]:
        """The importers of a module by the name that they take out of it: "" the module itself, "*" all."""
        if module not in self._takers:
            found: defaultdict[str, list[str]] = defaultdict(list)
            for importer, reference in self.importers.get(module, ()):
                found[reference.name].append(importer)
            self._takers[module] = {name: list(dict.fromkeys(importers)) for name, importers in found.items()}
        return self._takers[module]

    @cached_property
    def _takers(self) -> dict[str, Mapping[str, list[str]]]:
        return {}

    @cached_property
    def external_roots(self) -> Mapping[str, list[tuple[str, Reference]]]:
        """Who imports what from outside, by the first segment."""
        found: defaultdict[str, list[tuple[str, Reference]]] = defaultdict(list)
        for importer, references in self.externals.items():
            for reference in references:
                found[reference.target.partition(".")[0]].append((importer, reference))
        return found

    @cached_property
    def files(self) -> Files:
        """The flows of the modules."""
        return Files(self.names, self.exports)

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """The classes of the host."""
        return Hierarchy(self.names, self.exports, self.importers)

    @cached_property
    def symbols(self) -> Symbols:
        """What path expressions name."""
        return Symbols(self.files, self.hierarchy)

    @cached_property
    def answers(self) -> dict[object, Any]:
        """Answers that take long to find, by question."""
        return {}

    def edges(self, kinds: Collection[EdgeKind]) -> dict[Edge, list[Reference]]:
        """The first-party edges that have a reference of one of `kinds`, sorted, with those references."""
        tables = [self.references] + ([self.implied] if "implied" in kinds else [])
        return _grouped(tables, kinds)

    def external_edges(self) -> dict[Edge, list[Reference]]:
        """The edges to what is no module of the host, sorted; the imported name is as written."""
        return _grouped([self.externals], ("eager", "lazy", "typing", "dynamic"))


def _grouped(
    tables: Iterable[Mapping[str, list[Reference]]], kinds: Collection[EdgeKind]
) -> dict[Edge, list[Reference]]:
    found: defaultdict[Edge, list[Reference]] = defaultdict(list)
    for table in tables:
        for importer, references in table.items():
            for reference in references:
                if reference.kind in kinds:
                    found[importer, reference.target].append(reference)
    return dict(sorted(found.items()))


def link(universe: Universe, indexes: Mapping[str, ModuleIndex | Unreadable], kept: Kept | None = None) -> HostIndex:
    """The host of `universe`; `indexes` are by path, and hold at least every source of it."""
    modules, unreadable = _modules(universe, indexes)
    names = Names(universe, modules)
    stars = Stars(names)
    type_checking = TypeChecking(names, stars)
    exports = Exports(names, stars, type_checking)
    linker = Linker(names, exports, type_checking, universe.namespaces)
    resolved: dict[str, Resolved] = {name: linker.resolve(module) for name, module in modules.items()}
    return HostIndex(
        universe=universe,
        names=names,
        exports=exports,
        type_checking=type_checking,
        references={name: found.references for name, found in resolved.items() if found.references},
        externals={name: found.externals for name, found in resolved.items() if found.externals},
        implied={name: found.implied for name, found in resolved.items() if found.implied},
        missing={name: found.missing for name, found in resolved.items() if found.missing},
        unreadable=unreadable,
        kept=kept,
    )


def _modules(
    universe: Universe, indexes: Mapping[str, ModuleIndex | Unreadable]
) -> tuple[dict[str, Module], dict[str, Unreadable]]:
    modules: dict[str, Module] = {}
    unreadable: dict[str, Unreadable] = {}
    for path, source in sorted(universe.sources.items()):
        index = indexes[path]
        if isinstance(index, Unreadable):
            unreadable[path] = index
            index = ModuleIndex(imports=(), definitions=(), names=())
        package = source.place if source.is_package else source.place.rpartition(".")[0]
        modules[source.module] = Module(source.module, path, source.place, source.is_package, package, index)
    return modules, unreadable
