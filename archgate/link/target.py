"""What is looked for: targets by dotted name, what their calls make, and how a path is read as one of them."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from archgate.index.flow import encoded_string

HARMLESS = frozenset(("__doc__", "__file__", "__name__", "__version__", "errors", "exceptions"))
"""What says something about a module, and modules that hold what is caught and raised; nothing is done with either."""

_BUILTINS = frozenset(("__import__", "eval", "exec"))
"""The builtins that are targets wherever they are taken from."""


class Target(Struct, frozen=True):
    """A dotted name whose uses count.

    `shipped`: archgate itself knows it as a library. `makes`: the calls, by last segment, whose result is a capability
    too, beside those with a capital; `[]` is reading an element, `maker()` calling what calling `maker` gave.
    `foothold`: importing it is evidence already. `besides`: dotted parts of it that are none; with `()` at the end,
    what calling one gives is none.
    """

    name: str
    makes: frozenset[str] = frozenset()
    foothold: bool = True
    besides: frozenset[str] = frozenset()
    shipped: bool = False


class Path(NamedTuple):
    """A value that was reached from a target: the path below it, with calls (`Session().get`), "" for itself.

    Where `target` is "", `text` is a dotted name on the way to one or several targets. `said`: only the annotation of a
    result says so.
    """

    target: str
    text: str
    said: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is a dotted name that nothing was called for."""
        return "(" not in self.text and "[" not in self.text

    @property
    def last(self) -> str:
        """The last segment, without what was called or read on it."""
        return (self.text or self.target).rpartition(".")[2]

    def onward(self, held: object) -> "Path":
        """The path as the next variable keeps it, where it goes on from what the one before held.

        Where it comes back to an attribute that the held path has, the round is cut out: the ways of what walks a graph
        of objects (`walk(x.parent)`, `walk(x.first)`) would get longer and longer.
        """
        if not isinstance(held, Path) or held.target != self.target or not self.text.startswith(f"{held.text}."):
            return self
        segments = held.text.split(".")
        for segment in self.text[len(held.text) + 1 :].split("."):
            segments = _come_to(segments, segment)
        return self._replace(text=".".join(segments))


class Targets:
    """A set of targets; the longest that is a prefix of a name is the one meant. Equal sets are equal."""

    def __init__(self, targets: Iterable[Target]) -> None:
        self.by_name: Mapping[str, Target] = {one.name: one for one in sorted(targets, key=lambda one: one.name)}
        self.key = tuple(self.by_name.values())
        self._following: dict[str, tuple[bytes, ...]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Targets) and self.key == other.key

    def __hash__(self) -> int:
        return hash(tuple(self.by_name))

    @cached_property
    def builtin(self) -> Mapping[str, str]:
        """The targets that are builtins, by the name that the module `builtins` has them under."""
        return {f"builtins.{name}": name for name in sorted(_BUILTINS & self.by_name.keys())}

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """The proper dotted prefixes of all targets."""
        found: set[str] = set()
        for name in (*self.by_name, *self.builtin):
            segments = name.split(".")
            found.update(".".join(segments[:number]) for number in range(1, len(segments)))
        return frozenset(found)

    @cached_property
    def roots(self) -> frozenset[str]:
        """The first segments of all targets."""
        return frozenset(name.partition(".")[0] for name in (*self.by_name, *self.builtin))

    def following(self, prefix: str) -> tuple[bytes, ...]:
        """The next segments of the targets that begin with a proper prefix, as they stand in an encoded flow."""
        if prefix not in self._following:
            start = f"{prefix}."
            below = [name[len(start) :] for name in (*self.by_name, *self.builtin) if name.startswith(start)]
            names = {name.partition(".")[0] for name in below}
            self._following[prefix] = tuple(sorted(encoded_string(name) for name in names))
        return self._following[prefix]

    def start(self, dotted: str) -> Path | None:
        """What an imported name is; None where no target has to do with it."""
        first, *rest = dotted.split(".")
        path: Path | None = self._whole(first)
        for segment in rest:
            if path is None:
                return None
            path = self.attribute(path, segment)
        return path

    def _whole(self, name: str) -> Path | None:
        if name in self.by_name:
            return Path(name, "")
        return Path("", name) if name in self.prefixes else None

    def attribute(self, path: Path, name: str) -> Path | None:
        """What an attribute of a value is."""
        text = folded(f"{path.text}.{name}") if path.text else name
        if not path.is_plain:
            return path._replace(text=text)
        full = f"{path.target}.{text}" if path.target else text
        full = self.builtin.get(full, full)
        if full in self.by_name:
            return Path(full, "")
        if not path.target:
            return Path("", full) if full in self.prefixes else None
        if full in self.prefixes:
            return path._replace(text=text)
        if name in HARMLESS or text in self.by_name[path.target].besides:
            return None
        return path._replace(text=text)

    def makes(self, path: Path, segment: str) -> bool:
        """Whether what a call (or, for `[]`, an element) gives stays a capability.

        A class has a capital, an instance of it has none: what calling one gives is listed, as `sessionmaker()`.
        """
        known = self.by_name[path.target].makes
        if segment.endswith((")", "]")):
            return segment in known
        name = segment.lstrip("_")
        if segment.startswith("_") and "__" in name:
            name = name.partition("__")[2]  # `_Client__send`: a private name from within a class
        return name[:1].isupper() or segment in known


def folded(text: str) -> str:
    """A path without the segment, or the two, that it says twice in a row at its end.

    `x = x.next` in a loop would make it longer and longer; one step is as good as many.
    """
    segments = text.split(".")
    for width in (1, 2):
        if len(segments) > 2 * width and segments[-width:] == segments[-2 * width : -width]:
            return ".".join(segments[:-width])
    return text


def _come_to(segments: list[str], segment: str) -> list[str]:
    """Some segments and one more; only up to that one where it is there already, after the last call."""
    for number, known in reversed(list(enumerate(segments))):
        if known == segment:
            return segments[: number + 1]
        if known.endswith((")", "]")):
            break
    return [*segments, segment]
