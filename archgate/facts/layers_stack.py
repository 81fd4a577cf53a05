"""A stack of layers as written: which names lie above which, which are independent, which cannot be passed by."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from archgate.host.naming import is_word

INDEPENDENT, TOGETHER = "|", ":"
"""What stands between the members of a layer that must not import one another, or may."""


class Member(Struct, frozen=True):
    """A part of a layer: a module and all below it. A `*` in its name is any one segment, and each match a part."""

    name: str
    optional: bool = False


class Layer(Struct, frozen=True):
    """One layer. `independent`: its members must not import one another. `text` is the layer as written."""

    text: str
    members: tuple[Member, ...]
    independent: bool = True


class Seat(Struct, frozen=True):
    """Where a module sits in a stack: the number of its layer, counted from the top, and its part of that layer."""

    level: int
    part: str


def parse_layer(text: str) -> Layer:
    """The layer that a text without fault (see `fault_of_layer`) stands for: `a`, `a | b`, `a : b`, `(c)`."""
    mark = TOGETHER if TOGETHER in text else INDEPENDENT
    return Layer(text, tuple(_member(part.strip()) for part in text.split(mark)), mark == INDEPENDENT)


def _member(text: str) -> Member:
    optional = text.startswith("(") and text.endswith(")")
    return Member(text[1:-1].strip() if optional else text, optional)


def fault_of_layer(text: str) -> str:
    """What is wrong with the text of a layer, "" where nothing is."""
    if INDEPENDENT in text and TOGETHER in text:
        return f"`{text}` mixes `|` (independent) and `:` (not)"
    for member in parse_layer(text).members:
        if not all(segment == "*" or is_word(segment) for segment in member.name.split(".")):
            return f"`{member.name}` in `{text}` is no module: write `app.module`, `(app.module)` or `app.*`"
    return ""


def faults_of_stack(layers: Sequence[Layer], closed: Sequence[str]) -> Iterator[str]:
    """What is wrong with valid layers taken together: members repeated or inside one another, unknown closed ones."""
    names = sorted(member.name for layer in layers for member in layer.members)
    yield from (f"`{name}` stands in the layers twice" for name, other in pairwise(names) if name == other)
    for name in sorted(set(names)):
        yield from (f"`{inner}` lies inside of `{name}`" for inner in names if inner.startswith(f"{name}."))
    yield from (f"`closed` names `{name}`, which is in no layer" for name in closed if name not in names)


class Order:
    """The order of a stack: whether one seat may import another."""

    def __init__(self, layers: Sequence[Layer], closed: Sequence[str]) -> None:
        self.layers = layers
        self.closed = [n for n, layer in enumerate(layers) if any(member.name in closed for member in layer.members)]

    def objection(self, importer: Seat, imported: Seat) -> str:
        """Why `importer` must not import `imported`, "" where it may."""
        if imported.level < importer.level:
            return f"{importer.part} lies below {imported.part}"
        if imported.level == importer.level:
            apart = importer.part != imported.part and self.layers[importer.level].independent
            return f"{importer.part} and {imported.part} are independent of each other" if apart else ""
        between = [level for level in self.closed if importer.level < level < imported.level]
        return f"it goes past the closed layer {self.layers[between[0]].text}" if between else ""

    def forbidden(self) -> set[tuple[str, str]]:
        """Every pair of members, by name, of which the first must not import the second."""
        seats = [Seat(level, one.name) for level, layer in enumerate(self.layers) for one in layer.members]
        pairs = {(one.part, other.part) for one in seats for other in seats if self.objection(one, other)}
        alike = {(one.part, one.part) for one in seats if "*" in one.part and self.layers[one.level].independent}
        return pairs | alike
