"""What a rewriter asks of a file's syntax: imports, chains of names, calls and strings, each with its offsets."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from libcst.metadata import Scope


class Link(Struct, frozen=True):
    """One name, with its offsets."""

    name: str
    start: int
    end: int


class ImportName(Struct, frozen=True):
    """One name of an import statement (dotted, for `import`), and its name behind `as`."""

    name: Link
    alias: Link | None

    @property
    def start(self) -> int:
        """The offset of its first letter."""
        return self.name.start

    @property
    def end(self) -> int:
        """The offset behind its last letter; the comma is not part of it."""
        return self.alias.end if self.alias else self.name.end


class ImportSite(Struct, frozen=True):
    """One import statement.

    `module` is what stands between `from` and `import`, dots included; None for `import a`. `level` counts the dots.
    `tight`: no space behind `from`, or none before `import`. `names` is empty for a star. `alone`: it has its line for
    itself, so that another can stand before it.
    """

    start: int
    end: int
    module: Link | None
    level: int
    tight: tuple[bool, bool]
    names: Sequence[ImportName]
    alone: bool


class Chain(Struct, frozen=True):
    """A name with the attributes read on it, as far as they are plain (`a.b.c`), and where the name is looked up.

    `stored`: it is assigned to or deleted. `spelled` is its text.
    """

    links: Sequence[Link]
    scope: "Scope | None"
    stored: bool
    spelled: str

    @property
    def root(self) -> str:
        """The name that it starts with."""
        return self.links[0].name

    @property
    def attributes(self) -> list[str]:
        """The names read on the root."""
        return [link.name for link in self.links[1:]]

    @property
    def extent(self) -> tuple[int, int]:
        """Its offsets."""
        return self.links[0].start, self.links[-1].end

    def is_spelled(self, count: int) -> bool:
        """Whether its first `count` names stand in the text with nothing but dots between them."""
        length = self.links[count - 1].end - self.links[0].start
        return self.spelled.encode()[:length].decode() == ".".join(link.name for link in self.links[:count])


class Text(Struct, frozen=True):
    """A string literal: its value, the offsets of what is between its quotes, and whether that is the value."""

    value: str
    start: int
    end: int
    plain: bool


class Argument(Struct, frozen=True):
    """An argument: what it is, if it is a chain or a string literal, and all string literals in it."""

    chain: Chain | None
    text: Text | None
    texts: Sequence[Text]


class Call(Struct, frozen=True):
    """A call, or a subscript: the dotted name of what is called ("" for another expression), and its arguments."""

    name: str
    start: int
    line: int
    arguments: Sequence[Argument]


class Declared(Struct, frozen=True):
    """A `global` statement, or a `nonlocal` one."""

    is_global: bool
    names: Sequence[Link]


class Assigned(Struct, frozen=True):
    """What binds a name: a statement of the file at an offset, or (None) the interpreter."""

    scope: "Scope"
    start: int | None
    is_import: bool
