"""A Markdown text as a flat list of blocks with lines; nesting of lists and quotes does not matter to a roadmap."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


class Heading(Struct, frozen=True):
    """A heading; `level` counts from 1."""

    text: str
    level: int
    line: int


class Paragraph(Struct, frozen=True):
    """A paragraph in plain text, its lines kept, and as it is written; `strong` where all of it is bold."""

    text: str
    line: int
    raw: str
    strong: bool = False


class Item(Struct, frozen=True):
    """What an item of a list begins with. `number` is 0 in bullet lists, `ticked` None where there is no box.

    `raw` is the text as it is written, `code` what stands in it where it is one piece of code and nothing else.
    """

    text: str
    line: int
    raw: str
    number: int = 0
    ticked: bool | None = None
    code: str = ""


class Fence(Struct, frozen=True):
    """A block of code; `line` is that of its first line of code, `info` the language named."""

    text: str
    info: str
    line: int


class Row(Struct, frozen=True):
    """The cells of a table's row in plain text, and as they are written."""

    cells: tuple[str, ...]
    raw: tuple[str, ...]
    line: int


class Table(Struct, frozen=True):
    """A table; every row has as many cells as the header."""

    header: tuple[str, ...]
    rows: tuple[Row, ...]
    line: int


Block = Heading | Paragraph | Item | Fence | Table
MARKED = frozenset("`*_~[<&\\!")
"""What can be more than itself in a line of Markdown."""
BOXES = {"[ ]": False, "[x]": True, "[X]": True}


def read_blocks(text: str) -> list[Block]:
    """The blocks of a Markdown text with GitHub's tables, in order."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.core.ruler.disable(["inline", "text_join"])  # lines are looked into one by one, and few have marks
    return list(_Flattened(parser).blocks(parser.parse(text)))


class _Flattened:
    """Blocks from tokens."""

    def __init__(self, parser: "MarkdownIt") -> None:
        self.parser = parser

    def blocks(self, tokens: Sequence["Token"]) -> Iterator[Block]:
        """The blocks of a document's tokens."""
        numbers: list[int] = []  # of the lists around: the next number, or 0 for bullets
        head, at = -1, 0
        while at < len(tokens):
            token = tokens[at]
            if token.type in ("ordered_list_open", "bullet_list_open"):
                numbers.append(int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else 0)
            elif token.type in ("ordered_list_close", "bullet_list_close"):
                numbers.pop()
            elif token.type == "list_item_open":
                head = at
            elif token.type == "heading_open":
                yield Heading(self.plain(tokens[at + 1].content), int(token.tag[1:]), _line(token))
            elif token.type == "paragraph_open":
                begins = head == at - 1
                yield self._item(tokens, at, numbers, head) if begins else self._paragraph(tokens[at + 1])
            elif token.type in ("fence", "code_block"):
                yield Fence(token.content, token.info.strip(), _line(token) + (token.type == "fence"))
            elif token.type == "table_open":
                end = _end_of_table(tokens, at)
                yield self._table(tokens[at:end], _line(token))
                at = end
            at += 1

    def plain(self, content: str) -> str:
        """Plain text of a piece of Markdown: marks gone, deleted text gone, code as it is, `<br>` a line end."""
        if not MARKED & set(content):
            return content.strip()
        children: list[Token] = []
        self.parser.inline.parse(content, self.parser, {}, children)
        return _plain(children).strip()

    def _paragraph(self, inline: "Token") -> Paragraph:
        content = inline.content.strip()
        strong = any(
            content.startswith(mark) and content.endswith(mark) and mark not in content[2:-2] and len(content) > 4
            for mark in ("**", "__")
        )
        return Paragraph(self.plain(content), _line(inline), content, strong)

    def _item(self, tokens: Sequence["Token"], at: int, numbers: list[int], head: int) -> Item:
        content = tokens[at + 1].content.strip()
        number = int(tokens[head].info) if numbers and numbers[-1] and tokens[head].info.isdigit() else 0
        ticked = BOXES.get(content[:3]) if content[3:4] in ("", " ", "\n") else None
        if ticked is not None:
            content = content[3:].strip()
        code = content[1:-1].strip() if len(content) > 2 and content[0] == content[-1] == "`" else ""
        return Item(self.plain(content), _line(tokens[at]), content, number, ticked, "" if "`" in code else code)

    def _table(self, tokens: Sequence["Token"], line: int) -> Table:
        rows: list[Row] = []
        cells: list[str] = []
        start = line
        for token in tokens:
            if token.type == "tr_open":
                cells, start = [], _line(token)
            elif token.type == "inline":
                cells.append(token.content.strip())
            elif token.type == "tr_close":
                rows.append(Row(tuple(map(self.plain, cells)), tuple(cells), start))
        return Table(rows[0].cells, tuple(rows[1:]), line)


def _end_of_table(tokens: Sequence["Token"], at: int) -> int:
    return next(number for number in range(at, len(tokens)) if tokens[number].type == "table_close")


def _line(token: "Token") -> int:
    return token.map[0] + 1 if token.map else 0


def _plain(tokens: Sequence["Token"]) -> str:
    parts: list[str] = []
    deleted = 0
    for token in tokens:
        if token.type in ("s_open", "s_close"):
            deleted += token.nesting
        elif not deleted:
            parts.append(_piece(token))
    return "".join(parts)


def _piece(token: "Token") -> str:
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    if token.type == "html_inline":
        return "\n" if token.content.lower().startswith(("<br", "</p", "</li")) else ""
    return token.content
