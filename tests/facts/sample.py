"""Small hosts on disk, and the view that a kind measures."""

from pathlib import Path

from archgate.facts.view import View
from archgate.gate.hosts import Hosts
from archgate.host.bench import Bench
from archgate.host.configuration import read_configuration
from archgate.host.tree import DiskTree
from archgate.index.build import index_files
from archgate.index.cache import NoCache
from tests.hosts.builder import Files, build


def view_of(folder: Path, files: Files) -> View:
    """A host below `folder` with these files, seen as its work tree."""
    root = build(folder, files).root
    tree = DiskTree(root, None)
    hosts = Hosts(lambda tree, paths: index_files(tree, paths, NoCache(), processes=1))
    host = hosts.linked(tree, read_configuration(tree))
    return View(host, bench=Bench(tree, tree, root, folder / "scratch"))
