"""Names followed through re-exports to the modules that define them, over every binding that they may have."""

from collections.abc import Iterator

from msgspec import Struct

from archgate.index.module import Import
from archgate.link.module import Module
from archgate.link.names import Names
from archgate.link.stars import Stars
from archgate.link.type_checking import TypeChecking


class Origin(Struct, frozen=True, order=True):
    """Where a name leads: a module (`name` is ""), or a name that `module` defines; externals as far as written."""

    module: str
    name: str = ""


class _Way(Struct, frozen=True):
    """Where a name ends, and the modules of the host that it is taken out of on the way."""

    ends: frozenset[Origin]
    hands: frozenset[str]


class _Taken(Struct, frozen=True):
    """A name that is taken out of a module."""

    module: str
    name: str


class Exports:
    """The ways from a name to where it comes from, through any number of hands.

    The name `*` stands for whatever star imports of modules without readable source bind.
    """

    def __init__(self, names: Names, stars: Stars, type_checking: TypeChecking) -> None:
        self._names = names
        self._stars = stars
        self._type_checking = type_checking
        self._ways: dict[_Taken, _Way] = {}

    def origins(self, module: str, name: str) -> frozenset[Origin]:
        """Where `name`, taken out of `module`, comes from (all possible bindings)."""
        return self._way(module, name).ends

    def hands(self, module: str, name: str) -> frozenset[str]:
        """The modules that `name` passes through from `module` to where it is defined, both included."""
        way = self._way(module, name)
        return way.hands | {origin.module for origin in way.ends}

    def exported(self, module: str) -> frozenset[str]:
        """The names that a star import of `module` may bind; `*` among them."""
        return self._stars.exported(module)

    def binds(self, module: str, name: str) -> bool:
        """Whether a module of the host may bind a name itself, so that it hides a submodule of that name."""
        source = self._names.modules.get(module)
        return source is not None and (source.binds(name) or any(self._starred(source, name)))

    def _way(self, module: str, name: str) -> _Way:
        taken = _Taken(module, name)
        if taken not in self._ways:
            self._ways[taken] = self._followed(taken)
        return self._ways[taken]

    def _followed(self, start: _Taken) -> _Way:
        ends: set[Origin] = set()
        seen: set[_Taken] = set()
        stack = [start]
        while stack:
            taken = stack.pop()
            if taken in seen:
                continue
            seen.add(taken)
            for step in self._steps(taken):
                if isinstance(step, Origin):
                    ends.add(step)
                else:
                    stack.append(step)
        return _Way(frozenset(ends), frozenset(taken.module for taken in seen))

    def _steps(self, taken: _Taken) -> list[Origin | _Taken]:
        """What a name may be in the module that it is taken out of."""
        source = self._names.modules.get(taken.module)
        submodule = self._names.member(taken.module, taken.name)
        found: list[Origin | _Taken] = []
        if submodule in self._names.known:
            found.append(Origin(submodule))
        if source is not None:
            if taken.name in source.own_names:
                found.append(Origin(source.name, taken.name))
            imported = source.bindings.get(taken.name, ())
            for item in imported:
                if not self._is_typing(source, item):
                    found += self._through(source, item)
            found += self._starred(source, taken.name)
            if found or imported:
                return found
        return found or [Origin(taken.module, taken.name)]

    def _is_typing(self, source: Module, item: Import) -> bool:
        return any(self._type_checking.holds(source, guard) for guard in item.guards)

    def _through(self, source: Module, item: Import) -> Iterator[Origin | _Taken]:
        dotted = self._names.absolute(source, item)
        if dotted is None:
            return
        if not item.name:
            alias = item.bound != dotted.partition(".")[0]
            yield Origin(dotted if alias else item.bound)
        elif self._names.member(dotted, item.name) in self._names.known and not self.binds(dotted, item.name):
            yield Origin(self._names.member(dotted, item.name))
        else:
            yield _Taken(dotted, item.name)

    def _starred(self, source: Module, name: str) -> Iterator[_Taken]:
        for item in source.stars:
            dotted = self._names.absolute(source, item)
            if dotted is not None and self._stars.may_bind(dotted, name):
                yield _Taken(dotted, name)
