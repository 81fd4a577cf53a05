"""Moves that prove themselves: inside one file, to a definition that the file did not have."""

from collections import Counter
from collections.abc import Callable

from archgate.policy.admit import Growth, Parts
from archgate.policy.moves import Moved

Definitions = Callable[[str], frozenset[str] | None]
"""The definitions that a module had at base; None where base lacks the module."""


class MovedInside:
    """Admits uses that left one definition for a new one of the same file (renamed, extracted): the same operation of
    the same target, and no more of it than what left, after what decisions have moved.
    """

    code = "MOVED"

    def __init__(self, definitions: Definitions, decided: Moved) -> None:
        self._definitions = definitions
        self._decided = decided

    def admits(self, growth: Growth) -> Parts:
        """See `Proof`."""
        subject, object_ = growth.difference.item.key
        known = self._definitions(subject)
        if known is None:
            return {}
        spare = self._decided.spare(growth)
        taken: Counter[str] = Counter()
        for part, wanted in growth.over.items():
            definition, separator, operation = part.rpartition(": ")
            if not separator or definition in known or definition == "<module>":
                continue
            for source in sorted(spare):
                if source[:2] == (subject, object_) and source[2].rpartition(": ")[2] == operation:
                    n = min(wanted - taken[part], spare[source])
                    spare[source] -= n
                    taken[part] += n
        return taken
