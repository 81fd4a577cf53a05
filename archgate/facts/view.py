"""The host as a law sees it: the linked index, and the names under which moved modules still count."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from archgate.host.selectors import Selector
from archgate.link.host import HostIndex

Predicate = Callable[[str], bool]
Found = TypeVar("Found")


class View:
    """A host index seen through a law.

    `former` gives the names that a module had at the protected revision (its own name aside): a selector that matched
    one of them still takes the module.
    """

    def __init__(self, host: HostIndex, former: Mapping[str, frozenset[str]] | None = None) -> None:
        self.host = host
        self.former = former or {}
        self._once: dict[Hashable, Any] = {}

    def selects(self, selectors: Iterable[str]) -> Predicate:
        """Whether a module, under its name, its place or a former name, matches one of the selectors."""
        parsed = [Selector.parse(text) for text in selectors]
        verdicts: dict[str, bool] = {}

        def matches(module: str) -> bool:
            if module not in verdicts:
                verdicts[module] = any(selector.matches(name) for selector in parsed for name in self.names(module))
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
