"""What git lists, what stands at a path before any link is followed, and what is to be read there afterwards."""

from typing import Literal

from msgspec import Struct

from archgate.host.filenames import show_path

SUBMODULE, SYMLINK = "160000", "120000"
"""The modes of a commit of another repository and of a symbolic link."""


class TreeEntry(Struct, frozen=True, gc=False):
    """A blob or submodule of a tree: its path's bytes relative to the root, its octal mode, its object id."""

    raw: bytes
    mode: str
    oid: str

    @property
    def path(self) -> str:
        """The path as it is shown."""
        return show_path(self.raw)


class IndexEntry(Struct, frozen=True, gc=False):
    """A file that git tracks, or (`mode` and `oid` empty) neither tracks nor ignores; its path relative to the root.

    `skip_worktree`: a sparse checkout leaves it out, so that its absence on disk means nothing. A repository inside
    the repository has the mode of a submodule.
    """

    raw: bytes
    mode: str
    oid: str
    skip_worktree: bool

    @property
    def path(self) -> str:
        """The path as it is shown."""
        return show_path(self.raw)


class Node(Struct, frozen=True, gc=False):
    """What a listing found at one path. `target` is a link's; `oid` names the blob of what is not on disk.

    `other` is what has no content to read: a pipe, a socket, a device.
    """

    kind: Literal["file", "link", "submodule", "other"]
    oid: str = ""
    target: bytes = b""


class Source(Struct, frozen=True, gc=False):
    """Where the bytes of one path come from, links followed.

    `raw` is the path on disk, relative to the root, `oid` the blob where the bytes are not on disk. `error` says why
    they cannot be read, `unjudged` why what is there is not the root's to judge.
    """

    kind: Literal["file", "link", "submodule"]
    raw: bytes = b""
    oid: str = ""
    error: str = ""
    unjudged: str = ""
