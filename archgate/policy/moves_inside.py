"""Moves that prove themselves: inside one file, to a definition that the file did not have."""

from collections.abc import Callable
from functools import partial

from archgate.policy.admit import Growth, Parts
from archgate.policy.moves import Moved, Unit

Definitions = Callable[[str], frozenset[str] | None]
"""The definitions that a module had at base, equal ones also as marks name them (`run#2`); None: no such module."""


class MovedInside:
    """Admits what left one definition for a new one of the same file (renamed, extracted): the same operation or code,
    the same target, and no more of it than what left, after what decisions have moved.
    """

    code = "MOVED"

    def __init__(self, definitions: Definitions, decided: Moved) -> None:
        self._definitions = definitions
        self._decided = decided

    def admits(self, growth: Growth) -> Parts:
        """See `Proof`."""
        known = self._definitions(growth.difference.item.subject.partition(":")[0])
        if known is None or not growth.kind.divisible:
            return {}
        return self._decided.take(growth, partial(_leads, known))


def _leads(known: frozenset[str], old: Unit, unit: Unit) -> bool:
    """Whether a unit of a definition that is not known yet does what another of the same file did."""
    module, definition, operation = _parts(unit)
    if not definition or definition == "<module>" or definition in known:
        return False
    return (unit[1], module, operation) == (old[1], *_parts(old)[::2])


def _parts(unit: Unit) -> tuple[str, str, str]:
    """Module, definition and operation: the definition stands in the part of a use, in the subject of a mark."""
    module, _, definition = unit[0].partition(":")
    if definition:
        return module, definition, unit[2]
    name, _, operation = unit[2].rpartition(": ")
    return module, name, operation
