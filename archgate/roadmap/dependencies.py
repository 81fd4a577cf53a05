"""What each leaf depends on, leaf by leaf, and which leaves wait for one another in a circle."""

from collections.abc import Iterator, Mapping
from functools import reduce

from msgspec import Struct

from archgate.host.errors import invalid
from archgate.roadmap.document import Leaf, Roadmap, Term

MOST = 1_000_000
"""Dependencies of all leaves together at the most, stages and parents counted leaf by leaf."""


class Missing(Struct, frozen=True):
    """A dependency of a leaf that names nothing in the document."""

    leaf: Leaf
    term: Term


class Dependencies(Struct, frozen=True):
    """`of` has every leaf's id with the ids of the leaves that it depends on directly, in the document's order."""

    of: Mapping[str, tuple[str, ...]]
    missing: tuple[Missing, ...]


def dependencies(roadmap: Roadmap) -> Dependencies:
    """The dependencies of every leaf.

    A stage stands for its leaves, a parent for those below it, `all` for every leaf; a leaf that is itself among them
    depends on the others. What a parent depends on, the leaves below it do. Raises InputError (INVALID) for more
    than `MOST`.
    """
    index = _Index(roadmap)
    own: dict[str, frozenset[str]] = {}
    amount = 0
    for leaf in roadmap.leaves:
        own[leaf.id] = index.named(leaf)
        amount += len(own[leaf.id])
        if amount > MOST:
            message = f"the leaves depend on one another in more than {MOST} ways"
            raise invalid(message, "depend on the last leaves of a stage, not on all", roadmap.path, leaf.line)
    order = {leaf.id: number for number, leaf in enumerate(roadmap.leaves)}
    return Dependencies(
        of={name: tuple(sorted(found, key=order.__getitem__)) for name, found in own.items()},
        missing=tuple(index.missing()),
    )


class _Index:
    """The leaves by every name that stands for some of them."""

    def __init__(self, roadmap: Roadmap) -> None:
        self.roadmap = roadmap
        self.every = frozenset(leaf.id for leaf in roadmap.leaves)
        self.stages: dict[str, set[str]] = {stage.id: set() for stage in roadmap.stages}
        self.below: dict[str, set[str]] = {}
        for leaf in roadmap.leaves:
            self.stages.setdefault(leaf.stage, set()).add(leaf.id)
            for above in _above(leaf.id):
                self.below.setdefault(above, set()).add(leaf.id)
        self.parents = {parent.id: parent for parent in roadmap.parents}

    def named(self, leaf: Leaf) -> frozenset[str]:
        """The leaves that a leaf depends on."""
        terms = [*leaf.terms, *(term for above in _above(leaf.id) for term in self._of_parent(above))]
        return reduce(frozenset.union, (self._resolved(term, leaf) or frozenset() for term in terms), frozenset())

    def missing(self) -> Iterator[Missing]:
        """The dependencies that name nothing."""
        for leaf in self.roadmap.leaves:
            yield from (Missing(leaf, term) for term in leaf.terms if self._resolved(term, leaf) is None)

    def _of_parent(self, name: str) -> tuple[Term, ...]:
        return self.parents[name].terms if name in self.parents else ()

    def _resolved(self, term: Term, leaf: Leaf) -> frozenset[str] | None:
        """The leaves that a term stands for; None where there are none of that name."""
        if term.kind == "none":
            return frozenset()
        if term.kind == "all":
            return self.every - {leaf.id}
        if term.kind == "leaf" and term.name in self.every:
            return frozenset((term.name,))
        found = self.stages.get(term.name) if term.kind == "stage" else self.below.get(term.name)
        return None if found is None else frozenset(found) - {leaf.id}


def _above(name: str) -> list[str]:
    """The ids of which a leaf's id is a child, the nearest first."""
    parts = name.split(".")
    return [".".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)]


def circles(found: Dependencies) -> list[tuple[str, ...]]:
    """One shortest circle (its first leaf is not repeated) of each group of leaves that wait for one another.

    Every circle begins with the leaf that comes first in the document; so are the circles sorted.
    """
    import rustworkx

    names = list(found.of)
    numbers = {name: number for number, name in enumerate(names)}
    graph: rustworkx.PyDiGraph[str, None] = rustworkx.PyDiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from_no_data([(numbers[a], numbers[b]) for a, others in found.of.items() for b in others])
    groups = [sorted(group) for group in rustworkx.strongly_connected_components(graph)]
    knots = [group for group in groups if len(group) > 1 or graph.has_edge(group[0], group[0])]
    return [_circle([names[n] for n in group], found) for group in sorted(knots)]


def _circle(group: list[str], found: Dependencies) -> tuple[str, ...]:
    """The shortest way from the first leaf of a group back to it."""
    start, inside = group[0], set(group)
    ways: list[tuple[str, ...]] = [(start,)]
    seen: set[str] = set()
    for way in ways:
        for other in found.of[way[-1]]:
            if other == start:
                return way
            if other in inside and other not in seen:
                seen.add(other)
                ways.append((*way, other))
    return tuple(group)
