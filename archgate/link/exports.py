"""Names followed through re-exports to the module that defines them."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from archgate.host.universe import Universe
from archgate.index.module import Import, ModuleIndex

TYPE_CHECKING = frozenset({"typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"})


class Module(Struct, frozen=True, dict=True):
    """A source file in its host: `name` is dotted, or the path where the file cannot be imported.

    `place` is what selectors match, the name that its place in the root package spells. `package` is the package
    against which its relative imports count.
    """

    name: str
    path: str
    place: str
    is_package: bool
    package: str
    index: ModuleIndex

    @cached_property
    def bindings(self) -> Mapping[str, list[Import]]:
        """The module-level imports by the name that they bind."""
        found: dict[str, list[Import]] = {}
        for item in self.index.imports:
            if item.bound and not item.definition:
                found.setdefault(item.bound, []).append(item)
        return found

    @cached_property
    def stars(self) -> list[Import]:
        """The module-level star imports."""
        return [item for item in self.index.imports if item.name == "*" and not item.definition]

    @cached_property
    def own_names(self) -> frozenset[str]:
        """The module-level names that are bound by something else than an import."""
        return frozenset(self.index.names)


class Origin(Struct, frozen=True, order=True):
    """Where a name leads: a module (`name` is ""), or a name that `module` defines; externals as far as written."""

    module: str
    name: str = ""


class Names:
    """All the module names of a host, and the ways from a name to where it comes from."""

    def __init__(self, universe: Universe, modules: Mapping[str, Module]) -> None:
        self.roots = universe.roots
        self.modules = modules
        self.known = frozenset(modules) | universe.namespaces | frozenset(universe.opaque)
        self._origins: dict[tuple[str, str], frozenset[Origin]] = {}

    def is_first_party(self, dotted: str) -> bool:
        """Whether the first segment is a root package of the host."""
        return dotted.partition(".")[0] in self.roots

    def absolute(self, module: Module, item: Import) -> str | None:
        """The dotted name that an import asks for, without its `name`; None where it climbs out of the root."""
        dotted = item.module
        if dotted.startswith("{"):
            token, _, rest = dotted.partition("}")
            base = module.name if token == "{__name__" else module.package
            return climb(base, item.level + 1, rest.removeprefix(".")) if item.level else base + rest
        return climb(module.package, item.level, dotted) if item.level else dotted

    def origins(self, module: str, name: str) -> frozenset[Origin]:
        """Where `name`, taken out of `module`, comes from, through any number of hands (all possible bindings)."""
        key = (module, name)
        if key not in self._origins:
            self._origins[key] = frozenset(self._follow(module, name, set()))
        return self._origins[key]

    def hands(self, module: str, name: str) -> frozenset[str]:
        """The modules that `name` passes through from `module` to where it is defined, both included."""
        seen: set[tuple[str, str]] = set()
        ends = {origin.module for origin in self._follow(module, name, seen)}
        return frozenset(ends | {hand for hand, _ in seen})

    def exported(self, module: str) -> frozenset[str]:
        """The names that a star import of `module` binds: its `__all__`, else what it binds without an underscore."""
        return frozenset(self._exported(module, set()))

    def is_type_checking(self, module: Module, guard: str) -> bool:
        """Whether a guard, a dotted path as `module` imported it, is typing's TYPE_CHECKING under whatever name.

        Of several paths, joined by `|`, each must be.
        """
        return all(self._is_type_checking(module, path) for path in guard.split("|"))

    def _is_type_checking(self, module: Module, guard: str) -> bool:
        if guard in TYPE_CHECKING:
            return True
        level = len(guard) - len(guard.lstrip("."))
        dotted = climb(module.package, level, guard[level:]) if level else guard
        owner, _, name = (dotted or "").rpartition(".")
        if owner not in self.modules:
            return False
        found = self.origins(owner, name)
        return bool(found) and all(f"{origin.module}.{origin.name}" in TYPE_CHECKING for origin in found)

    def _follow(self, module: str, name: str, seen: set[tuple[str, str]]) -> Iterator[Origin]:
        if (module, name) in seen:
            return
        seen.add((module, name))
        source = self.modules.get(module)
        if source is None:
            yield Origin(f"{module}.{name}") if f"{module}.{name}" in self.known else Origin(module, name)
            return
        bound = name in source.own_names
        if bound:
            yield Origin(module, name)
        for item in source.bindings.get(name, ()):
            bound = True
            yield from self._through(source, item, seen)
        if not bound:
            yield from self._unbound(source, name, seen)

    def _through(self, source: Module, item: Import, seen: set[tuple[str, str]]) -> Iterator[Origin]:
        if any(TYPE_CHECKING.issuperset(guard.split("|")) for guard in item.guards):
            return
        dotted = self.absolute(source, item)
        if dotted is None:
            return
        if not item.name:
            alias = item.bound != dotted.partition(".")[0]
            yield Origin(dotted if alias else item.bound)
        elif f"{dotted}.{item.name}" in self.known:
            yield Origin(f"{dotted}.{item.name}")
        elif dotted in self.modules:
            yield from self._follow(dotted, item.name, seen)
        else:
            yield Origin(dotted, item.name)

    def _unbound(self, source: Module, name: str, seen: set[tuple[str, str]]) -> Iterator[Origin]:
        if f"{source.name}.{name}" in self.known:
            yield Origin(f"{source.name}.{name}")
            return
        found = False
        for item in source.stars:
            dotted = self.absolute(source, item)
            if dotted is not None and dotted in self.modules and name in self._exported(dotted, set()):
                found = True
                yield from self._follow(dotted, name, seen)
        if not found:
            yield Origin(source.name, name)

    def _exported(self, module: str, seen: set[str]) -> Iterator[str]:
        source = self.modules.get(module)
        if source is None or module in seen:
            return
        seen.add(module)
        if source.index.exports is not None:
            yield from source.index.exports
            return
        yield from (name for name in source.own_names if not name.startswith("_"))
        yield from (name for name in source.bindings if not name.startswith("_"))
        for item in source.stars:
            dotted = self.absolute(source, item)
            if dotted is not None:
                yield from self._exported(dotted, seen)


def climb(package: str, level: int, rest: str) -> str | None:
    """The absolute name of a relative import in `package`; None where it climbs out of the root package."""
    segments = package.split(".") if package else []
    if level > len(segments):
        return None
    parent = segments[: len(segments) - level + 1]
    return ".".join([*parent, rest] if rest else parent)
