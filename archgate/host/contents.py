"""What a source tree gives, whatever it is made of: paths, keys and bytes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct


class Content(Struct, frozen=True, gc=False):
    """What a file holds. `key` is the git blob id of its bytes, "" where `error` says why it cannot be read.

    `data` is `None` where only the key is known yet: `Tree.load` gives the bytes.
    """

    key: str
    data: bytes | None
    error: str | None = None


class TreeFile(Struct, frozen=True, gc=False):
    """A path of a tree. `kind` is `link` for what is a symlink or found through one.

    `path` is relative to the root with `/`, NFC and printable. The bytes are those on disk at `raw`, relative to the
    root, or those of the blob `oid` if it is not "". `error` says why it cannot be read; `unjudged` why it is no file
    of this tree (a submodule, a link that leaves the root); "" otherwise.
    """

    path: str
    kind: Literal["file", "link", "submodule"]
    raw: bytes = b""
    oid: str = ""
    error: str = ""
    unjudged: str = ""


class Tree(Protocol):
    """A tree of files below archgate's root, as of one moment: it lists once and keeps the list."""

    @property
    def name(self) -> str:
        """ "work tree", or the id of the commit or tree."""
        ...

    def paths(self) -> Mapping[str, TreeFile]:
        """Every file that counts, by path, sorted."""
        ...

    def contents(self, paths: Sequence[str]) -> Iterator[tuple[str, Content]]:
        """The content of each path, in the given order."""
        ...

    def keys(self, paths: Sequence[str]) -> Mapping[str, str]:
        """The content key of each path that can be read."""
        ...

    def load(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The bytes for keys whose `Content` came without."""
        ...

    def read(self, path: str) -> bytes | None:
        """The bytes of one file, `None` if there is none. Raises `InputError` if it cannot be read."""
        ...
