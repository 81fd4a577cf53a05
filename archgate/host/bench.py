"""What a tool that measures is given to work on: the sources, the settings that hold, and room of archgate's own."""

from pathlib import Path

from msgspec import Struct

from archgate.host.contents import Tree


class Bench(Struct, frozen=True):
    """Sources to measure and the settings to measure them by, which may be those of another revision.

    `tree` has the sources. `settings` is the tree from which the tools' own configuration files are taken: where it is
    another one, the sources of `tree` are measured as if its configuration stood beside them. `root` is the folder of
    the work tree, `scratch` a folder of archgate's own outside it, for exported trees, caches and readings. `trusted`
    are the plugins of tools that may run although they are code. `cached`: readings may be kept and looked up.
    """

    tree: Tree
    settings: Tree
    root: Path
    scratch: Path
    trusted: frozenset[str] = frozenset()
    cached: bool = True

    @property
    def is_in_place(self) -> bool:
        """Whether the sources and the settings are those of the work tree, so that a tool can read them there."""
        return self.tree.name == self.settings.name == WORK_TREE

    @property
    def is_of_work_tree(self) -> bool:
        """Whether the sources are those of the work tree, whatever settings hold."""
        return self.tree.name == WORK_TREE


WORK_TREE = "work tree"
"""The name of the tree on disk."""
