"""What is said of marks, in every format: sensible words, places in the code, leaves and owners."""

import json

import pytest

from tests.gate.marked import (
    FEED,
    LOAD,
    MARKS,
    PLAN,
    SIZE,
    SIZE_MARKS,
    cut,
    excepted,
    fixture,
    function,
    size,
)
from tests.gate.repository import Repository
from tests.gate.sample import Block
from tests.gate.steps import append, apply, land, ran, replace, write

ASSIGNS: tuple[Block, ...] = (
    {"leaf": "S1-L1", "module": "app.feed", "owner": "feed"},
    {"leaf": "S1-L2", "path": "app/queue.py"},
)


@pytest.fixture
def red(host: Repository) -> Repository:
    """One mark grew, one is smaller, one violation is new; marks are assigned."""
    apply(host, [land(write(SIZE, size(assigns=ASSIGNS)))])
    apply(host, [append(PLAN, "\n\n" + function("sprawl", 25)), cut("load", 40, 41), cut("parse", 30, 12)])
    host.commit()
    return host


FORMATS = {
    "text": "app/feed.py:1",
    "json": '"path": "app/feed.py"',
    "sarif": '"uri": "app/feed.py"',
    "junit": 'file="app/feed.py" line="1"',
    "github": "file=app/feed.py,line=1",
    "markdown": "`app/feed.py:1`",
}


@pytest.mark.parametrize("form", FORMATS)
def test_findings_have_their_place_in_the_code(red: Repository, form: str) -> None:
    run = red.archgate("check", "--format", form)
    assert run.exit == 1, run
    assert FORMATS[form] in run.stdout
    assert "its mark is 40" in run.stdout
    assert "the limit is 10" in run.stdout
    assert "Traceback" not in run.stderr


def test_what_moved_has_its_place_too(host: Repository) -> None:
    apply(host, [replace(FEED, "def parse", "def read"), ran("fixture", "write")])
    moved = next(one for one in host.check().findings if one["code"] == "MOVED")
    assert (moved["path"], moved["line"]) == (FEED, 44)


def test_findings_name_leaf_owner_and_cure(red: Repository) -> None:
    found = {one["id"]: one for one in red.check().findings}
    grown = found[f"size|{LOAD}"]
    assert (grown["leaf"], grown["owner"], grown["line"]) == ("S1-L1", "feed", 1)
    assert found["size|app.feed:parse|statements"]["fix"] == "archgate fixture write"


@pytest.mark.parametrize(
    ("by", "rows"),
    [
        ("leaf", [("S1-L1", 2, 70), ("S1-L2", 2, 35)]),
        ("owner", [("feed", 2, 70), ("unassigned", 2, 35)]),
        ("rule", [("size", 4, 105)]),
        ("package", [("app.feed", 2, 70), ("app.queue", 2, 35)]),
    ],
)
def test_debt_counts_marks(red: Repository, by: str, rows: list[tuple[str, int, int]]) -> None:
    run = red.archgate("debt", "--by", by, "--format", "json")
    assert run.report is not None
    assert [(row["key"], row["count"], row["amount"]) for row in run.report["rows"]] == rows
    assert run.report["total"] == {"count": 4, "amount": 105}
    for form in ("text", "csv", "markdown"):
        assert str(rows[0][0]) in red.archgate("debt", "--by", by, "--format", form).stdout


def test_marks_are_unbound_without_assign_blocks(host: Repository) -> None:
    run = host.archgate("debt", "--by", "leaf", "--format", "json")
    assert run.report is not None
    assert [row["key"] for row in run.report["rows"]] == ["unbound"]


def test_debt_since_a_commit(red: Repository) -> None:
    apply(red, [cut("load", 41, 33), write(PLAN, function("plan", 2))])
    assert red.archgate("fixture", "write").exit == 0
    run = red.archgate("debt", "--since", "main", "--format", "json")
    assert run.report is not None
    assert run.report["total"]["amount"] == 33 + 12 + 35


def test_a_mark_is_explained_as_one(red: Repository) -> None:
    run = red.archgate("explain", f"size|{LOAD}")
    assert run.exit == 0, run
    assert "mark fixtures/size.json:9, leaf S1-L1, owner feed\n" in run.stdout
    assert "GREW" in run.stdout
    assert "at app/feed.py:1" in run.stdout


def test_a_mark_of_nothing_is_explained(host: Repository) -> None:
    apply(host, [write(FEED, "")])
    run = host.archgate("explain", f"size|{LOAD}")
    assert run.exit == 0, run
    assert "to do: archgate fixture write" in run.stdout


def test_an_exception_is_explained_with_its_own_reason(host: Repository) -> None:
    """Its line in the policy says nothing of the line of the same number in the fixture."""
    lead = "\n" * 20
    text = size(exceptions=[excepted(LOAD, 40)]).replace("\n[[exception]]", f"{lead}[[exception]]")
    marks = {**{f"app.a{number:02}:f|statements": 11 for number in range(30)}, **MARKS}
    del marks[LOAD]
    apply(host, [write(SIZE, text), write(SIZE_MARKS, fixture(marks))])
    run = host.archgate("explain", f"size|{LOAD}")
    assert "[[exception]] policies/size.toml" in run.stdout
    assert "Generated from the protocol" in run.stdout


def test_facts_are_listed(host: Repository) -> None:
    run = host.archgate("facts", "size", "--format", "json")
    facts = {one["id"]: (one["amount"], one["places"]) for one in json.loads(run.stdout)["facts"]}
    assert facts[f"size|{LOAD}"] == (40, [{"path": FEED, "line": 1}])
    assert len(facts) == len(MARKS)


def test_a_refusal_in_github_keeps_to_one_line_a_finding(red: Repository) -> None:
    run = red.archgate("check", "--format", "github")
    assert len([line for line in run.stdout.splitlines() if line.startswith("::error")]) == 3


def test_every_format_of_what_gives_no_verdict(host: Repository) -> None:
    host.write(SIZE_MARKS, fixture(MARKS, ruler={"tool": "archgate", "version": "99"}))
    for form in FORMATS:
        run = host.archgate("check", "--format", form)
        assert run.exit == 3, (form, run)
        assert "another ruler" in run.stdout + run.stderr, form
