"""Where a Markdown document quotes figures, and that nothing else of it is touched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgate.host.errors import InputError
from archgate.report.asked import Asked, read_asked
from archgate.report.quoting import Quote, quotes, rewritten

A, END = "<!-- archgate: debt egress -->", "<!-- /archgate -->"


def found(text: str) -> list[tuple[str, str, int]]:
    return [(one.asked, one.said, one.line) for one in quotes("d.md", text.encode())]


def written(text: str, figure: str = "7") -> str:
    data = text.encode()
    return rewritten(data, dict.fromkeys(quotes("d.md", data), figure)).decode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Debt is {A}12{END} today.", [("debt egress", "12", 1)]),
        (f"一共 {A} 12 {END} 个", [("debt egress", "12", 1)]),
        (f"# H\n\n{A}\n12\n{END}\n", [("debt egress", "12", 3)]),
        (f"# H\r\n\r\n{A}\r\n12\r\n{END}\r\n", [("debt egress", "12", 3)]),
        (f"{A}\n\n12\n\n{END}", [("debt egress", "12", 1)]),
        (f"| a | b |\n|---|---|\n| x | {A}3{END} |\n", [("debt egress", "3", 3)]),
        (f"- one\n- two {A}3{END}\n", [("debt egress", "3", 2)]),
        (f"> quoted {A}3{END}", [("debt egress", "3", 1)]),
        (f"{A}{END}", [("debt egress", "", 1)]),
        (f"{A}1{END} and {A}2{END}", [("debt egress", "1", 1), ("debt egress", "2", 1)]),
        (f"\ufeff{A}1{END}", [("debt egress", "1", 1)]),
        (f"``a ` b`` {A}1{END}", [("debt egress", "1", 1)]),
        (f"a lone ` tick {A}1{END}", [("debt egress", "1", 1)]),
        (f"```\n{A}1{END}\n```\n", []),
        (f"~~~~ md\n```\n{A}1{END}\n~~~~\n", []),
        (f"- item\n\n  ```\n  {A}1{END}\n  ```\n", []),
        (f"text\n\n    {A}1{END}\n", []),
        (f"write `{A}1{END}` so", []),
        (f"write ``{A}`1`{END}`` so", []),
        (f"`x`` {A}1{END} y`", []),
        (f"over `two\nlines {A}1{END}` so", []),
        (f"\\{A}1\\{END}", []),
        ("<!-- archgate notes -->", []),
        ("nothing", []),
    ],
)
def test_what_is_a_figure(text: str, expected: list[tuple[str, str, int]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"a\n\nb {A}12", 3, "is not closed"),
        (f"a\n{END}", 2, "was not opened"),
        (f"{A}\n{A}12{END}", 2, "inside that of line 1"),
        (f"x\n{A}12 entries{END}", 2, "more than a figure"),
        (f"x\n<!-- archgate: debt\negress -->12{END}", 2, "does not end on its line"),
        (f"`code {A}` 12{END}", 1, "was not opened"),
    ],
)
def test_marks_that_make_no_pairs(text: str, line: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        found(text)
    [first, *_] = caught.value.problems
    assert (first.path, first.line, first.code) == ("d.md", line, "INVALID")
    assert words in first.message


def test_a_document_that_is_not_utf8() -> None:
    with pytest.raises(InputError, match=r"d\.md:2: is not UTF-8: byte 0xff"):
        quotes("d.md", f"{A}1{END}\n".encode() + b"\xff")
    assert quotes("d.md", b"\xff") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Debt is {A}12{END} today.", f"Debt is {A}7{END} today."),
        (f"{A} 12\t{END}", f"{A} 7\t{END}"),
        (f"{A}{END}", f"{A}7{END}"),
        (f"{A}\n12\n{END}\n", f"{A}\n7\n{END}\n"),
        (f"{A}\n{END}\n", f"{A}\n7\n{END}\n"),
        (f"{A}\r\n{END}\r\n", f"{A}\r\n7\r\n{END}\r\n"),
        (f"{A}\n\n12\n\n{END}", f"{A}\n\n7\n\n{END}"),
        (f"{A}1{END} {A}200{END}", f"{A}7{END} {A}7{END}"),
        (f"\ufeff一\r\n{A}1{END}\n\n `{A}`", f"\ufeff一\r\n{A}7{END}\n\n `{A}`"),
    ],
)
def test_only_the_figure_is_written(text: str, expected: str) -> None:
    assert written(text) == expected
    assert written(expected) == expected


@given(st.lists(st.sampled_from(["word 词", "\n", "\r\n", "\n\n", "`", "``", "```\n", "    ", "> ", A + "1" + END])))
def test_whatever_stands_around_stays(parts: list[str]) -> None:
    text = "".join(parts)
    after = written(text, "7")
    assert after.replace(f"{A}7{END}", f"{A}1{END}") == text
    assert len(found(after)) == len(found(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rules", Asked("rules")),
        ("debt egress", Asked("debt", "egress")),
        (" debt  leaf=S1-L1.4b ", Asked("debt", "", {"leaf": "S1-L1.4b"})),
        ('debt total owner="Core team" of=amount', Asked("debt", "total", {"owner": "Core team", "of": "amount"})),
        ("debt owner=架构组", Asked("debt", "", {"owner": "架构组"})),
    ],
)
def test_what_is_asked(text: str, expected: Asked) -> None:
    assert read_asked(text) == expected


@pytest.mark.parametrize(
    "text", ["", "   ", "a b c", "debt leaf=a leaf=b", "debt leaf=a total", "debt Leaf=a", 'debt owner="open', "=x"]
)
def test_what_is_no_question(text: str) -> None:
    with pytest.raises(ValueError, match=r"`"):
        read_asked(text)


def test_a_quote_is_found_by_its_place() -> None:
    [quote] = quotes("d.md", f"一 {A}12{END}".encode())
    assert quote == Quote("debt egress", "12", 2 + len(A), 4 + len(A), 1)
