"""The faces of a trend: a table with a line of columns for people, CSV for spreadsheets."""

from typing import Any

import jsonschema
import msgspec
import pytest

from archgate.gate.past_law import Amount
from archgate.report import schemas
from archgate.report.sparkline import sparkline
from archgate.report.trend import Moment, Trend, render
from tests.hosts.builder import text as dedented


def moment(letter: str, amount: int | None, facts: int | None, note: str = "") -> Moment:
    debt = None if amount is None else {"egress": Amount(1, amount), "边界": Amount(0, 0)}
    return Moment(letter * 40, "2024-01-02T00:00:00Z", "s", debt, {"egress": facts, "边界": None}, note)


TREND = Trend(
    ("egress", "边界"),
    (
        moment("a", None, 3, "archgate is not configured"),
        moment("b", 8, 4),
        moment("c", 5, None, "broken"),
        moment("d", 1, 4, "broken"),
    ),
)


@pytest.mark.parametrize(
    ("numbers", "blocks", "plain"),
    [
        ([0, 7], "▁█", "_#"),
        ([1, 2, 3, 4, 5, 6, 7, 8], "▁▂▃▄▅▆▇█", "_.:-=+*#"),
        ([5, None, 6], "▁ █", "_ #"),
        ([4, 4], "▅▅", "=="),
        ([0, 0], "▁▁", "__"),
        ([None, None], "  ", "  "),
        ([], "", ""),
    ],
)
def test_sparklines(numbers: list[int | None], blocks: str, plain: str) -> None:
    assert sparkline(numbers) == blocks
    assert sparkline(numbers, blocks=False) == plain


@pytest.mark.parametrize("length", [10, 11, 100, 1001])
def test_of_many_the_first_and_the_last_are_shown(length: int) -> None:
    line = sparkline([9, *[0] * (length - 2), 7], widest=10)
    assert len(line) == 10
    assert (line[0], line[-1]) == ("█", "▆")


def test_text() -> None:
    expected = """\
        4 commits, aaaaaaa (2024-01-02) to ddddddd (2024-01-02)

        debt          first  last  min  max
        egress   █▅▁      -     1    1    8
        边界     ▁▁▁      -     0    0    0
        total    █▅▁      -     1    1    8

        facts         first  last  min  max
        egress  ▁█ █      3     4    3    4

        note  aaaaaaa (2024-01-02): archgate is not configured
        note  ccccccc (2024-01-02) to ddddddd (2024-01-02), 2 commits: broken
        """
    assert render(TREND, "text") == dedented(expected).decode()


def test_text_in_ascii() -> None:
    told = render(Trend(("egress",), TREND.commits, leaf="S1-L1"), "text", blocks=False)
    assert told.isascii()
    assert "; leaf S1-L1\n" in told
    assert " #=_ " in told


def test_csv() -> None:
    lines = render(TREND, "csv").splitlines()
    assert lines[0] == "oid,date,rule,count,amount,facts,note"
    assert lines[1:4] == [
        f"{'a' * 40},2024-01-02T00:00:00Z,egress,,,3,archgate is not configured",
        f"{'a' * 40},2024-01-02T00:00:00Z,边界,,,,archgate is not configured",
        f"{'b' * 40},2024-01-02T00:00:00Z,egress,1,8,4,",
    ]
    assert len(lines) == 9


def test_json_is_as_its_schema_says() -> None:
    document: Any = msgspec.json.decode(render(TREND, "json"))
    jsonschema.validate(document, msgspec.json.decode(schemas.render("trend")))
    assert document["commits"][0]["debt"] is None
    assert document["commits"][1]["debt"]["egress"] == {"count": 1, "amount": 8}
