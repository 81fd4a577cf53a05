"""Where imports lead: goals that a module comes to through others that are no concern of a rule themselves."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

Goal = TypeVar("Goal", bound=Hashable)
Edge = tuple[str, str]


class Leading(Generic[Goal]):
    """The goals that each module between leads to.

    `edges` are the imports; `goal_of` gives the goal that a module is part of, None for one that is none; only modules
    that are `between` are passed through.
    """

    def __init__(
        self, edges: Iterable[Edge], goal_of: Callable[[str], Goal | None], between: Callable[[str], bool]
    ) -> None:
        self._importers: defaultdict[str, list[str]] = defaultdict(list)
        self._imported: defaultdict[str, list[str]] = defaultdict(list)
        starts: defaultdict[Goal, set[str]] = defaultdict(set)
        for importer, imported in edges:
            goal = goal_of(imported)
            if between(importer) and (goal is not None or between(imported)):
                self._importers[imported].append(importer)
                self._imported[importer].append(imported)
                if goal is not None:
                    starts[goal].add(imported)
        self._goal_of = goal_of
        self._reached: defaultdict[str, set[Goal]] = defaultdict(set)
        for goal, modules in starts.items():
            for module in self._back_from(modules):
                self._reached[module].add(goal)

    def _back_from(self, modules: Iterable[str]) -> set[str]:
        """The modules between that come to one of `modules`."""
        found: set[str] = set()
        stack = list(modules)
        while stack:
            fresh = set(self._importers[stack.pop()]) - found
            found |= fresh
            stack.extend(fresh)
        return found

    def goals(self, module: str) -> frozenset[Goal]:
        """The goals that a module between comes to."""
        return frozenset(self._reached.get(module, ()))

    def way(self, module: str, wanted: Callable[[Goal], bool]) -> list[str]:
        """A shortest way (of those, the first in order) from `module` to a module of a wanted goal, both included."""
        previous: dict[str, str] = {}
        queue = deque([module])
        while queue:
            here = queue.popleft()
            for following in sorted(self._imported.get(here, ())):
                goal = self._goal_of(following)
                if goal is not None and wanted(goal):
                    return [*_back(here, previous), following]
                if goal is None and following not in previous and following != module:
                    previous[following] = here
                    queue.append(following)
        return []


def _back(module: str, previous: Mapping[str, str]) -> list[str]:
    way = [module]
    while way[-1] in previous:
        way.append(previous[way[-1]])
    return way[::-1]
