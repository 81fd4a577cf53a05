"""Cycle: modules that import one another, directly or through others (strongly connected components)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from archgate.facts.fact import EDGES, Difference, Fact, Item, Place, surplus
from archgate.facts.kind import RUNTIME, Complaint, EdgeKind, Kind
from archgate.facts.view import Predicate, View
from archgate.host.phrases import some
from archgate.link.graph import Edge, breaking_edges, components, cut, inner_edges, shortest_cycle

SHOWN_PLACES = 40
"""The import lines that a fact names at the most; a component of a thousand modules stays readable."""
SHOWN_NAMES = 5
"""The modules or edges that a message names at the most."""


class CycleScope(Struct, frozen=True, forbid_unknown_fields=True):
    """Selectors of the modules among which cycles count (all of the host), and the edges that count.

    `between`: cycles of single modules, or of siblings, each taken with all that lies below it; `modules` then selects
    the packages whose children are looked at.
    """

    modules: tuple[str, ...] = ("**",)
    edges: tuple[EdgeKind, ...] = RUNTIME
    between: Literal["modules", "siblings"] = "modules"


class CycleEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A component: a name for it, its members (sorted, two or more), and the number of edges among them."""

    id: str
    modules: tuple[str, ...]
    edges: int


class Cycle(Kind):
    """Facts are components; an entry covers the components whose members it names, and so many inner edges.

    Components are paired with entries by their members, so that one may shrink or fall apart under its entry; a
    component that no single entry holds has grown.
    """

    name = "cycle"
    divisible = False
    Scope = CycleScope
    Entry = CycleEntry
    selectors = ("modules",)
    cure = "Break the cycle: turn one of its imports around or move what both sides need below them"
    directions = {"modules": "stricter", "edges": "stricter"}

    def measure(self, view: View, scope: CycleScope) -> list[Fact]:
        places = edges_of(view, scope)
        facts = []
        for members in components(places):
            inner = inner_edges(members, places)
            lines = {places[edge] for edge in inner}
            parts = {**dict.fromkeys(members, 1), EDGES: len(inner)}
            facts.append(Fact(members[0], members[1], parts, tuple(sorted(lines)[:SHOWN_PLACES])))
        return facts

    def item(self, entry: CycleEntry) -> Item:
        return Item(entry.id, "", {**dict.fromkeys(entry.modules, 1), EDGES: entry.edges})

    def entry(self, item: Item) -> CycleEntry:
        members = sorted(members_of(item))
        name = item.subject if not item.object else members[0]
        return CycleEntry(id=name, modules=tuple(members), edges=item.parts[EDGES])

    def identity(self, entry: CycleEntry) -> tuple[str, ...]:
        return (entry.id,)

    def compare(self, observed: Sequence[Item], allowed: Sequence[Item]) -> list[Difference]:
        differences: list[Difference] = []
        held: dict[int, list[Item]] = {}
        touched: set[int] = set()
        for item in observed:
            overlaps = [number for number, entry in enumerate(allowed) if members_of(item) & members_of(entry)]
            homes = [number for number in overlaps if members_of(item) <= members_of(allowed[number])]
            touched.update(overlaps)
            if homes:
                held.setdefault(max(homes, key=lambda n: (allowed[n].parts[EDGES], -n)), []).append(item)
            else:
                differences.append(_outgrown(item, [allowed[number] for number in overlaps]))
        for number, entry in enumerate(allowed):
            if number in held:
                differences.extend(_within(held[number], entry))
            elif number not in touched:
                differences.append(Difference(observed=None, allowed=entry, over={}, under=entry.parts))
        return sorted(differences, key=lambda difference: difference.item.key)

    def check(self, scope: CycleScope, entries: Sequence[CycleEntry]) -> Iterable[Complaint]:
        home: dict[str, str] = {}
        for entry in entries:
            if list(entry.modules) != sorted(set(entry.modules)):
                yield entry, "`modules` must be sorted and without repetition"
            if len(entry.modules) < 2 or entry.edges < 2:
                yield entry, "a component has two modules and two edges at the least"
            for module in entry.modules:
                if home.setdefault(module, entry.id) != entry.id:
                    yield entry, f"`{module}` is in two entries, `{home[module]}` and `{entry.id}`"

    def akin(self, first: Item, second: Item) -> bool:
        return bool(members_of(first) & members_of(second))

    def union(self, first: Sequence[Item], second: Sequence[Item]) -> list[Item]:
        return [*first, *(item for item in second if item not in first)]

    def describe(self, view: View, scope: CycleScope, difference: Difference) -> str:
        if difference.observed is None:
            return f"the cycle of {_listed(members_of(difference.item))} is gone"
        if not difference.over:
            return f"the cycle has shrunk: {_lost(difference)}"
        places = edges_of(view, scope)
        edges = inner_edges(members_of(difference.observed), places)
        return _grown(difference, {edge: f"{places[edge].path}:{places[edge].line}" for edge in edges})

    def tell(self, view: View, scope: CycleScope, fact: Fact) -> str:
        return f"{len(members_of(fact))} modules import one another, {fact.parts[EDGES]} edges among them"

    def anatomy(self, view: View, scope: CycleScope, fact: Fact) -> Iterable[str]:
        places = edges_of(view, scope)
        edges = inner_edges(members_of(fact), places)
        cycle = shortest_cycle(edges)
        yield "the shortest cycle:"
        for step in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
            yield f"  {_shown(step, places)}"
        yield "what holds it together; taken out one after the other, these leave a largest cycle of so many modules:"
        steps = cut(edges)
        for removal in steps:
            yield f"  {removal.left:>4}  {_shown(removal.edge, places)}"
        if steps[-1].left:
            yield f"to leave no cycle at all takes about {len(breaking_edges(edges))} of its {len(edges)} edges"

    def details(self, fact: Fact) -> dict[str, Any]:
        return {"members": sorted(members_of(fact))}

    def shrunk(self, allowed: Item, observed: Sequence[Item]) -> list[Item]:
        inside = [item for item in observed if members_of(item) <= members_of(allowed)]
        within = sum(item.parts[EDGES] for item in inside) <= allowed.parts[EDGES]
        if not inside or not within:
            return [allowed] if inside or _overlaps(allowed, observed) else []
        if len(inside) == 1:
            return [Item(allowed.subject, allowed.object, inside[0].parts)]
        return [Item(item.subject, item.object, item.parts) for item in inside]

    def renamed(self, item: Item, names: Mapping[str, Sequence[str]]) -> Item:
        parts = {EDGES: item.parts[EDGES]}
        for member in sorted(members_of(item)):
            parts.update(dict.fromkeys(names.get(member, (member,)), 1))
        return Item(item.subject, item.object, parts)


def members_of(item: Item) -> frozenset[str]:
    """The modules of a component."""
    return frozenset(item.parts) - {EDGES}


def edges_of(view: View, scope: CycleScope) -> dict[Edge, Place]:
    """The edges that a scope looks at, sorted, each with the first line that shows it."""
    counted = _sibling_edge if scope.between == "siblings" else _module_edge
    inside = view.selects(scope.modules)
    found: dict[Edge, Place] = {}
    for (importer, imported), references in view.host.edges(scope.edges).items():
        edge = counted(importer, imported, inside)
        if edge is not None:
            found.setdefault(edge, Place(view.host.path(importer), references[0].line))
    return dict(sorted(found.items()))


def _module_edge(importer: str, imported: str, inside: Predicate) -> Edge | None:
    return (importer, imported) if inside(importer) and inside(imported) else None


def _sibling_edge(importer: str, imported: str, inside: Predicate) -> Edge | None:
    """The edge between the children of the innermost package around both; none where one lies in the other."""
    ours, theirs = importer.split("."), imported.split(".")
    shared = next((n for n, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other), 0)
    if not shared or not inside(".".join(ours[:shared])):
        return None
    return ".".join(ours[: shared + 1]), ".".join(theirs[: shared + 1])


def _grown(difference: Difference, places: Mapping[Edge, str]) -> str:
    """What joined, the edges that pulled it in, one shortest cycle with its lines, and a few edges that hold it all."""
    edges = list(places)
    joined = members_of(Item("", "", difference.over))
    words = [f"{len(members_of(difference.item))} modules import one another, {len(edges)} edges among them"]
    if difference.allowed is not None:
        words.append(f"joined by {_listed(joined)}" if joined else "with more edges than its entry")
        pulling = [edge for edge in edges if (edge[0] in joined) != (edge[1] in joined)]
        words.extend([f"pulled in by {_arrows(pulling)}"] if pulling else [])
    cycle = shortest_cycle(edges, through=min(joined) if joined and difference.allowed else None)
    steps = list(zip(cycle, [*cycle[1:], *cycle[:1]], strict=True))
    lines = ", ".join(places[step] for step in steps[:SHOWN_NAMES])
    words.append(f"shortest cycle {' -> '.join([*cycle, cycle[0]])} ({lines})")
    words.append(f"broken without {_arrows(breaking_edges(edges))}")
    return "; ".join(words)


def _shown(edge: Edge, places: Mapping[Edge, Place]) -> str:
    return f"{edge[0]} -> {edge[1]}  {places[edge].path}:{places[edge].line}"


def _lost(difference: Difference) -> str:
    gone = members_of(Item("", "", difference.under))
    edges = difference.under.get(EDGES, 0)
    parts = [f"without {_listed(gone)}"] if gone else []
    parts += [f"{edges} edges fewer"] if edges else []
    return ", ".join(parts) or "into several components"


def _listed(names: Collection[str]) -> str:
    return some(sorted(names), SHOWN_NAMES)


def _arrows(edges: Sequence[Edge]) -> str:
    return some([f"{start} -> {end}" for start, end in edges], SHOWN_NAMES)


def _overlaps(allowed: Item, observed: Sequence[Item]) -> bool:
    return any(members_of(item) & members_of(allowed) for item in observed)


def _outgrown(item: Item, entries: Collection[Item]) -> Difference:
    if not entries:
        return Difference(observed=item, allowed=None, over=item.parts, under={})
    home = max(entries, key=lambda entry: (len(members_of(item) & members_of(entry)), entry.key))
    over = surplus(item.parts, home.parts)
    return Difference(observed=item, allowed=home, over=over, under=surplus(home.parts, item.parts))


def _within(items: Sequence[Item], entry: Item) -> Iterable[Difference]:
    """The differences of components that one entry holds: they share its edges, in their order."""
    left = entry.parts[EDGES]
    lost = members_of(entry).difference(*(members_of(item) for item in items))
    for item in items:
        over = max(0, item.parts[EDGES] - left)
        left = max(0, left - item.parts[EDGES])
        if over:
            yield Difference(observed=item, allowed=entry, over={EDGES: over}, under={})
    under = {**dict.fromkeys(sorted(lost), 1), **({EDGES: left} if left else {})}
    if under:
        yield Difference(observed=items[0], allowed=entry, over={}, under=under)
