"""Questions about a directed graph of modules: components, short cycles, edges whose removal breaks them."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from grimp import ImportGraph

Edge = tuple[str, str]


def components(edges: Iterable[Edge]) -> list[list[str]]:
    """The strongly connected components of two members or more; members sorted, components by their first."""
    import rustworkx

    graph: rustworkx.PyDiGraph[str, None] = rustworkx.PyDiGraph()
    pairs = sorted(edges)
    numbers = {name: graph.add_node(name) for name in sorted({end for edge in pairs for end in edge})}
    graph.add_edges_from_no_data([(numbers[start], numbers[end]) for start, end in pairs])
    found = rustworkx.strongly_connected_components(graph)
    return sorted(sorted(graph[number] for number in component) for component in found if len(component) > 1)


def inner_edges(members: Collection[str], edges: Iterable[Edge]) -> list[Edge]:
    """The edges of which both ends are members, sorted."""
    inside = frozenset(members)
    return sorted(edge for edge in edges if edge[0] in inside and edge[1] in inside and edge[0] != edge[1])


def shortest_cycle(edges: Collection[Edge], through: str | None = None) -> list[str]:
    """A shortest cycle (of those, the first in order), without repeating its start; [] where there is none."""
    following = _adjacency(edges)
    best: list[str] = []
    for start in [through] if through is not None else sorted(following):
        cycle = _cycle_from(start, following, len(best) or None)
        if cycle and (not best or len(cycle) < len(best)):
            best = cycle
        if len(best) == 2:
            break
    return best


def _cycle_from(start: str, following: Mapping[str, list[str]], below: int | None) -> list[str]:
    previous: dict[str, str | None] = {start: None}
    depth = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if below is not None and depth[node] + 1 >= below:
            return []
        for successor in following.get(node, ()):
            if successor == start:
                return _path_to(node, previous)
            if successor not in previous:
                previous[successor], depth[successor] = node, depth[node] + 1
                queue.append(successor)
    return []


def _path_to(node: str, previous: Mapping[str, str | None]) -> list[str]:
    path = [node]
    while (step := previous[path[-1]]) is not None:
        path.append(step)
    return path[::-1]


def breaking_edges(edges: Collection[Edge]) -> list[Edge]:
    """A small set of edges without which no cycle is left: a greedy order's back edges, less those not needed.

    The order is that of Eades, Lin and Smyth (1993); no promise that the set is the smallest.
    """
    rank = {node: number for number, node in enumerate(_greedy_order(edges))}
    kept = {edge for edge in edges if rank[edge[0]] < rank[edge[1]]}
    following = {node: set(ends) for node, ends in _adjacency(kept).items()}
    needed = []
    for start, end in sorted(set(edges) - kept, key=lambda edge: (rank[edge[0]] - rank[edge[1]], edge)):
        if _reaches(end, start, following):
            needed.append((start, end))
        else:
            following.setdefault(start, set()).add(end)
    return sorted(needed)


class Removal(Struct, frozen=True):
    """An edge to take out, and how many modules the largest component has then."""

    edge: Edge
    left: int


def cut(edges: Collection[Edge], most: int = 10) -> list[Removal]:
    """At most so many edges whose removal, one after the other, makes a component fall apart the most.

    Each step takes the edge without which the largest component left is the smallest (of those, the first in order).
    Where so many edges suffice to leave no cycle at all, they are `breaking_edges`.
    """
    breaking = breaking_edges(edges)
    steps: list[Removal] = []
    left = set(edges)
    if len(breaking) <= most:
        for edge in breaking:
            left.discard(edge)
            steps.append(Removal(edge, _largest(left)))
        return steps
    while len(steps) < most and (not steps or steps[-1].left):
        inner = inner_edges(max(components(left), key=len, default=()), left)
        candidates = inner if len(inner) <= _TRIED else breaking_edges(inner)
        step = min(
            (Removal(edge, _largest(left - {edge})) for edge in candidates), key=lambda one: (one.left, one.edge)
        )
        left.discard(step.edge)
        steps.append(step)
    return steps


_TRIED = 1_000
"""Of a component with more edges than these, only those that lead backwards are tried."""


def _largest(edges: Iterable[Edge]) -> int:
    return max(map(len, components(edges)), default=0)


def _greedy_order(edges: Iterable[Edge]) -> list[str]:
    outgoing: dict[str, set[str]] = {}
    incoming: dict[str, set[str]] = {}
    for start, end in edges:
        outgoing.setdefault(start, set()).add(end)
        incoming.setdefault(end, set()).add(start)
        outgoing.setdefault(end, set())
        incoming.setdefault(start, set())
    first: list[str] = []
    last: list[str] = []
    while outgoing:
        node = min(outgoing, key=lambda name: (bool(outgoing[name]), len(incoming[name]) - len(outgoing[name]), name))
        (first if outgoing[node] else last).append(node)
        for successor in outgoing.pop(node):
            incoming[successor].discard(node)
        for predecessor in incoming.pop(node):
            outgoing[predecessor].discard(node)
    return first + last[::-1]


def _reaches(start: str, goal: str, following: Mapping[str, set[str]]) -> bool:
    seen, stack = {start}, [start]
    while stack:
        node = stack.pop()
        if node == goal:
            return True
        fresh = following.get(node, set()) - seen
        seen |= fresh
        stack.extend(fresh)
    return False


def _adjacency(edges: Iterable[Edge]) -> dict[str, list[str]]:
    following: dict[str, list[str]] = {}
    for start, end in sorted(edges):
        following.setdefault(start, []).append(end)
    return following


def import_graph(edges: Iterable[Edge]) -> "ImportGraph":
    """A grimp graph of the given edges, for its path queries."""
    from grimp import ImportGraph

    graph = ImportGraph()
    for importer, imported in edges:
        graph.add_import(importer=importer, imported=imported)
    return graph
