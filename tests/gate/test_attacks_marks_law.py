"""Ways to get debt in through what a rule with marks is measured by, and fixtures that are none."""

import json
from collections.abc import Mapping

import pytest

from tests.gate.marked import (
    DRAIN,
    FEED,
    LIMITS,
    LOAD,
    MARKS,
    PARSE,
    PLAN,
    RULER,
    SIZE,
    SIZE_MARKS,
    excepted,
    fixture,
    function,
    size,
)
from tests.gate.repository import Repository
from tests.gate.sample import Block, decision
from tests.gate.steps import (
    Case,
    Step,
    append,
    apply,
    assert_holds,
    assert_refused,
    assert_stopped,
    commit,
    delete,
    judged,
    land,
    ran,
    replace,
    table,
    write,
)

innocent: Step = append(PLAN, "\n\n" + function("innocent", 2))


def limits(**changes: object) -> Step:
    """The policy with some limits changed; None leaves one out."""
    return write(SIZE, size({key: value for key, value in {**LIMITS, **changes}.items() if value is not None}))


@table(
    Case(
        "a limit raised",
        (limits(statements=20), write(SIZE_MARKS, fixture({LOAD: 40, PARSE: 30}))),
        ("LOOSENED size|scope.statements|20", "LOOSENED size|sight|statements"),
    ),
    Case("a limit raised of which nothing is over", (limits(arguments=9),), ("LOOSENED size|scope.arguments|9",)),
    Case("a limit left out", (limits(arguments=None),), ("LOOSENED size|scope.arguments|none",)),
    Case(
        "a limit of debt left out",
        (limits(statements=None), write(SIZE_MARKS, fixture({}))),
        ("LOOSENED size|scope.statements|none",),
    ),
    Case(
        "modules narrowed",
        (limits(modules=["app.queue"]), write(SIZE_MARKS, fixture({DRAIN: 20, "app.queue:Queue.take|statements": 15}))),
        ("LOOSENED size|scope.modules|app",),
    ),
    Case(
        "modules narrowed to one exactly",
        (limits(modules=["=app"]), write(SIZE_MARKS, fixture({}))),
        ("LOOSENED size|scope.modules|app",),
    ),
    Case(
        "another kind",
        (write(SIZE, 'schema = 1\nrule = "size"\nkind = "cycle"\ntitle = "x"\n'), delete(SIZE_MARKS)),
        ("LOOSENED size|kind|cycle",),
    ),
    Case(
        "a limit tightened beside host source, with what it newly sees",
        (innocent, limits(statements=4), write(SIZE_MARKS, fixture({**MARKS, "app.plan:replan|statements": 5}))),
        ("LAUNDERED size|app.plan:replan|statements",),
    ),
    Case(
        "a limit tightened without host source, with what nobody sees",
        (limits(statements=9), write(SIZE_MARKS, fixture({**MARKS, "app.plan:replan|statements": 12}))),
        ("STALE size|app.plan:replan|statements",),
    ),
    Case(
        "a new rule over the same code, with a new violation",
        (
            append(PLAN, "\n\n" + function("sprawl", 25)),
            write("policies/args.toml", size({"modules": ["app"], "file_statements": 20}, rule="args")),
            write(
                "fixtures/args.json",
                fixture(
                    {"app.feed|file_statements": 76, "app.plan|file_statements": 37, "app.queue|file_statements": 38},
                    "args",
                ),
            ),
        ),
        ("LAUNDERED args|app.plan|file_statements",),
    ),
)
def test_the_law_is_not_loosened(host: Repository, case: Case) -> None:
    run = judged(host, case)
    assert run.exit == 1, run
    blamed = {one["id"]: one["code"] for one in run.blocking}
    for expected in case.findings:
        code, _, identity = expected.partition(" ")
        assert blamed.get(identity) == code, f"no {expected}\n{run}"


def test_a_limit_is_raised_by_a_decision_of_the_law_alone(host: Repository) -> None:
    loosened = limits(statements=20), write(SIZE_MARKS, fixture({LOAD: 40, PARSE: 30}))
    subject = write("policies/decisions/loosen.toml", decision("loosen", "size|scope.statements|20"))
    sight = write("policies/decisions/sight.toml", decision("loosen", "size|sight|statements"))
    apply(host, [*loosened, subject, sight])
    host.commit()
    assert_holds(host.check())
    apply(host, [innocent, commit()])
    assert_refused(host.check(), ["LOOSENED size|scope.statements|20"])


@table(
    Case("another version", (write(SIZE_MARKS, fixture(MARKS, ruler={**RULER, "version": "99"})),)),
    Case("an older version", (write(SIZE_MARKS, fixture(MARKS, ruler={**RULER, "version": "0"})),)),
    Case("another tool", (write(SIZE_MARKS, fixture(MARKS, ruler={"tool": "radon", "version": "6"})),)),
    Case("a configuration", (write(SIZE_MARKS, fixture(MARKS, ruler={**RULER, "configuration": "abc"})),)),
    Case("no version", (write(SIZE_MARKS, fixture(MARKS, ruler={"tool": "archgate"})),)),
    Case("nothing at all", (write(SIZE_MARKS, fixture(MARKS, ruler={})),)),
)
def test_a_forged_ruler_gives_no_verdict(host: Repository, case: Case) -> None:
    run = judged(host, case)
    assert_stopped(run, 3, "UNMEASURED")
    verified = host.archgate("fixture", "verify")
    assert verified.exit == 3, verified


@pytest.mark.parametrize("ruler", [{**RULER, "version": "99"}, {"tool": "radon", "version": "1"}], ids=str)
def test_marks_do_not_go_back_to_a_ruler_that_base_has_left(host: Repository, ruler: dict[str, str]) -> None:
    """Base was measured by a newer archgate, or by another tool: this one's marks are no successors of those."""
    apply(host, [land(write(SIZE_MARKS, fixture(MARKS, ruler=ruler))), write(SIZE_MARKS, fixture(MARKS))])
    run = judged(host, Case("", ()))
    assert_refused(run, ["LOOSENED size|measured_by|*"])


def test_marks_of_an_older_archgate_are_rebased_without_host_source(host: Repository) -> None:
    """Base was measured by generation 0, which saw less: what base's tree shows today goes in, and nothing else."""
    older = fixture({LOAD: 40, PARSE: 28, DRAIN: 20}, ruler={**RULER, "version": "0"})
    apply(host, [land(write(SIZE_MARKS, older)), append("README.md", "More.\n")])
    assert_stopped(host.check(), 3, "UNMEASURED")
    run = host.archgate("fixture", "rebase")
    assert run.exit == 0, run
    assert "+ size|app.queue:Queue.take|statements" in run.stdout
    assert "~ size|app.feed:parse|statements" in run.stdout
    assert host.read(SIZE_MARKS).decode() == fixture(MARKS)
    host.commit()
    assert_holds(host.check(), ["WIDENED size|app.queue:Queue.take|statements"])


def test_marks_of_an_older_archgate_are_not_rebased_beside_host_source(host: Repository) -> None:
    older = fixture({LOAD: 40, PARSE: 28, DRAIN: 20}, ruler={**RULER, "version": "0"})
    apply(host, [land(write(SIZE_MARKS, older)), append(PLAN, "\n\n" + function("sprawl", 25))])
    before = host.read(SIZE_MARKS)
    assert host.archgate("fixture", "rebase").exit == 1
    assert host.archgate("fixture", "write").exit == 1
    assert host.read(SIZE_MARKS) == before
    apply(host, [write(SIZE_MARKS, fixture({**MARKS, "app.plan:sprawl|statements": 25})), commit()])
    assert_refused(host.check(), ["LAUNDERED size|app.plan:sprawl|statements"])


TEXT = fixture(MARKS)
TAKE_LINE = '    "app.queue:Queue.take|statements": 15,\n'


@table(
    Case("truncated", (write(SIZE_MARKS, TEXT[:120]),)),
    Case("empty", (write(SIZE_MARKS, ""),)),
    Case("no JSON", (write(SIZE_MARKS, "marks: none\n"),)),
    Case("a list", (write(SIZE_MARKS, "[]\n"),)),
    Case(
        "conflict markers",
        (write(SIZE_MARKS, TEXT.replace(TAKE_LINE, f"<<<<<<< ours\n{TAKE_LINE}=======\n>>>>>>> theirs\n")),),
    ),
    Case("a key twice", (write(SIZE_MARKS, TEXT.replace(TAKE_LINE, TAKE_LINE * 2)),)),
    Case(
        "keys out of order",
        (write(SIZE_MARKS, TEXT.replace(TAKE_LINE, "").replace('  "marks": {\n', '  "marks": {\n' + TAKE_LINE)),),
    ),
    Case("a negative mark", (write(SIZE_MARKS, TEXT.replace(": 40", ": -40")),)),
    Case("a mark of 0", (write(SIZE_MARKS, TEXT.replace(": 40", ": 0")),)),
    Case("a fraction", (write(SIZE_MARKS, TEXT.replace(": 40", ": 40.5")),)),
    Case("a whole fraction", (write(SIZE_MARKS, TEXT.replace(": 40", ": 40.0")),)),
    Case("true", (write(SIZE_MARKS, TEXT.replace(": 40", ": true")),)),
    Case("text", (write(SIZE_MARKS, TEXT.replace(": 40", ': "40"')),)),
    Case("a share", (write(SIZE_MARKS, TEXT.replace(": 40", ": [1, 2]")),)),
    Case("infinite", (write(SIZE_MARKS, TEXT.replace(": 40", ": Infinity")),)),
    Case("without end", (write(SIZE_MARKS, TEXT.replace(": 40", ": " + "9" * 5000)),)),
    Case("another schema", (write(SIZE_MARKS, TEXT.replace('"schema": 1', '"schema": 2')),)),
    Case("schema as text", (write(SIZE_MARKS, TEXT.replace('"schema": 1', '"schema": "1"')),)),
    Case("another rule", (write(SIZE_MARKS, TEXT.replace('"rule": "size"', '"rule": "other"')),)),
    Case("an unknown key", (write(SIZE_MARKS, TEXT.replace('"schema": 1', '"schema": 1,\n  "note": 1')),)),
    Case("no marks", (write(SIZE_MARKS, '{\n  "schema": 1,\n  "rule": "size",\n  "measured_by": {}\n}\n'),)),
    Case("half a character", (write(SIZE_MARKS, TEXT.replace("app.feed:load", "app.feed:\\ud800")),)),
    Case("a control character", (write(SIZE_MARKS, TEXT.replace("app.feed:load", "app.feed:\\u001b")),)),
    Case("an identity that is none", (write(SIZE_MARKS, TEXT.replace("app.feed:load|statements", "app.feed:load")),)),
    Case("an absolute path", (write(SIZE_MARKS, TEXT.replace("app.feed:load", "/app/feed.py")),)),
    Case("backslashes", (write(SIZE_MARKS, TEXT.replace("app.feed:load", "app\\\\feed.py")),)),
    Case("letters that are not composed", (write(SIZE_MARKS, TEXT.replace("app.feed:load", "app.feed:a\u0308")),)),
    Case("no UTF-8", (write(SIZE_MARKS, TEXT.encode().replace(b"load", b"l\xff")),)),
    Case("UTF-16", (write(SIZE_MARKS, TEXT.encode("utf-16")),)),
    Case("nested without end", (write(SIZE_MARKS, "[" * 100_000),)),
    Case("of no rule", (write("fixtures/nobody.json", fixture({}, "nobody")),)),
    Case("of a rule without marks", (write("fixtures/unresolved.json", fixture({}, "unresolved")),)),
    Case("only capitals differ", (write("fixtures/Size.json", fixture({}, "Size")),)),
    Case("in a folder", (write("fixtures/old/size.json", TEXT),)),
    Case("of another ending", (write("fixtures/size.json.orig", TEXT),)),
)
def test_a_fixture_that_is_none_is_invalid(host: Repository, case: Case) -> None:
    """Everywhere, with the place; no writer mends it, and nothing is written."""
    run = judged(host, case)
    assert_stopped(run, 2, "INVALID")
    assert "fixtures/" in run.stderr + run.stdout
    before = host.git("status", "--porcelain"), host.read(SIZE_MARKS)
    for command in (("fixture", "write"), ("fixture", "rebase"), ("fixture", "verify")):
        answer = host.archgate(*command)
        assert answer.exit == 2, answer
        assert "Traceback" not in answer.stderr
    assert (host.git("status", "--porcelain"), host.read(SIZE_MARKS)) == before


def test_the_line_is_named(host: Repository) -> None:
    host.write(SIZE_MARKS, TEXT.replace(": 40", ": -40"))
    run = host.check()
    assert [(one["path"], one["line"]) for one in run.findings] == [(SIZE_MARKS, 9)]


def test_a_fixture_behind_a_link_out_of_the_root(host: Repository, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "size.json"
    outside.write_text(fixture({**MARKS, "app.plan:sprawl|statements": 25}))
    apply(host, [append(PLAN, "\n\n" + function("sprawl", 25)), delete(SIZE_MARKS)])
    host.path(SIZE_MARKS).symlink_to(outside)
    host.commit()
    assert_stopped(host.check(), 2, "INVALID")


def test_a_link_to_another_fixture_is_what_it_says(host: Repository) -> None:
    """A link inside the root is read as the file that it leads to: the name in it is not this rule's."""
    host.write("policies/other.toml", size(rule="other"))
    host.path("fixtures/other.json").symlink_to("size.json")
    host.commit()
    assert_stopped(host.check(), 2, "INVALID")


@table(
    Case("with CRLF", (write(SIZE_MARKS, TEXT.replace("\n", "\r\n")),)),
    Case("with a byte order mark", (write(SIZE_MARKS, b"\xef\xbb\xbf" + TEXT.encode()),)),
    Case("on one line", (write(SIZE_MARKS, json.dumps(json.loads(TEXT))),)),
)
def test_another_layout_says_the_same(host: Repository, case: Case) -> None:
    assert_holds(judged(host, case))
    assert host.archgate("fixture", "verify").exit == (0 if case.idea == "with CRLF" else 2)
    assert host.archgate("fixture", "write").exit == 0
    assert host.read(SIZE_MARKS).decode() == TEXT


def assigned(*blocks: Mapping[str, str]) -> Step:
    return write(SIZE, size(assigns=list(blocks)))


FIRST: Block = {"leaf": "S1-L1", "module": "app", "owner": "core"}
LATER: Block = {**FIRST, "leaf": "S9-L9"}


@table(
    Case(
        "another leaf", (assigned({**FIRST, "leaf": "S9-L9"}),), (f"REASSIGNED size|{LOAD}", f"REASSIGNED size|{DRAIN}")
    ),
    Case("no leaf", (assigned(),), (f"REASSIGNED size|{LOAD}",)),
    Case(
        "one more block, closer",
        (assigned(FIRST, {"leaf": "S9-L9", "module": "app.feed"}),),
        (f"REASSIGNED size|{LOAD}",),
    ),
    Case(
        "one more block, by path",
        (assigned(FIRST, {"leaf": "S9-L9", "path": "app/feed.py"}),),
        (f"REASSIGNED size|{LOAD}",),
    ),
    Case(
        "by a move inside the file",
        (
            assigned(FIRST),
            replace(FEED, "def load", "def fetch"),
            assigned({**FIRST, "leaf": "S9-L9"}),
            ran("fixture", "write"),
        ),
        (f"REASSIGNED size|{PARSE}",),
    ),
)
def test_marks_stay_bound_to_their_leaf(host: Repository, case: Case) -> None:
    apply(host, [land(assigned(FIRST))])
    assert_refused(judged(host, case), case.findings)


@table(
    Case("to a part of the leaf", (assigned({**FIRST, "leaf": "S1-L1.2"}),)),
    Case("one more block that says the same", (assigned(FIRST, {"leaf": "S1-L1", "module": "app.feed"}),)),
    Case("another owner", (assigned({**FIRST, "owner": "feed"}),)),
)
def test_marks_may_be_assigned_more_closely(host: Repository, case: Case) -> None:
    apply(host, [land(assigned(FIRST))])
    assert_holds(judged(host, case))


def test_what_was_unassigned_may_be_assigned(host: Repository) -> None:
    assert_holds(judged(host, Case("", (assigned(FIRST),))))


def test_the_command_decides_what_the_blocks_say(host: Repository) -> None:
    """Marks have no leaf of their own: without a block that binds them there is nothing to decide."""
    subjects = [f"size|{name}" for name in sorted(MARKS)]
    apply(host, [land(assigned(FIRST)), append("README.md", "More.\n")])
    refused = host.archgate("policy", "reassign", *subjects, "--leaf", "S9-L9")
    assert (refused.exit, "[[assign]]" in refused.stderr) == (2, True), refused
    assert not host.path("policies/decisions").exists()
    apply(host, [assigned(LATER), ran("policy", "reassign", *subjects, "--leaf", "S9-L9"), commit()])
    assert_holds(host.check())
    assert host.read(SIZE_MARKS).decode() == fixture(MARKS)


def test_marks_are_reassigned_by_decision(host: Repository) -> None:
    apply(host, [land(assigned(FIRST)), assigned({**FIRST, "leaf": "S9-L9"})])
    subjects = [f"size|{name}" for name in sorted(MARKS)]
    decided = write("policies/decisions/later.toml", decision("reassign", subjects, leaf="S9-L9"))
    assert_holds(judged(host, Case("", (decided,))))
    apply(host, [innocent, commit()])
    assert_refused(host.check(), [f"REASSIGNED size|{LOAD}"])


@table(
    Case(
        "an exception of what is not there",
        (write(SIZE, size(exceptions=[excepted("app.plan:plan|statements", 40)])),),
        ("STALE size|app.plan:plan|statements",),
    ),
    Case(
        "an exception that is larger than its fact",
        (
            write(SIZE, size(exceptions=[excepted(LOAD, 60)])),
            write(SIZE_MARKS, fixture({n: v for n, v in MARKS.items() if n != LOAD})),
        ),
        (f"SHRUNK size|{LOAD}",),
    ),
    Case(
        "an exception beside its mark", (write(SIZE, size(exceptions=[excepted(LOAD, 40)])),), (f"SHRUNK size|{LOAD}",)
    ),
)
def test_an_exception_is_exact(host: Repository, case: Case) -> None:
    assert_refused(judged(host, case), case.findings)


def test_a_rule_is_renamed_by_decision(host: Repository) -> None:
    apply(
        host,
        [
            delete(SIZE, SIZE_MARKS),
            write("policies/length.toml", size(rule="length")),
            write("fixtures/length.json", fixture(MARKS, "length")),
            write("policies/decisions/length.toml", decision("rename", "size", to=["length"])),
        ],
    )
    host.commit()
    assert_holds(host.check())
    apply(host, [append(PLAN, "\n\n" + function("sprawl", 25)), commit()])
    assert_refused(host.check(), ["NEW length|app.plan:sprawl|statements"])
    apply(
        host, [write("fixtures/length.json", fixture({**MARKS, "app.plan:sprawl|statements": 25}, "length")), commit()]
    )
    assert_refused(host.check(), ["LAUNDERED *|app.plan:sprawl|statements"])
