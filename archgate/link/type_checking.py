"""Guards followed across files: whether what an import is guarded by must be typing's TYPE_CHECKING."""

from collections.abc import Iterable, Iterator

from archgate.link.module import Module
from archgate.link.names import Names, climb
from archgate.link.stars import Stars

TYPE_CHECKING = frozenset({"typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"})
_OWNERS = frozenset(path.partition(".")[0] for path in TYPE_CHECKING)
_STAR = "*."


class TypeChecking:
    """Holds guards against everything that may bind the names in them, in whatever file of the host."""

    def __init__(self, names: Names, stars: Stars) -> None:
        self._names = names
        self._stars = stars
        self._verdicts: dict[tuple[str, str], bool] = {}

    def holds(self, module: Module, guard: str) -> bool:
        """Whether a guard of `module`, dotted paths joined by `|`, is TYPE_CHECKING under whatever name.

        Each path must lead there, by each binding of each name on the way; what a star import of something that cannot
        be read may bring is unknown.
        """
        key = (module.package, guard)
        if key not in self._verdicts:
            self._verdicts[key] = self._holds(module.package, guard)
        return self._verdicts[key]

    def _holds(self, package: str, guard: str) -> bool:
        starts: list[str] = []
        for path in guard.split("|"):
            level = len(path) - len(path.lstrip("."))
            owner, star, name = path[level:].rpartition(_STAR)
            dotted = owner.removesuffix(".") if star else path[level:]
            absolute = climb(package, level, dotted) if level else self._names.canonical(dotted)
            if absolute is None:
                return False
            brought = self._starred(absolute, name) if star else [absolute]
            if brought is None:
                return False
            starts += brought
        return self._all_lead_there(starts)

    def _all_lead_there(self, starts: Iterable[str]) -> bool:
        stack, seen, arrived = [*starts], set[str](), False
        while stack:
            path = stack.pop()
            if path in seen:
                continue
            seen.add(path)
            if path in TYPE_CHECKING and self._names.is_elsewhere(path.partition(".")[0]):
                arrived = True
                continue
            onward = self._onward(path)
            if onward is None:
                return False
            stack += onward
        return arrived

    def _onward(self, path: str) -> list[str] | None:
        """The paths that a path into a host module leads to; None where it ends at something else."""
        owner, name, rest = self._split(path)
        source = self._names.modules.get(owner)
        if source is None or not name:
            return None
        found = self._bound(source, name)
        if found is None:
            return None
        parent, _, last = owner.rpartition(".")
        package = self._names.modules.get(parent)
        if package is not None and package.binds(last):
            beside = self._bound(package, last)
            if beside is None:
                return None
            rest_below = f".{name}{rest}"
            return [inner + rest for inner in found] + [inner + rest_below for inner in beside]
        return [inner + rest for inner in found]

    def _split(self, path: str) -> tuple[str, str, str]:
        """The longest host module in a path, the name taken out of it, and the rest with its dot."""
        segments = path.split(".")
        for at in range(len(segments) - 1, 0, -1):
            owner = ".".join(segments[:at])
            if owner in self._names.modules:
                return owner, segments[at], "".join(f".{segment}" for segment in segments[at + 1 :])
        return "", "", ""

    def _bound(self, source: Module, name: str) -> list[str] | None:
        """What the imports of a module bind a name to; None where something else may bind it, or nothing does."""
        if name in source.own_names or name in source.index.rebound:
            return None
        found = [*self._imported(source, name)]
        for item in source.stars:
            dotted = self._names.absolute(source, item)
            brought = self._starred(dotted, name) if dotted is not None else None
            if brought is None:
                return None
            found += brought
        return found or None

    def _imported(self, source: Module, name: str) -> Iterator[str]:
        for item in source.bindings.get(name, ()):
            dotted = self._names.absolute(source, item)
            if dotted is None:
                yield ""
            elif item.name:
                yield self._names.member(dotted, item.name)
            else:
                yield dotted if item.bound != dotted.partition(".")[0] else item.bound

    def _starred(self, module: str, name: str) -> list[str] | None:
        """What `name` (or the first segment of it) is if a star import of `module` brings it; None if unknown."""
        if module in _OWNERS and self._names.is_elsewhere(module):
            return [path for path in [f"{module}.{name}"] if path in TYPE_CHECKING]
        source = self._names.modules.get(module)
        if source is None:
            return None
        first = name.partition(".")[0]
        bound = first in source.index.rebound or self._stars.may_bind(module, first)
        return [f"{module}.{name}"] if bound else []
