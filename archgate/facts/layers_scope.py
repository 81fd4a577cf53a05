"""The scope of a rule of layers, and the names that it holds, in full."""

from msgspec import Struct

from archgate.facts.kind import RUNTIME, EdgeKind
from archgate.facts.layers_stack import Layer, parse_layer


class LayersScope(Struct, frozen=True, forbid_unknown_fields=True):
    """The layers from the top down: `a`, `a | b` (independent), `a : b` (not independent), `(c)` (may be missing).

    With `containers` the layers are below each of these packages, else they are named in full. `closed` names members
    of layers that imports from above must not pass by. `exhaustive`: every sibling of a layer has a layer, but for what
    `beside` names.
    """

    layers: tuple[str, ...]
    containers: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    exhaustive: bool = True
    beside: tuple[str, ...] = ()
    edges: tuple[EdgeKind, ...] = RUNTIME


def layers_of(scope: LayersScope) -> list[Layer]:
    """The layers of a scope without faults, from the top down."""
    return [parse_layer(text) for text in scope.layers]


def prefixes_of(scope: LayersScope) -> list[str]:
    """What stands before the names in `layers`, `closed` and `beside`: each container, or nothing."""
    return [f"{container.removeprefix('=')}." for container in scope.containers] or [""]


def in_full(scope: LayersScope, name: str) -> list[str]:
    """A member's name in full, once for each container."""
    return [f"{prefix}{name}" for prefix in prefixes_of(scope)]
