"""The closed list of reasons for which growth against the law of base is none (DESIGN: admitted)."""

from collections.abc import Callable, Sequence

from archgate.facts.fact import Item, surplus
from archgate.policy.admit import Growth, Parts


class Listed:
    """Admits what a given list covers: planned exceptions of base, exceptions gained without host source, ...

    An item of the list without parts covers its identity whole.
    """

    def __init__(self, code: str, items: Sequence[Item]) -> None:
        self.code = code
        self.items = items

    def admits(self, growth: Growth) -> Parts:
        """See `Proof`."""
        if not self.items:
            return {}
        item = growth.difference.item
        if any(growth.kind.akin(item, listed) and not listed.parts for listed in self.items):
            return growth.over
        return _covered(growth, self.items)


class Shown:
    """Admits what base's own tree shows: the law sees more, the code does not do more.

    `facts` gives what it shows, and is asked only if something is over: another tree has to be measured.
    """

    def __init__(self, code: str, facts: Callable[[], Sequence[Item]]) -> None:
        self.code = code
        self.facts = facts

    def admits(self, growth: Growth) -> Parts:
        """See `Proof`."""
        return _covered(growth, self.facts())


def _covered(growth: Growth, items: Sequence[Item]) -> Parts:
    """The parts that are no longer over when `items` are allowed beside what is."""
    allowed = growth.kind.union(growth.allowed, items)
    item = growth.difference.item
    return surplus(growth.over, growth.kind.beyond(item, growth.observed, allowed))
