"""What leaves depend on, one by one; who can begin; who waits in a circle."""

import pytest

from archgate.roadmap.dependencies import circles, dependencies
from archgate.roadmap.readiness import readiness
from tests.roadmap.documents import read, rows, table

FIRST = ("S0-L1 a | DELIVERED | none | x", "S0-L2.1 b | VERIFIED | S0-L1 | x", "S0-L2.2 c | PLANNED | S0-L2.1 | x")

RESOLVED = {
    "none": ("none", ()),
    "a leaf": ("S0-L1", ("S0-L1",)),
    "a parent stands for its children": ("S0-L2", ("S0-L2.1", "S0-L2.2")),
    "a stage stands for its leaves": ("S0", ("S0-L1", "S0-L2.1", "S0-L2.2")),
    "its own stage for the others": ("S1", ("S1-L2",)),
    "all for all the others": ("all", ("S0-L1", "S0-L2.1", "S0-L2.2", "S1-L2")),
    "each once": ("S0,S0-L1", ("S0-L1", "S0-L2.1", "S0-L2.2")),
}


@pytest.mark.parametrize(("cell", "expected"), RESOLVED.values(), ids=RESOLVED)
def test_what_a_leaf_depends_on(cell: str, expected: tuple[str, ...]) -> None:
    roadmap = table(*FIRST, f"S1-L1 d | PLANNED | {cell} | x", "S1-L2 e | PLANNED | none | x")
    assert dependencies(roadmap).of["S1-L1"] == expected


def test_children_depend_on_what_their_parent_does() -> None:
    roadmap = table("S0-L1 a | PLANNED | none | x", "S1-L1 b | PLANNED | S0 | x", "S1-L1.1 c | PLANNED | none | x")
    assert dependencies(roadmap).of["S1-L1.1"] == ("S0-L1",)


@pytest.mark.parametrize("cell", ["S9", "S0-L9", "soon", "S0-L2.9"])
def test_what_names_nothing_is_missing(cell: str) -> None:
    found = dependencies(table(*FIRST, f"S1-L1 d | PLANNED | {cell} | x"))
    assert [(one.leaf.id, one.term.text) for one in found.missing] == [("S1-L1", cell)]


CIRCLES = {
    "none": (("S1-L1 a | PLANNED | none | x", "S1-L2 b | PLANNED | S1-L1 | x"), []),
    "two": (("S1-L1 a | PLANNED | S1-L2 | x", "S1-L2 b | PLANNED | S1-L1 | x"), [("S1-L1", "S1-L2")]),
    "itself": (("S1-L1 a | PLANNED | S1-L1 | x",), [("S1-L1",)]),
    "one leaf after its whole stage is none": (
        ("S1-L1 a | PLANNED | none | x", "S1-L2 b | PLANNED | S1 | x"),
        [],
    ),
    "a stage's last and the last of all": (
        ("S1-L1 a | PLANNED | none | x", "S1-L2 b | PLANNED | S1 | x", "S1-L3 c | PLANNED | all | x"),
        [("S1-L2", "S1-L3")],
    ),
    "the shortest way is told": (
        (
            *("S1-L1 a | PLANNED | S1-L2,S1-L3 | x", "S1-L2 b | PLANNED | S1-L3 | x"),
            "S1-L3 c | PLANNED | S1-L1 | x",
        ),
        [("S1-L1", "S1-L3")],
    ),
}


@pytest.mark.parametrize(("lines", "expected"), CIRCLES.values(), ids=CIRCLES)
def test_circles(lines: tuple[str, ...], expected: list[tuple[str, ...]]) -> None:
    assert circles(dependencies(table(*lines))) == expected


def test_who_can_begin_and_what_the_others_wait_for() -> None:
    roadmap = table(
        *FIRST, "S1-L1 d | PLANNED | S0 | x", "S1-L2 e | BLOCKED | S0-L2.2 | x", "S1-L3 f | ACTIVE | none | x"
    )
    found = readiness(roadmap, dependencies(roadmap), "VERIFIED")
    assert found.ready == ("S0-L2.2",)
    assert [(one.leaf, one.others) for one in found.waiting] == [("S1-L1", ("S0-L2.2",)), ("S1-L2", ("S0-L2.2",))]


def test_which_state_satisfies_is_asked_for() -> None:
    roadmap = table(*FIRST)
    assert readiness(roadmap, dependencies(roadmap), "DELIVERED").ready == ()


def test_a_long_chain_is_no_trouble() -> None:
    lines = [f"S1-L{n} a | PLANNED | {f'S1-L{n - 1}' if n > 1 else 'S1-L3000'} | x" for n in range(1, 3001)]
    (found,) = circles(dependencies(read(rows(*lines))))
    assert len(found) == 3000
