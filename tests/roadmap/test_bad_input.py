"""Documents that nobody should have to read: understood where a person would, else one line with its place."""

import pytest

from archgate.host.errors import InputError
from archgate.roadmap.dependencies import dependencies
from archgate.roadmap.reading import LARGEST, MOST_LEAVES, read_roadmap
from tests.roadmap.documents import PATH, read, rows

ROW = "S1-L1 a | PLANNED | none | x"
REFUSED = {
    "nothing": (b"", "holds neither a table of leaves nor numbered phases with a `Gate:` line"),
    "prose": ("# 计划\n\n文字\n".encode(), "holds neither a table of leaves nor numbered phases with a `Gate:` line"),
    "no UTF-8": ("## S1: a\n时钟".encode("gb18030"), f"{PATH}:2: is not UTF-8: byte 0xd6"),
    "tables without Markdown": (
        b"S1: Clocks\n\nLeaf\tStatus\tDepends\nS1-L1 a\tPLANNED\tnone\n",
        f"{PATH}:3: holds neither a table of leaves nor numbered phases with a `Gate:` line; here a table has lost",
    ),
    "numbered, without a gate": (b"1. Find\n\nlook\n\n2. Wind\n\nturn\n", "holds neither a table of leaves"),
    "far too large": (b"x" * (LARGEST + 1), f"has {LARGEST + 1} bytes"),
    "far too many": (
        rows(*(f"S1-L{n} a | PLANNED | none | x" for n in range(MOST_LEAVES + 1))).encode(),
        f":{MOST_LEAVES + 6}: lists {MOST_LEAVES + 1} leaves",
    ),
}


@pytest.mark.parametrize(("data", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_roadmap_is_one_line(data: bytes, words: str) -> None:
    with pytest.raises(InputError) as told:
        read_roadmap(PATH, data)
    (problem,) = told.value.problems
    assert problem.code == "INVALID"
    assert words in str(problem)


UNDERSTOOD = {
    "a byte order mark": b"\xef\xbb\xbf" + rows(ROW).encode(),
    "line ends of Windows": rows(ROW).replace("\n", "\r\n").encode(),
    "line ends of long ago": rows(ROW).replace("\n", "\r").encode(),
    "no pipes at the ends": b"Leaf | Status | Depends\n---|---|---\nS1-L1 a | PLANNED | none\n",
    "cells beyond the header": b"| Leaf | Status |\n|---|---|\n| S1-L1 a | PLANNED | more | and more |\n",
    "a table in a quote": b"> | Leaf | Status |\n> |---|---|\n> | S1-L1 a | PLANNED |\n",
    "HTML around it": b"<div>\n\n| Leaf | Status |\n|---|---|\n| <b>S1-L1</b> a<br/>b | PLANNED |\n\n</div>\n",
}


@pytest.mark.parametrize("data", UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_what_a_person_would_understand_is_read(data: bytes) -> None:
    (found,) = read_roadmap(PATH, data).leaves
    assert (found.id, found.state) == ("S1-L1", "PLANNED")


def test_dependencies_that_nobody_could_follow_are_refused() -> None:
    roadmap = read(rows(*(f"S1-L{n} a | PLANNED | all | x" for n in range(1100))))
    with pytest.raises(InputError, match="in more than 1000000 ways"):
        dependencies(roadmap)


def test_a_large_document_is_read() -> None:
    prose = "Some `words` that **nobody** counts, in a line like any other.\n\n" * 30_000
    assert len(read(rows(ROW) + "\n### S1-L1 a\n\n**Outcome**\n\n" + prose).leaves) == 1
