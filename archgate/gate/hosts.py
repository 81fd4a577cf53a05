"""Hosts by tree and configuration, each surveyed, indexed and linked once."""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from archgate.facts.view import View
from archgate.host.bench import Bench
from archgate.host.configuration import Configuration
from archgate.host.naming import Root
from archgate.host.tree import Tree
from archgate.host.universe import Universe, survey
from archgate.index.build import Indexed
from archgate.link.host import HostIndex, link
from archgate.link.kept_answers import Answers, kept_for

Indexer = Callable[[Tree, Sequence[str]], Indexed]
"""Gives the index of each path of a tree."""


class Also(Struct, frozen=True):
    """Paths that count whatever a configuration excludes, and root packages from which they may have their names."""

    paths: frozenset[str] = frozenset()
    roots: tuple[Root, ...] = ()


NOTHING_ELSE = Also()


class Room(Struct, frozen=True):
    """Where tools that measure may work: the folder of the work tree, one of archgate's own; whether to remember."""

    root: Path
    scratch: Path
    cached: bool = True


class Hosts:
    """What is known of trees under configurations; equal questions are answered once.

    `answers` keeps some of it between runs. `room` is for the kinds that measure with tools; without one they cannot.
    """

    def __init__(self, index: Indexer, answers: Answers | None = None, room: Room | None = None) -> None:
        self.index = index
        self.room = room
        self._answers = answers
        self._surveyed: dict[tuple[object, ...], Universe] = {}
        self._linked: dict[tuple[object, ...], HostIndex] = {}

    def afresh(self) -> "Hosts":
        """Hosts that know no tree yet, for one that is looked at and left: not every host is to stay in memory."""
        return Hosts(self.index, room=self.room)

    def survey(self, tree: Tree, configuration: Configuration, also: Also = NOTHING_ELSE) -> Universe:
        """The universe of a tree under a configuration; `also` counts whatever it excludes."""
        key = (tree.name, *_lists(configuration), also)
        if key not in self._surveyed:
            self._surveyed[key] = survey(tree, configuration, also.paths, also.roots)
        return self._surveyed[key]

    def linked(self, tree: Tree, configuration: Configuration, also: Also = NOTHING_ELSE) -> HostIndex:
        """The linked host of a tree under a configuration, and `also` as in `survey`."""
        key = (tree.name, *_lists(configuration), also)
        if key not in self._linked:
            universe = self.survey(tree, configuration, also)
            indexed = self.index(tree, sorted(universe.sources))
            self._linked[key] = link(universe, indexed, kept_for(universe, indexed.digest, self._answers))
        return self._linked[key]

    def view(
        self,
        tree: Tree,
        configuration: Configuration,
        settings: Tree | None = None,
        trusted: frozenset[str] = frozenset(),
    ) -> View:
        """A tree as a law sees it; `settings` is the tree whose settings hold for the tools, by default the same."""
        return View(self.linked(tree, configuration), bench=self.bench(tree, settings or tree, trusted))

    def bench(self, tree: Tree, settings: Tree, trusted: frozenset[str] = frozenset()) -> Bench | None:
        """What tools are given to measure a tree with the settings of another; None where there is no room for them."""
        if self.room is None:
            return None
        return Bench(tree, settings, self.room.root, self.room.scratch, trusted, self.room.cached)


def _lists(configuration: Configuration) -> tuple[object, ...]:
    return (configuration.packages, configuration.exclude, configuration.apart)
