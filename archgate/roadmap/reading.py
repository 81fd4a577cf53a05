"""From the bytes of a document to a roadmap: what a person would understand is read, the rest is told by its line."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from archgate.host.errors import InputError, invalid
from archgate.policy.roadmap_terms import NO_WORDS, Words
from archgate.roadmap.blocks import Block, Paragraph, Table, read_blocks
from archgate.roadmap.dependency_terms import dependency_terms
from archgate.roadmap.document import Claim, Fault, Leaf, Parent, Roadmap, Section, Stage
from archgate.roadmap.identifiers import leading_leaves, stage_heading, stage_of
from archgate.roadmap.outline import Part, exits_of, is_of_leaf, parts_of, stage_headings, stops_of
from archgate.roadmap.phases import read_phases
from archgate.roadmap.sections import ReadSection, merged, read_section
from archgate.roadmap.tables import LeafTable, leaf_table, leaves_of
from archgate.roadmap.vocabulary import Vocabulary

LARGEST = 16 * 2**20
"""Bytes of a document at the most."""
MOST_LEAVES = 10_000
"""Rows of leaves in a document at the most."""
_LOST_TABLE = re.compile(r"^(\S[^\t\n]*\t){2}", re.MULTILINE)
_CLAIMED = re.compile(r"(?:状态|status|state)\s*(?:为|是|is|:|：)\s*`?([^\s`，,。.;；)）]+)", re.IGNORECASE)


def read_roadmap(path: str, data: bytes, words: Words = NO_WORDS) -> Roadmap:
    """The roadmap in the bytes of the document `path`; `words` are those of its language beside the known ones.

    Raises InputError (INVALID) for a document in which there is no roadmap at all.
    """
    text = _decoded(path, data)
    vocabulary = Vocabulary(words)
    blocks = read_blocks(text)
    found = _Reader(path, blocks, vocabulary).read() or read_phases(path, blocks, vocabulary)
    if found is None:
        raise _nothing(path, text)
    return found


def _decoded(path: str, data: bytes) -> str:
    if len(data) > LARGEST:
        raise invalid(f"has {len(data)} bytes, {LARGEST} are the most", "name the roadmap itself", path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise invalid(f"is not UTF-8: byte 0x{data[error.start]:02x}", "save the file as UTF-8", path, line) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _nothing(path: str, text: str) -> InputError:
    message = "holds neither a table of leaves nor numbered phases with a `Gate:` line"
    lost = _LOST_TABLE.search(text)
    if lost is None:
        return invalid(message, "name the document that lists the leaves", path)
    line = text.count("\n", 0, lost.start()) + 1
    return invalid(f"{message}; here a table has lost its Markdown", "write tables with `|` between cells", path, line)


class _Reader:
    """Reads the first shape: tables of leaves, sections of leaves, or both."""

    def __init__(self, path: str, blocks: Sequence[Block], vocabulary: Vocabulary) -> None:
        self.path = path
        self.blocks = blocks
        self.vocabulary = vocabulary
        self.faults: list[Fault] = []

    def read(self) -> Roadmap | None:
        """The roadmap; None where no leaf is found."""
        tables = {n: found for n, block in enumerate(self.blocks) if (found := self._leaf_table(block))}
        sections = list(self._sections())
        known = {stage_of(name) for found in tables.values() for name in _names(found)}
        known |= {stage_of(name) for names, _ in sections for name in names}
        parts = list(parts_of(self.blocks, stage_headings(known)))
        leaves = self._few([*self._listed(tables, parts), *([] if tables else self._described(sections))])
        if not leaves:
            return None
        leaves = self._unique(leaves)
        every = self._with_sections(leaves, sections)
        above = {name.rpartition(".")[0] for name in (leaf.id for leaf in every) if "." in name}
        leaves = [_with_parents(leaf, above) for leaf in every if leaf.id not in above]
        listed = {leaf.id: _as_parent(leaf) for leaf in every if leaf.id in above}
        return Roadmap(
            path=self.path,
            stages=tuple(self._stages(parts, leaves)),
            leaves=tuple(leaves),
            parents=tuple(self._parents(above, listed, sections)),
            start=tuple(exits_of(self.blocks, self.vocabulary, "start")),
            stops=tuple(stops_of(self.blocks, self.vocabulary, known)),
            faults=tuple(sorted(self.faults)),
        )

    def _leaf_table(self, block: Block) -> LeafTable | None:
        return leaf_table(block, self.vocabulary) if isinstance(block, Table) else None

    def _listed(self, tables: dict[int, LeafTable], parts: Sequence[Part]) -> Iterator[Leaf]:
        """The leaves of the tables, each under its stage."""
        for at, found in tables.items():
            around = [part for part in parts if part.at < at <= part.at + len(part.blocks)]
            stage = _stage_id(around[-1]) if around else ""
            for one in leaves_of(found, stage, self.vocabulary):
                if isinstance(one, Fault):
                    self.faults.append(one)
                else:
                    yield one

    def _sections(self) -> Iterator[tuple[tuple[str, ...], ReadSection]]:
        """Every section of leaves, with their ids."""
        for part in parts_of(self.blocks, is_of_leaf):
            names, title = leading_leaves(part.heading.text)
            yield names, read_section(title, part.heading.line, part.blocks, self.vocabulary)

    def _described(self, sections: Sequence[tuple[tuple[str, ...], ReadSection]]) -> Iterator[Leaf]:
        """The leaves of a document without tables: the sections that say what state they are in."""
        for names, read in sections:
            if read.section.status is not None:
                for name in names:
                    yield Leaf(
                        id=name,
                        title=read.section.title,
                        stage=stage_of(name),
                        claim=read.section.status,
                        depends=read.depends,
                        terms=dependency_terms(read.depends, self.vocabulary),
                        done=read.done,
                        line=read.section.line,
                    )

    def _few(self, leaves: list[Leaf]) -> list[Leaf]:
        """The leaves, where there are not more than anybody can look after."""
        if len(leaves) > MOST_LEAVES:
            message = f"lists {len(leaves)} leaves, {MOST_LEAVES} are the most"
            raise invalid(message, "split the roadmap", self.path, leaves[MOST_LEAVES].line)
        return leaves

    def _unique(self, leaves: Sequence[Leaf]) -> list[Leaf]:
        """The leaves without those whose id another one has: these are told."""
        first: dict[str, Leaf] = {}
        for leaf in leaves:
            other = first.setdefault(leaf.id, leaf)
            if other is not leaf:
                also = f", in stage {other.stage} and in {leaf.stage}" if other.stage != leaf.stage else ""
                self.faults.append(Fault(leaf.line, leaf.id, f"is listed at line {other.line} already{also}"))
        return list(first.values())

    def _with_sections(
        self, leaves: Sequence[Leaf], sections: Sequence[tuple[tuple[str, ...], ReadSection]]
    ) -> list[Leaf]:
        found: dict[str, Section] = {}
        known = {leaf.id for leaf in leaves}
        for names, read in sections:
            for name in names:
                if name in known:
                    found[name] = self._joined(name, found.get(name), read.section)
                elif not any(leaf.startswith(f"{name}.") for leaf in known):
                    self.faults.append(Fault(read.section.line, name, "has a section, and no table lists it"))
        return [replace(leaf, section=found.get(leaf.id)) for leaf in leaves]

    def _joined(self, name: str, first: Section | None, second: Section) -> Section:
        if first is None:
            return second
        claims = {section.status.state for section in (first, second) if section.status}
        if len(claims) > 1 and second.status:
            message = f"has two sections with different states, the other at line {first.line}"
            self.faults.append(Fault(second.status.line, name, message))
        return merged(first, second)

    def _stages(self, parts: Sequence[Part], leaves: Sequence[Leaf]) -> Iterator[Stage]:
        """The stages with headings, and those that leaves only name, at their first leaf."""
        seen: dict[str, int] = {}
        for part in parts:
            found = stage_heading(part.heading.text)
            assert found is not None
            line = part.heading.line
            if found[0] in seen:
                self.faults.append(Fault(line, found[0], f"has a heading at line {seen[found[0]]} already"))
                continue
            seen[found[0]] = line
            yield Stage(found[0], found[1], line, tuple(exits_of(part.blocks, self.vocabulary, "exit")))
        for leaf in leaves:
            if leaf.stage not in seen:
                seen[leaf.stage] = leaf.line
                yield Stage(leaf.stage, "", leaf.line)

    def _parents(
        self, above: set[str], listed: dict[str, Parent], sections: Sequence[tuple[tuple[str, ...], ReadSection]]
    ) -> Iterator[Parent]:
        """The ids above leaves of which something is said: in a row, a section, or a paragraph that begins so."""
        told = dict(listed)
        for names, read in sections:
            for name in (above & set(names)) - told.keys():
                told[name] = Parent(name, read.section.outcome, read.section.line, read.section.status, read.section)
        for block in self.blocks:
            if isinstance(block, Paragraph):
                names, _ = leading_leaves(block.text)
                if names and names[0] in above and names[0] not in told:
                    told[names[0]] = Parent(names[0], block.text, block.line, self._claim(block))
        yield from (told[name] for name in sorted(told))

    def _claim(self, block: Paragraph) -> Claim | None:
        found = _CLAIMED.search(block.text)
        if found is None:
            return None
        line = block.line + block.text.count("\n", 0, found.start())
        return Claim(found.group(1), self.vocabulary.state(found.group(1)), line)


def _with_parents(leaf: Leaf, above: set[str]) -> Leaf:
    """The leaf with those of its dependencies known for parents that are."""
    terms = tuple(replace(term, kind="parent") if term.name in above else term for term in leaf.terms)
    return replace(leaf, terms=terms)


def _as_parent(leaf: Leaf) -> Parent:
    """What a table says of an id that has leaves below it."""
    return Parent(leaf.id, leaf.done, leaf.line, leaf.claim, leaf.section, leaf.terms)


def _names(found: LeafTable) -> Iterator[str]:
    for row in found.table.rows:
        yield from leading_leaves(row.cells[found.columns["leaf"]])[0]


def _stage_id(part: Part) -> str:
    found = stage_heading(part.heading.text)
    return found[0] if found else ""
