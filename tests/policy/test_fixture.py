"""Fixtures: read strictly, written in one way, and merged so that what either side paid off stays paid off."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgate.facts.fact import Fact
from archgate.facts.marked import MarkedKind
from archgate.facts.view import View
from archgate.host.errors import InputError
from archgate.policy.document import Debt, Policy
from archgate.policy.fixture import read_marks, render_fixture, render_marks, with_fixture
from archgate.policy.merge_fixture import merge_fixtures

PATH = "fixtures/sizes.json"
RULER = {"tool": "archgate", "version": "1"}


class Sizes(MarkedKind):
    """A kind with marks, without anything to measure."""

    name = "sizes"

    def measure(self, view: View, scope: Any) -> list[Fact]:
        return []


KIND = Sizes()


def fixture(marks: dict[str, Any]) -> bytes:
    return render_marks("sizes", RULER, marks)


def policy(data: bytes | None) -> Policy:
    return with_fixture(Policy("policies/sizes.toml", "sizes", "sizes", "", None), PATH, data, KIND)


GOOD = """\
{
  "schema": 1,
  "rule": "sizes",
  "measured_by": {
    "tool": "archgate",
    "version": "1"
  },
  "marks": {
    "app.a:f|lines": 40,
    "app.b:C.g#2|lines": 7,
    "应用.订阅:刷新|lines": 3
  }
}
"""


def test_the_layout() -> None:
    marks = {"app.b:C.g#2|lines": 7, "应用.订阅:刷新|lines": 3, "app.a:f|lines": 40}
    assert fixture(marks).decode() == GOOD


def test_what_is_written_is_read_again() -> None:
    read = policy(GOOD.encode())
    assert [debt.entry.identity for debt in read.debts] == [
        "app.a:f|lines",
        "app.b:C.g#2|lines",
        "应用.订阅:刷新|lines",
    ]
    assert [debt.line for debt in read.debts] == [9, 10, 11]
    assert render_fixture(read, KIND).decode() == GOOD


def test_no_file_is_no_mark_and_no_ruler() -> None:
    read = policy(None)
    assert (read.fixture, read.debts, read.measured_by) == (PATH, (), None)


def test_an_empty_fixture_is_a_fixture() -> None:
    read = policy(fixture({}))
    assert (read.debts, read.measured_by) == ((), RULER)


def test_windows_line_ends_and_a_byte_order_mark_say_nothing() -> None:
    assert policy(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()).debts == policy(GOOD.encode()).debts


# Each row: what is done to the good file, the line that is told, and the words.
BAD = {
    "cut off": (lambda text: text[: text.index("app.b")], 10, "no valid JSON"),
    "nothing in it": (lambda _: "", 0, "is empty"),
    "a conflict marker": (lambda text: text.replace('  "marks"', '<<<<<<< ours\n  "marks"'), 8, "conflict marker"),
    "a mark twice": (lambda text: text.replace("app.b:C.g#2", "app.a:f"), 10, "stands twice"),
    "out of order": (lambda text: text.replace("app.a:f", "app.c:f"), 10, "out of order"),
    "a negative mark": (lambda text: text.replace("40", "-40"), 9, "whole number"),
    "a fraction": (lambda text: text.replace("40", "40.5"), 9, "whole number"),
    "a text": (lambda text: text.replace("40", '"40"'), 9, "whole number"),
    "true": (lambda text: text.replace("40", "true"), 9, "whole number"),
    "none at all": (lambda text: text.replace("40", "0"), 9, "above 0"),
    "a share where there is none": (lambda text: text.replace("40", "[1, 2]"), 9, "whole number above 0"),
    "not a number": (lambda text: text.replace("40", "NaN"), 0, "no number"),
    "more than anything can be": (lambda text: text.replace("40", "1" + "0" * 30), 9, "whole number"),
    "another schema": (lambda text: text.replace('"schema": 1', '"schema": 2'), 2, "this archgate reads 1"),
    "another rule": (lambda text: text.replace('"sizes"', '"sights"'), 3, "the file's name says `sizes`"),
    "an unknown key": (lambda text: text.replace('"measured_by"', '"measuredby"'), 4, "unknown key `measuredby`"),
    "an unknown part of the ruler": (lambda text: text.replace('"version"', '"vresion"'), 6, "unknown key `vresion`"),
    "a ruler of numbers": (lambda text: text.replace('"1"', "1"), 6, "must be a string"),
    "marks that are a list": (lambda text: text[: text.index('"marks"')] + '"marks": []\n}\n', 8, "must be an object"),
    "no marks": (lambda text: text[: text.index(',\n  "marks"')] + "\n}\n", 0, "`marks` is missing"),
    "no object": (lambda _: "[]\n", 1, "is no JSON object"),
    "no identity": (lambda text: text.replace("app.a:f|lines", "app.a:f"), 9, "is no identity"),
    "an absolute path": (lambda text: text.replace("app.a:f|", "/app/a.py:f|"), 9, "absolute path"),
    "a backslash": (lambda text: text.replace("app.a:f|", "app\\\\a.py:f|"), 9, "backslash"),
    "a decomposed letter": (lambda text: text.replace("app.a:f|", "app.cafe\u0301|"), 9, "normal form C"),
    "a control character": (lambda text: text.replace("app.a:f|", "app.a:\\u001bf|"), 9, "control character"),
}


@pytest.mark.parametrize(("change", "line", "words"), BAD.values(), ids=BAD)
def test_a_bad_fixture_is_told_with_its_line(change: Any, line: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        policy(change(GOOD).encode())
    told = [(problem.code, problem.path, problem.line, problem.message) for problem in caught.value.problems]
    assert any((code, path, at) == ("INVALID", PATH, line) and words in said for code, path, at, said in told), told


def test_bytes_that_are_no_text_are_told() -> None:
    with pytest.raises(InputError, match="is not UTF-8"):
        policy(GOOD.encode().replace("刷新".encode(), b"\xff"))


def merged(base: Any, ours: Any, theirs: Any) -> tuple[Any, list[str]]:
    data = [fixture(marks) if marks is not None else b"" for marks in (base, ours, theirs)]
    found, conflicts = merge_fixtures(PATH, *data)
    return (None if conflicts else dict(read_marks(PATH, found).marks)), conflicts


A, B = "app.a:f|lines", "app.b:g|lines"

# Each row: base, one side, the other side, and what they make in either order.
CLEAN = {
    "each side removed a mark": ({A: 9, B: 5}, {A: 9}, {B: 5}, {}),
    "removed here, lower there": ({A: 9, B: 5}, {B: 5}, {A: 7, B: 5}, {B: 5}),
    "removed here, raised there": ({A: 9}, {}, {A: 11}, {}),
    "lower on both sides": ({A: 9}, {A: 7}, {A: 8}, {A: 7}),
    "raised here, as it was there": ({A: 9}, {A: 12}, {A: 9}, {A: 9}),
    "a better share here": ({A: [50, 100]}, {A: [51, 100]}, {A: [50, 100]}, {A: [51, 100]}),
    "of shares the higher, not the larger numbers": ({A: [5, 10]}, {A: [49, 99]}, {A: [5, 10]}, {A: [5, 10]}),
    "new on both sides alike": ({A: 9}, {A: 9, B: 5}, {A: 9, B: 5}, {A: 9, B: 5}),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "result"), CLEAN.values(), ids=CLEAN)
def test_what_merges(base: Any, ours: Any, theirs: Any, result: Any) -> None:
    assert merged(base, ours, theirs) == (result, [])
    assert merged(base, theirs, ours) == (result, [])


TORN = {
    "new on one side alone": ({A: 9}, {A: 9, B: 5}, {A: 8}, "is new on one side alone"),
    "new on both sides, not the same": ({A: 9}, {A: 9, B: 5}, {A: 9, B: 6}, "is new on both sides"),
    "both added the file": (None, {A: 9}, {B: 5}, "is new on one side alone"),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "words"), TORN.values(), ids=TORN)
def test_what_people_must_decide(base: Any, ours: Any, theirs: Any, words: str) -> None:
    for one, other in ((ours, theirs), (theirs, ours)):
        _, conflicts = merged(base, one, other)
        assert any(words in conflict for conflict in conflicts)


def test_a_conflict_stands_between_markers_and_is_no_fixture() -> None:
    found, _ = merge_fixtures(PATH, fixture({A: 9}), fixture({A: 9, B: 5}), fixture({A: 8}))
    assert '<<<<<<< ours\n    "app.b:g|lines": 5\n=======\n>>>>>>> theirs\n' in found.decode()
    with pytest.raises(InputError, match="conflict marker"):
        policy(found)


def test_rulers_that_differ_on_both_sides_make_the_file_a_conflict() -> None:
    base, ours, theirs = (render_marks("sizes", {"tool": "t", "version": version}, {A: 9}) for version in "123")
    found, conflicts = merge_fixtures(PATH, base, ours, theirs)
    assert conflicts == ["`measured_by` was changed on both sides"]
    assert found.startswith(b"<<<<<<< ours\n")


def test_a_version_that_cannot_be_read_makes_the_file_a_conflict() -> None:
    found, conflicts = merge_fixtures(PATH, fixture({A: 9}), b"{", fixture({A: 8}))
    assert "no valid JSON" in conflicts[0]
    assert found.startswith(b"<<<<<<< ours\n")


MARKS = st.dictionaries(st.sampled_from([A, B, "app.c:h|lines"]), st.integers(1, 9))


@given(MARKS, MARKS, MARKS)
def test_a_merge_never_has_more_than_either_side(base: Any, ours: Any, theirs: Any) -> None:
    found, conflicts = merged(base, ours, theirs)
    if not conflicts:
        assert all(value <= min(ours[name], theirs[name]) for name, value in found.items())


@given(MARKS)
def test_equal_marks_are_equal_bytes(marks: dict[str, int]) -> None:
    shuffled = dict(reversed(marks.items()))
    assert fixture(marks) == fixture(shuffled)
    assert json.loads(fixture(marks))["marks"] == marks


def test_a_policy_with_a_fixture_keeps_its_marks_out_of_its_own_file() -> None:
    read = policy(GOOD.encode())
    assert not any(isinstance(block, Debt) for block in read.blocks())
