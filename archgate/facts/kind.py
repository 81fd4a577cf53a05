"""What a kind of question owns: its scope, its entries, how to measure and how to compare."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from archgate.facts.aftermath import Aftermath
from archgate.facts.fact import Difference, Fact, Item, Place, by_identity, compare_by_identity
from archgate.facts.view import View

EdgeKind = Literal["eager", "lazy", "typing", "dynamic", "implied"]
RUNTIME: tuple[EdgeKind, ...] = ("eager", "lazy", "dynamic")
"""The edges that a rule counts unless its scope says otherwise."""

Direction = Literal["stricter", "looser"]
Thing = TypeVar("Thing")


def itself(item: Item) -> Item:
    """The item of an item."""
    return item


class Named(Struct, frozen=True):
    """Modules that a scope names: the field, the text as it stands there, and the selector that this stands for.

    `of_host`: it can mean nothing but modules of the host; else one whose root is no root package means an external.
    """

    field: str
    text: str
    selector: str
    of_host: bool = True


class Weakening(Struct, frozen=True):
    """A way in which a scope asks for less than another did: the field, what of it (`value`), and in words."""

    field: str
    value: str
    message: str


class ScopeKey(NamedTuple):
    """A key of the scope and, in its list, an element's number from 0."""

    key: str
    element: int | None = None


Complaint = tuple[Struct | ScopeKey | None, str]
"""What is wrong with an entry, with a key of the scope (`ScopeKey`) or with all of the scope (None)."""


class Kind(ABC):
    """A sort of question. One instance a kind; a rule is a kind with a scope, asked of one host.

    `directions` says of each field of the scope that holds a list whether more of it is stricter or looser: what is
    neither must stay equal for a change of the law to be provably tightening; `judged` are the fields of which
    `weakened` says it. `selectors` are the fields that hold module selectors; those in `externals` may name what is
    no module of the host. `marked`: debt is kept as marks in a fixture. `adds_up`: numbers
    of different places may be added (those of sizes may not). `resolves`: facts depend on how names resolve.
    `divisible`: debt and exceptions may share one identity. `unlisted` is the code of a fact without entry, `cure` what
    to do about one.
    """

    name: ClassVar[str]
    Scope: ClassVar[type[Struct]]
    Entry: ClassVar[type[Struct]]
    takes_owners: ClassVar[bool] = False
    marked: ClassVar[bool] = False
    adds_up: ClassVar[bool] = True
    divisible: ClassVar[bool] = True
    resolves: ClassVar[bool] = False
    unlisted: ClassVar[str] = "NEW"
    cure: ClassVar[str] = ""
    selectors: ClassVar[tuple[str, ...]] = ()
    externals: ClassVar[tuple[str, ...]] = ()
    directions: ClassVar[Mapping[str, Direction]] = {}
    judged: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def measure(self, view: View, scope: Any) -> list[Fact]:
        """The facts that the host shows under `scope`, sorted by identity."""

    @abstractmethod
    def item(self, entry: Any) -> Item:
        """What an entry covers, in the form in which facts are compared."""

    @abstractmethod
    def entry(self, item: Item) -> Any:
        """The entry that covers exactly `item`."""

    @abstractmethod
    def identity(self, entry: Any) -> tuple[str, ...]:
        """What sorts entries and may occur once in a policy."""

    def compare(self, observed: Sequence[Item], allowed: Sequence[Item]) -> list[Difference]:
        """What is observed beyond what is allowed, and what is allowed but no longer observed."""
        return compare_by_identity(observed, allowed)

    def beyond(self, item: Item, observed: Sequence[Item], allowed: Sequence[Item]) -> Mapping[str, int]:
        """The parts of one observed item that `allowed` does not cover, in the presence of all that is observed."""
        found = [one.over for one in self.compare(observed, allowed) if one.observed and one.observed.key == item.key]
        return next((over for over in found if over), {})

    def check(self, scope: Any, entries: Sequence[Any]) -> Iterable[Complaint]:
        """The kind's own complaints about a policy."""
        return ()

    def incomplete(self, entries: Sequence[Any]) -> Iterable[Complaint]:
        """Complaints about entries that leave open what only a planned one may."""
        return ()

    def named(self, scope: Any) -> Iterator[Named]:
        """What the scope names of the host and must find there."""
        for field in self.selectors:
            for text in msgspec.to_builtins(scope)[field]:
                yield Named(field, text, text, of_host=field not in self.externals)

    def weakened(self, old: Any, new: Any, after: Aftermath) -> Iterable[Weakening]:
        """Where scope `new` asks for less than `old` in the fields of `judged`; `after` knows what became of names."""
        return ()

    def moved_scope(self, scope: Any, names_of: Callable[[str], Sequence[str]]) -> Any:
        """The scope after modules took new names: `names_of` gives those of a selector, which may stay among them."""
        fields = msgspec.to_builtins(scope)
        for field in self.selectors:
            fields[field] = list(dict.fromkeys(new for text in fields[field] for new in names_of(text)))
        return msgspec.convert(fields, self.Scope)

    def answered(self, view: View, scope: Any, fact: Fact) -> bool:
        """Whether a fact that base's law states is settled by what head's `scope` of the same rule adds."""
        return False

    def akin(self, first: Item, second: Item) -> bool:
        """Whether two items speak of the same thing, so that one may be the other's entry."""
        return first.key == second.key

    def kin(self, things: Iterable[Thing], item_of: Callable[[Thing], Item]) -> Callable[[Item], Sequence[Thing]]:
        """Finds, among many things that are items or have one, those akin to an item; in the order of the things.

        Where the identity decides, looking up takes the same time however many there are.
        """
        pairs = [(item_of(thing), thing) for thing in things]
        if not self.divisible:
            return lambda item: [thing for one, thing in pairs if self.akin(item, one)]
        by_key: dict[tuple[str, str], list[Thing]] = {}
        for one, thing in pairs:
            by_key.setdefault(one.key, []).append(thing)
        return lambda item: by_key.get(item.key, ())

    def union(self, first: Sequence[Item], second: Sequence[Item]) -> list[Item]:
        """What is allowed where either is: of each identity and part the greater number.

        Items of one identity on one side (a debt and an exception) are added up first, as they are when compared.
        """
        either, other = by_identity(first), by_identity(second)
        for key, item in other.items():
            either[key] = _greater(either[key], item) if key in either else item
        return list(either.values())

    def describe(self, view: View, scope: Any, difference: Difference) -> str:
        """A difference in words, for people: what is over, else what is gone."""
        return _worded(difference.over) if difference.over else f"no longer there: {_worded(difference.under)}"

    def tell(self, view: View, scope: Any, fact: Fact) -> str:
        """A fact in words, for people."""
        return self.describe(view, scope, Difference(observed=fact, allowed=None, over=fact.parts, under={}))

    def anatomy(self, view: View, scope: Any, fact: Fact) -> Iterable[str]:
        """What there is to know of a fact beyond its words, a line each, on no more than a screen."""
        return ()

    def advice(self, item: Item) -> str:
        """What to do about a fact that no entry covers."""
        return self.cure

    def place(self, difference: Difference) -> Place | None:
        """Where to look first for what is over; None: where the fact stands first."""
        return None

    def shown(self, view: View, other: View, scope: Any, key: tuple[str, str]) -> Mapping[str, int]:
        """Of a fact's parts those that stand in another tree too, and are only seen for what they are in this one."""
        return {}

    def hidden(self, view: View, other: View, scope: Any, key: tuple[str, str]) -> Mapping[str, int]:
        """Of a fact's parts those that stand in another tree too, where an annotation that showed them is gone."""
        return {}

    def untold(self, view: View, scope: Any) -> list[str]:
        """What a measure has left out because it would have gone on without end, in words."""
        return []

    def unmeasured(self, view: View, scope: Any) -> str:
        """Why the facts may not be whole, "" where they are."""
        return ""

    def threshold(self, scope: Any, object_: str) -> int:
        """What a size may come to before it is a fact, for kinds whose numbers do not add up."""
        return 0

    def trusts(self, scope: Any) -> frozenset[str]:
        """Code of others that a tool may run while it measures, by name: it counts where base's law says so."""
        return frozenset()

    def details(self, fact: Fact) -> dict[str, Any]:
        """What the JSON of a fact has beside identity, amount and places."""
        return {"kinds": list(fact.kinds)} if fact.kinds else {}

    def shrunk(self, allowed: Item, observed: Sequence[Item]) -> list[Item]:
        """What is left of an allowed item when only `observed` stands for it: never more than it was."""
        kept = [_common(allowed, item) for item in observed if item.key == allowed.key]
        return [item for item in kept if item.parts]

    def clipped(self, entries: Sequence[Item], facts: Sequence[Item]) -> list[Item]:
        """What of the entries the facts really show: the rest is STALE, not growth."""
        kin = self.kin(facts, itself)
        return [left for entry in entries for left in self.shrunk(entry, kin(entry))]

    def renamed(self, item: Item, names: Mapping[str, Sequence[str]]) -> Item:
        """`item` after modules took new names (old name -> new names); by default items are moved part by part."""
        return item

    def told_only(self, fact: Fact) -> bool:
        """Whether a fact is told and never red, whatever the entries say."""
        return False


def _common(allowed: Item, observed: Item) -> Item:
    parts = {part: min(n, observed.parts.get(part, 0)) for part, n in allowed.parts.items() if part in observed.parts}
    return Item(allowed.subject, allowed.object, parts)


def _greater(first: Item, second: Item) -> Item:
    parts = {part: max(first.parts.get(part, 0), second.parts.get(part, 0)) for part in {**first.parts, **second.parts}}
    return Item(first.subject, first.object, parts)


def _worded(parts: Mapping[str, int]) -> str:
    return ", ".join(part if n == 1 else f"{part} x{n}" for part, n in sorted(parts.items()))
