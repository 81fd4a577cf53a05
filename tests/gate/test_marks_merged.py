"""Two branches that are green alone: what their merge comes to, by git's own merge and by archgate's driver."""

import sys

from tests.gate.marked import (
    DRAIN,
    FEED,
    LIMITS,
    LOAD,
    MARKS,
    PARSE,
    PLAN,
    QUEUE,
    SIZE,
    SIZE_MARKS,
    cut,
    file,
    fixture,
    function,
    lines,
    marks_of,
    size,
)
from tests.gate.repository import SOURCE, Repository
from tests.gate.steps import (
    append,
    apply,
    assert_holds,
    assert_refused,
    commit,
    git,
    land,
    meanwhile,
    ran,
    replace,
    write,
)

DRIVER = f"PYTHONPATH='{SOURCE}' '{sys.executable}' -m archgate fixture merge %O %A %B %P"
paid_load = (cut("load", 40, 12), ran("fixture", "write"))


def with_driver(repository: Repository) -> None:
    repository.write(".gitattributes", "fixtures/*.json text eol=lf merge=archgate-fixtures\n")
    repository.git("config", "merge.archgate-fixtures.driver", DRIVER)


def landed_meanwhile(repository: Repository) -> None:
    """What the protected branch has paid: `drain`; `work` stays where it forked."""
    apply(repository, [meanwhile(replace(QUEUE, function("drain", 20), function("drain", 5)), without_drain)])


without_drain = write(SIZE_MARKS, fixture({name: n for name, n in MARKS.items() if name != DRAIN}))


def test_two_branches_that_pay_merge_to_what_both_have_paid(host: Repository) -> None:
    apply(host, [land(with_driver), *paid_load, commit(), landed_meanwhile, git("merge", "--quiet", "main")])
    assert marks_of(host) == {LOAD: 12, PARSE: 30, "app.queue:Queue.take|statements": 15}
    assert_holds(host.check())
    assert host.archgate("fixture", "verify").exit == 0


def test_two_that_lower_one_mark_keep_the_better(host: Repository) -> None:
    """Lines of one function in two places: both branches have shortened it, and neither alone is what is there now."""
    later = write(SIZE_MARKS, fixture({**MARKS, LOAD: 35}))
    one = replace(FEED, "def load():\n" + lines(5), "def load():\n")
    other = replace(FEED, lines(10) + "\n\ndef parse", "\n\ndef parse")
    apply(host, [land(with_driver), other, ran("fixture", "write"), commit(), meanwhile(one, later)])
    host.git("merge", "--quiet", "main", check=False)
    assert marks_of(host)[LOAD] == 30


def test_two_that_add_one_mark_each_conflict(host: Repository) -> None:
    """A mark that is new on one side is for people to judge."""
    moved_load = (
        write(FEED, file(function("fetch", 40), function("parse", 30), function("tiny", 3))),
        ran("fixture", "write"),
    )
    apply(host, [land(with_driver), *moved_load, commit(), landed_meanwhile])
    host.git("merge", "--quiet", "main", check=False)
    text = host.read(SIZE_MARKS).decode()
    assert "<<<<<<<" in text
    assert '"app.feed:fetch|statements": 40' in text
    run = host.check()
    assert run.exit == 2, run
    assert "INVALID" in run.codes()


def test_green_alone_and_red_together(host: Repository) -> None:
    """One branch lets a method in under the limit of the file, the other another one: only the merge is over."""
    limit = land(
        write("policies/file.toml", size({"modules": ["app"], "file_definitions": 3}, rule="file")),
        write("fixtures/file.json", fixture({}, "file")),
    )
    apply(host, [limit, append(PLAN, "\n\ndef one():\n    return 1\n"), commit()])
    assert_holds(host.check())
    apply(host, [meanwhile(replace(PLAN, "def plan():", "def zero():\n    return 0\n\n\ndef plan():"))])
    assert_holds(host.check())
    run = host.check("--merged")
    assert_refused(run, ["NEW file|app.plan|file_definitions"])


def test_a_mark_that_both_moved_is_moved_once(host: Repository) -> None:
    """One branch moves a function by decision to one file, the other to another: the merge has it twice."""
    without = write(FEED, file(function("parse", 30), function("tiny", 3)))

    def marks(name: str) -> dict[str, int]:
        return {**{n: v for n, v in MARKS.items() if n != LOAD}, name: 40}

    here = (
        without,
        append(PLAN, "\n\n" + function("load", 40)),
        ran("policy", "move", "app.feed:load", "app.plan:load"),
    )
    apply(host, [*here, commit()])
    assert_holds(host.check())
    there = (
        without,
        append(QUEUE, "\n\n" + function("load", 40)),
        write(SIZE_MARKS, fixture(marks("app.queue:load|statements"))),
    )
    apply(host, [meanwhile(*there)])
    host.git("merge", "--quiet", "main", check=False)
    both = {**marks("app.queue:load|statements"), "app.plan:load|statements": 40}
    host.write(SIZE_MARKS, fixture(both))
    host.commit("merged")
    assert_refused(host.check(), ["LAUNDERED size|app.plan:load|statements"])


def test_what_the_protected_branch_paid_is_told_and_not_red(host: Repository) -> None:
    apply(host, [append(PLAN, "\n\n" + function("fine", 2)), commit(), landed_meanwhile])
    assert_holds(host.check(), [f"BEHIND size|{DRAIN}"])


def test_what_the_protected_branch_paid_does_not_come_back_by_merge(host: Repository) -> None:
    """`ours` for the fixture and the file: the debt is back, and the fork point no longer excuses it."""
    apply(host, [append(PLAN, "\n\n" + function("fine", 2)), commit(), landed_meanwhile])
    host.git("merge", "--quiet", "--strategy=ours", "main")
    run = host.check()
    assert run.exit == 1, run
    assert {one["code"] for one in run.blocking} & {"REOPENED", "LAUNDERED"}, run


def test_what_the_protected_branch_has_taken_in_since_is_not_this_change_s(host: Repository) -> None:
    """A mark of the tip, taken over beside source of one's own."""
    tightened = (
        write(SIZE, size({**LIMITS, "statements": 4})),
        write(SIZE_MARKS, fixture({**MARKS, "app.plan:replan|statements": 5})),
    )
    apply(host, [append(FEED, "\n\n" + function("fine", 2)), *tightened, commit()])
    assert_refused(host.check(), ["LAUNDERED size|app.plan:replan|statements"])
    apply(host, [meanwhile(*tightened)])
    assert_holds(host.check())
