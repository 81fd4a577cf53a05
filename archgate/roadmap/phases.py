"""The second shape: numbered phases, each ending in a `Gate:` line, read as leaves that come one after the other."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from msgspec import Struct

from archgate.roadmap.blocks import Block, Fence, Heading, Item, Paragraph
from archgate.roadmap.commands import commands_in
from archgate.roadmap.document import Claim, Command, Exit, Leaf, Roadmap, Section, Stage, Term
from archgate.roadmap.evidence import evidence_in, joined
from archgate.roadmap.vocabulary import Vocabulary

PHASES = "P"
"""The id of the one stage that phases are leaves of."""
SHORT = 48
"""Characters of a line that stands alone and is a heading in a text without Markdown's."""
_NUMBERED = re.compile(r"(?:(?:phase|step|阶段|步骤)\s*)?(\d{1,3})\s*(?:[.:：、)）—–-]\s*|\s+)(\S.*)", re.IGNORECASE)
_SENTENCE = re.compile(r"[.。!！?？;；:：,，]$")
_PROGRAMS = re.compile(
    r"(?:\$\s+)?(?:[A-Z_]+=\S+\s+)*(?:\.{0,2}/|\.venv/|uv |uvx |python\d? |pytest|mypy|ruff |git "
    r"|cargo |npm |npx |pnpm |yarn |make |go |tox|nox|poetry "
    r"|pip |docker |bash |sh |cd |pre-commit |coverage |pylint |archgate )"
)


class Phase(Struct, frozen=True):
    """A phase as it stands: its number and title, and the blocks up to the next."""

    number: int
    title: str
    line: int
    blocks: tuple[Block, ...]


def read_phases(path: str, blocks: Sequence[Block], vocabulary: Vocabulary) -> Roadmap | None:
    """The plan as a roadmap of one stage with the leaves `P1`, `P2`, ...; None where it has no phase with a gate."""
    phases = list(_phases(blocks))
    if not any(_gate(phase.blocks, vocabulary) for phase in phases):
        return None
    leaves = [_leaf(phase, before, vocabulary) for before, phase in zip([None, *phases], phases, strict=False)]
    first = next(number for number, block in enumerate(blocks) if _number(block))
    return Roadmap(
        path=path,
        stages=(Stage(PHASES, _title(blocks), phases[0].line),),
        leaves=tuple(leaves),
        start=tuple(_start(blocks[:first], vocabulary)),
    )


def _phases(blocks: Sequence[Block]) -> Iterator[Phase]:
    """The phases: numbered headings, or else items of lists, that count on from 1."""
    heads = [(n, *found) for n, block in enumerate(blocks) if (found := _number(block))]
    for sort in (Heading, Item):
        chain = _counting([head for head in heads if isinstance(blocks[head[0]], sort)])
        if len(chain) > 1:
            ends = [head[0] for head in chain[1:]] + [_end(blocks, chain[-1][0])]
            for (at, number, title), end in zip(chain, ends, strict=True):
                yield Phase(number, title, blocks[at].line, tuple(blocks[at + 1 : end]))
            return


def _counting(heads: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Of numbered heads the longest run that counts 1, 2, 3 and has more than a line to each."""
    chain: list[tuple[int, int, str]] = []
    for head in heads:
        if head[1] == len(chain) + 1 and (not chain or head[0] > chain[-1][0] + 1):
            chain.append(head)
    return chain


def _number(block: Block) -> tuple[int, str] | None:
    if isinstance(block, Item) and block.number and "\n" not in block.text:
        return block.number, block.text
    if isinstance(block, Heading):
        found = _NUMBERED.fullmatch(block.text)
        return (int(found.group(1)), found.group(2).strip()) if found else None
    return None


def _end(blocks: Sequence[Block], at: int) -> int:
    """Where the last phase ends: at the next heading as high, or line that stands as one; else with the document."""
    head = blocks[at]
    for number in range(at + 1, len(blocks)):
        block = blocks[number]
        if isinstance(block, Heading) and (not isinstance(head, Heading) or block.level <= head.level):
            return number
        if isinstance(head, Item) and _stands_alone(block):
            return number
    return len(blocks)


def _stands_alone(block: Block) -> TypeGuard[Paragraph]:
    return (
        isinstance(block, Paragraph)
        and "\n" not in block.text
        and len(block.text) <= SHORT
        and not _SENTENCE.search(block.text)
        and not _PROGRAMS.match(block.text)
    )


def _title(blocks: Sequence[Block]) -> str:
    first = blocks[0]
    return first.text if isinstance(first, Heading) or _stands_alone(first) else ""


def _start(blocks: Sequence[Block], vocabulary: Vocabulary) -> Iterator[Exit]:
    """The lines of the start gate, which stands before the first phase."""
    inside = False
    for block in blocks:
        if isinstance(block, Heading | Paragraph | Item):
            name, rest = vocabulary.begins(block.text, "start")
            if name or vocabulary.means(block.text, "start"):
                inside = True
                lines = [rest] if name and rest else []
            else:
                inside = inside and not isinstance(block, Heading)
                lines = block.text.split("\n") if inside else []
            for number, text in enumerate(lines):
                yield Exit(text.strip(), block.line + number)


def _leaf(phase: Phase, before: Phase | None, vocabulary: Vocabulary) -> Leaf:
    term = Term(f"{PHASES}{before.number}", "leaf", f"{PHASES}{before.number}") if before else Term("", "none")
    gate = _gate(phase.blocks, vocabulary)
    texts = [block for block in phase.blocks if isinstance(block, Paragraph | Item)]
    return Leaf(
        id=f"{PHASES}{phase.number}",
        title=phase.title,
        stage=PHASES,
        claim=_claim(texts, phase.line, vocabulary),
        depends=term.text,
        terms=(term,),
        done=gate,
        line=phase.line,
        evidence=joined([evidence_in(block.raw) for block in texts]),
        section=Section(
            title=phase.title,
            line=phase.line,
            outcome="\n".join(
                line for block in texts for line in block.text.split("\n") if not _is_apart(line, vocabulary)
            ),
            commands=tuple(_commands(phase.blocks)),
        ),
    )


def _is_apart(line: str, vocabulary: Vocabulary) -> bool:
    return bool(_PROGRAMS.match(line) or vocabulary.begins(line, "gate", "state")[0])


def _gate(blocks: Sequence[Block], vocabulary: Vocabulary) -> str:
    """What the gate line of a phase says, to the end of its block; the last one where there are several."""
    found = ""
    for block in blocks:
        if isinstance(block, Paragraph | Item):
            lines = block.text.split("\n")
            for number, line in enumerate(lines):
                name, rest = vocabulary.begins(line, "gate")
                if name:
                    found = "\n".join(filter(None, (rest, *lines[number + 1 :])))
    return found


def _claim(texts: Sequence[Paragraph | Item], line: int, vocabulary: Vocabulary) -> Claim:
    """The state that a phase says it is in; one that says none is planned."""
    for block in texts:
        for number, text in enumerate(block.text.split("\n")):
            name, rest = vocabulary.begins(text, "state")
            if name:
                return Claim(rest, vocabulary.state(rest), block.line + number)
    return Claim("PLANNED", "PLANNED", line)


def _commands(blocks: Sequence[Block]) -> Iterator[Command]:
    """The verification commands: blocks of shell, items that are code, and lines that begin with a known program."""
    for block in blocks:
        if isinstance(block, Fence):
            yield from commands_in(block)
        elif isinstance(block, Item) and block.code:
            yield Command(block.code, block.line)
        elif isinstance(block, Paragraph | Item):
            for number, line in enumerate(block.text.split("\n")):
                if _PROGRAMS.match(line):
                    yield Command(line.strip(), block.line + number)
