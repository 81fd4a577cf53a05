"""What became of base's modules: the names under which base's selectors still take the modules of head."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from archgate.gate.hosts import NOTHING_ELSE, Also, Hosts
from archgate.host.configuration import Configuration
from archgate.host.tree import Tree
from archgate.host.universe import Universe
from archgate.index.module import ModuleIndex, Unreadable
from archgate.policy.moves import Moves

SUFFIXES = (".py", ".pyw", ".pyx")

Names = frozenset[str]


class Change(Struct, frozen=True):
    """From one tree to another: the paths that differ, and how git pairs old ones with new ones (asked when needed)."""

    old: Tree
    new: Tree
    paths: frozenset[str]
    renames: Callable[[], Mapping[str, str]]


class Fate(Struct, frozen=True):
    """What became of the modules of base that head does not have under their names.

    `former` gives the names at base of the modules of head that took the place of others, by decision, by git's
    pairing or by the names that they define; `moved` only those that a decision gives. `successors` are the paths that
    took the place of each vanished path. `also` are paths to count besides what base's configuration would see.
    """

    former: Mapping[str, Names] = {}
    moved: Mapping[str, Names] = {}
    successors: Mapping[str, Names] = {}
    also: Also = NOTHING_ELSE


def fate_of(change: Change, configuration: Configuration, head: Configuration, hosts: Hosts, moves: Moves) -> Fate:
    """The fate of base's modules; `configuration` is base's, `head` head's."""
    before, there = hosts.survey(change.old, configuration), change.new.paths()
    gone = sorted(path for path in change.paths if path in before.sources and path not in there)
    universe = hosts.survey(change.new, head)
    decided = _decided(moves, [source.module for source in before.sources.values()], universe)
    if not gone and not decided:
        return Fate()
    successors = _successors(change, gone, hosts) if gone else {}
    places = {source.module: path for path, source in universe.sources.items()}
    followed = {path for paths in successors.values() for path in paths} | {places[module] for module in decided}
    also = Also(frozenset(followed), head.roots)
    after = hosts.survey(change.new, configuration, also)
    names = {path: source.module for path, source in after.sources.items()}
    moved = {names.get(places[module], module): old for module, old in decided.items()}
    former = defaultdict(set, {module: set(old) for module, old in moved.items()})
    for path in gone:
        for successor in successors.get(path, ()):
            if names.get(successor, before.sources[path].module) != before.sources[path].module:
                former[names[successor]].add(before.sources[path].module)
    return Fate(
        former={module: frozenset(old) for module, old in sorted(former.items())},
        moved=moved,
        successors={path: frozenset(paths) for path, paths in sorted(successors.items())},
        also=Also(also.paths & frozenset(after.sources), also.roots),
    )


def _decided(moves: Moves, before: Sequence[str], universe: Universe) -> dict[str, Names]:
    """The modules of head to which decisions lead, with the names at base that they lead from."""
    if not moves.moves:
        return {}
    now = sorted(source.module for source in universe.sources.values())
    found = {new: frozenset(old for old in before if old != new and moves.went(old, new)) for new in now}
    return {new: old for new, old in found.items() if old}


def _successors(change: Change, gone: Sequence[str], hosts: Hosts) -> dict[str, set[str]]:
    """Head's paths in the place of each vanished path: git pairs them, or they newly define most of its names."""
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
