"""The classes of a host: which inherits from which, across files."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from archgate.link.exports import Exports
from archgate.link.module import Module
from archgate.link.names import Names
from archgate.link.reference import Reference

Class = tuple[str, str]
"""A module and the qualified name of a class in it."""

_MARKERS = frozenset(("ABC", "Enum", "Exception", "Generic", "NamedTuple", "Protocol", "TypedDict", "object"))
"""Bases from outside that call no method of a class which nobody else calls."""


class Hierarchy:
    """Ancestors and descendants, each worked out when it is first asked for."""

    def __init__(self, names: Names, exports: Exports, importers: Mapping[str, list[tuple[str, Reference]]]) -> None:
        self._names = names
        self._exports = exports
        self._importers = importers
        self._bases: dict[Class, tuple[Class, ...]] = {}
        self._ancestors: dict[Class, tuple[Class, ...]] = {}
        self._descendants: dict[Class, frozenset[Class]] = {}
        self._classes: dict[str, frozenset[str]] = {}
        self._defined: dict[str, frozenset[str]] = {}

    def classes(self, module: str) -> frozenset[str]:
        """The qualified names of a module's classes."""
        if module not in self._classes:
            found = self._names.modules.get(module)
            definitions = found.index.definitions if found else ()
            self._classes[module] = frozenset(one.name for one in definitions if one.kind == "class")
        return self._classes[module]

    def defines(self, owner: Class, name: str) -> bool:
        """Whether a class has a method or an inner class of a name in its own body."""
        if owner[0] not in self._defined:
            found = self._names.modules.get(owner[0])
            self._defined[owner[0]] = frozenset(one.name for one in found.index.definitions) if found else frozenset()
        return f"{owner[1]}.{name}" in self._defined[owner[0]]

    def bases(self, owner: Class) -> tuple[Class, ...]:
        """The host's own classes among the bases of a class, in order."""
        if owner not in self._bases:
            module = self._names.modules.get(owner[0])
            written = [bases for name, bases in module.index.bases if name == owner[1]] if module else []
            found = (self._resolve(module, owner[1], name) for bases in written for name in bases) if module else ()
            self._bases[owner] = tuple(dict.fromkeys(one for one in found if one is not None and one != owner))
        return self._bases[owner]

    def has_outer_base(self, owner: Class) -> bool:
        """Whether a class has a base that is no class of the host, and more than a marker of Python's own."""
        module = self._names.modules.get(owner[0])
        written = [bases for name, bases in module.index.bases if name == owner[1]] if module else []
        return any(
            module is not None
            and base.rpartition(".")[2] not in _MARKERS
            and self._resolve(module, owner[1], base) is None
            for bases in written
            for base in bases
        )

    def ancestors(self, owner: Class) -> tuple[Class, ...]:
        """The class and all that it inherits from, near ones first."""
        if owner not in self._ancestors:
            self._ancestors[owner] = tuple(_reached(owner, self.bases))
        return self._ancestors[owner]

    def descendants(self, owner: Class) -> frozenset[Class]:
        """The class and all that inherit from it."""
        if owner not in self._descendants:
            self._descendants[owner] = frozenset(_reached(owner, self._children))
        return self._descendants[owner]

    def relatives(self, owner: Class) -> list[Class]:
        """All classes in whose methods the receiver may be an instance of `owner`, sorted."""
        return sorted({ancestor for one in self.descendants(owner) for ancestor in self.ancestors(one)})

    @cached_property
    def _by_base(self) -> Mapping[str, list[Class]]:
        found: defaultdict[str, list[Class]] = defaultdict(list)
        for module in self._names.modules.values():
            for name, bases in module.index.bases:
                for base in bases:
                    found[base.rpartition(".")[2]].append((module.name, name))
        return found

    def _children(self, owner: Class) -> list[Class]:
        names = {owner[1].rpartition(".")[2], *self._aliases(owner)}
        candidates = sorted({one for name in names for one in self._by_base.get(name, ())})
        return [one for one in candidates if owner in self.bases(one)]

    def _aliases(self, owner: Class) -> Iterator[str]:
        for importer, reference in self._importers.get(owner[0], ()):
            if reference.name == owner[1]:
                for item in self._names.modules[importer].index.imports:
                    if item.name == owner[1] and item.bound != owner[1]:
                        yield item.bound

    def _resolve(self, module: Module, inside: str, dotted: str) -> Class | None:
        """The class of the host that a base, written in the class `inside`, names."""
        known = self.classes(module.name)
        scope = inside.rpartition(".")[0]
        while scope:
            if f"{scope}.{dotted}" in known:
                return (module.name, f"{scope}.{dotted}")
            scope = scope.rpartition(".")[0]
        if dotted in known:
            return (module.name, dotted)
        return self._elsewhere(module.name, dotted)

    def _elsewhere(self, module: str, dotted: str) -> Class | None:
        first, _, rest = dotted.partition(".")
        for origin in sorted(self._exports.origins(module, first)):
            if not origin.name:
                found = self._in_module(origin.module, rest)
            else:
                name = f"{origin.name}.{rest}" if rest else origin.name
                found = (origin.module, name) if name in self.classes(origin.module) else None
            if found is not None:
                return found
        return None

    def _in_module(self, module: str, dotted: str) -> Class | None:
        first, _, rest = dotted.partition(".")
        if not first:
            return None
        if f"{module}.{first}" in self._names.known:
            return self._in_module(f"{module}.{first}", rest)
        if dotted in self.classes(module):
            return (module, dotted)
        return self._elsewhere(module, dotted) if module in self._names.modules else None


def _reached(start: Class, following: Callable[[Class], "tuple[Class, ...] | list[Class]"]) -> list[Class]:
    """What is reached from a class, itself first, breadth first; each once."""
    found = {start: None}
    queue = [start]
    for one in queue:
        for successor in following(one):
            if successor not in found:
                found[successor] = None
                queue.append(successor)
    return list(found)
