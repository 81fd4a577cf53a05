"""The scope of a rule of layers after modules took new names."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from archgate.facts.layers_scope import LayersScope, in_full, layers_of, prefixes_of
from archgate.facts.layers_stack import Layer, Member
from archgate.host.naming import is_at_or_below

Names = Callable[[str], Sequence[str]]


def moved(scope: LayersScope, before: LayersScope, names_of: Names) -> LayersScope:
    """`scope`, whose containers have their new names already, with the new names of what `before` names below them."""

    def renamed(name: str) -> list[str]:
        new = [one for full in in_full(before, name) for one in names_of(full)]
        return list(dict.fromkeys(_below(scope, new) or [name]))

    layers = layers_of(scope)
    taken = {member.name for layer in layers for member in layer.members if renamed(member.name) == [member.name]}
    placed = [_layer(layer, renamed, taken, len(scope.containers) > 1) for layer in layers]
    there = {member.name for layer in placed for member in layer.members}
    return replace(
        scope,
        layers=tuple(layer.text for layer in placed if layer.members),
        closed=tuple(one for one in _each(scope.closed, renamed) if one in there),
        beside=tuple(_each(scope.beside, lambda text: renamed(text.removeprefix("=")))),
    )


def _below(scope: LayersScope, names: Iterable[str]) -> list[str]:
    """The names as they stand below the scope's containers; what is outside of them has no place there."""
    prefixes = prefixes_of(scope)
    return [name.removeprefix(prefix) for name in names for prefix in prefixes if name.startswith(prefix)]


def _layer(layer: Layer, renamed: Callable[[str], list[str]], taken: set[str], several: bool) -> Layer:
    """The layer with its members' new names; what lies in a member that has its place already needs none.

    `several`: there are containers, and a member with two names need not be in each of them under both.
    """
    members: list[Member] = []
    for member in layer.members:
        names = [name for name in renamed(member.name) if name == member.name or not _lies_in(name, taken)]
        taken |= set(names)
        optional = member.optional or (several and len(names) > 1)
        members += [Member(name, optional) for name in names]
    if tuple(members) == layer.members:
        return layer
    alone = len(layer.members) == 1
    return Layer(_text(members, layer.independent and not alone), tuple(members), layer.independent)


def _lies_in(name: str, members: Iterable[str]) -> bool:
    return any(is_at_or_below(name, member) for member in members)


def _text(members: Sequence[Member], independent: bool) -> str:
    """The layer as written. The parts that one member went into may import one another, as inside of it."""
    names = [f"({member.name})" if member.optional else member.name for member in members]
    return (" | " if independent else " : ").join(names)


def _each(names: Iterable[str], renamed: Callable[[str], list[str]]) -> list[str]:
    return list(dict.fromkeys(new for name in names for new in renamed(name)))
