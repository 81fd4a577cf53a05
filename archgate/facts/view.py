"""The host as a law sees it: the linked index, and the names under which moved modules still count."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from archgate.host.bench import Bench
from archgate.host.selectors import Selector
from archgate.link.host import HostIndex

Predicate = Callable[[str], bool]
Found = TypeVar("Found")
Former = Mapping[str, frozenset[str]]
"""Modules with other names of theirs."""


class View:
    """A host index seen through a law.

    `former` gives the names that a module had at the protected revision (its own name aside), by everything that hints
    at it: a selector that matched one of them still takes the module. `moved` gives those that a decision names: only
    they carry a permission along. `bench` is for kinds that measure with a tool or read a file; None: they cannot.
    """

    def __init__(
        self,
        host: HostIndex,
        former: Former | None = None,
        moved: Former | None = None,
        bench: Bench | None = None,
    ) -> None:
        self.host = host
        self.bench = bench
        self.former = former or {}
        self._once: dict[Hashable, Any] = {}
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
                names = (module, self._place(module), *sorted(names_of.get(module, ())))
                verdicts[module] = any(selector.matches(name) for selector in parsed for name in names)
            return verdicts[module]

        return matches

    def names(self, module: str) -> tuple[str, ...]:
        """The names that a module counts under: its own, that of its place, its former ones."""
        return (module, self._place(module), *sorted(self.former.get(module, ())))

    def once(self, question: Hashable, answer: Callable[[], Found]) -> Found:
        """The answer to a question about this view, worked out when it is first asked."""
        if question not in self._once:
            self._once[question] = answer()
        found: Found = self._once[question]
        return found

    def _place(self, module: str) -> str:
        known = self.host.modules.get(module)
        return known.place if known else module
