"""Which module of a host sits in which layer of a stack, and which have no seat."""

from collections.abc import Iterator, Sequence

from archgate.facts.layers_stack import Layer, Seat
from archgate.facts.view import View
from archgate.host.selectors import Selector
from archgate.link.host import HostIndex


class Seating:
    """The seats of one stack below `container` ("" for layers that are named in full)."""

    def __init__(self, view: View, container: str, layers: Sequence[Layer]) -> None:
        prefix = f"{container}." if container else ""
        self.container = container
        self._view = view
        self._members = [
            (Selector(f"{prefix}{member.name}"), level)
            for level, layer in enumerate(layers)
            for member in layer.members
        ]
        self._seats: dict[str, Seat | None] = {}

    def seat(self, module: str) -> Seat | None:
        """The seat of a module under its name or a former one; None outside of all layers."""
        if module not in self._seats:
            self._seats[module] = self._find(module)
        return self._seats[module]

    def _find(self, module: str) -> Seat | None:
        for name in self._view.names(module):
            for selector, level in self._members:
                if selector.matches(name):
                    return Seat(level, ".".join(name.split(".")[: selector.text.count(".") + 1]))
        return None

    def unseated(self, host: HostIndex, beside: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The siblings of layers that have no layer, each with the path of its first source, sorted.

        `beside` are selectors, below the container where there is one, of what needs none.
        """
        prefix = f"{self.container}." if self.container else ""
        excused = self._view.permits(f"{prefix}{text.removeprefix('=')}" for text in beside)
        above = [Selector(f"={'.'.join(part)}") for part in self._above()]
        found: dict[str, str] = {}
        for module in sorted(host.modules):
            sibling = self._sibling(module, above)
            if sibling and not excused(module):
                found.setdefault(sibling, host.path(module))
        yield from sorted(found.items())

    def _above(self) -> set[tuple[str, ...]]:
        """The names of all packages around a member that can have siblings of layers below them, in segments."""
        names = [tuple(selector.text.split(".")) for selector, _ in self._members]
        first = self.container.count(".") + 1 if self.container else 1
        return {name[:length] for name in names for length in range(first, len(name))}

    def _sibling(self, module: str, above: Sequence[Selector]) -> str:
        """The sibling of a layer that an unseated module is or belongs to; "" where it is none."""
        if self.seat(module) is not None or "/" in module:
            return ""
        segments = module.split(".")
        around = [".".join(segments[:length]) for length in range(len(segments), 0, -1)]
        if any(selector.matches(module) for selector in above):
            return ""
        for depth, package in enumerate(around[1:], start=1):
            if any(selector.matches(package) for selector in above):
                return around[depth - 1]
        return "" if self.container or not self._has_roots() else segments[0]

    def _has_roots(self) -> bool:
        """Whether a layer is a root package, so that the other root packages are its siblings."""
        return any("." not in selector.text for selector, _ in self._members)


def seatings(view: View, containers: Sequence[str], layers: Sequence[Layer]) -> list[Seating]:
    """One seating a container that is there, or the one of layers that are named in full."""
    if not containers:
        return [Seating(view, "", layers)]
    selectors = [Selector(f"={text.removeprefix('=')}") for text in containers]
    known = sorted(view.host.names.known)
    found = [name for name in known if any(selector.matches(name) for selector in selectors)]
    return [Seating(view, name, layers) for name in found]
