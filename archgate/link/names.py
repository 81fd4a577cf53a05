"""All the module names of a host, and what the names in its imports stand for."""

from collections.abc import Mapping

from archgate.host.universe import Universe
from archgate.index.module import Import
from archgate.link.module import Module


class Names:
    """The names under which the host's modules are known; `known` are those of modules without source too."""

    def __init__(self, universe: Universe, modules: Mapping[str, Module]) -> None:
        self.roots = universe.roots
        self.foreign = universe.foreign
        self.modules = modules
        self.known = frozenset(modules) | universe.namespaces | frozenset(universe.opaque)
        self._aliases = sorted(universe.aliases.items())

    def is_first_party(self, dotted: str) -> bool:
        """Whether the first segment is a root package of the host."""
        return dotted.partition(".")[0] in self.roots

    def is_elsewhere(self, dotted: str) -> bool:
        """Whether a module is neither the host's nor a file beside it."""
        return not self.is_first_party(dotted) and dotted not in self.foreign

    def canonical(self, dotted: str) -> str:
        """The name of what `dotted` names, where a root package is also found from another folder (`src.app`)."""
        for alias, root in self._aliases:
            if dotted == alias or dotted.startswith(alias + "."):
                return root + dotted[len(alias) :]
        return dotted

    def absolute(self, module: Module, item: Import) -> str | None:
        """The dotted name that an import asks for, without its `name`; None where it climbs out of the root."""
        dotted = item.module
        if dotted.startswith("{"):
            token, _, rest = dotted.partition("}")
            base = module.name if token == "{__name__" else module.package
            return climb(base, item.level + 1, rest.removeprefix(".")) if item.level else base + rest
        return climb(module.package, item.level, dotted) if item.level else self.canonical(dotted)

    def member(self, dotted: str, name: str) -> str:
        """The dotted name of what is called `name` in `dotted`."""
        return self.canonical(f"{dotted}.{name}") if self._aliases else f"{dotted}.{name}"


def climb(package: str, level: int, rest: str) -> str | None:
    """The absolute name of a relative import in `package`; None where it climbs out of the root package."""
    segments = package.split(".") if package else []
    if level > len(segments):
        return None
    parent = segments[: len(segments) - level + 1]
    return ".".join([*parent, rest] if rest else parent)
