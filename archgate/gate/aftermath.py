"""What became of the modules that base's selectors matched."""

from collections.abc import Sequence

from archgate.gate.case import Case
from archgate.host.selectors import Selector


class Aftermath:
    """Base's modules and head's, as a kind asks for them when it compares two scopes."""

    def __init__(self, case: Case) -> None:
        self._case = case

    def is_gone(self, selector: str, others: Sequence[str]) -> bool:
        """Whether nothing that a selector of base matched there lives on, but for what one of `others` takes in.

        One for externals never matched a module of base, and may not go.
        """
        parsed = Selector.parse(selector)
        if not self._matched_at_base(parsed):
            return False
        if any(parsed.matches(module) for module in self._case.base_view.host.modules):
            return False
        return all(any(Selector.parse(text).matches(module) for text in others) for module in self.heirs(selector))

    def heirs(self, selector: str) -> list[str]:
        """The modules of head that took the place of what a selector matched at base, sorted."""
        parsed, former = Selector.parse(selector), self._case.former
        return [module for module, names in sorted(former.items()) if any(map(parsed.matches, names))]

    def is_new(self, name: str) -> bool:
        """Whether base has no module of that name, and none below it."""
        return not self._matched_at_base(Selector.parse(name))

    def _matched_at_base(self, selector: Selector) -> bool:
        return any(selector.matches(source.module) for source in self._case.base_sources.values())
