"""Leaf tables: columns by meaning, ids, titles, states and dependencies, in more than one language."""

import pytest

from archgate.policy.roadmap_terms import Words
from tests.roadmap.documents import leaf, read, rows, table

HEADS = {
    "English": "| Leaf | Status | Depends | Done when |",
    "other English": "| ID | State | Depends on | Definition of done |",
    "Chinese": "| 叶子 | 状态 | 依赖 | 完成定义 |",
    "mixed, as people do": "| Leaf | 状态 | 依赖 | 完成定义 |",
    "two languages in a header": "| Leaf / 叶子 | Status / 状态 | Depends (依赖) | Done when |",
    "marked up": "| **Leaf** | `Status` | *Depends* | Done&nbsp;when |",
    "an unknown header over ids": "| Arbeit | Status | Depends | Done when |",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_columns_are_found_by_what_their_headers_mean(head: str) -> None:
    found = leaf(f"{head}\n|---|---|---|---|\n| S1-L1 Clocks | `ACTIVE` | S0 | it ticks |\n")
    assert (found.id, found.title, found.state, found.depends, found.done) == (
        *("S1-L1", "Clocks", "ACTIVE", "S0"),
        "it ticks",
    )


def test_columns_may_stand_in_any_order_and_a_title_may_have_its_own() -> None:
    found = leaf("| Done when | Title | Status | Leaf |\n|---|---|---|---|\n| it ticks | Clocks | PLANNED | S1-L1 |\n")
    assert (found.title, found.done, found.terms) == ("Clocks", "it ticks", ())


def test_other_languages_come_by_configuration() -> None:
    words = Words(state=("Zustand",), depends=("braucht",), none=("nichts",), active=("läuft",))
    found = read("| Blatt | Zustand | braucht |\n|---|---|---|\n| S1-L1 Uhr | läuft | nichts |\n", words).leaves[0]
    assert (found.state, [term.kind for term in found.terms]) == ("ACTIVE", ["none"])


STATES = {
    "`VERIFIED`": "VERIFIED",
    "**verified**": "VERIFIED",
    "Verified": "VERIFIED",
    "已交付": "DELIVERED",
    "执行中": "ACTIVE",
    "`BLOCKED` (by the vendor)": "BLOCKED",
    "~~PLANNED~~ ACTIVE": "ACTIVE",
    "ＡＣＴＩＶＥ": "ACTIVE",
    "PLANNED or ACTIVE": None,
    "nearly": None,
    "": None,
}


@pytest.mark.parametrize(("cell", "state"), STATES.items())
def test_states(cell: str, state: str | None) -> None:
    assert table(f"S1-L1 a | {cell} | none | b").leaves[0].state == state


IDS = {
    "S0-L2.4b HTTP": ("S0-L2.4b", "HTTP"),
    "`S0-L2` Clocks": ("S0-L2", "Clocks"),
    "s0-l2: Clocks": ("S0-L2", "Clocks"),
    "S0–L2 — Clocks": ("S0-L2", "Clocks"),
    "S0-L2：时钟": ("S0-L2", "时钟"),
    "S0-L2<br>Clocks": ("S0-L2", "Clocks"),
}


@pytest.mark.parametrize(("cell", "expected"), IDS.items())
def test_ids_and_titles(cell: str, expected: tuple[str, str]) -> None:
    (found,) = read(f"| Leaf | Status |\n|---|---|\n| {cell} | PLANNED |\n").leaves
    assert (found.id, found.title) == expected


DEPENDS = {
    "none": ["none:"],
    "无": ["none:"],
    "—": ["none:"],
    "-": ["none:"],
    "all": ["all:"],
    "全部": ["all:"],
    "S0": ["stage:S0"],
    "S1-L3": ["leaf:S1-L3"],
    "S1-L2": ["parent:S1-L2"],
    "S1-L2.*": ["parent:S1-L2"],
    "S0,S1-L3": ["stage:S0", "leaf:S1-L3"],
    "S0，S1-L3、S1-L2；S2": ["stage:S0", "leaf:S1-L3", "parent:S1-L2", "stage:S2"],
    "S0; S1-L3": ["stage:S0", "leaf:S1-L3"],
    "S0<br>S1-L3": ["stage:S0", "leaf:S1-L3"],
    "S0 and S1-L3": ["stage:S0", "leaf:S1-L3"],
    "`S0` 和 `S1-L3`": ["stage:S0", "leaf:S1-L3"],
    "Stage S0": ["stage:S0"],
    "S1-L3 (the clock)": ["leaf:S1-L3"],
    "the clock": ["unknown:the clock"],
    "S1-L1 to S1-L3": ["unknown:S1-L1 to S1-L3"],
    "S0 ~ S2": ["unknown:S0 ~ S2"],
}


@pytest.mark.parametrize(("cell", "terms"), DEPENDS.items())
def test_dependencies_as_written(cell: str, terms: list[str]) -> None:
    found = table(
        *("S0-L1 z | PLANNED | none | x", f"S1-L1 a | PLANNED | {cell} | x"),
        *("S1-L2.1 b | PLANNED | none | x", "S1-L3 c | PLANNED | none | x", "S2-L1 d | PLANNED | none | x"),
    ).leaf("S1-L1")
    assert found is not None
    assert [f"{term.kind}:{term.name}" for term in found.terms] == terms


NO_LEAF_TABLES = {
    "what states mean": "| Status | Meaning |\n|---|---|\n| ACTIVE | in work |\n",
    "a mention of leaves": "| Topic | Leaf |\n|---|---|\n| clocks | S1-L1 |\n",
    "a state machine": "| State | Event | Next |\n|---|---|---|\n| open | S1 | shut |\n",
}


@pytest.mark.parametrize("other", NO_LEAF_TABLES.values(), ids=NO_LEAF_TABLES)
def test_tables_that_are_about_something_else(other: str) -> None:
    found = read(rows("S1-L1 a | PLANNED | none | x") + "\n## Apart\n\n" + other)
    assert len(found.leaves) == 1
    assert found.faults == ()


def test_a_table_of_what_states_mean_lists_no_leaves() -> None:
    text = "| 状态 | 含义 |\n|---|---|\n| `ACTIVE` | 正在做 |\n\n" + rows("S1-L1 a | PLANNED | none | x")
    assert [leaf.id for leaf in read(text).leaves] == ["S1-L1"]


def test_a_row_above_other_leaves_is_their_parent() -> None:
    found = table("S1-L1 All | ACTIVE | S0 | x", "S1-L1.1 One | PLANNED | none | x", "S0-L1 Zero | PLANNED | none | x")
    assert [leaf.id for leaf in found.leaves] == ["S1-L1.1", "S0-L1"]
    assert [(parent.id, parent.claim.state if parent.claim else None) for parent in found.parents] == [
        ("S1-L1", "ACTIVE")
    ]


FAULTS = {
    "an id in two stages": (
        rows("S1-L1 a | PLANNED | none | x", "S2-L1 b | PLANNED | none | x", "S2-L1 c | PLANNED | none | x"),
        ["S2-L1: is listed at line 11 already"],
    ),
    "a row without an id": (
        rows("S1-L1 a | PLANNED | none | x") + "| the rest | PLANNED | none | x |\n",
        [": a row of the leaf table names no leaf: `the rest`"],
    ),
    "a cell missing": (
        rows("S1-L1 a | PLANNED | none | x") + "| S1-L2 b | PLANNED |\n",
        ["S1-L2: has an empty cell for dependencies: write `none` where there are none"],
    ),
    "a section of no leaf": (
        rows("S1-L1 a | PLANNED | none | x") + "\n### S1-L8 Lost\n\ntext\n",
        ["S1-L8: has a section, and no table lists it"],
    ),
    "a stage with two headings": (
        rows("S1-L1 a | PLANNED | none | x") + "\n### S1: again\n",
        ["S1: has a heading at line 1 already"],
    ),
}


@pytest.mark.parametrize(("text", "faults"), FAULTS.values(), ids=FAULTS)
def test_what_a_reader_stumbles_over(text: str, faults: list[str]) -> None:
    assert [f"{one.leaf}: {one.message}" for one in read(text).faults] == faults


EVIDENCE = {
    "`3f9ab01c`: done": (("3f9ab01c",), (), ()),
    "done in 3f9ab01c and `1234567`": (("1234567", "3f9ab01c"), (), ()),
    "1,204 passed / 3 skipped": ((), ((1204, 0, 3),), ()),
    "12 passed, 1 failed; then 13 passed": ((), ((12, 1, 0), (13, 0, 0)), ()),
    "CI 33029645165/33029645254 green": ((), (), ("33029645165", "33029645254")),
    "see https://ci.example/actions/runs/1234567": ((), (), ("1234567",)),
    "28 facts, 836 lines, 2024-05-06, added, deadbeefs": ((), (), ()),
}


@pytest.mark.parametrize(("cell", "expected"), EVIDENCE.items())
def test_evidence_in_a_cell(cell: str, expected: tuple[object, object, object]) -> None:
    found = table(f"S1-L1 a | DELIVERED | none | {cell}").leaves[0].evidence
    passes = tuple((one.passed, one.failed, one.skipped) for one in found.passes)
    assert (found.commits, passes, found.runs) == expected
