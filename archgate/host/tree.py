"""Source trees: the work tree on disk and the trees of git commits, read in the same way."""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec.structs import astuple, replace

from archgate.host.configuration import walk_scope
from archgate.host.contents import Content, Tree, TreeFile
from archgate.host.errors import invalid
from archgate.host.filenames import raw_path, show_paths
from archgate.host.git import Git
from archgate.host.links import follow_links
from archgate.host.nodes import SUBMODULE, SYMLINK, Node, Source
from archgate.host.objects import hash_blob
from archgate.host.walk import walk
from archgate.host.worktree import disk_nodes

__all__ = ["CommitTree", "Content", "DiskTree", "Tree", "TreeFile"]


class DiskTree:
    """The work tree. In git: what git tracks and what it neither tracks nor ignores, without what is deleted on disk;
    what a sparse checkout leaves out is read from the index.

    Outside git nobody says what the host's files are: what the configuration names is walked (packages, policies,
    fixtures, without what it excludes), or everything as long as there is no configuration.
    """

    name = "work tree"

    def __init__(self, root: Path, git: Git | None) -> None:
        self.root = root.absolute()
        self._git = git
        self._base = os.path.join(os.fsencode(self.root), b"")
        self._keys: dict[str, str] = {}

    @cached_property
    def _files(self) -> dict[str, TreeFile]:
        if self._git is None:
            return _name_files(_walked_sources(self))
        nodes = disk_nodes(self.root, self._git.list_index())
        return _name_files(follow_links(_read_targets(self._git, nodes)))

    def paths(self) -> Mapping[str, TreeFile]:
        """See `Tree.paths`."""
        return self._files

    def contents(self, paths: Sequence[str]) -> Iterator[tuple[str, Content]]:
        """The bytes of each path with their key; a file that is gone or cannot be read has an error instead."""
        files = [self._files.get(path) for path in paths]
        blobs = self._blobs([file.oid for file in files if file and file.oid])
        for path, file in zip(paths, files, strict=True):
            fault = _fault(file)
            if file is None or fault:
                yield path, Content("", None, fault)
            else:
                content = Content(file.oid, next(blobs)[1]) if file.oid else self._read_disk(file.raw)
                self._keys[path] = content.key
                yield path, content

    def keys(self, paths: Sequence[str]) -> Mapping[str, str]:
        """See `Tree.keys`; those of files that were read before are remembered."""
        for _ in self.contents([path for path in paths if path not in self._keys]):
            pass
        return {path: self._keys[path] for path in paths if self._keys.get(path)}

    def load(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The bytes of blobs of the repository; contents of this tree come with their bytes."""
        return dict(self._blobs(keys))

    def read(self, path: str) -> bytes | None:
        """See `Tree.read`. Outside git any file below the root can be read, listed or not."""
        if self._git is not None:
            return _read(self, path)
        content = self._read_disk(raw_path(path))
        if content.error and os.path.lexists(self._base + raw_path(path)):
            raise _unreadable(path, content.error)
        return content.data

    def _blobs(self, keys: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        return self._git.read_blobs(keys) if self._git else iter(())

    def _read_disk(self, raw: bytes) -> Content:
        try:
            with open(self._base + raw, "rb", buffering=0) as file:
                data = file.read()
        except OSError as error:
            return Content("", None, f"cannot be read: {error.strerror}")
        return Content(self._git.hash_blob(data) if self._git else hash_blob(data), data)


class CommitTree:
    """The tree of a commit (or any tree-ish), read from git's objects and never checked out."""

    def __init__(self, git: Git, oid: str) -> None:
        self.name = oid
        self._git = git

    @cached_property
    def _files(self) -> dict[str, TreeFile]:
        nodes = {entry.raw: _blob_node(entry.mode, entry.oid) for entry in self._git.list_tree(self.name)}
        return _name_files(follow_links(_read_targets(self._git, nodes)))

    def paths(self) -> Mapping[str, TreeFile]:
        """See `Tree.paths`."""
        return self._files

    def contents(self, paths: Sequence[str]) -> Iterator[tuple[str, Content]]:
        """The key of each path, without bytes."""
        for path in paths:
            file = self._files.get(path)
            fault = _fault(file)
            yield path, Content(file.oid if file and not fault else "", None, fault)

    def keys(self, paths: Sequence[str]) -> Mapping[str, str]:
        """See `Tree.keys`."""
        return {path: content.key for path, content in self.contents(paths) if not content.error}

    def load(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """See `Tree.load`."""
        return dict(self._git.read_blobs(keys))

    def read(self, path: str) -> bytes | None:
        """See `Tree.read`."""
        return _read(self, path)


def _blob_node(mode: str, oid: str) -> Node:
    if mode == SUBMODULE:
        return Node("submodule")
    return Node("link" if mode == SYMLINK else "file", oid)


def _read_targets(git: Git, nodes: Mapping[bytes, Node]) -> dict[bytes, Node]:
    """The nodes, with the targets of the links that are not on disk."""
    links = {raw: node for raw, node in nodes.items() if node.kind == "link" and node.oid}
    targets = dict(git.read_blobs({node.oid for node in links.values()}))
    return {**nodes, **{raw: replace(node, target=targets[node.oid]) for raw, node in links.items()}}


def _walked_sources(tree: DiskTree) -> dict[bytes, Source]:
    """What the configuration names; links out of it are followed through the whole folder."""
    starts, skip = walk_scope(tree)
    nodes = walk(tree.root, starts, skip)
    if b"" in starts or not any(node.kind == "link" for node in nodes.values()):
        return follow_links(nodes)
    within = tuple(start + b"/" for start in starts)
    everything = follow_links({**walk(tree.root, [b""], skip), **nodes})
    return {raw: source for raw, source in everything.items() if raw in starts or raw.startswith(within)}


def _name_files(sources: Mapping[bytes, Source]) -> dict[str, TreeFile]:
    raws = list(sources)
    named = dict(zip(show_paths(raws), (sources[raw] for raw in raws), strict=True))
    return {path: TreeFile(path, *astuple(named[path])) for path in sorted(named)}


def _fault(file: TreeFile | None) -> str | None:
    return "there is no such file" if file is None else file.error or file.unjudged or None


def _read(tree: Tree, path: str) -> bytes | None:
    if path not in tree.paths():
        return None
    [(_, content)] = tree.contents([path])
    if content.error:
        raise _unreadable(path, content.error)
    return content.data if content.data is not None else tree.load([content.key])[content.key]


def _unreadable(path: str, error: str) -> Exception:
    return invalid(error, "mend or remove it", path, code="UNREADABLE")
