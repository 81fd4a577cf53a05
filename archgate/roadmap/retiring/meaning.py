"""What imports and attribute chains mean while the retired modules still have their old names."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from archgate.host.naming import is_at_or_below
from archgate.index.module import Import, Unreadable
from archgate.link.exports import Origin
from archgate.link.host import HostIndex, link
from archgate.link.module import Module
from archgate.link.names import climb
from archgate.roadmap.retiring.replacement import Name, Replacement


class Taken(Struct, frozen=True, order=True):
    """What an import takes: a name out of a module; a top-level module has the `module` ""."""

    module: str
    name: str

    @property
    def dotted(self) -> str:
        """The dotted name of both."""
        return f"{self.module}.{self.name}" if self.module else self.name


class Hit(Struct, frozen=True):
    """Where in a chain of attributes something retired is reached.

    `at` counts the attributes before it; `owner` is the module it is read on, `new` what it is from now on: a module,
    or a symbol of one.
    """

    at: int
    owner: str
    new: Name


class Meaning:
    """A linked host with the names that go and those that stay.

    `symbols` also has the names under which modules of the host hand a renamed symbol on: they are renamed with it.
    """

    def __init__(self, host: HostIndex, replacements: Sequence[Replacement]) -> None:
        self.modules = {one.old.module: one.new.module for one in replacements if not one.old.symbol}
        self.symbols = {one.old: one.new for one in replacements if one.old.symbol}
        self._asked = frozenset(self.symbols)
        self.host = host
        self._moved = dict(_moved(host, self.modules))
        self.before = _before(host, self._moved)
        self.names = self.before.names
        self.exports = self.before.exports
        self._origin_of = {new: old for old, new in self._moved.items()}
        self._handed: set[Name] = set()
        self._follow_reexports()

    def module(self, dotted: str) -> str:
        """The new name of a module that goes, or is part of one that does; else ""."""
        for at in [len(dotted), *(at for at in range(len(dotted) - 1, 0, -1) if dotted[at] == ".")]:
            new = self.modules.get(dotted[:at])
            if new is not None:
                return new + dotted[at:]
        return ""

    def goes(self, dotted: str) -> bool:
        """Whether what a module binds is asked for: it goes, or a symbol that it defines or hands on does."""
        return bool(self.module(dotted)) or dotted in self._offering

    @cached_property
    def _offering(self) -> frozenset[str]:
        """The modules of which a symbol goes. What a module imports for itself, it does not offer."""
        return frozenset(name.module for name in self.symbols if name in self._asked or self._is_offered(name))

    def _is_offered(self, name: Name) -> bool:
        exports = self.before.modules[name.module].index.exports or ()
        return name.symbol in exports or name.symbol in self.before.takers(name.module)

    def absolute(self, module: Module, dotted: str, level: int, name: str = "") -> str | None:
        """The module that an import statement takes `name` out of; None where it climbs out of the root package.

        In a file that has moved already, a relative name that leads nowhere from its new place is read from the old.
        """
        found = self.names.absolute(module, Import(dotted, level, "", "", 0, "eager"))
        old = self._origin_of.get(module.name)
        if not level or old is None or self._is_there(found, name):
            return found
        there = climb(old if module.is_package else old.rpartition(".")[0], level, dotted)
        return there if self._is_there(there, name) else found

    def _is_there(self, module: str | None, name: str) -> bool:
        if module is None or module not in self.names.known:
            return False
        if name in ("", "*") or self.names.member(module, name) in self.names.known:
            return True
        return self.exports.binds(module, name) or self.exports.binds(module, "__getattr__")

    def has_moved(self, module: str) -> bool:
        """Whether a module is the file of one that goes, at its new place."""
        return module in self._origin_of

    def taken(self, module: str, name: str) -> Taken | None:
        """What stands for `name` out of `module` from now on; None where nothing of it goes."""
        symbol = self.symbols.get(Name(module, name))
        if symbol is not None:
            return Taken(symbol.module, symbol.symbol)
        if self.is_submodule(module, name):
            new = self.module(f"{module}.{name}")
            if new:
                parent, _, last = new.rpartition(".")
                return Taken(parent, last)
        new = self.module(module)
        return Taken(new, name) if new else None

    def is_submodule(self, module: str, name: str) -> bool:
        """Whether `name` out of `module` is the submodule, and no other thing that the package calls so."""
        submodule = self.names.member(module, name)
        if submodule not in self.names.known:
            return False
        return not self.exports.binds(module, name) or self.exports.origins(module, name) <= {Origin(submodule)}

    def modules_of(self, module: str, name: str) -> frozenset[str]:
        """The modules that `name` out of `module` may be."""
        if self.is_submodule(module, name):
            return frozenset({self.names.member(module, name)})
        origins = self.exports.origins(module, name)
        return frozenset(one.module for one in origins if not one.name and one.module in self.names.known)

    def walk(self, module: str, attributes: Sequence[str]) -> tuple[Hit | None, list[str]]:
        """What is reached that goes, by a chain of attributes of a module; and the modules on the way, itself first."""
        way, hit = [module], None
        for at, name in enumerate(attributes):
            symbol = self.symbols.get(Name(way[-1], name))
            if symbol is not None:
                return Hit(at, way[-1], symbol), way
            inner = self.modules_of(way[-1], name)
            if len(inner) != 1:
                break
            [reached] = inner
            new = self.module(reached)
            if new and hit is None and not self.module(way[-1]):
                hit = Hit(at, way[-1], Name(new))
            way.append(reached)
        return hit, way

    def has(self, taken: Taken) -> bool:
        """Whether the module that stays has the name, as far as its source tells."""
        if not taken.module or taken.dotted in self.host.names.known or self._hands_on(taken):
            return True
        source = self.host.modules.get(taken.module)
        if source is None:
            return taken.module in self.host.universe.opaque
        if source.index.computed or self.exports.binds(taken.module, "__getattr__"):
            return True
        return self.exports.binds(taken.module, taken.name)

    def _hands_on(self, taken: Taken) -> bool:
        """Whether the name is one that a module gets with its rewriting."""
        return Name(taken.module, taken.name) in self._handed

    def stars_of(self, module: str) -> bool:
        """Whether a star import of a module may bring what goes."""
        if self.module(module):
            return True
        names = [name.symbol for name in self.symbols if name.module == module]
        exported = self.exports.exported(module) if names else frozenset()
        return any(one in exported or not (one.startswith("_") or self.exports.binds(module, one)) for one in names)

    @cached_property
    def dotted(self) -> tuple[str, ...]:
        """The dotted names of all that goes."""
        return tuple(sorted({*self.modules, *(f"{name.module}.{name.symbol}" for name in self.symbols)}))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The last segments of all that goes."""
        return tuple(sorted({name.rpartition(".")[2] for name in self.dotted}))

    def leads(self, module: str) -> bool:
        """Whether what goes is a module below this one, or a symbol of it or below it."""
        return module in self._leading

    @cached_property
    def _leading(self) -> frozenset[str]:
        """Every module above what goes, and every package that hands such a module on."""
        found: set[str] = set()
        for dotted in self.dotted:
            found.update(dotted[:at] for at, letter in enumerate(dotted) if letter == ".")
        return frozenset(found)

    def keeps_name(self, module: Module, name: str) -> bool:
        """Whether a module-level name has to stay: it is bound in other ways too, or deleted, or declared global."""
        if name in module.own_names or name in module.index.rebound:
            return True
        return any(item.is_global or not self._renames(module, item) for item in module.bindings.get(name, ()))

    def _renames(self, module: Module, item: Import) -> Taken | None:
        """What an import takes from now on, where its name changes with that."""
        if not item.name or item.time == "dynamic":
            return None
        dotted = self.absolute(module, item.module, item.level, item.name)
        new = self.taken(dotted, item.name) if dotted is not None else None
        return new if new is not None and item.bound == item.name != new.name else None

    def _follow_reexports(self) -> None:
        """Add to `symbols` what modules hand on under a name that changes, however many hands there are."""
        changed = True
        while changed:
            changed = False
            for module in self.before.modules.values():
                for name, items in module.bindings.items():
                    found = [self._renames(module, item) for item in items]
                    if found[0] is None or Name(module.name, name) in self.symbols or self.keeps_name(module, name):
                        continue
                    if len(set(found)) == 1:
                        new = Name(module.name, found[0].name)
                        self.symbols[Name(module.name, name)] = new
                        self._handed.add(new)
                        changed = True


def _moved(host: HostIndex, modules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The retired names that no file of the host has any more, with the names of the files that took their place."""
    for old, new in modules.items():
        for name in sorted(host.names.known):
            if is_at_or_below(name, new):
                gone = old + name[len(new) :]
                if gone not in host.names.known:
                    yield gone, name


def _before(host: HostIndex, moved: Mapping[str, str]) -> HostIndex:
    """The host in which the retired names are known, be their files gone already."""
    if not moved:
        return host
    opaque = {**host.universe.opaque, **{old: host.path(new) for old, new in moved.items()}}
    indexes = {module.path: module.index for module in host.modules.values()}
    unread: Mapping[str, Unreadable] = host.unreadable
    return link(replace(host.universe, opaque=opaque), {**indexes, **unread})
