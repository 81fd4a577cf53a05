"""`archgate roadmap status`: what is left by stage, which conditions hold, and which leaves were dropped."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.gate.repository import Repository
from tests.gate.sample import REASON
from tests.gate.steps import Step, apply, land, replace, write
from tests.roadmap.change_story import EDGE, FILES, asked, begin, decided, said


def status(repository: Repository) -> dict[str, Any]:
    run = repository.archgate("roadmap", "status", "--format", "json")
    assert run.exit == 0, run
    assert run.report is not None
    return run.report


def verdicts(repository: Repository) -> list[tuple[str, str, str]]:
    """Every condition as (text, verdict, numbers)."""
    found = status(repository)
    conditions = [one for stage in found["stages"] for one in stage["exits"]] + found["stops"]
    return [(one["text"], one["verdict"], one["numbers"]) for one in conditions]


def test_leaves_debt_and_conditions_are_counted(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    found = status(repository)
    assert [(one["id"], one["leaves"], one["states"], one["debt"]) for one in found["stages"]] == [
        ("S1", 2, {"PLANNED": 1, "ACTIVE": 1}, 1),
        ("S2", 1, {"PLANNED": 1}, 0),
    ]
    assert (found["unbound"], found["dropped"]) == (1, [])
    assert verdicts(repository) == [
        ("the bells ring", "holds", "edge: 2 of at most 2"),
        ("the keys turn", "holds", "edge: 2 of at most 2"),
        ("no drift", "unknown", "the policy has no [[stage]] for S2"),
        ("every bell rings", "unknown", "the policy has no [[stop]]"),
        ("nothing takes a", "fails", "edge: 2 of at most 0"),
    ]
    text = repository.archgate("roadmap", "status").stdout
    assert "debt bound to no leaf: 1" in text
    assert "fails    nothing takes a (edge: 2 of at most 0)" in text


EXCEPTED = FILES[EDGE].partition("[[debt]]")[0] + "".join(
    f'[[exception]]\nfrom = "{module}"\nto = "app.a"\nreason = "{REASON}"\n\n' for module in ("app.b", "app.m")
)
NARROW = '{ rule = "edge", modules = ["app.pkg"] }'
STOPS: dict[str, tuple[Sequence[Step], tuple[str, str]]] = {
    "an exception is none": ((write(EDGE, EXCEPTED),), ("holds", "edge: 0 of at most 0")),
    "in some modules": ((asked(('{ rule = "edge" }', NARROW)),), ("holds", "edge in app.pkg: 0 of at most 0")),
    "in the modules of one": (
        (asked(('{ rule = "edge" }', NARROW.replace("pkg", "m"))),),
        ("fails", "edge in app.m: 1 of at most 0"),
    ),
    "modules that are not there": (
        (asked(('{ rule = "edge" }', NARROW.replace("pkg", "gone"))),),
        ("unknown", "edge: `app.gone` matches no module"),
    ),
    "a rule that is not there": (
        (asked(('{ rule = "edge" }', '{ rule = "egde" }')),),
        ("unknown", "egde: there is no such rule"),
    ),
    "a rule that examines nothing": (
        (replace(EDGE, 'from = ["app"]', 'from = ["app.gone"]'),),
        ("unknown", "edge: the rule examines nothing"),
    ),
    "a file that cannot be read": ((write("app/pkg/d.py", "def (:\n"),), ("unknown", "edge: 1 files cannot be read")),
    "two conditions, of which one fails": (
        (asked(('{ rule = "edge" }', f'{NARROW}, {{ rule = "edge", at_most = 1 }}')),),
        ("fails", "edge in app.pkg: 0 of at most 0; edge: 2 of at most 1"),
    ),
    "two conditions, of which one is unknown": (
        (asked(('{ rule = "edge" }', f'{NARROW}, {{ rule = "egde" }}')),),
        ("unknown", "edge in app.pkg: 0 of at most 0; egde: there is no such rule"),
    ),
}


@pytest.mark.parametrize(("steps", "expected"), STOPS.values(), ids=STOPS)
def test_stop_conditions(steps: Sequence[Step], expected: tuple[str, str], tmp_path: Path) -> None:
    repository = begin(tmp_path)
    apply(repository, steps)
    assert verdicts(repository)[-1] == ("nothing takes a", *expected)


CYCLE = 'schema = 1\nrule = "rings"\nkind = "cycle"\ntitle = "No rings"\n\n[scope]\nmodules = ["app"]\n'
RING: dict[str, Step] = {
    "app/a.py": write("app/a.py", "import app.pkg.c\n"),
    "app/pkg/c.py": write("app/pkg/c.py", "import app.a\n"),
    "policy": write("policies/rings.toml", CYCLE),
}


def test_a_ring_is_of_all_its_modules(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    asks = asked(('{ rule = "edge" }', '{ rule = "rings", modules = ["app.pkg"] }'))
    apply(repository, [*RING.values(), asks])
    assert verdicts(repository)[-1] == ("nothing takes a", "fails", "rings in app.pkg: 1 of at most 0, amount 2")


def test_a_dropped_leaf_stays_counted_with_where_its_debt_went(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    bound = "edge|app.m|app.a"
    drop = [
        said(("| S1-L2 Keys | PLANNED | S1-L1 | each clock has a key |\n", "")),
        decided("drop-leaf", "S1-L2"),
        decided("reassign", bound, leaf="S2-L1"),
        replace(EDGE, 'leaf = "S1-L2"', 'leaf = "S2-L1"'),
    ]
    apply(repository, drop)
    assert repository.check().exit == 0
    before = status(repository)
    land()(repository)
    land(write("README.md", "later\n"))(repository)
    found = status(repository)
    assert before["dropped"] == found["dropped"]
    assert found["dropped"] == [{"id": "S1-L2", "stage": "S1", "title": "Keys", "reason": REASON, "debt": {"S2-L1": 1}}]
    assert [(one["leaves"], one["dropped"], one["debt"]) for one in found["stages"]] == [(2, 1, 0), (1, 0, 1)]
    assert f"S1-L2  Keys (debt: 1 S2-L1): {REASON}" in repository.archgate("roadmap", "status").stdout


def test_debt_of_a_dropped_leaf_that_was_paid_off(tmp_path: Path) -> None:
    repository = begin(tmp_path)
    drop = [
        said(("| S1-L2 Keys | PLANNED | S1-L1 | each clock has a key |\n", "")),
        decided("drop-leaf", "S1-L2"),
        decided("reassign", "edge|app.m|app.a", leaf="S2-L1"),
        replace(EDGE, 'leaf = "S1-L2"', 'leaf = "S2-L1"'),
    ]
    paid = [write("app/m.py", ""), write(EDGE, FILES[EDGE].partition('\n[[debt]]\nfrom = "app.m"')[0])]
    apply(repository, [land(*drop), land(*paid)])
    assert status(repository)["dropped"][0]["debt"] == {"paid off": 1}
