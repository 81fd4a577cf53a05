"""The figures that documents can quote: what each is of, and how it is counted.

    debt [RULE|total]        entries and marks: leaf, owner, package, module, of
    marks [RULE|total]       those of rules that keep them in fixtures: the same
    exceptions [RULE|total]  what is accepted for good: owner, package, module, of
    facts RULE               what the host shows: package, module, of
    facts imports|cycles     import edges, groups of modules in circles, whatever the rules
    leaves [STATE]           leaves of the roadmap: stage
    rules                    how many rules there are

`leaf=L` takes the children of L too, `leaf=unbound` what no leaf is to remove; `module=SELECTOR` as in policies;
`package=a.b` as `archgate debt --by package`; `of=amount` adds up multiplicities and values where `of=count` counts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from archgate.facts.fact import Item
from archgate.facts.view import View
from archgate.gate.assignment import is_of_leaf
from archgate.gate.case import rules_of
from archgate.gate.measured import Measured
from archgate.host.errors import InputError, Problem, invalid
from archgate.host.phrases import meant_or_listed
from archgate.host.selectors import Selector, selector_fault
from archgate.link.host import HostIndex
from archgate.measure import known_kinds
from archgate.policy.document import Policy
from archgate.policy.law import Law
from archgate.policy.roadmap_terms import STATES
from archgate.report.asked import Asked
from archgate.roadmap.document import Roadmap
from archgate.run.debt import KEYS, Entry, entries
from archgate.run.facts import WRITTEN, unread

TOTAL = "total"
SUMS = ("count", "amount")


class Sight(Struct, frozen=True):
    """What figures are counted from: a law, the facts of each rule, the host, the roadmap, each when asked for."""

    law: Law
    measured: Callable[[str], Measured]
    host: Callable[[], HostIndex]
    roadmap: Callable[[], Roadmap]


class Figure(Struct, frozen=True):
    """A sort of figure: its words (one is needed unless "" is among them), its keys, and how it is counted."""

    words: Callable[[Sight], Sequence[str]]
    keys: Sequence[str]
    count: Callable[[Sight, Asked], int]


def figure(sight: Sight, asked: Asked) -> int:
    """The figure that is asked for.

    Raises ValueError, in words, for what there is not, and InputError (UNREADABLE, UNMEASURED) for what cannot be seen.
    """
    if asked.what not in FIGURES:
        raise ValueError(_unknown("figure", asked.what, FIGURES))
    found = FIGURES[asked.what]
    words = found.words(sight)
    if asked.word not in words:
        if not asked.word:
            raise ValueError(f"`{asked.what}` of what: {', '.join(words)}")
        raise ValueError(_unknown(f"word after `{asked.what}`", asked.word, [word for word in words if word]))
    for key, value in asked.keys.items():
        fault = _fault_of_key(asked.what, key, value, found.keys)
        if fault:
            raise ValueError(fault)
    return found.count(sight, asked)


def _unknown(what: str, word: str, known: Iterable[str]) -> str:
    return f"unknown {what} `{word}`; {meant_or_listed(word, sorted(known))}"


def _fault_of_key(what: str, key: str, value: str, keys: Sequence[str]) -> str:
    if key not in keys:
        return _unknown(f"key of `{what}`", key, keys)
    if not value:
        return f"`{key}` has no value"
    if key == "module":
        return selector_fault(value)
    return _unknown("value of `of`", value, SUMS) if key == "of" and value not in SUMS else ""


def _owed(section: Literal["debt", "exception"], *, marked: bool = False) -> Callable[[Sight, Asked], int]:
    def count(sight: Sight, asked: Asked) -> int:
        policies = {
            rule: policy
            for rule, policy in _rules(sight).items()
            if asked.word in ("", TOTAL, rule) and (not marked or policy.fixture)
        }
        return _summed(asked, [entry for entry in entries(policies, section) if _is_asked(entry, asked.keys)])

    return count


def _facts(sight: Sight, asked: Asked) -> int:
    if asked.word == "imports":
        items = [Item(*edge, {"": 1}) for edge in _whole(sight.host()).edges(WRITTEN)]
    elif asked.word == "cycles":
        kind = known_kinds()["cycle"]
        items = list(kind.measure(View(_whole(sight.host())), kind.Scope()))
    else:
        measured = sight.measured(asked.word)
        _whole(measured.view.host)
        if measured.fault:
            raise invalid(measured.fault, "see: archgate doctor", measured.policy.path, code="UNMEASURED")
        items = [*measured.facts, *measured.owned, *measured.told]
    found = [Entry(asked.word, item, "", "") for item in items]
    return _summed(asked, [entry for entry in found if _is_asked(entry, asked.keys)])


def _leaves(sight: Sight, asked: Asked) -> int:
    roadmap, stage = sight.roadmap(), asked.keys.get("stage", "")
    if stage and stage not in [one.id for one in roadmap.stages]:
        raise ValueError(_unknown("stage", stage, [one.id for one in roadmap.stages]))
    found = [leaf for leaf in roadmap.leaves if stage in ("", leaf.stage) and asked.word in ("", leaf.state)]
    return len(found)


def _whole(host: HostIndex) -> HostIndex:
    problems: Sequence[Problem] = unread(host)
    if problems:
        raise InputError(problems)
    return host


def _summed(asked: Asked, found: Sequence[Entry]) -> int:
    return sum(entry.item.amount for entry in found) if asked.keys.get("of") == "amount" else len(found)


def _is_asked(entry: Entry, keys: Mapping[str, str]) -> bool:
    return all(_TESTS[key](entry, value) for key, value in keys.items() if key in _TESTS)


def _rules(sight: Sight) -> dict[str, Policy]:
    return rules_of(sight.law, known_kinds())


_TESTS: Mapping[str, Callable[[Entry, str], bool]] = {
    "leaf": lambda entry, leaf: is_of_leaf(KEYS["leaf"](entry), leaf),
    "owner": lambda entry, owner: KEYS["owner"](entry) == owner,
    "package": lambda entry, package: KEYS["package"](entry) == package,
    "module": lambda entry, text: Selector.parse(text).matches(entry.item.subject.partition(":")[0]),
}
_PLACE = ("module", "package", "of")


def _any_rule(sight: Sight) -> Sequence[str]:
    return ["", TOTAL, *_rules(sight)]


def _marked_rule(sight: Sight) -> Sequence[str]:
    return ["", TOTAL, *(rule for rule, policy in _rules(sight).items() if policy.fixture)]


FIGURES: Mapping[str, Figure] = {
    "debt": Figure(_any_rule, ("leaf", "owner", *_PLACE), _owed("debt")),
    "marks": Figure(_marked_rule, ("leaf", "owner", *_PLACE), _owed("debt", marked=True)),
    "exceptions": Figure(_any_rule, ("owner", *_PLACE), _owed("exception")),
    "facts": Figure(lambda sight: [*_rules(sight), "imports", "cycles"], _PLACE, _facts),
    "leaves": Figure(lambda _: ["", *STATES], ("stage",), _leaves),
    "rules": Figure(lambda _: [""], (), lambda sight, _: len(_rules(sight))),
}
"""Every figure by its first word."""
