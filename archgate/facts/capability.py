"""Capability: who reaches which registered target (a network client, a database, what code cannot be seen through)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from archgate.facts.fact import Fact, Item, Place
from archgate.facts.kind import Kind
from archgate.facts.registry import groups, targets_of
from archgate.facts.view import View
from archgate.link.capability import Capabilities, follow
from archgate.link.target import Targets

_COUNTED = re.compile(r"(?P<part>.+?)(?: x(?P<count>[1-9][0-9]*))?")


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """Selectors of the modules that are asked, shipped groups of targets, and targets by name (host symbols too)."""

    modules: tuple[str, ...] = ("**",)
    groups: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """What one module does with one target: `definition: operation`, with ` xN` where it does so N times.

    No uses: the import alone. A planned entry may leave them open.
    """

    module: str
    target: str
    uses: tuple[str, ...] = ()


class CapabilityFact(Fact, frozen=True):
    """A fact with the places of each of its uses, by part."""

    sites: tuple[tuple[str, tuple[Place, ...]], ...] = ()


class Capability(Kind):
    """Facts are (module, target) with a multiset of uses; an import that is evidence by itself has none."""

    name = "capability"
    Scope = Scope
    Entry = Entry
    takes_owners = True
    selectors = ("modules",)
    cure = "Take what you need through a port, and leave the client to an owner"
    directions = {"modules": "stricter", "groups": "stricter", "targets": "stricter"}

    def measure(self, view: View, scope: Any) -> list[Fact]:
        inside = view.selects(scope.modules)
        found = follow(view.host, targets_of(scope.groups, scope.targets))
        return [_fact(view, found, module, target, parts) for module, target, parts in _gathered(found, inside)]

    def item(self, entry: Any) -> Item:
        return Item(subject=entry.module, object=entry.target, parts=dict(map(_counted, entry.uses)))

    def entry(self, item: Item) -> Entry:
        uses = tuple(part if n == 1 else f"{part} x{n}" for part, n in sorted(item.parts.items()))
        return Entry(module=item.subject, target=item.object, uses=tuple(sorted(uses)))

    def identity(self, entry: Any) -> tuple[str, ...]:
        return (entry.module, entry.target)

    def check(self, scope: Any, entries: Sequence[Any]) -> Iterable[tuple[Any | None, str]]:
        return [*_scope_faults(scope), *(fault for entry in entries for fault in _entry_faults(entry))]

    def details(self, fact: Fact) -> dict[str, Any]:
        sites = dict(fact.sites) if isinstance(fact, CapabilityFact) else {}
        return {"uses": [_use(part, n, sites.get(part, ())) for part, n in sorted(fact.parts.items())]}


def _gathered(found: Capabilities, inside: Any) -> Iterator[tuple[str, str, dict[str, list[int]]]]:
    """Modules and targets in order, with the lines of each part."""
    parts: defaultdict[tuple[str, str], dict[str, list[int]]] = defaultdict(dict)
    for module, target in found.footholds:
        parts[module, target] = {}
    for use, sites in found.uses.items():
        lines = sorted(site.line for site in sites.values())
        parts[use.module, use.target][f"{use.definition}: {use.operation}"] = lines
    for module, target in sorted(parts):
        if inside(module):
            yield module, target, parts[module, target]


def _fact(view: View, found: Capabilities, module: str, target: str, parts: dict[str, list[int]]) -> Fact:
    path = view.host.path(module)
    sites = {part: tuple(Place(path, line) for line in lines) for part, lines in sorted(parts.items())}
    imports = [Place(path, line) for line in found.footholds.get((module, target), ())]
    places = sorted({*imports, *(place for found_there in sites.values() for place in found_there)})
    counts = {part: len(lines) for part, lines in sorted(parts.items())}
    return CapabilityFact(module, target, counts, tuple(places), sites=tuple(sites.items()))


def _use(part: str, count: int, places: Iterable[Place]) -> dict[str, Any]:
    definition, _, operation = part.partition(": ")
    shown = [{"path": place.path, "line": place.line} for place in places]
    return {"definition": definition, "operation": operation, "count": count, "places": shown}


def _counted(use: str) -> tuple[str, int]:
    match = _COUNTED.fullmatch(use)
    return (match["part"], int(match["count"] or 1)) if match else (use, 1)


def _scope_faults(scope: Any) -> Iterator[tuple[None, str]]:
    for group in scope.groups:
        if group not in groups():
            yield None, f"[scope] `groups`: unknown group `{group}`; {_meant(group, groups())}"
    for name in sorted({name for name in scope.targets if scope.targets.count(name) > 1}):
        yield None, f"[scope] `targets` names `{name}` twice; keep one of them"
    for name in scope.targets:
        if not all(part.isidentifier() for part in name.split(".")):
            yield None, f"[scope] `targets`: `{name}` is no dotted name"
    if not scope.groups and not scope.targets:
        yield None, "[scope] has neither `groups` nor `targets`: the rule would ask for nothing"


def _meant(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, sorted(known), n=1)
    return f"did you mean `{close[0]}`?" if close else f"known: {', '.join(sorted(known))}"


def _entry_faults(entry: Any) -> Iterator[tuple[Any, str]]:
    seen: set[str] = set()
    for use in entry.uses:
        part, _ = _counted(use)
        definition, separator, operation = part.partition(": ")
        if not (separator and definition.strip() and operation.strip()):
            yield entry, f"`{use}` is no use: write `definition: operation`, with ` x2` where it happens twice"
        elif part in seen:
            yield entry, f"`{part}` stands twice in `uses`: write its number once, as ` x2`"
        seen.add(part)
