"""What became of base's modules: the names under which base's selectors still take the modules of head."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from archgate.gate.hosts import Hosts
from archgate.host.configuration import Configuration
from archgate.host.tree import Tree
from archgate.host.universe import Universe
from archgate.index.module import ModuleIndex, Unreadable

SUFFIXES = (".py", ".pyw", ".pyx")

Names = frozenset[str]


class Change(Struct, frozen=True):
    """From one tree to another: the paths that differ, and how git pairs old ones with new ones (asked when needed)."""

    old: Tree
    new: Tree
    paths: frozenset[str]
    renames: Callable[[], Mapping[str, str]]


def former_names(change: Change, configuration: Configuration, hosts: Hosts) -> tuple[Mapping[str, Names], Names]:
    """The names at base of head's modules, where they took the place of vanished ones, and the paths to count besides.

    A module takes the place of a vanished one if git pairs their files, or if it newly defines most of its names. The
    paths are those of such modules that base's configuration would not see (excluded, apart, opaque).
    """
    before, there = hosts.survey(change.old, configuration), change.new.paths()
    gone = sorted(path for path in change.paths if path in before.sources and path not in there)
    if not gone:
        return {}, frozenset()
    successors = _successors(change, gone, hosts)
    also = frozenset(path for paths in successors.values() for path in paths)
    after = hosts.survey(change.new, configuration, also)
    vanished = {path: before.sources[path].module for path in gone}
    return _named(vanished, successors, after), also & frozenset(after.sources)


def _named(vanished: Mapping[str, str], successors: Mapping[str, Iterable[str]], after: Universe) -> dict[str, Names]:
    former: defaultdict[str, set[str]] = defaultdict(set)
    for path, module in vanished.items():
        for successor in successors.get(path, ()):
            if successor in after.sources and after.sources[successor].module != module:
                former[after.sources[successor].module].add(module)
    return {module: frozenset(names) for module, names in sorted(former.items())}


def _successors(change: Change, gone: Sequence[str], hosts: Hosts) -> dict[str, set[str]]:
    """Head's paths that took the place of each vanished path."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    now = change.new.paths()
    candidates = sorted(path for path in change.paths if path in now and path.endswith(SUFFIXES))
    if not candidates:
        return found
    for old, new in change.renames().items():
        if old in gone and new in candidates:
            found[old].add(new)
    namesakes = [path for path in candidates if path in change.old.paths()]
    gained = _gained(hosts.index(change.new, candidates), hosts.index(change.old, namesakes))
    for path, index in hosts.index(change.old, gone).items():
        names = _names(index)
        found[path] |= {new for new, own in gained.items() if names and 2 * len(names & own) > len(names)}
    return found


def _gained(
    now: Mapping[str, ModuleIndex | Unreadable], then: Mapping[str, ModuleIndex | Unreadable]
) -> dict[str, Names]:
    """The names that each changed file of head defines and its namesake at base does not."""
    return {path: _names(index) - (_names(then[path]) if path in then else frozenset()) for path, index in now.items()}


def _names(index: ModuleIndex | Unreadable) -> Names:
    if isinstance(index, Unreadable):
        return frozenset()
    return frozenset(name for name in index.names if not (name.startswith("__") and name.endswith("__")))
