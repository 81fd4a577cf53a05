"""`archgate doctor`: whether this gate is wired."""

from collections.abc import Sequence

from archgate.gate.checkup import Check
from archgate.gate.doctor import diagnose
from archgate.host.configuration import find_root, read_configuration
from archgate.host.git import Git
from archgate.host.tree import DiskTree
from archgate.run.opening import Options
from archgate.run.places import cache_folder
from archgate.version import VERSION


def doctor(options: Options) -> Sequence[Check]:
    """Every check of the gate's wiring, in the order in which to mend."""
    root = find_root(options.folder)
    git = Git.find(root)
    tree = DiskTree(root, git)
    configuration = read_configuration(tree)
    cache = cache_folder(root, git)
    return diagnose(git, configuration, options.environment, tree, version=VERSION, cache=cache)
