"""Capability: who reaches which registered target (a network client, a database, what code cannot be seen through)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from archgate.facts.fact import Difference, Fact, Item, Place
from archgate.facts.kind import Complaint, Kind, ScopeKey
from archgate.facts.registry import groups, targets_of
from archgate.facts.view import Predicate, View
from archgate.host.phrases import meant_or_known
from archgate.link.capability import Capabilities, Hand, HandNames, Summary
from archgate.link.follower import follow, followed
from archgate.link.standing import Standing

IMPORTED = {"": 1}
"""The parts of a fact without uses."""

_CLEARER = "Write out what it imports, runs or reads, so that it can be followed, or put it where an owner may"
"""What to do about code that cannot be seen through."""

_COUNTED = re.compile(r"(?P<part>.+?)(?: x(?P<count>[2-9]|[1-9][0-9]+))?")
_PART = re.compile(r"\S+: \S+")


class CapabilityScope(Struct, frozen=True, forbid_unknown_fields=True):
    """Selectors of the modules that are asked, shipped groups of targets, and targets by name (host symbols too)."""

    modules: tuple[str, ...] = ("**",)
    groups: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


class CapabilityEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """What one module does with one target: `definition: operation`, with ` xN` where it does so N times.

    An empty list: the import alone. Only a planned entry may leave them open.
    """

    module: str
    target: str
    uses: tuple[str, ...] | None = None


class CapabilityFact(Fact, frozen=True):
    """A fact with the places of each of its uses, by part."""

    sites: tuple[tuple[str, tuple[Place, ...]], ...] = ()


class Capability(Kind):
    """Facts are (module, target) with a multiset of uses; an import that is evidence by itself has none."""

    name = "capability"
    Scope = CapabilityScope
    Entry = CapabilityEntry
    takes_owners = True
    resolves = True
    selectors = ("modules",)
    cure = "Take what you need through a port, and leave the client to an owner"
    directions = {"modules": "stricter", "groups": "stricter", "targets": "stricter"}

    def measure(self, view: View, scope: CapabilityScope) -> list[Fact]:
        inside = view.selects(scope.modules)
        found = _summary(view, scope)
        return [_fact(view, module, target, parts) for module, target, parts in _gathered(found, inside)]

    def item(self, entry: CapabilityEntry) -> Item:
        parts = {} if entry.uses is None else dict(map(_counted, entry.uses)) or dict(IMPORTED)
        return Item(subject=entry.module, object=entry.target, parts=parts)

    def entry(self, item: Item) -> CapabilityEntry:
        uses = (part if n == 1 else f"{part} x{n}" for part, n in item.parts.items() if part)
        return CapabilityEntry(module=item.subject, target=item.object, uses=tuple(sorted(uses)))

    def identity(self, entry: CapabilityEntry) -> tuple[str, ...]:
        return (entry.module, entry.target)

    def compare(self, observed: Sequence[Item], allowed: Sequence[Item]) -> list[Difference]:
        """As for all kinds, but an import that is left of frozen uses, or is used now, is itself no difference."""
        found = []
        for one in super().compare(observed, allowed):
            if one.observed is None or one.allowed is None:
                found.append(one)
                continue
            over, under = ({part: n for part, n in parts.items() if part} for parts in (one.over, one.under))
            if over or under:
                found.append(replace(one, over=over, under=under))
        return found

    def shrunk(self, allowed: Item, observed: Sequence[Item]) -> list[Item]:
        twins = [item for item in observed if item.key == allowed.key]
        if any(item.parts == IMPORTED for item in twins):
            return [Item(allowed.subject, allowed.object, dict(IMPORTED))]
        return super().shrunk(allowed, observed)

    def check(self, scope: CapabilityScope, entries: Sequence[CapabilityEntry]) -> Iterable[Complaint]:
        return [*_scope_faults(scope), *(fault for entry in entries for fault in _entry_faults(entry))]

    def incomplete(self, entries: Sequence[CapabilityEntry]) -> Iterable[Complaint]:
        message = (
            "`uses` is missing: an import without uses has `uses = []`, and only what is planned may leave it open"
        )
        return [(entry, message) for entry in entries if entry.uses is None]

    def describe(self, view: View, scope: CapabilityScope, difference: Difference) -> str:
        came, gone = _worded(difference.over), _worded(difference.under)
        return "; ".join(filter(None, (came, f"no longer there: {gone}" if gone else ""))) or "nothing"

    def advice(self, item: Item) -> str:
        return _CLEARER if item.object in groups()["opaque"] else super().advice(item)

    def place(self, difference: Difference) -> Place | None:
        sites = dict(difference.observed.sites) if isinstance(difference.observed, CapabilityFact) else {}
        places = [place for part in difference.over for place in sites.get(part, ())]
        return max(places) if len(difference.over) == 1 and places else min(places, default=None)

    def details(self, fact: Fact) -> dict[str, Any]:
        sites = dict(fact.sites) if isinstance(fact, CapabilityFact) else {}
        return {"uses": [_use(part, n, sites.get(part, ())) for part, n in sorted(fact.parts.items()) if part]}

    def untold(self, view: View, scope: CapabilityScope) -> list[str]:
        return [f"not followed further: {cut}" for cut in _summary(view, scope).cut]

    def unmeasured(self, view: View, scope: CapabilityScope) -> str:
        return "values were followed for too many steps: uses may be missing" if _summary(view, scope).exhausted else ""

    def shown(self, view: View, other: View, scope: CapabilityScope, key: tuple[str, str]) -> Mapping[str, int]:
        return _standing(view, other, scope, key, Standing.is_shown_by_annotation)

    def hidden(self, view: View, other: View, scope: CapabilityScope, key: tuple[str, str]) -> Mapping[str, int]:
        return _standing(view, other, scope, key, Standing.is_hidden_without_annotation)

    def anatomy(self, view: View, scope: CapabilityScope, fact: Fact) -> Iterable[str]:
        found = _found(view, scope)
        names = HandNames(view.host.files)
        ways = []
        for use, sites in sorted(found.uses.items()):
            if (use.module, use.target) == fact.key:
                site = min(sites.values(), key=lambda one: one.line)
                steps = [_step(view, hand) for hand in found.hands(site, names)]
                spot = _spot(view, use.module, site.line)
                ways.append(f"{use.definition}: {use.operation} at {spot}, from {', '.join(steps)}")
        return ways


def _found(view: View, scope: CapabilityScope) -> Capabilities:
    return follow(view.host, targets_of(scope.groups, scope.targets))


def _summary(view: View, scope: CapabilityScope) -> Summary:
    return followed(view.host, targets_of(scope.groups, scope.targets))


def _gathered(found: Summary, inside: Predicate) -> Iterator[tuple[str, str, dict[str, tuple[int, ...]]]]:
    """Modules and targets in order, with the lines of each part; "" is the import that is evidence by itself."""
    parts: defaultdict[tuple[str, str], dict[str, tuple[int, ...]]] = defaultdict(dict)
    for module, target, lines in found.footholds:
        parts[module, target][""] = lines
    for use, lines in found.uses:
        parts[use.module, use.target][f"{use.definition}: {use.operation}"] = lines
    for module, target in sorted(parts):
        if inside(module):
            yield module, target, parts[module, target]


def _fact(view: View, module: str, target: str, parts: dict[str, tuple[int, ...]]) -> Fact:
    path = view.host.path(module)
    imports = [Place(path, line) for line in parts.get("", ())]
    sites = {part: tuple(Place(path, line) for line in lines) for part, lines in sorted(parts.items()) if part}
    places = sorted({*imports, *(place for found_there in sites.values() for place in found_there)})
    counts = {part: len(found_there) for part, found_there in sites.items()} or dict(IMPORTED)
    return CapabilityFact(module, target, counts, tuple(places), sites=tuple(sites.items()))


def _use(part: str, count: int, places: Iterable[Place]) -> dict[str, Any]:
    definition, _, operation = part.partition(": ")
    shown = [{"path": place.path, "line": place.line} for place in places]
    return {"definition": definition, "operation": operation, "count": count, "places": shown}


def _counted(use: str) -> tuple[str, int]:
    match = _COUNTED.fullmatch(use)
    return (match["part"], int(match["count"] or 1)) if match else (use, 1)


def _standing(
    view: View, other: View, scope: CapabilityScope, key: tuple[str, str], holds: Callable[..., bool]
) -> Mapping[str, int]:
    """The parts of a fact, as often as one of its sites stands in the other view's tree in the way that is asked."""
    module, target = key
    if module not in view.host.modules or module not in other.host.modules:
        return {}
    found = _found(view, scope)
    standing = Standing(module, view.host, other.host)
    parts: dict[str, int] = {}
    for use, sites in found.uses.items():
        if (use.module, use.target) == (module, target):
            count = sum(holds(standing, found, at, site) for at, site in sites.items())
            if count:
                parts[f"{use.definition}: {use.operation}"] = count
    return parts


def _step(view: View, hand: Hand) -> str:
    spot = _spot(view, hand.module, hand.line)
    return f"{hand.name} ({spot})" if hand.name else spot


def _spot(view: View, module: str, line: int) -> str:
    path = view.host.path(module)
    return f"{path}:{line}" if line else path


def _worded(parts: Mapping[str, int]) -> str:
    named = {part or "the import alone": n for part, n in parts.items()}
    return ", ".join(part if n == 1 else f"{part} x{n}" for part, n in sorted(named.items()))


def _scope_faults(scope: CapabilityScope) -> Iterator[tuple[ScopeKey | None, str]]:
    for number, group in enumerate(scope.groups):
        if group not in groups():
            advice = meant_or_known(group, groups())
            yield ScopeKey("groups", number), f"[scope] `groups`: unknown group `{group}`; {advice}"
    for number, name in enumerate(scope.targets):
        if name in scope.targets[:number]:
            yield ScopeKey("targets", number), f"[scope] `targets` names `{name}` twice; keep one of them"
        if not all(part.isidentifier() for part in name.split(".")):
            yield ScopeKey("targets", number), f"[scope] `targets`: `{name}` is no dotted name"
    if not scope.groups and not scope.targets:
        yield None, "[scope] has neither `groups` nor `targets`: the rule would ask for nothing"


def _entry_faults(entry: CapabilityEntry) -> Iterator[Complaint]:
    seen: set[str] = set()
    for use in entry.uses or ():
        part, _ = _counted(use)
        if not _PART.fullmatch(part):
            yield entry, f"`{use}` is no use: write `definition: operation`, with ` x2` where it happens twice"
        elif part in seen:
            yield entry, f"`{part}` stands twice in `uses`: write its number once, as ` x2`"
        seen.add(part)
