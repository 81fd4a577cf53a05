"""Kind `complexity`: functions, classes and files that are larger or more tangled than a rule takes."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from archgate.facts.fact import Difference, Fact, Item, Place
from archgate.facts.kind import Complaint, ScopeKey
from archgate.facts.marked import WHOLE, Mark, MarkedKind
from archgate.facts.view import View
from archgate.link.sizes import Size, sizes
from archgate.version import ANALYSIS

LIMITS: Mapping[str, tuple[str, str]] = {
    "statements": ("function", "statements"),
    "lines": ("function", "lines"),
    "cyclomatic": ("function", "cyclomatic"),
    "nesting": ("function", "nesting"),
    "arguments": ("function", "arguments"),
    "methods": ("class", "methods"),
    "class_statements": ("class", "statements"),
    "class_lines": ("class", "lines"),
    "file_statements": ("file", "statements"),
    "file_lines": ("file", "lines"),
    "file_definitions": ("file", "definitions"),
}
"""What can be limited: of what it is, and which of its measures."""

SENSIBLE: Mapping[str, int] = {
    "statements": 50,
    "cyclomatic": 10,
    "nesting": 4,
    "arguments": 7,
    "methods": 25,
    "class_statements": 300,
    "file_statements": 500,
    "file_definitions": 60,
}
"""The limits that a new policy begins with."""


class ComplexityScope(Struct, frozen=True, forbid_unknown_fields=True):
    """`modules` to look at, and the most that each measure may come to without a mark; what is left out is no fact."""

    modules: tuple[str, ...] = ("**",)
    statements: int | None = None
    lines: int | None = None
    cyclomatic: int | None = None
    nesting: int | None = None
    arguments: int | None = None
    methods: int | None = None
    class_statements: int | None = None
    class_lines: int | None = None
    file_statements: int | None = None
    file_lines: int | None = None
    file_definitions: int | None = None


class Complexity(MarkedKind):
    """Facts are (definition or file, measure) with what it comes to, where that is over the limit."""

    name = "complexity"
    Scope = ComplexityScope
    adds_up = False
    cure = "Split it, or make it simpler; no mark rises"
    selectors = ("modules",)
    directions = {"modules": "stricter", **dict.fromkeys(LIMITS, "looser")}

    def measure(self, view: View, scope: ComplexityScope) -> list[Fact]:
        selects = view.selects(scope.modules)
        limits = _limits_by_kind(scope)
        measured = (size for size in view.once("sizes", lambda: list(sizes(view.host))) if selects(size.module))
        found = [fact for size in measured for fact in _over(size, limits[size.kind])]
        return sorted(found, key=lambda fact: fact.key)

    def ruler(self, view: View, scope: ComplexityScope) -> Mapping[str, str]:
        return {"tool": "archgate", "version": str(ANALYSIS)}

    def check(self, scope: ComplexityScope, entries: Sequence[Mark]) -> Iterable[Complaint]:
        if not _limits(scope):
            yield None, f"there is no limit, so the rule would see nothing; there are {', '.join(LIMITS)}"
        for name, limit in _limits(scope).items():
            if limit < 0:
                yield ScopeKey(name), f"`{name}` must be 0 or more"

    def threshold(self, scope: ComplexityScope, object_: str) -> int:
        limit: int | None = getattr(scope, object_, None)
        return limit or 0

    def describe(self, view: View, scope: ComplexityScope, difference: Difference) -> str:
        item, limit = difference.item, self.threshold(scope, difference.item.object)
        if not difference.over:
            before = difference.allowed.parts.get(WHOLE, 0) if difference.allowed else 0
            now = difference.observed.parts.get(WHOLE, 0) if difference.observed else 0
            if getattr(scope, item.object, None) is None:
                return f"{_words(item)} was {before} and is not measured: `[scope]` has no limit for it"
            left = f"{now} (limit {limit})" if now else f"within the limit of {limit}"
            return f"{_words(item)} was {before} and is {left}"
        mark = f", its mark is {difference.allowed.parts[WHOLE]}" if difference.allowed else ""
        return f"{_words(item)} is {item.parts.get(WHOLE, 0)}{mark}; the limit is {limit}"


def _words(item: Item) -> str:
    return item.object.replace("_", " ")


def _limits(scope: ComplexityScope) -> dict[str, int]:
    return {name: limit for name in LIMITS if (limit := getattr(scope, name)) is not None}


def _limits_by_kind(scope: ComplexityScope) -> dict[str, list[tuple[str, str, int]]]:
    """For functions, classes and files: each limit's name, the measure that it limits, and the limit."""
    limits: dict[str, list[tuple[str, str, int]]] = {kind: [] for kind, _ in LIMITS.values()}
    for name, limit in _limits(scope).items():
        kind, measure = LIMITS[name]
        limits[kind].append((name, measure, limit))
    return limits


def _over(size: Size, limits: Sequence[tuple[str, str, int]]) -> Iterable[Fact]:
    for name, measure, limit in limits:
        value: int = getattr(size, measure)
        if value > limit:
            subject = f"{size.module}:{size.name}" if size.name else size.module
            yield Fact(subject, name, {WHOLE: value}, (Place(size.path, size.line),))
