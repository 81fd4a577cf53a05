"""What became of base's modules: the names under which base's selectors still take the modules of head."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from archgate.host.universe import Universe
from archgate.index.module import ModuleIndex, Unreadable

if TYPE_CHECKING:
    from archgate.gate.case import Case

SUFFIXES = (".py", ".pyw", ".pyx")


def former_names(case: "Case") -> tuple[Mapping[str, frozenset[str]], frozenset[str]]:
    """The names at base of head's modules, where they took the place of vanished ones, and the paths to count besides.

    A module takes the place of a vanished one if git pairs their files, or if it newly defines most of its names. The
    paths are those of such modules that base's configuration would not see (excluded, apart, opaque).
    """
    before = case.before
    assert before is not None and before.law is not None
    configuration = before.law.configuration
    old = case.hosts.survey(before.tree, configuration)
    vanished = {path: old.sources[path].module for path in sorted(case.changed & set(old.sources)) if _is_gone(path, case)}
    if not vanished:
        return {}, frozenset()
    successors = _successors(case, sorted(vanished))
    also = frozenset(path for paths in successors.values() for path in paths)
    new = case.hosts.survey(case.head.tree, configuration, also)
    return _named(vanished, successors, new), also & frozenset(new.sources)


def _is_gone(path: str, case: "Case") -> bool:
    return path not in case.head.tree.paths()


def _named(
    vanished: Mapping[str, str], successors: Mapping[str, Iterable[str]], new: Universe
) -> dict[str, frozenset[str]]:
    former: defaultdict[str, set[str]] = defaultdict(set)
    for path, module in vanished.items():
        for successor in successors.get(path, ()):
            if successor in new.sources and new.sources[successor].module != module:
                former[new.sources[successor].module].add(module)
    return {module: frozenset(names) for module, names in sorted(former.items())}


def _successors(case: "Case", vanished: list[str]) -> dict[str, set[str]]:
    """Head's paths that took the place of each vanished path."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    present = case.head.tree.paths()
    candidates = sorted(path for path in case.changed if path in present and path.endswith(SUFFIXES))
    if not candidates:
        return found
    for old, new in _pairs_of_git(case).items():
        if old in vanished and new.endswith(SUFFIXES):
            found[old].add(new)
    assert case.before is not None
    before, after = case.before.tree, case.head.tree
    there = [path for path in candidates if path in before.paths()]
    gained = _gained(case.hosts.index(after, candidates), case.hosts.index(before, there))
    for path, index in case.hosts.index(before, vanished).items():
        names = _names(index)
        found[path] |= {new for new, own in gained.items() if names and 2 * len(names & own) > len(names)}
    return found


def _pairs_of_git(case: "Case") -> Mapping[str, str]:
    assert case.git is not None and case.before is not None
    return case.git.renames(case.before.tree.name, case.head_tree_id)


def _gained(
    now: Mapping[str, ModuleIndex | Unreadable], then: Mapping[str, ModuleIndex | Unreadable]
) -> dict[str, frozenset[str]]:
    """The names that each changed file of head defines and its namesake at base does not."""
    return {path: _names(index) - (_names(then[path]) if path in then else frozenset()) for path, index in now.items()}


def _names(index: ModuleIndex | Unreadable) -> frozenset[str]:
    if isinstance(index, Unreadable):
        return frozenset()
    return frozenset(name for name in index.names if not (name.startswith("__") and name.endswith("__")))
