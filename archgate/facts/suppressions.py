"""Suppressions: what the sources and the tools' own configuration ask tools to pass over, by module and sort.

The grammar of objects is that of `archgate.index.suppressions` for sources and of `archgate.facts.tool_settings` for
configuration, where the path of the file stands in the place of the module.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from archgate.facts.fact import Difference, Fact, Place
from archgate.facts.kind import Complaint, ScopeKey
from archgate.facts.marked import WHOLE, Mark, MarkedKind
from archgate.facts.tool_settings import NAMES, extended, tool_settings
from archgate.facts.view import View
from archgate.host.contents import Tree

SETTINGS = "settings"
"""The sort of all that stands in the tools' configuration."""

SORTS: Mapping[str, tuple[str, ...]] = {
    "noqa": ("noqa", "noqa-file", "noqa-range"),
    "type-ignore": ("type-ignore", "type-ignore-file"),
    "mypy": ("mypy",),
    "pyright": ("pyright", "pyright-file"),
    "no-cover": ("no-cover", "no-branch"),
    "pylint": ("pylint", "pylint-file"),
    "nosec": ("nosec",),
    "skip": ("skip", "skipif", "xfail"),
    "no-type-check": ("no-type-check",),
    SETTINGS: (),
}
"""The sorts that a scope can name, with the heads of their objects."""

_SORT_OF = {head: sort for sort, heads in SORTS.items() for head in heads}
_RULER = {"tool": "archgate", "version": "3", "configuration": "", "python": ""}
"""The version is raised when the same sources would show other suppressions."""


class SuppressionsScope(Struct, frozen=True, forbid_unknown_fields=True):
    """Selectors of the modules whose sources are read, and the sorts that count.

    The tools' configuration counts wherever it stands in or above a folder of the host.
    """

    modules: tuple[str, ...] = ("**",)
    kinds: tuple[str, ...] = tuple(SORTS)


class Suppressions(MarkedKind):
    """Facts are (module or configuration file, suppression) with how often it stands there."""

    name = "suppressions"
    Scope = SuppressionsScope
    selectors = ("modules",)
    directions = {"modules": "stricter", "kinds": "stricter"}
    cure = "Mend what the tool says, and take the suppression out"

    def ruler(self, view: View, scope: SuppressionsScope) -> Mapping[str, str]:
        return _RULER

    def measure(self, view: View, scope: SuppressionsScope) -> list[Fact]:
        places: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
        for subject, object_, place in (*_in_sources(view, scope), *_in_settings(view, scope)):
            places[subject, object_].append(place)
        return [Fact(*key, {WHOLE: len(found)}, tuple(sorted(set(found)))) for key, found in sorted(places.items())]

    def check(self, scope: SuppressionsScope, entries: Sequence[Mark]) -> Iterable[Complaint]:
        for number, sort in enumerate(scope.kinds):
            if sort not in SORTS:
                known = ", ".join(SORTS)
                yield ScopeKey("kinds", number), f"[scope] `kinds`: unknown kind `{sort}`; known: {known}"
        if not scope.kinds:
            yield None, "[scope] `kinds` is empty: the rule would ask for nothing"

    def unmeasured(self, view: View, scope: SuppressionsScope) -> str:
        unseen = SETTINGS in scope.kinds and view.bench is None
        return "the configuration of the tools is out of reach" if unseen else ""

    def describe(self, view: View, scope: SuppressionsScope, difference: Difference) -> str:
        came, gone = difference.over.get(WHOLE, 0), difference.under.get(WHOLE, 0)
        name = difference.item.object
        return f"`{name}`, {_times(came)} more" if came else f"`{name}`, no longer there {_times(gone)}"

    def tell(self, view: View, scope: SuppressionsScope, fact: Fact) -> str:
        return f"`{fact.object}`, {_times(fact.parts[WHOLE])}"


def _in_sources(view: View, scope: SuppressionsScope) -> Iterator[tuple[str, str, Place]]:
    inside, sorts = view.selects(scope.modules), frozenset(scope.kinds)
    for name, module in view.host.modules.items():
        if module.index.suppressions and inside(name):
            for object_, line in module.index.suppressions:
                if _SORT_OF[object_.partition(":")[0]] in sorts:
                    yield name, object_, Place(module.path, line)


def _in_settings(view: View, scope: SuppressionsScope) -> Iterator[tuple[str, str, Place]]:
    if SETTINGS in scope.kinds and view.bench is not None:
        for path in settings_files(view):
            for object_, line in tool_settings(path, view.bench.tree.read(path) or b""):
                yield path, object_, Place(path, line)


def settings_files(view: View) -> list[str]:
    """The files of the tools' configuration in the folders of the host's sources and all above them, and those that
    ruff's extend, sorted."""
    assert view.bench is not None
    folders: set[str] = set()
    for path in view.host.universe.sources:
        while (path := path.rpartition("/")[0]) and path not in folders:
            folders.add(path)
    tree = view.bench.tree
    at_root = {name for name in NAMES if tree.read(name) is not None}
    below = {path for path in tree.paths() if "/" in path and _is_settings(path, folders)}
    return sorted(_with_extended(tree, at_root | below))


def _with_extended(tree: Tree, paths: Collection[str]) -> set[str]:
    """Files of configuration and, one after the other, what they extend."""
    found: set[str] = set()
    for first in paths:
        path = first
        while path and path not in found and (data := tree.read(path)) is not None:
            found.add(path)
            path = extended(path, data)
    return found


def _is_settings(path: str, folders: Collection[str]) -> bool:
    folder, _, name = path.rpartition("/")
    return name in NAMES and folder in folders


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
