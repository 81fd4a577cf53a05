"""Coverage of packages: how many of their statements ran, as a report of the work tree says. It may only rise.

A mark is `[covered, statements]` and is never rounded: 10000 of 20000 and 9999 of 20000 differ. A package falls below
its mark where its share of covered statements is lower *and* more statements are uncovered than before. So deleting
tested code is no fall, though the share goes down with it: nothing that ran before stands uncovered now, and a rule
that punished it would keep dead code alive. Adding one untested statement is a fall as soon as the share is below the
mark, and is none while it is above. A package without a mark is to be covered wholly.

What is above its mark is neither debt nor progress that has to be written down; when it is written, the mark with the
higher share wins, and of equal shares the one with less uncovered. Where an item is allowed by several marks (the union
of two laws), it holds if one of them takes it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from archgate.facts.fact import Difference, Fact, Item, Place
from archgate.facts.kind import Complaint, ScopeKey
from archgate.facts.marked import WHOLE, MarkedKind, Value
from archgate.facts.view import View
from archgate.host.errors import InputError
from archgate.host.selectors import selector_fault
from archgate.measure.coverage_files import Covered, covered
from archgate.measure.coverage_report import ReportError
from archgate.measure.coverage_settings import Settings, digest, laxer, read_settings

COVERED = "covered"
"""The part of an item that counts what is covered; `WHOLE` counts what is not, which is the debt."""

STATEMENTS, BRANCHES = "statements", "branches"
"""The two objects."""


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """The report, relative to the root; selectors, each of which is one package with a mark of its own.

    `branches`: those are counted too, with marks of their own; then the report must have them. `config` is the
    configuration of coverage.py, where it is not the one that it finds at the root.
    """

    report: str = "coverage.json"
    packages: tuple[str, ...] = ()
    branches: bool = False
    config: str = ""


class CoverageMark(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of a package has to be covered: `identity` is `selector|statements` or `selector|branches`."""

    identity: str
    covered: int
    statements: int


class CoverageItem(Item, frozen=True):
    """An item whose amount is what is uncovered."""

    @property
    def amount(self) -> int:
        """What is uncovered."""
        return self.parts[WHOLE]


class CoverageFact(Fact, frozen=True):
    """A fact whose amount is what is uncovered."""

    @property
    def amount(self) -> int:
        """What is uncovered."""
        return self.parts[WHOLE]


class Coverage(MarkedKind):
    """Facts are (selector, statements or branches) with how many are covered and how many are not."""

    name = "coverage"
    Scope = Scope
    Entry = CoverageMark
    unit = "uncovered statement"
    selectors = ("packages",)
    directions = {"packages": "stricter"}
    cure = "Test what is newly uncovered, or take it out"

    def ruler(self, view: View, scope: Any) -> Mapping[str, str]:
        found = _covered(view, scope)
        version = "" if isinstance(found, ReportError) else found.version
        configuration = digest(_settings(view, scope))
        return {"tool": "coverage", "version": version, "configuration": configuration, "python": ""}

    def measure(self, view: View, scope: Any) -> list[Fact]:
        found = _covered(view, scope)
        return [] if isinstance(found, ReportError) else sorted(_facts(view, scope, found), key=lambda fact: fact.key)

    def unmeasured(self, view: View, scope: Any) -> str:
        found = _covered(view, scope)
        if isinstance(found, ReportError):
            return str(found)
        lacking = scope.branches and not found.has_branches
        return f"{scope.report}: it has no branches; measure them (`branch = true`)" if lacking else ""

    def untold(self, view: View, scope: Any) -> list[str]:
        found = _covered(view, scope)
        paths = () if isinstance(found, ReportError) else found.omitted
        return [f"not measured, since `omit` of coverage.py says so: {path}" for path in paths]

    def laxer(self, before: View, before_scope: Any, now: View, scope: Any) -> Iterable[str]:
        """What coverage.py newly leaves out: what it has left out shows in no report."""
        return laxer(_settings(before, before_scope), _settings(now, scope))

    def mark(self, identity: str, value: Value) -> Any:
        if not isinstance(value, list) or len(value) != 2 or any(type(number) is not int for number in value):
            raise ValueError("must be two whole numbers, `[covered, statements]`")
        if not 0 <= value[0] <= value[1]:
            raise ValueError("must have at most as many covered as there are, and none below 0")
        return CoverageMark(identity, value[0], value[1])

    def value(self, entry: Any) -> Value:
        return [entry.covered, entry.statements]

    def item(self, entry: Any) -> Item:
        subject, _, object_ = entry.identity.rpartition("|")
        return _item(subject, object_, entry.covered, entry.statements)

    def entry(self, item: Item) -> Any:
        done, all_ = _numbers(item)
        return CoverageMark(f"{item.subject}|{item.object}", done, all_)

    def compare(self, observed: Sequence[Item], allowed: Sequence[Item]) -> list[Difference]:
        marks, seen = _by_key(allowed), _by_key(observed)
        differences = [one for key in sorted(seen) for item in seen[key] for one in _fallen(item, marks.get(key, []))]
        gone = [marks[key][0] for key in sorted(marks.keys() - seen.keys())]
        return differences + [Difference(None, item, {}, {WHOLE: item.parts[WHOLE]}) for item in gone]

    def union(self, first: Sequence[Item], second: Sequence[Item]) -> list[Item]:
        """What is allowed where either is: both marks of an identity, but one that the other makes needless."""
        found: list[Item] = []
        for items in _by_key([*first, *second]).values():
            kept: list[Item] = []
            for one in items:
                if not any(_covers(other, one) for other in kept):
                    kept = [other for other in kept if not _covers(one, other)] + [one]
            found += kept
        return found

    def shrunk(self, allowed: Item, observed: Sequence[Item]) -> list[Item]:
        """The mark, or what is observed where that is better; nothing where nothing is observed."""
        twins = [item for item in observed if item.key == allowed.key]
        best = max([allowed, *twins], key=_Goodness)
        return [_item(*best.key, *_numbers(best))] if twins else []

    def check(self, scope: Any, entries: Sequence[Any]) -> Iterable[Complaint]:
        if not scope.packages:
            yield None, "[scope] `packages` is empty: the rule would ask for nothing"
        for key, path in (("report", scope.report), ("config", scope.config or ".coveragerc")):
            if not _is_below(path):
                yield ScopeKey(key), f"[scope] `{key}` must be a path below the root"
        for number, text in enumerate(scope.packages):
            fault = selector_fault(text) or ("it stands there twice" if text in scope.packages[:number] else "")
            if fault:
                yield ScopeKey("packages", number), f"[scope] `packages`: {fault}"

    def describe(self, view: View, scope: Any, difference: Difference) -> str:
        if difference.observed is None:
            return f"{difference.item.object}: no longer measured"
        now = f"{difference.item.object}: {_share(difference.observed)} covered"
        if difference.allowed is None:
            return f"{now}, and there is no mark that allows less than all"
        return f"{now}, the mark is {_share(difference.allowed)}; {_changes(difference.observed, difference.allowed)}"

    def tell(self, view: View, scope: Any, fact: Fact) -> str:
        return f"{fact.object}: {_share(fact)} covered"

    def details(self, fact: Fact) -> dict[str, Any]:
        return dict(zip((COVERED, fact.object), _numbers(fact), strict=True))

    def risen(self, observed: Sequence[Item], allowed: Sequence[Item]) -> Iterator[str]:
        for mark in allowed:
            for item in observed:
                if item.key == mark.key and self.shrunk(mark, [item])[0].parts != mark.parts:
                    (before, all_before), (now, all_now) = _numbers(mark), _numbers(item)
                    yield f"{item.subject} {item.object}: {now} of {all_now} covered; marked {before} of {all_before}"


def _is_below(path: str) -> bool:
    """Whether a path is one below the root."""
    return bool(path) and not path.startswith("/") and ".." not in path.split("/")


class _Goodness:
    """Orders items of one identity: by share of covered, compared by integers, then by how little is uncovered."""

    def __init__(self, item: Item) -> None:
        self._covered, self._all = _numbers(item)
        self._uncovered = self._all - self._covered

    def __lt__(self, other: "_Goodness") -> bool:
        mine, others = self._uncovered * other._all, other._uncovered * self._all
        return mine > others or (mine == others and self._uncovered > other._uncovered)


def _covered(view: View, scope: Any) -> Covered | ReportError:
    try:
        return covered(view, scope.report, scope.packages, scope.config)
    except ReportError as error:
        return error


def _settings(view: View, scope: Any) -> Settings:
    """What coverage.py is told; nothing where that cannot be read, which the measure says."""
    try:
        return read_settings(view.bench.settings, scope.config) if view.bench else ()
    except InputError:
        return ()


def _facts(view: View, scope: Any, found: Covered) -> Iterator[Fact]:
    for selector in scope.packages:
        inside = view.selects([selector])
        modules = {name: lines for name, lines in found.modules.items() if inside(name)}
        done = sum(len(lines.executed) for lines in modules.values())
        missing = sum(len(lines.missing) for lines in modules.values())
        first = [(view.host.path(name), min(lines.missing)) for name, lines in modules.items() if lines.missing]
        places = tuple(sorted(Place(*place) for place in first))
        yield CoverageFact(selector, STATEMENTS, {WHOLE: missing, COVERED: done}, places)
        if scope.branches and found.has_branches:
            done = sum(lines.covered_branches for lines in modules.values())
            missing = sum(lines.branches for lines in modules.values()) - done
            yield CoverageFact(selector, BRANCHES, {WHOLE: missing, COVERED: done}, places)


def _item(subject: str, object_: str, done: int, all_: int) -> Item:
    return CoverageItem(subject, object_, {WHOLE: all_ - done, COVERED: done})


def _numbers(item: Item) -> tuple[int, int]:
    """How many are covered, and how many there are."""
    done = item.parts.get(COVERED, 0)
    return done, done + item.parts.get(WHOLE, 0)


def _by_key(items: Iterable[Item]) -> dict[tuple[str, str], list[Item]]:
    found: dict[tuple[str, str], list[Item]] = {}
    for item in sorted(items, key=lambda one: (one.key, sorted(one.parts.items()))):
        known = found.setdefault(item.key, [])
        if all(item.parts != one.parts for one in known):
            known.append(item)
    return found


def _fallen(item: Item, marks: Sequence[Item]) -> list[Difference]:
    """The fall of an item below all of its marks; where it has none, below full coverage."""
    missing = item.parts.get(WHOLE, 0)
    if not missing or any(_holds(item, mark) for mark in marks):
        return []
    nearest = max(marks, key=lambda mark: mark.parts.get(WHOLE, 0), default=None)
    return [Difference(item, nearest, {WHOLE: missing - (nearest.parts.get(WHOLE, 0) if nearest else 0)}, {})]


def _holds(item: Item, mark: Item) -> bool:
    """Whether an item is not below a mark: no more is uncovered, or the share of it is no larger."""
    missing, allowed = item.parts.get(WHOLE, 0), mark.parts.get(WHOLE, 0)
    (_, all_), (_, marked) = _numbers(item), _numbers(mark)
    return missing <= allowed or (marked > 0 and missing * marked <= allowed * all_)


def _covers(wide: Item, narrow: Item) -> bool:
    """Whether a mark takes whatever another takes."""
    missing, allowed = narrow.parts.get(WHOLE, 0), wide.parts.get(WHOLE, 0)
    (_, all_), (_, marked) = _numbers(narrow), _numbers(wide)
    return missing <= allowed and (missing == 0 or missing * marked <= allowed * all_)


def _share(item: Item) -> str:
    """Covered of all with a percentage that is cut off, never rounded up."""
    done, all_ = _numbers(item)
    thousandths = done * 100_000 // all_ if all_ else 100_000
    return f"{done} of {all_} ({thousandths // 1000}.{thousandths % 1000:03d} %)"


def _changes(item: Item, mark: Item) -> str:
    """How the numbers changed: what is newly uncovered, and what came or went."""
    (done, all_), (done_before, before) = _numbers(item), _numbers(mark)
    uncovered = (all_ - done) - (before - done_before)
    moved = before - all_
    went = f"{moved} gone" if moved > 0 else f"{-moved} new" if moved else "none new, none gone"
    lost = done_before - done
    ran = f"{lost} fewer covered" if lost > 0 else f"{-lost} more covered" if lost else "as many covered"
    return f"{uncovered} newly uncovered ({went}, {ran})"
