"""The order of a document: which blocks stand under which stage, and which are a leaf's section."""

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct

from archgate.roadmap.blocks import Block, Heading, Item, Paragraph
from archgate.roadmap.document import Exit, Stop
from archgate.roadmap.identifiers import leading_leaves, stage_heading
from archgate.roadmap.vocabulary import Vocabulary, folded

DIGITS = "0123456789"
Begins = Callable[[Heading], bool]


class Part(Struct, frozen=True):
    """A heading with the blocks below it; `at` is its number among the blocks of the document."""

    heading: Heading
    blocks: tuple[Block, ...]
    at: int


def parts_of(blocks: Sequence[Block], begins: Begins) -> Iterator[Part]:
    """Each part that a heading begins: up to the next heading as high, or the next that begins one."""
    places = [(number, block) for number, block in enumerate(blocks) if isinstance(block, Heading)]
    for index, (at, heading) in enumerate(places):
        if begins(heading):
            later = (n for n, other in places[index + 1 :] if other.level <= heading.level or begins(other))
            yield Part(heading, tuple(blocks[at + 1 : next(later, len(blocks))]), at)


def is_of_leaf(heading: Heading) -> bool:
    """Whether a heading begins with the id of a leaf."""
    return bool(leading_leaves(heading.text)[0])


def stage_headings(known: Collection[str]) -> Begins:
    """Which headings are of stages: of those whose ids leaves begin with, and of others written alike."""
    letters = {stage.rstrip(DIGITS) for stage in known}

    def begins(heading: Heading) -> bool:
        found = stage_heading(heading.text)
        return found is not None and not is_of_leaf(heading) and found[0].rstrip(DIGITS) in letters

    return begins


def stops_of(blocks: Sequence[Block], vocabulary: Vocabulary, known: Collection[str]) -> Iterator[Stop]:
    """The goal's stop conditions: the items of lists under a heading that says so, down to the next stage or leaf.

    `known` are the ids of stages that leaves begin with.
    """
    is_of_stage = stage_headings(known)

    def is_of_stop(heading: Heading) -> bool:
        return bool(vocabulary.means(heading.text, "stop"))

    def begins(heading: Heading) -> bool:
        return is_of_stop(heading) or is_of_stage(heading) or is_of_leaf(heading)

    for part in parts_of(blocks, begins):
        if is_of_stop(part.heading):
            for block in part.blocks:
                if isinstance(block, Item):
                    yield Stop(" ".join(block.text.split()), bool(block.ticked), block.line)


def exits_of(blocks: Sequence[Block], vocabulary: Vocabulary, *names: str) -> Iterator[Exit]:
    """The conditions after a label with one of the meanings: on its line, parted by semicolons, or as a list below."""
    listing = False
    for block in blocks:
        if isinstance(block, Item) and listing:
            yield Exit(" ".join(block.text.split()), block.line)
            continue
        if isinstance(block, Paragraph | Heading | Item):
            name, rest = vocabulary.begins(block.text, *names)
            alone = vocabulary.means(block.text, *names)
            listing = bool(alone or (name and not rest))
            if name and rest:
                yield from (Exit(text, block.line) for text in split_conditions(rest))
        else:
            listing = False


def split_conditions(text: str) -> list[str]:
    """The conditions of one line, parted by semicolons of either width; the last full stop is none of theirs."""
    parts = " ".join(text.split()).replace("；", ";").split(";")
    return [part.strip(" .。") for part in parts if folded(part)]
