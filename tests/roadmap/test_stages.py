"""Stages, their exit conditions, the goal's stop conditions and start gates."""

import pytest

from tests.roadmap.documents import read, rows

ROW = "| Leaf | Status | Depends |\n|---|---|---|\n| S1-L1 a | PLANNED | none |\n"
HEADINGS = {
    "### S1: Clocks": ("S1", "Clocks"),
    "## S1：时钟": ("S1", "时钟"),
    "#### Stage S1 - Clocks": ("S1", "Clocks"),
    "## 阶段 S1：时钟": ("S1", "时钟"),
    "S1: Clocks\n---": ("S1", "Clocks"),
    "## S1": ("S1", ""),
}


@pytest.mark.parametrize(("heading", "expected"), HEADINGS.items())
def test_headings_of_stages(heading: str, expected: tuple[str, str]) -> None:
    (stage,) = read(f"# Plan\n\n{heading}\n\n{ROW}").stages
    assert (stage.id, stage.title) == expected


def test_a_stage_without_leaves_counts_and_a_leaf_without_a_heading_makes_its_stage() -> None:
    found = read(f"## S7: Later\n\n## Work\n\n{ROW}")
    assert [(stage.id, stage.title) for stage in found.stages] == [("S7", "Later"), ("S1", "")]


EXITS = {
    "one line": "Exit conditions: no edge is left; all is green.",
    "Chinese": "退出条件：no edge is left；all is green。",
    "a bold label and a list": "**Exit conditions**\n\n- no edge is left\n- all is green",
    "a heading and a list": "#### Exit conditions\n\n1. no edge is left\n2. all is green",
}


@pytest.mark.parametrize("text", EXITS.values(), ids=EXITS)
def test_exit_conditions(text: str) -> None:
    (stage,) = read(f"### S1: Clocks\n\n{text}\n\n{ROW}").stages
    assert [one.text for one in stage.exits] == ["no edge is left", "all is green"]


@pytest.mark.parametrize("heading", ["### S1: Clocks", "### S1-L1 Clocks"])
def test_stop_conditions_end_where_a_stage_or_leaf_begins(heading: str) -> None:
    text = f"## Stop conditions\n\n### Edges\n\n- [ ] no edge\n\n{heading}\n\n- it was tried\n\n{ROW}"
    assert [stop.text for stop in read(text).stops] == ["no edge"]


@pytest.mark.parametrize("heading", ["## Stop conditions", "## 2. Final stop conditions", "## 4. 最终停止条件"])
def test_stop_conditions(heading: str) -> None:
    text = f"{heading}\n\n- [ ] no **edge**\n- [x] all green\n- never\n\n## Other\n\n- [ ] no stop\n\n{ROW}"
    assert [(stop.text, stop.ticked, stop.line) for stop in read(text).stops] == [
        ("no edge", False, 3),
        ("all green", True, 4),
        ("never", False, 5),
    ]


def test_leaves_stand_under_the_stage_of_their_heading() -> None:
    found = read(rows("S1-L1 a | PLANNED | none | x", "S2-L1 b | PLANNED | none | x"))
    assert [(leaf.id, leaf.stage, leaf.line) for leaf in found.leaves] == [("S1-L1", "S1", 5), ("S2-L1", "S2", 11)]


def test_a_parent_may_have_prose_of_its_own() -> None:
    text = rows("S1-L1.1 a | PLANNED | none | x") + "\nS1-L1 是父项，当前状态为执行中。\n"
    (parent,) = read(text).parents
    assert parent.claim is not None
    assert (parent.id, parent.claim.word, parent.claim.state) == ("S1-L1", "执行中", "ACTIVE")
