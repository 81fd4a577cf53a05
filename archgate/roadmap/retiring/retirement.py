"""What came of retiring: the files that change, or why none does."""

from msgspec import Struct


class Rewrite(Struct, frozen=True, order=True):
    """One file that changes: its path and its bytes before and after."""

    path: str
    before: bytes
    after: bytes


class Sight(Struct, frozen=True, order=True):
    """A place in the host and what is said of it; `line` counts from 1, 0 is the whole file."""

    path: str
    line: int
    message: str


class Retirement(Struct, frozen=True):
    """The rewritten files, sorted by path, and what people have to look at.

    `refused` are the uses that cannot be rewritten: with one of them nothing is written. `seen` are strings that name
    what goes and stay as they are; `apart` counts the files of the host's surroundings (tests) that name it in an
    import. `written` says whether the files have their new bytes.
    """

    rewrites: tuple[Rewrite, ...] = ()
    refused: tuple[Sight, ...] = ()
    seen: tuple[Sight, ...] = ()
    apart: int = 0
    written: bool = False
