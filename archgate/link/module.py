"""A source file of the host, with what it binds."""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from archgate.index.module import Import, ModuleIndex


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
        """The imports that bind a name of the module, by that name; those by `global` in a definition too."""
        found: dict[str, list[Import]] = {}
        for item in self.index.imports:
            if item.bound and (item.is_global or not item.definition):
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

    def binds(self, name: str) -> bool:
        """Whether a statement of the module, star imports aside, binds the name."""
        return name in self.bindings or name in self.own_names
