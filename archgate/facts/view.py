"""The host as a law sees it: the linked index, and the names under which moved modules still count."""

from collections.abc import Callable, Iterable, Mapping

from archgate.host.selectors import Selector
from archgate.link.host import HostIndex

Predicate = Callable[[str], bool]
Former = Mapping[str, frozenset[str]]
"""Modules with other names of theirs."""


class View:
    """A host index seen through a law.

    `former` gives the names that a module had at the protected revision (its own name aside), by everything that hints
    at it: a selector that matched one of them still takes the module. `moved` gives those that a decision names: only
    they carry a permission along.
    """

    def __init__(self, host: HostIndex, former: Former | None = None, moved: Former | None = None) -> None:
        self.host = host
        self.former = former or {}
        self.moved = moved or {}

    def selects(self, selectors: Iterable[str]) -> Predicate:
        """Whether a module, under its name, its place or a former name, matches one of the selectors."""
        return self._matcher(selectors, self.former)

    def permits(self, selectors: Iterable[str]) -> Predicate:
        """Whether a module, under its name, its place or one that a decision gives, matches one of the selectors."""
        return self._matcher(selectors, self.moved)

    def _matcher(self, selectors: Iterable[str], names_of: Former) -> Predicate:
        parsed = [Selector.parse(text) for text in selectors]
        verdicts: dict[str, bool] = {}

        def matches(module: str) -> bool:
            if module not in verdicts:
                names = (module, self._place(module), *names_of.get(module, ()))
                verdicts[module] = any(selector.matches(name) for selector in parsed for name in names)
            return verdicts[module]

        return matches

    def _place(self, module: str) -> str:
        known = self.host.modules.get(module)
        return known.place if known else module
