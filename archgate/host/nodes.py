"""What stands at a path before any link is followed, and what is to be read there afterwards."""

from typing import Literal

from msgspec import Struct


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
