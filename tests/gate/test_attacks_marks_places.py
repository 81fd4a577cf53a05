"""Marks where things lie elsewhere: behind links, out of sight, taken back, planned ahead, or red before."""

import pytest

from tests.gate.marked import (
    CONFIGURATION,
    FEED,
    LOAD,
    MARKS,
    PARSE,
    PLAN,
    SIZE,
    SIZE_MARKS,
    configured,
    cut,
    excepted,
    fixture,
    function,
    marks_of,
    size,
)
from tests.gate.repository import Repository
from tests.gate.steps import (
    Case,
    Step,
    append,
    apply,
    assert_holds,
    assert_refused,
    commit,
    delete,
    judged,
    land,
    move,
    ran,
    table,
    write,
)

SPRAWL = "app.plan:sprawl|statements"
sprawl: Step = append(PLAN, "\n\n" + function("sprawl", 25))
innocent: Step = append(PLAN, "\n\n" + function("innocent", 2))
without_feed: Step = write(SIZE_MARKS, fixture({n: v for n, v in MARKS.items() if n not in (LOAD, PARSE)}))
APART = land(write(CONFIGURATION, configured(apart=["tests/**"], exclude=["app/generated/**"])))


@table(
    Case("to where nothing is governed", (APART, move(FEED, "tests/feed.py"), without_feed)),
    Case("to what is excluded", (APART, move(FEED, "app/generated/feed.py"), without_feed)),
    Case(
        "and the place is set apart in the same change",
        (move(FEED, "scripts/feed.py"), write(CONFIGURATION, configured(apart=["scripts/**"])), without_feed),
    ),
)
def test_a_file_does_not_move_out_of_sight(host: Repository, case: Case) -> None:
    run = judged(host, case)
    assert run.exit == 1, run
    assert {one["code"] for one in run.blocking} & {"LAUNDERED", "LOOSENED"}, run


@pytest.mark.parametrize(
    "folder", ["../marks", "/marks", "", ".", "app", "policies", "policies/decisions", "a\\b", "marks/"]
)
def test_the_folder_of_fixtures_is_a_plain_one(host: Repository, folder: str) -> None:
    host.write(CONFIGURATION, configured(fixtures=folder))
    run = host.check()
    assert run.exit in (1, 2), run
    assert "Traceback" not in run.stderr
    before = host.git("status", "--porcelain")
    write_run = host.archgate("fixture", "write")
    assert write_run.exit in (1, 2), write_run
    assert host.git("status", "--porcelain") == before


def test_nothing_is_written_behind_a_link(host: Repository, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A folder of fixtures that leads out of the root is nobody's fixtures, and no place to write to."""
    outside = tmp_path_factory.mktemp("outside")
    apply(host, [land(delete(SIZE, "fixtures"))])
    host.path("fixtures").symlink_to(outside)
    apply(host, [write(SIZE, size())])
    run = host.archgate("fixture", "write")
    assert run.exit == 2, run
    assert "`fixtures` is a file, or lies below one" in run.stderr
    assert list(outside.iterdir()) == []


def test_marks_come_back_by_a_proven_revert(host: Repository) -> None:
    without_load = write(SIZE_MARKS, fixture({n: v for n, v in MARKS.items() if n != LOAD}))
    apply(host, [land(cut("load", 40, 5), without_load)])
    paid = host.oid("main")
    host.git("revert", "--no-edit", paid)
    assert_refused(host.check(), [f"REOPENED size|{LOAD}"])
    apply(host, [ran("policy", "revert", paid), commit()])
    assert host.read(SIZE_MARKS).decode() == fixture(MARKS)
    assert_holds(host.check(), [f"REVERTED size|{LOAD}"])


def test_a_revert_of_the_source_alone_writes_its_marks(host: Repository) -> None:
    without_load = write(SIZE_MARKS, fixture({n: v for n, v in MARKS.items() if n != LOAD}))
    apply(host, [land(cut("load", 40, 5), without_load)])
    paid = host.oid("main")
    host.git("checkout", f"{paid}~1", "--", "app")
    apply(host, [ran("policy", "revert", paid)])
    assert host.read(SIZE_MARKS).decode() == fixture(MARKS)
    host.commit()
    assert_holds(host.check(), [f"REVERTED size|{LOAD}"])


def planned(amount: int) -> Step:
    return write(SIZE, size(exceptions=[{**excepted(SPRAWL, amount), "planned": "S2-L7"}]))


def test_an_exception_is_planned_and_lands(host: Repository) -> None:
    """It may be smaller than was planned; `shrink` writes what it has come to."""
    apply(host, [land(planned(30)), sprawl])
    assert_refused(host.check(), [f"SHRUNK size|{SPRAWL}"])
    apply(host, [ran("policy", "shrink")])
    assert b"amount = 25" in host.read(SIZE)
    assert b"planned" not in host.read(SIZE)
    assert host.read(SIZE_MARKS).decode() == fixture(MARKS)
    host.commit()
    assert_holds(host.check(), [f"PLANNED size|{SPRAWL}"])


def test_more_than_was_planned_does_not_land(host: Repository) -> None:
    apply(host, [land(planned(24)), sprawl, write(SIZE, size(exceptions=[excepted(SPRAWL, 25)]))])
    run = judged(host, Case("", ()))
    assert run.exit == 1, run
    assert {one["code"] for one in run.blocking} & {"LAUNDERED", "LOOSENED"}, run


def test_what_is_planned_is_no_mark(host: Repository) -> None:
    apply(host, [land(planned(30)), innocent])
    assert_holds(judged(host, Case("", ())))
    assert host.archgate("fixture", "write").exit == 0
    assert host.read(SIZE_MARKS).decode() == fixture(MARKS)


def test_what_base_shows_already_is_inherited(host: Repository) -> None:
    """The protected branch took a violation without its mark: told to whoever comes later, red on the branch itself."""
    apply(host, [land(sprawl), innocent, commit()])
    run = host.check()
    assert run.exit == 0, run
    assert f"size|{SPRAWL}" in run.identities("INHERITED")
    host.git("checkout", "--quiet", "main")
    assert host.check("--base", "main").exit == 1


def test_what_base_shows_already_is_no_leave_to_grow(host: Repository) -> None:
    apply(host, [land(sprawl), append(PLAN, "    x = 1\n"), commit()])
    run = host.check()
    assert run.exit == 1, run


with_sprawl: Step = write(SIZE_MARKS, fixture({**MARKS, SPRAWL: 25}))


def test_what_base_shows_already_is_marked_in_a_change_of_its_own(host: Repository) -> None:
    apply(host, [land(sprawl), with_sprawl, commit()])
    assert_holds(host.check(), [f"WIDENED size|{SPRAWL}"])
    apply(host, [innocent, commit()])
    assert_refused(host.check(), [f"LAUNDERED size|{SPRAWL}"])


def test_a_writer_beside_what_is_inherited_writes_none_of_it(host: Repository) -> None:
    apply(host, [land(sprawl), cut("load", 40, 12)])
    host.archgate("fixture", "write")
    assert SPRAWL not in marks_of(host)
    assert marks_of(host)[LOAD] in (12, 40)


def test_a_file_that_is_no_module_has_marks(host: Repository) -> None:
    """A path names it, and it moves inside itself as any other."""
    path = "app/run-all.py"
    apply(
        host,
        [land(write(path, function("go", 30)), write(SIZE_MARKS, fixture({**MARKS, f"{path}:go|statements": 30})))],
    )
    apply(host, [write(path, function("went", 30)), ran("fixture", "write")])
    assert f"{path}:went|statements" in marks_of(host)
    host.commit()
    assert_holds(host.check(), [f"MOVED size|{path}:went|statements"])
