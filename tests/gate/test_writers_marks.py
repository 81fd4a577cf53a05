"""`archgate fixture`: no writer lets marks grow, and each leaves every byte where it refuses."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from archgate.host import made_trees
from archgate.host.git import Git
from tests.gate.marked import (
    CONFIGURATION,
    DRAIN,
    FEED,
    LIMITS,
    LOAD,
    MARKS,
    PARSE,
    PLAN,
    QUEUE,
    RULER,
    SIZE,
    SIZE_MARKS,
    configured,
    cut,
    excepted,
    file,
    fixture,
    function,
    marks_of,
    size,
)
from tests.gate.repository import SOURCE, Repository, kept
from tests.gate.steps import (
    Case,
    Step,
    append,
    apply,
    assert_holds,
    assert_stopped,
    commit,
    delete,
    git,
    land,
    ran,
    replace,
    table,
    write,
)

SPRAWL = "app.plan:sprawl|statements"
with_sprawl: Step = write(SIZE_MARKS, fixture({**MARKS, SPRAWL: 25}))
emptied: Step = write(SIZE_MARKS, fixture({}))
sprawl: Step = append(PLAN, "\n\n" + function("sprawl", 25))
elsewhere: tuple[Step, ...] = (
    write(FEED, file(function("parse", 30), function("tiny", 3))),
    append(PLAN, "\n\n" + function("load", 40)),
)
ARGS, ARGS_MARKS = "policies/args.toml", "fixtures/args.json"
more: Step = write(ARGS, size({"modules": ["app"], "file_statements": 20}, rule="args"))


def bytes_of(repository: Repository) -> dict[str, bytes]:
    """Every file of the work tree, and what git says of it."""
    root = repository.root
    files = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*")) if path.is_file()}
    return {name: path.read_bytes() for name, path in files.items() if not name.startswith(".git/")}


@table(
    Case("a violation", (sprawl,), (SPRAWL,)),
    Case("a growth", (cut("load", 40, 41),), (LOAD,)),
    Case("both, and a payment", (sprawl, cut("load", 40, 41), cut("parse", 30, 5)), (SPRAWL, LOAD)),
    Case("a violation, committed", (sprawl, commit()), (SPRAWL,)),
    Case(
        "a violation whose mark was written by hand",
        (sprawl, with_sprawl, cut("parse", 30, 5)),
        (SPRAWL,),
    ),
    Case("a deleted fixture", (delete(SIZE_MARKS),), (LOAD, PARSE, DRAIN)),
    Case("a deleted fixture, committed", (delete(SIZE_MARKS), commit()), (LOAD, PARSE, DRAIN)),
    Case("an emptied fixture", (write(SIZE_MARKS, fixture({})),), (LOAD, PARSE, DRAIN)),
    Case(
        "an emptied fixture beside host source",
        (emptied, append(PLAN, "\n\n" + function("f", 2))),
        (LOAD,),
    ),
    Case("a mark that was lowered by hand", (write(SIZE_MARKS, fixture({**MARKS, LOAD: 39})),), (LOAD,)),
    Case("a limit tightened", (write(SIZE, size({**LIMITS, "statements": 4})),), ("app.plan:replan|statements",)),
    Case(
        "a function in another file",
        elsewhere,
        ("app.plan:load|statements",),
    ),
    Case("a new rule over new debt", (sprawl, more), ("app.plan|file_statements",)),
)
def test_growth_is_refused_by_name(host: Repository, case: Case) -> None:
    apply(host, case.steps)
    before = bytes_of(host)
    run = host.archgate("fixture", "write")
    assert run.exit == 1, run
    told = run.stdout + run.stderr
    for identity in case.findings:
        subject, _, measure = identity.partition("|")
        assert f"{subject} -> {measure}" in told, told
    assert "REFUSED" in told
    assert bytes_of(host) == before


def test_what_is_paid_is_not_written_beside_growth(host: Repository) -> None:
    """Written whole or not at all: half of it would be a state that nobody asked for."""
    apply(host, [cut("parse", 30, 5), cut("load", 40, 41)])
    assert host.archgate("fixture", "write").exit == 1
    assert marks_of(host) == dict(MARKS)


def test_one_rule_leaves_the_others(host: Repository) -> None:
    apply(host, [land(more, ran("fixture", "write"))])
    apply(host, [replace(QUEUE, function("drain", 20), ""), cut("load", 40, 12)])
    before = bytes_of(host)
    apply(host, [ran("fixture", "write", "--rule", "args")])
    after = bytes_of(host)
    assert {name for name in after if after[name] != before[name]} == {ARGS_MARKS}
    assert set(after) == set(before)


def test_one_rule_is_written_while_another_would_grow(host: Repository) -> None:
    apply(host, [land(more, ran("fixture", "write"))])
    apply(host, [replace(QUEUE, function("drain", 20), "x = 1\n"), append(FEED, "\n\nx = 1\n")])
    assert host.archgate("fixture", "write").exit == 1
    apply(host, [ran("fixture", "write", "--rule", "size")])
    assert DRAIN not in marks_of(host)
    assert host.archgate("fixture", "write", "--rule", "args").exit == 1


@table(
    Case("a rule that is not there", (), arguments=("nothere",)),
    Case("a rule without marks", (), arguments=("unresolved",)),
    Case("nonsense", (), arguments=("../size",)),
)
def test_a_rule_that_has_no_marks_is_a_mistake(host: Repository, case: Case) -> None:
    for command in ("write", "verify", "rebase"):
        run = host.archgate("fixture", command, "--rule", *case.arguments)
        assert run.exit == 2, run
        assert "Traceback" not in run.stderr


def test_the_first_writing_is_what_base_shows(host: Repository) -> None:
    apply(host, [more, cut("load", 40, 39)])
    apply(host, [ran("fixture", "write")])
    assert marks_of(host, ARGS_MARKS) == {"app.feed|file_statements": 75, "app.queue|file_statements": 38}


def test_an_empty_fixture_of_a_new_rule_is_written_already(host: Repository) -> None:
    """Empty is no debt, not nothing: what it would gain is widened by people, not by the first writer."""
    apply(host, [more, write(ARGS_MARKS, fixture({}, "args"))])
    before = bytes_of(host)
    assert host.archgate("fixture", "write").exit == 1
    assert bytes_of(host) == before


def test_writing_twice_writes_once(host: Repository) -> None:
    apply(host, [cut("load", 40, 12), ran("fixture", "write")])
    before = bytes_of(host)
    run = host.archgate("fixture", "write")
    assert (run.exit, "nothing to write" in run.stdout) == (0, True), run
    assert bytes_of(host) == before


def test_what_only_a_better_ruler_sees_is_sent_to_rebase(host: Repository) -> None:
    apply(host, [write(SIZE, size({**LIMITS, "statements": 4})), sprawl])
    assert "so this takes it in: archgate fixture rebase" not in host.archgate("fixture", "write").stdout
    apply(host, [git("checkout", "--", PLAN)])
    run = host.archgate("fixture", "write")
    assert (run.exit, "so this takes it in: archgate fixture rebase" in run.stdout) == (1, True), run


def test_rebase_prints_each_mark(host: Repository) -> None:
    apply(host, [write(SIZE, size({**LIMITS, "statements": 2, "arguments": 1}))])
    run = host.archgate("fixture", "rebase", "--rule", "size")
    assert run.exit == 0, run
    told = {line for line in run.stdout.splitlines() if line.startswith("+ ")}
    assert told == {f"+ size|app.{name}|statements" for name in ("feed:tiny", "plan:plan", "plan:replan")}
    host.commit()
    assert_holds(host.check(), ["WIDENED size|app.plan:plan|statements"])


@table(
    Case("beside a violation", (sprawl,)),
    Case("beside any source", (append(PLAN, "\n\n" + function("f", 2)),)),
    Case("beside source that was committed", (append(PLAN, "\n\n" + function("f", 2)), commit())),
)
def test_rebase_is_refused_beside_host_source(host: Repository, case: Case) -> None:
    apply(host, [write(SIZE, size({**LIMITS, "statements": 4})), *case.steps])
    before = bytes_of(host)
    run = host.archgate("fixture", "rebase")
    assert run.exit == 1, run
    assert "host source" in run.stdout
    assert bytes_of(host) == before


def test_rebase_has_nothing_to_do_where_the_ruler_is_the_same(host: Repository) -> None:
    run = host.archgate("fixture", "rebase")
    assert (run.exit, "nothing to write" in run.stdout) == (0, True), run


def test_rebase_brings_no_deleted_fixture_back_larger(host: Repository) -> None:
    """Without host source base's tree is head's: what comes back is what base has, and no more."""
    apply(host, [delete(SIZE_MARKS), commit(), ran("fixture", "rebase")])
    assert host.read(SIZE_MARKS).decode() == fixture(MARKS)
    host.commit()
    assert_holds(host.check())


@table(
    Case("as it is", (), exit=0),
    Case("smaller", (cut("load", 40, 20),)),
    Case("larger", (cut("load", 40, 41),)),
    Case("a violation", (sprawl,)),
    Case("a mark by hand", (write(SIZE_MARKS, fixture({**MARKS, SPRAWL: 25})),)),
    Case("out of order", (write(SIZE_MARKS, fixture(MARKS).replace("app.feed:load", "app.zoo:load")),), exit=2),
    Case("another ruler", (write(SIZE_MARKS, fixture(MARKS, ruler={**RULER, "version": "9"})),), exit=3),
    Case("no fixture", (delete(SIZE_MARKS),)),
    Case("a file that cannot be parsed", (append(PLAN, "\ndef (:\n"),), exit=3),
)
def test_verify_holds_fixtures_against_the_tree(host: Repository, case: Case) -> None:
    apply(host, case.steps)
    before = bytes_of(host)
    run = host.archgate("fixture", "verify")
    assert run.exit == case.exit, run
    assert "Traceback" not in run.stderr
    assert bytes_of(host) == before


def test_a_file_that_cannot_be_parsed_hides_no_marks(host: Repository) -> None:
    apply(host, [append(FEED, "\ndef (:\n")])
    before = bytes_of(host)
    for command in ("write", "rebase"):
        run = host.archgate("fixture", command)
        assert run.exit == 3, run
    assert bytes_of(host) == before


@table(
    Case("from a folder below", (cut("load", 40, 12),), arguments=("app",)),
    Case("from the folder of fixtures", (cut("load", 40, 12),), arguments=("fixtures",)),
)
def test_the_folder_in_which_it_is_called_makes_no_difference(host: Repository, case: Case) -> None:
    apply(host, case.steps)
    run = host.archgate("fixture", "write", folder=case.arguments[0])
    assert run.exit == 0, run
    assert marks_of(host)[LOAD] == 12


def test_in_a_repository_without_commits(tmp_path: Path) -> None:
    """Nothing protects: the disk is what holds, and it is said."""
    root, home = tmp_path / "host", tmp_path / "home"
    root.mkdir()
    home.mkdir()
    fresh = Repository(root=root, home=home)
    fresh.git("init", "--quiet", "--template=")
    for path, content in {CONFIGURATION: configured(base=None), SIZE: size(), FEED: function("load", 40)}.items():
        fresh.write(path, content)
    fresh.write("app/__init__.py", "")
    run = fresh.archgate("fixture", "write")
    assert (run.exit, "protected: no" in run.stdout) == (0, True), run
    assert marks_of(fresh) == {LOAD: 40}
    apply(fresh, [replace(FEED, function("load", 40), function("load", 41))])
    before = bytes_of(fresh)
    assert fresh.archgate("fixture", "write").exit == 1
    assert bytes_of(fresh) == before
    apply(fresh, [write(FEED, function("load", 20)), ran("fixture", "write")])
    assert marks_of(fresh) == {LOAD: 20}


def test_in_a_shallow_clone(host: Repository, tmp_path: Path) -> None:
    """Base cannot be had: exit 3 and what to do, and not a byte."""
    apply(host, [cut("load", 40, 12), commit()])
    shallow = host.clone(tmp_path / "shallow", "--depth", "1", "--branch", "work")
    before = bytes_of(shallow)
    run = shallow.archgate("fixture", "write")
    assert run.exit == 3, run
    assert "fetch" in run.stderr
    assert bytes_of(shallow) == before


def test_on_the_protected_branch_itself(host: Repository) -> None:
    apply(host, [git("checkout", "--quiet", "main"), cut("load", 40, 12), ran("fixture", "write")])
    assert marks_of(host)[LOAD] == 12
    host.commit()
    assert host.check().exit == 0
    apply(host, [sprawl])
    assert host.archgate("fixture", "write").exit == 1
    host.write(SIZE_MARKS, fixture({**MARKS, LOAD: 12, SPRAWL: 25}))
    host.commit()
    assert host.check().exit == 1


def test_shrink_leaves_marks_and_writes_exceptions(host: Repository) -> None:
    apply(host, [land(write(SIZE, size(exceptions=[excepted(LOAD, 40)])), ran("fixture", "write"))])
    apply(host, [cut("load", 40, 20), cut("parse", 30, 20)])
    before = host.read(SIZE_MARKS)
    apply(host, [ran("policy", "shrink")])
    assert b"amount = 20" in host.read(SIZE)
    assert host.read(SIZE_MARKS) == before
    apply(host, [ran("fixture", "write"), commit()])
    assert_holds(host.check())


def test_freeze_writes_the_first_marks_too(host: Repository) -> None:
    apply(host, [more, ran("policy", "freeze", "args")])
    assert marks_of(host, ARGS_MARKS) == {"app.feed|file_statements": 76, "app.queue|file_statements": 38}
    before = bytes_of(host)
    run = host.archgate("policy", "freeze", "args")
    assert (run.exit, "has entries already" in run.stderr) == (2, True), run
    assert bytes_of(host) == before
    host.commit()
    assert_holds(host.check())


@table(
    Case("with debt", ()),
    Case("without any", (land(write(FEED, ""), write(QUEUE, ""), emptied),)),
)
def test_freeze_is_for_a_rule_that_has_no_fixture(host: Repository, case: Case) -> None:
    apply(host, [*case.steps, append("README.md", "More.\n")])
    before = bytes_of(host)
    run = host.archgate("policy", "freeze", "size")
    assert (run.exit, "has entries already" in run.stderr) == (2, True), run
    assert bytes_of(host) == before


def test_widen_writes_marks_as_rebase_does(host: Repository) -> None:
    apply(host, [write(SIZE, size({**LIMITS, "statements": 4})), ran("policy", "widen")])
    widened = host.read(SIZE_MARKS)
    apply(host, [git("checkout", "--", "fixtures"), ran("fixture", "rebase")])
    assert host.read(SIZE_MARKS) == widened


def test_two_writers_at_once(host: Repository) -> None:
    """Each of them wins whole or says why not; what is left are the bytes that one alone would have written."""
    apply(host, [cut("load", 40, 12)])
    command = [sys.executable, "-m", "archgate", "fixture", "write"]
    environment = kept() | {"HOME": str(host.home), "PYTHONPATH": SOURCE}
    writers = [
        subprocess.Popen(
            command, cwd=host.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    told = [writer.communicate() for writer in writers]
    codes = [writer.returncode for writer in writers]
    assert 0 in codes, told
    for code, (out, err) in zip(codes, told, strict=True):
        assert code == 0 or (code == 2 and "meanwhile" in out + err), (code, out, err)
    assert host.read(SIZE_MARKS).decode() == fixture({**MARKS, LOAD: 12})
    assert not [path for path in host.path("fixtures").iterdir() if path.name != "size.json"]


def test_a_file_that_goes_while_git_looks_is_not_there(host: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as another writer's unfinished file."""
    host.write("fixtures/.archgate-0.partial", "half")
    known = made_trees.disk_nodes

    def disk_nodes(*arguments: Any) -> Any:
        nodes = known(*arguments)
        host.path("fixtures/.archgate-0.partial").unlink(missing_ok=True)
        return nodes

    monkeypatch.setattr(made_trees, "disk_nodes", disk_nodes)
    git_here = Git.find(host.root)
    assert git_here is not None
    assert made_trees.snapshot(git_here) == git_here.run("rev-parse", "HEAD^{tree}").decode().strip()


def test_marks_that_git_ignores_are_not_written(host: Repository) -> None:
    """They would be law in this clone and nowhere else."""
    ignored = write(".gitignore", "more.json\n")
    apply(host, [land(ignored, write("policies/more.toml", size(rule="more")))])
    run = host.archgate("fixture", "write")
    assert_stopped(run, 2, "INVALID")
    assert "fixtures/more.json: git ignores this file" in run.stdout + run.stderr
    assert not host.path("fixtures/more.json").exists()
