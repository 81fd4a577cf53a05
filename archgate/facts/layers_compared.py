"""Two scopes of a rule of layers compared: where the newer one asks for less."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from archgate.facts.aftermath import Aftermath
from archgate.facts.kind import Weakening
from archgate.facts.layers_scope import LayersScope, in_full, layers_of, prefixes_of
from archgate.facts.layers_stack import Order
from archgate.host.selectors import Selector, covers

Pair = tuple[str, str]


def weakened(old: LayersScope, new: LayersScope, after: Aftermath) -> Iterator[Weakening]:
    """What `new` lets go of that `old` held: places, pairs of members that are parted, that no module lacks a place."""
    if old.exhaustive and not new.exhaustive:
        yield Weakening("exhaustive", "false", "the layers are no longer exhaustive")
    had, kept = _members(old), _members(new)
    for name in sorted(had - kept):
        if not after.is_gone(name, sorted(kept)) and not _went_with_container(name, old, new, after):
            yield Weakening("layers", name, f"`{name}` is in no layer any more")
    for importer, imported in _freed(_forbidden(old), _forbidden(new), _successors(had, kept, after)):
        yield Weakening("layers", f"{importer} -> {imported}", f"`{importer}` may now import `{imported}`")
    yield from _excused(old, new, after)


def _went_with_container(name: str, old: LayersScope, new: LayersScope, after: Aftermath) -> bool:
    """Whether a member, be there a module or none, has its place in the container that took the place of its own."""
    inside = {member.name for layer in layers_of(new) for member in layer.members}
    around = [one.removeprefix("=") for one in old.containers if name.startswith(f"{one.removeprefix('=')}.")]
    return any(name[len(one) + 1 :] in inside and after.is_gone(one, new.containers) for one in around)


def _members(scope: LayersScope) -> set[str]:
    return {name for layer in layers_of(scope) for member in layer.members for name in in_full(scope, member.name)}


def _forbidden(scope: LayersScope) -> set[Pair]:
    """The pairs of members, named in full, that must not import one another within one stack."""
    pairs = Order(layers_of(scope), scope.closed).forbidden()
    return {(f"{prefix}{one}", f"{prefix}{other}") for prefix in prefixes_of(scope) for one, other in pairs}


def _successors(had: set[str], kept: set[str], after: Aftermath) -> dict[str, list[str]]:
    """What stands for each member: itself, or the new members that took in what became of its modules.

    What became part of a member that was there before is that member's, whose own pairs speak for it.
    """
    fresh = [(name, Selector(name)) for name in sorted(kept - had)]
    found = {}
    for name in had:
        heirs = [] if name in kept else after.heirs(name)
        found[name] = [name] if name in kept else [one for one, selector in fresh if any(map(selector.matches, heirs))]
    return found


def _freed(before: set[Pair], now: set[Pair], successors: Mapping[str, Sequence[str]]) -> list[Pair]:
    """The pairs that were parted and are not any more, under today's names."""
    pairs = {
        pair
        for one, other in before
        for pair in product(successors[one], successors[other])
        if one == other or pair[0] != pair[1]
    }
    return sorted(pairs - now)


def _excused(old: LayersScope, new: LayersScope, after: Aftermath) -> Iterator[Weakening]:
    """What newly needs no layer, but for what took the place of something that needed none either."""
    before = [name for text in old.beside for name in in_full(old, text.removeprefix("="))]
    for text in new.beside:
        for name in in_full(new, text.removeprefix("=")):
            heir = after.is_new(name) and any(after.is_gone(one, [name]) and name in after.heirs(one) for one in before)
            if not heir and not any(covers(wide, name) for wide in before):
                yield Weakening("beside", name, f"`beside` of the scope lets in `{name}`")
