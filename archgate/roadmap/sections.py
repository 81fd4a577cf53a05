"""The section of a leaf: everything under the heading that begins with its id."""

import re
from collections.abc import Sequence

from msgspec import Struct

from archgate.roadmap.blocks import Block, Fence, Heading, Item, Paragraph, Table
from archgate.roadmap.commands import commands_in
from archgate.roadmap.document import Claim, Command, Evidence, Matrix, MatrixKind, Record, Row, Section
from archgate.roadmap.evidence import evidence_in, joined
from archgate.roadmap.vocabulary import Vocabulary

LABELS = (
    *("state", "depends", "done", "outcome", "ownership", "excluded", "acceptance_matrix", "failure_matrix"),
    *("acceptance", "delivery", "verification", "blocked_by"),
)
PROVING = ("state", "delivery", "verification", "blocked_by")
"""The parts of a section in which evidence is looked for."""
_LABELLED_CODE = re.compile(r"[^`:：\n]{1,60}[:：][*_\s]*`([^`\n]+)`")
_ASIDE = re.compile(r"[(（][^)）]*[)）]")
_DATE = re.compile(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?")


class ReadSection(Struct, frozen=True):
    """A section, and what it says of dependencies and of being done, which is a leaf's where no table has it.

    `torn` is a state that it claims beside another one.
    """

    section: Section
    depends: str
    done: str
    torn: Claim | None = None


def read_section(title: str, line: int, blocks: Sequence[Block], vocabulary: Vocabulary) -> ReadSection:
    """The section whose heading has `title`, at `line`, from the blocks below it."""
    reader = _Reader(vocabulary)
    for block in blocks:
        reader.take(block)
    return reader.result(title, line)


class _Reader:
    """Goes through the blocks of one section; `part` is what the last label began."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.part = ""
        self.label = ""
        self.texts: dict[str, list[str]] = {}
        self.status: Claim | None = None
        self.torn: Claim | None = None
        self.commands: list[Command] = []
        self.records: list[Record] = []
        self.matrices: list[Matrix] = []
        self.evidence: list[Evidence] = []

    def take(self, block: Block) -> None:
        """The next block."""
        if isinstance(block, Heading):
            self._begin(block.text, block.line)
        elif isinstance(block, Paragraph) and self._is_label(block):
            if not self._labelled(block.text, block.line):
                self._begin(block.text, block.line)
        elif isinstance(block, Paragraph | Item):
            self._lines(block)
        elif isinstance(block, Fence):
            if self.part in ("acceptance", ""):
                self.commands.extend(commands_in(block))
        else:
            self._table(block)

    def _is_label(self, block: Paragraph) -> bool:
        """Whether a paragraph is a line in bold, or a known label alone; a state's name alone is a state."""
        if "\n" in block.text:
            return False
        return block.strong or bool(self._meaning(block.text) and not self.vocabulary.state(block.text))

    def _lines(self, block: Paragraph | Item) -> None:
        for number, text in enumerate(block.text.split("\n")):
            if not self._labelled(text, block.line + number):
                self._say(text, block.line + number)
        code = block.code if isinstance(block, Item) and block.code else _code_after_label(block.raw)
        if code and self.part == "acceptance":
            self.commands.append(Command(code, block.line))
        if self.part in PROVING:
            self.evidence.append(evidence_in(block.raw))

    def _begin(self, label: str, line: int) -> None:
        """A label of its own, known or not."""
        self.part = self._meaning(label) or "other"
        self.label = label.strip(" :：")
        if self.part == "verification":
            self.records.append(Record(date_in(label), "", line))

    def _labelled(self, text: str, line: int) -> bool:
        """Take a line such as `Status: VERIFIED`, or `Acceptance:` with all of it below; whether it is one."""
        label, colon, rest = text.replace("：", ":", 1).partition(":")
        name = self._meaning(label) if colon and len(label) < 60 else ""
        if not name:
            return False
        self._begin(label, line)
        if rest.strip():
            self._say(rest.strip(), line)
        return True

    def _meaning(self, label: str) -> str:
        plain = _DATE.sub("", _ASIDE.sub("", label)).strip(" *_:：")
        return self.vocabulary.means(plain, *LABELS)

    def _say(self, text: str, line: int) -> None:
        if self.part == "state":
            self._claim(Claim(text, self.vocabulary.state(text), line))
        elif self.part == "verification":
            last = self.records[-1]
            date = last.date or date_in(text)
            self.records[-1] = Record(date, "\n".join(filter(None, (last.text, text))), last.line)
        self.texts.setdefault(self.part, []).append(text)

    def _claim(self, claim: Claim) -> None:
        if self.status is None:
            self.status = claim
        elif claim.state and claim.state != self.status.state:
            self.torn = claim

    def _table(self, table: Table) -> None:
        rows = tuple(Row(row.cells, row.line) for row in table.rows)
        self.matrices.append(Matrix(self._kind(table), self.label, table.header, rows, table.line))
        if self.part == "verification":
            for row in table.rows:
                self._say(" | ".join(filter(None, row.cells)), row.line)

    def _kind(self, table: Table) -> MatrixKind:
        kinds = ("acceptance_matrix", "failure_matrix")
        found = self.vocabulary.means(table.header[0], *kinds) or (self.part if self.part in kinds else "")
        if found == "failure_matrix":
            return "failure"
        return "acceptance" if found else "other"

    def result(self, title: str, line: int) -> ReadSection:
        """What was read."""
        section = Section(
            title=title,
            line=line,
            status=self.status,
            outcome=self._text("outcome"),
            ownership=self._text("ownership"),
            excluded=self._text("excluded"),
            delivery=self._text("delivery"),
            blocked_by=self._text("blocked_by"),
            commands=tuple(self.commands),
            records=tuple(record for record in self.records if record.text or record.date),
            matrices=tuple(self.matrices),
            evidence=joined(self.evidence),
        )
        return ReadSection(section, self._text("depends"), self._text("done"), self.torn)

    def _text(self, part: str) -> str:
        return "\n".join(self.texts.get(part, ()))


def _code_after_label(raw: str) -> str:
    """The code in a line such as "Acceptance: `pytest`", "" in others."""
    found = _LABELLED_CODE.fullmatch(raw.strip())
    return found.group(1).strip() if found else ""


def date_in(text: str) -> str:
    """The first date in a text as YYYY-MM-DD, "" where there is none."""
    found = _DATE.search(text)
    return "{}-{:0>2}-{:0>2}".format(*found.groups()) if found else ""


def merged(first: Section, second: Section) -> Section:
    """Two sections of one leaf as one: the first speaks first."""
    return Section(
        title=first.title or second.title,
        line=first.line,
        status=first.status or second.status,
        outcome="\n".join(filter(None, (first.outcome, second.outcome))),
        ownership="\n".join(filter(None, (first.ownership, second.ownership))),
        excluded="\n".join(filter(None, (first.excluded, second.excluded))),
        delivery="\n".join(filter(None, (first.delivery, second.delivery))),
        blocked_by="\n".join(filter(None, (first.blocked_by, second.blocked_by))),
        commands=(*first.commands, *second.commands),
        records=(*first.records, *second.records),
        matrices=(*first.matrices, *second.matrices),
        evidence=joined([first.evidence, second.evidence]),
    )
