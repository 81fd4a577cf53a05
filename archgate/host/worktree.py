"""The work tree of a git checkout: what of git's listing stands on disk."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path

from archgate.host.nodes import SUBMODULE, SYMLINK, IndexEntry, Node

_FILE = Node("file")


def disk_nodes(folder: Path, entries: Sequence[IndexEntry]) -> dict[bytes, Node]:
    """What stands at each listed path below `folder`; without what is deleted.

    What a sparse checkout leaves out comes with the id of its blob; the target of such a link is yet to be read.
    """
    disk = _Disk(os.path.join(os.fsencode(folder), b""))
    found = ((entry.raw, _listed_node(disk, entry)) for entry in entries)
    return {raw: node for raw, node in found if node is not None}


def node_at(path: bytes) -> Node | None:
    """What stands at a path on disk: `None` for nothing and for a folder."""
    try:
        mode = os.lstat(path).st_mode
        if stat.S_ISLNK(mode):
            return Node("link", target=os.readlink(path).replace(os.fsencode(os.sep), b"/"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return _FILE  # reading it will say what is wrong
    if stat.S_ISDIR(mode):
        return None
    return _FILE if stat.S_ISREG(mode) else Node("other")


def _listed_node(disk: "_Disk", entry: IndexEntry) -> Node | None:
    if entry.mode == SUBMODULE:
        return Node("submodule")
    node = disk.node(entry.raw)
    if node is None and entry.skip_worktree:
        return Node("link" if entry.mode == SYMLINK else "file", oid=entry.oid)
    return node


class _Disk:
    """Looks at each folder once, which takes a fraction of the time of looking at each file."""

    def __init__(self, base: bytes) -> None:
        self._base = base
        self._files: dict[bytes, frozenset[bytes]] = {}
        self._is_folder: dict[bytes, bool] = {b"": True}

    def node(self, raw: bytes) -> Node | None:
        folder, _, name = raw.rpartition(b"/")
        files = self._files.get(folder)
        if files is None:
            files = self._files[folder] = self._plain_files(folder)
        if name in files:
            return _FILE
        return node_at(self._base + raw) if self._is_real(folder) else None

    def _plain_files(self, folder: bytes) -> frozenset[bytes]:
        if not self._is_real(folder):
            return frozenset()
        try:
            with os.scandir(self._base + folder) as entries:
                return frozenset(entry.name for entry in entries if entry.is_file(follow_symlinks=False))
        except OSError:
            return frozenset()

    def _is_real(self, folder: bytes) -> bool:
        """Whether a folder is one itself, and not found through a link that has taken a folder's place."""
        if folder not in self._is_folder:
            real = True
            for above in (*(folder[:at] for at, byte in enumerate(folder) if byte == 0x2F), folder):
                if above not in self._is_folder:
                    self._is_folder[above] = real and _is_unlinked(self._base + above)
                real = self._is_folder[above]
        return self._is_folder[folder]


def _is_unlinked(path: bytes) -> bool:
    try:
        return not stat.S_ISLNK(os.lstat(path).st_mode)
    except OSError:
        return False
