"""Kinds whose debt is too much to write by hand: low-water marks in `fixtures/<rule>.json`, one a fact."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from archgate.facts.fact import Fact, Item
from archgate.facts.kind import Kind
from archgate.facts.view import View

WHOLE = ""
"""The one part of a mark: it is one whole, and its number is how much of it there is."""

Value = int | list[int]
"""What a fixture has for a mark."""


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of a fact is allowed: `identity` is `module:definition|object` (a path where a file has no module)."""

    identity: str
    amount: int


class MarkedKind(Kind):
    """A kind with marks. Facts have one part, `WHOLE`, whose number is the mark's."""

    marked: ClassVar[bool] = True
    Entry: ClassVar[type[Struct]] = Mark

    def ruler(self, view: View, scope: Any) -> Mapping[str, str]:
        """What measured: `tool`, `version`, `configuration` (a digest), `python` ("" where it makes no difference)."""
        raise NotImplementedError

    def mark(self, identity: str, value: Value) -> Any:
        """The entry of a mark. Raises ValueError, in words, for a value that is none."""
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ValueError("must be a whole number above 0")
        return Mark(identity, value)

    def value(self, entry: Any) -> Value:
        """What the fixture has for an entry."""
        amount: int = entry.amount
        return amount

    def item(self, entry: Any) -> Item:
        subject, _, object_ = entry.identity.rpartition("|")
        return Item(subject, object_, {WHOLE: entry.amount})

    def entry(self, item: Item) -> Any:
        return Mark(f"{item.subject}|{item.object}", item.parts[WHOLE])

    def identity(self, entry: Any) -> tuple[str, ...]:
        return tuple(entry.identity.rpartition("|")[::2])

    def risen(self, observed: Sequence[Item], allowed: Sequence[Item]) -> Iterable[str]:
        """What is better than its mark and asks for nothing, in words: it is taken up when marks are written."""
        return ()

    def within_frontier(self, view: View, scope: Any, fact: Fact) -> bool:
        """Whether a fact lies where the rule takes nothing at all, marked or not."""
        return False

    def laxer(self, before: View, before_scope: Any, now: View, scope: Any) -> Iterable[str]:
        """What the tool's configuration in the second view asks less for than in the first, whatever is seen of it."""
        return ()

    def hangs_on(self, scope: Any) -> str:
        """What the measure changes with, beside sources and configuration, that no mark tells; in words."""
        return ""

    def hidden_by(self, scope: Any, facts: Sequence[Item], seen: Sequence[Item]) -> list[Item]:
        """What of `facts` (base's ruler) is missing or smaller in `seen` (head's ruler), on the same sources."""
        return [one.item for one in self.compare(facts, seen) if one.over]
