"""`policy move --detect`: what it proposes can be run as it stands, and the proof decides whether it holds."""

import shlex

from tests.gate.changes import FLOW
from tests.gate.marked import FEED, MARKS, PLAN, SIZE_MARKS, file, fixture, function
from tests.gate.repository import Repository
from tests.gate.steps import (
    Case,
    append,
    apply,
    assert_holds,
    assert_refused,
    commit,
    delete,
    git,
    judged,
    land,
    move,
    moved,
    ran,
    table,
    write,
)

INTAKE = "app/intake.py"
PARSE = function("parse", 30)
NOTHING = "# nothing to decide: no rule speaks of a file that moved\n"


def proposed(repository: Repository) -> list[str]:
    """The commands that are proposed; nothing is written meanwhile."""
    before = repository.git("status", "--porcelain")
    run = repository.archgate("policy", "move", "--detect")
    assert run.exit == 0, run
    assert repository.git("status", "--porcelain") == before
    return [line for line in run.stdout.splitlines() if not line.startswith("#")]


@table(
    Case("a file renamed", (move(FEED, INTAKE),), ("archgate policy move app.feed app.intake",)),
    Case(
        "a file renamed and edited",
        (move(FEED, INTAKE), append(INTAKE, "\n\ndef more():\n    return 1\n")),
        ("archgate policy move app.feed app.intake",),
    ),
    Case("a file renamed, committed", (move(FEED, INTAKE), commit()), ("archgate policy move app.feed app.intake",)),
    Case(
        "a file to another folder",
        (write("app/io/__init__.py", ""), move(FEED, "app/io/feed.py")),
        ("archgate policy move app.feed app.io.feed",),
    ),
    Case(
        "a file split in two",
        (
            delete(FEED),
            write("app/rows.py", file(function("load", 40), function("tiny", 3))),
            write("app/text.py", file(PARSE, function("tiny", 3))),
        ),
        ("archgate policy move app.feed app.rows app.text",),
    ),
    Case(
        "two files",
        (move(FEED, INTAKE), move("app/queue.py", "app/line.py")),
        ("archgate policy move app.feed app.intake", "archgate policy move app.queue app.line"),
    ),
    Case(
        "a name that a shell would take apart",
        (move(FEED, "app/in take.py"),),
        ("archgate policy move app.feed 'app/in take.py'",),
    ),
    Case("a name of other letters", (move(FEED, "app/订阅.py"),), ("archgate policy move app.feed 'app.订阅'",)),
)
def test_what_moved_is_proposed_and_holds(host: Repository, case: Case) -> None:
    apply(host, case.steps)
    host.git("add", "--all")
    assert proposed(host) == list(case.findings)
    for command in case.findings:
        apply(host, [ran(*shlex.split(command)[1:])])
    host.commit()
    assert_holds(host.check())
    assert proposed(host) == []


def test_a_package_is_one_proposal(sample: Repository) -> None:
    apply(sample, FLOW)
    assert proposed(sample) == ["archgate policy move app.chain app.flow"]
    apply(sample, [ran("policy", "move", "app.chain", "app.flow")])
    assert_holds(judged(sample, Case("", ())))


def test_a_package_of_which_a_part_moved_is_not_proposed_whole(host: Repository) -> None:
    part, small = function("part", 30), function("small", 3)
    files = {"app/io/__init__.py": "", "app/io/a.py": part, "app/io/b.py": small, "app/net/__init__.py": ""}
    laid = [write(path, text) for path, text in {**files, "app/net/b.py": small + small}.items()]
    apply(host, [land(*laid, write(SIZE_MARKS, fixture({**MARKS, "app.io.a:part|statements": 30})))])
    apply(host, [move("app/io/a.py", "app/net/a.py")])
    assert proposed(host) == ["archgate policy move app.io.a app.net.a"]


@table(
    Case("nothing", ()),
    Case("a file of which no rule speaks", (move(PLAN, "app/plans.py"),)),
    Case("a file that is gone", (delete(FEED),)),
    Case("what is decided already", (move(FEED, INTAKE), ran("policy", "move", "app.feed", "app.intake"))),
    Case(
        "a function that moved by itself",
        (write(FEED, file(PARSE, function("tiny", 3))), append(PLAN, "\n\n" + function("load", 40))),
    ),
)
def test_nothing_is_proposed(host: Repository, case: Case) -> None:
    apply(host, case.steps)
    run = host.archgate("policy", "move", "--detect")
    assert (run.exit, run.stdout) == (0, NOTHING), run


def test_the_proof_decides_and_not_git(host: Repository) -> None:
    """What grew on the way is not part of the move, whatever git pairs."""
    apply(host, [move(FEED, INTAKE), append(INTAKE, "\n\n" + function("more", 12))])
    assert proposed(host) == ["archgate policy move app.feed app.intake"]
    apply(host, [ran("policy", "move", "app.feed", "app.intake"), commit()])
    assert_refused(host.check(), ["NEW size|app.intake:more|statements"])


def test_what_would_be_refused_is_a_comment(host: Repository) -> None:
    """A mark by hand for what is new: no writer blesses it, a move no more than another."""
    sprawl = append(PLAN, "\n\n" + function("sprawl", 25))
    apply(host, [move(FEED, INTAKE), sprawl, write(SIZE_MARKS, fixture({**MARKS, "app.plan:sprawl|statements": 25}))])
    assert proposed(host) == []
    run = host.archgate("policy", "move", "--detect")
    assert "# would be refused: archgate policy move app.feed app.intake" in run.stdout
    assert "#   LAUNDERED size|app.plan:sprawl|statements" in run.stdout


def test_without_a_base_nothing_can_have_moved(host: Repository) -> None:
    apply(host, [git("update-ref", "-d", "refs/remotes/origin/main"), move(FEED, INTAKE)])
    run = host.archgate("policy", "move", "--detect")
    assert run.exit in (2, 3), run
    assert "base" in run.stderr


@table(
    Case("with names", (), arguments=("app.feed", "app.intake", "--detect")),
    Case("with a reason", (), arguments=("--detect", "--reason", "The feed became the intake of rows.")),
    Case("neither names nor the option", (), arguments=()),
    Case("only one name", (), arguments=("app.feed",)),
)
def test_it_is_one_or_the_other(host: Repository, case: Case) -> None:
    run = host.archgate("policy", "move", *case.arguments)
    assert run.exit == 2, run
    assert "--detect" in run.stderr + run.stdout


def test_moved_by_hand_is_known_too(host: Repository) -> None:
    apply(host, [move(FEED, INTAKE), moved("app.feed", "app.intake")])
    assert proposed(host) == []
