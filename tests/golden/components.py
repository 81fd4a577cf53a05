"""Strongly connected components the slow and obvious way, to hold the fast ones against."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

Edge = tuple[str, str]


def components(edges: Iterable[Edge]) -> dict[frozenset[str], int]:
    """The components of more than one module, each with the number of edges inside it (Kosaraju's two searches)."""
    forward: dict[str, set[str]] = defaultdict(set)
    backward: dict[str, set[str]] = defaultdict(set)
    for importer, imported in edges:
        forward[importer].add(imported)
        backward[imported].add(importer)
    finished: list[str] = []
    seen: set[str] = set()
    for module in sorted({*forward, *backward}):
        finished += _search(module, forward, seen)
    seen = set()
    found = [frozenset(_search(module, backward, seen)) for module in reversed(finished)]
    return {members: _inner(members, forward) for members in found if len(members) > 1}


def _search(start: str, neighbours: Mapping[str, set[str]], seen: set[str]) -> list[str]:
    """What can be reached from `start` and was not seen, in the order in which a depth-first search leaves it."""
    if start in seen:
        return []
    seen.add(start)
    left: list[str] = []
    path = [(start, iter(sorted(neighbours.get(start, ()))))]
    while path:
        module, ahead = path[-1]
        fresh = next((neighbour for neighbour in ahead if neighbour not in seen), None)
        if fresh is None:
            left.append(module)
            path.pop()
        else:
            seen.add(fresh)
            path.append((fresh, iter(sorted(neighbours.get(fresh, ())))))
    return left


def _inner(members: frozenset[str], forward: Mapping[str, set[str]]) -> int:
    return sum(len((forward[module] & members) - {module}) for module in members)
