"""Kinds made up for these tests, and the text of a policy of each."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Literal

from msgspec import Struct, field

from archgate.facts.fact import Fact, Item
from archgate.facts.kind import Kind
from archgate.facts.view import View

PART = re.compile(r"(.+?)(?: x(\d+))?")


class EgressScope(Struct, frozen=True, forbid_unknown_fields=True):
    modules: tuple[str, ...]
    groups: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


class EgressEntry(Struct, frozen=True, forbid_unknown_fields=True):
    module: str
    target: str
    uses: tuple[str, ...] = ()


class Egress(Kind):
    """Entries with a multiset of uses, and owners."""

    name = "egress"
    Scope = EgressScope
    Entry = EgressEntry
    takes_owners = True
    selectors = ("modules",)

    def measure(self, view: View, scope: Any) -> list[Fact]:
        return []

    def item(self, entry: Any) -> Item:
        parts = Counter()
        for use in entry.uses:
            name, count = PART.fullmatch(use).groups()
            parts[name] += int(count or 1)
        return Item(entry.module, entry.target, parts)

    def entry(self, item: Item) -> EgressEntry:
        uses = (name if count == 1 else f"{name} x{count}" for name, count in sorted(item.parts.items()))
        return EgressEntry(item.subject, item.object, tuple(uses))

    def identity(self, entry: Any) -> tuple[str, ...]:
        return (entry.module, entry.target)


class RingScope(Struct, frozen=True, forbid_unknown_fields=True):
    modules: tuple[str, ...] = ("**",)
    edges: tuple[Literal["eager", "lazy", "typing"], ...] = ("eager", "lazy")
    spared: tuple[str, ...] = ()


class RingEntry(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    modules: tuple[str, ...]
    edges: int


class Ring(Kind):
    """Entries with members and an amount, and checks of its own; no owners."""

    name = "ring"
    Scope = RingScope
    Entry = RingEntry
    selectors = ("modules",)
    directions: ClassVar = {"edges": "stricter", "spared": "looser"}

    def measure(self, view: View, scope: Any) -> list[Fact]:
        return []

    def item(self, entry: Any) -> Item:
        return Item(entry.id, "", {**dict.fromkeys(entry.modules, 1), "#edges": entry.edges})

    def entry(self, item: Item) -> RingEntry:
        members = sorted(set(item.parts) - {"#edges"})
        return RingEntry(item.subject, tuple(members), item.parts["#edges"])

    def identity(self, entry: Any) -> tuple[str, ...]:
        return (entry.id,)

    def check(self, scope: Any, entries: Sequence[Any]) -> Iterable[tuple[Any | None, str]]:
        homes: dict[str, str] = {}
        for entry in entries:
            if len(entry.modules) < 2:
                yield entry, "a ring has two members at the least"
            for module in entry.modules:
                if homes.setdefault(module, entry.id) != entry.id:
                    yield entry, f"`{module}` is in two entries"
        if "typing" in scope.edges and "eager" not in scope.edges:
            yield None, "typing edges alone make no ring"


class BridgeScope(Struct, frozen=True, forbid_unknown_fields=True):
    from_: tuple[str, ...] = field(name="from")
    to: tuple[str, ...]


class BridgeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    from_: str = field(name="from")
    to: str


class Bridge(Kind):
    """Entries that come and go as a whole, under keys that are no Python names."""

    name = "bridge"
    Scope = BridgeScope
    Entry = BridgeEntry
    takes_owners = True
    selectors = ("from", "to")

    def measure(self, view: View, scope: Any) -> list[Fact]:
        return []

    def item(self, entry: Any) -> Item:
        return Item(entry.from_, entry.to, {"": 1})

    def entry(self, item: Item) -> BridgeEntry:
        return BridgeEntry(item.subject, item.object)

    def identity(self, entry: Any) -> tuple[str, ...]:
        return (entry.from_, entry.to)


KINDS = {kind.name: kind for kind in (Bridge(), Egress(), Ring())}

EGRESS = """\
schema = 1
rule = "egress"
kind = "egress"
title = "Network only through adapters"

[scope]
modules = ["app"]
groups = ["raw_transport", "vendor_sdk"]
targets = ["acme_sdk"]

[[owner]]
module = "app.adapters.network.http"
reason = "The one HTTP client of the host; everything else takes its port."

[[debt]]
module = "app.chain.feed"
target = "requests"
uses = [
    "Feed.load: Session",
    "Feed.load: Session().get x2",
]
leaf = "S2-L7"
owner = "app.chain.feed"
reason = "The feed still fetches directly; the port lands with its leaf."

[[exception]]
module = "app.probe"
target = "socket"
planned = "S1-L1.4b"
reason = "The probe must open sockets itself to measure latency."
"""

REASON = "The port that replaces this lands with its leaf."


def bridge(*blocks: str, scope: str = 'from = ["app"]\nto = ["net"]') -> str:
    """A policy of kind bridge with these blocks (or comments), each a paragraph."""
    header = 'schema = 1\nrule = "bridge"\nkind = "bridge"'
    return "\n\n".join([header, f"[scope]\n{scope}", *blocks]) + "\n"


def debt(from_: str, to: str, *extra: str, reason: str = REASON) -> str:
    """A debt of kind bridge."""
    lines = [f'from = "{from_}"', f'to = "{to}"', *extra, 'owner = "core team"', f'reason = "{reason}"']
    return "\n".join(["[[debt]]", *lines])


def accepted(from_: str, to: str, *extra: str, reason: str = REASON) -> str:
    """An exception of kind bridge."""
    return "\n".join(["[[exception]]", f'from = "{from_}"', f'to = "{to}"', *extra, f'reason = "{reason}"'])


def owned(module: str, *extra: str, reason: str = REASON) -> str:
    """An owner block."""
    return "\n".join(["[[owner]]", f'module = "{module}"', *extra, f'reason = "{reason}"'])
