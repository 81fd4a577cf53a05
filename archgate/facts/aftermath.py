"""What became of the modules that a scope named at the protected revision, as far as a kind asks."""

from collections.abc import Sequence
from typing import Protocol


class Aftermath(Protocol):
    """The answers of the gate, which knows both trees."""

    def is_gone(self, selector: str, others: Sequence[str]) -> bool:
        """Whether nothing that a selector matched at base lives on, but for what one of `others` takes in."""

    def heirs(self, selector: str) -> Sequence[str]:
        """The modules of head that took the place of what a selector matched at base, sorted."""

    def is_new(self, name: str) -> bool:
        """Whether base has no module of that name, and none below it."""
