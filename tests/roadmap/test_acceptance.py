"""The condition `acceptance`: commands are run when asked, and believed only where they examined something."""

import io
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from archgate.host.errors import InputError
from archgate.policy.roadmap_terms import LeafTerms
from archgate.roadmap.conditions.acceptance import Terminal, judge, tree_id
from archgate.roadmap.runner import environment, run_command
from archgate.roadmap.trial import Answer, Asked
from tests.gate.repository import SOURCE, Repository
from tests.roadmap.story import begin, law, plan
from tests.roadmap.trials import DOCUMENT, TABLE, judged, put, repository

PYTEST = f"{sys.executable} -m pytest -p no:cacheprovider -q tests"
MACHINE = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}


def document(*commands: str) -> str:
    return TABLE + "**Acceptance**\n\n```bash\n" + "\n".join(commands) + "\n```\n"


def host(tmp_path: Path, *commands: str, files: Mapping[str, str] | None = None) -> Repository:
    return repository(tmp_path, {DOCUMENT: document(*commands), ".gitignore": "__pycache__/\n", **(files or {})})


def asked(**options: object) -> Asked:
    return Asked(**{"run": True, **options})  # type: ignore[arg-type]


def answer(made: Repository, asking: Asked, *proves: str, stream: io.BytesIO | None = None) -> Answer:
    terminal = Terminal(MACHINE, stream or io.BytesIO())
    return judged(made, lambda trial: judge(replace(trial, asked=asking), terminal), LeafTerms("S1-L1", proves=proves))


RUNS = {
    "all succeed": (["test -d app", "git diff --check"], "holds"),
    "one fails": (["test -d app", "test -f nothing", "test -d app"], "fails"),
    "the failure of a pipe": (["false | cat"], "fails"),
    "the first part fails": (["false; true"], "fails"),
    "a variable that is not set": (["test -z $NOT_SET_ANYWHERE"], "fails"),
    "a heredoc": (["cat <<'X' | grep -q two", "one", "two", "X"], "holds"),
    "a continued line": (["test -d \\", "  app"], "holds"),
    "no such command": (["no-such-command-at-all"], "fails"),
    "nothing but words": (["echo all good", "true"], "fails"),
    "words beside a command": (["echo first", "test -d app"], "holds"),
    "a failure that is swallowed": (["test -d nothing || true"], "fails"),
    "another folder": (["cd app", "test -f __init__.py"], "fails"),
    "another folder in one command": (["cd app && test -f __init__.py"], "holds"),
}


@pytest.mark.parametrize("case", RUNS)
def test_commands_that_are_run(tmp_path: Path, case: str) -> None:
    commands, word = RUNS[case]
    assert answer(host(tmp_path, *commands), asked()).verdict == word


TESTS = {
    "passes": ("def test_a(): assert int('1')\n", "holds"),
    "fails": ("def test_a(): assert int('0')\n", "fails"),
    "skipped": ("import pytest\n@pytest.mark.skip\ndef test_a(): assert int('1')\n", "fails"),
    "expected to fail": ("import pytest\n@pytest.mark.xfail\ndef test_a(): assert int('0')\n", "fails"),
    "none": ("x = 1\n", "fails"),
}


@pytest.mark.parametrize("case", TESTS)
def test_real_tests(tmp_path: Path, case: str) -> None:
    source, word = TESTS[case]
    assert answer(host(tmp_path, PYTEST, files={"tests/test_a.py": source}), asked()).verdict == word


def test_a_silent_run_is_unknown(tmp_path: Path) -> None:
    made = host(tmp_path, f"{PYTEST} -q", files={"tests/test_a.py": "def test_a(): assert int('1')\n"})
    assert answer(made, asked()).verdict == "unknown"


def test_nothing_is_run_unless_asked(tmp_path: Path) -> None:
    made = host(tmp_path, "touch ran", "test -f ran")
    found = answer(made, asked(run=False))
    assert found.verdict == "not asked"
    assert "--run" in found.next
    assert not (made.root / "ran").exists()
    assert answer(made, asked()).verdict == "holds"
    assert (made.root / "ran").exists()


def test_what_cannot_fail_is_said_without_running(tmp_path: Path) -> None:
    found = answer(host(tmp_path, "pytest || true"), asked(run=False))
    assert found.verdict == "fails"
    assert "swallowed" in found.evidence[0]


def test_no_commands_is_unknown(tmp_path: Path) -> None:
    assert answer(repository(tmp_path, {}), asked()).verdict == "unknown"


def test_each_command_is_shown_before_it_runs(tmp_path: Path) -> None:
    stream = io.BytesIO()
    answer(host(tmp_path, "echo first | cat", "echo second | cat"), asked(), stream=stream)
    lines = [line for line in stream.getvalue().decode().splitlines() if line in ("first", "second") or "$" in line]
    assert lines == ["$ echo first | cat", "first", "$ echo second | cat", "second"]
    assert "with the variables HOME, PATH" in stream.getvalue().decode()


def test_variables() -> None:
    given = {
        **MACHINE,
        "CI": "1",
        "GITHUB_REF": "x",
        "GITHUB_TOKEN": "secret",
        "LC_ALL": "C",
        "PYTHONPATH": "/x",
        "GIT_DIR": "/x",
        "ARCHGATE_X": "1",
        "DATABASE_URL": "db",
    }
    assert list(environment(given)) == ["CI", "GITHUB_REF", "HOME", "LC_ALL", "PATH"]
    assert "DATABASE_URL" in environment(given, ["DATABASE_URL"])


def test_a_command_is_ended_when_its_time_is_over(tmp_path: Path) -> None:
    began = time.monotonic()
    found = answer(host(tmp_path, "sleep 60 & sleep 60"), asked(seconds=0.3))
    assert found.verdict == "fails"
    assert "time" in found.evidence[0]
    assert time.monotonic() - began < 20


def test_what_a_command_leaves_behind_is_ended(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    ran = run_command(f"(sleep 1; touch {mark}) > /dev/null 2>&1 & test -d .", tmp_path, io.BytesIO(), 30, MACHINE)
    assert ran.status == 0
    time.sleep(1.5)
    assert not mark.exists()


def test_a_command_ends_with_the_process_that_runs_it(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    script = (
        "import io, os; from pathlib import Path; from archgate.roadmap.runner import run_command\n"
        f"command = 'touch started; sleep 2; touch {mark}'\n"
        f"run_command(command, Path({str(tmp_path)!r}), io.BytesIO(), 60, os.environ)\n"
    )
    around, run = {**os.environ, "PYTHONPATH": SOURCE}, [sys.executable, "-c", script]
    with subprocess.Popen(run, env=around, stderr=subprocess.DEVNULL) as process:
        for _ in range(100):
            if (tmp_path / "started").exists():
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 128 + signal.SIGTERM
    time.sleep(2.5)
    assert not mark.exists()


PROOFS = {
    "fails without the leaf": ("test -f app/new.py", "holds"),
    "succeeds without it": ("test -f app/__init__.py", "fails"),
    "cannot be run there": ("./run.sh", "unknown"),
}


@pytest.mark.parametrize("case", PROOFS)
def test_commands_that_prove(tmp_path: Path, case: str) -> None:
    command, word = PROOFS[case]
    made = host(tmp_path, command)
    put(made, {"app/new.py": "x = 1\n", "run.sh": "#!/bin/sh\nexit 0\n"})
    (made.root / "run.sh").chmod(0o755)
    made.commit("the leaf")
    assert answer(made, asked(), command).verdict == "not asked"
    assert answer(made, asked(run=False, prove=True), command).verdict == "not asked"
    assert answer(made, asked(prove=True), command).verdict == word
    assert len(made.git("worktree", "list").splitlines()) == 1


NEW_TESTS = {
    "of what is new": ("from app.new import x\n\ndef test_a(): assert x == 1\n", "holds"),
    "of nothing": ("def test_a(): assert int('1')\n", "fails"),
}


@pytest.mark.parametrize("case", NEW_TESTS)
def test_a_new_test_proves_by_what_it_asserts(tmp_path: Path, case: str) -> None:
    """It is laid over the tree before the leaf: not being there yet is no proof."""
    source, word = NEW_TESTS[case]
    command = f"{PYTEST}/test_new.py"
    made = host(tmp_path, command, files={"tests/__init__.py": ""})
    put(made, {"app/new.py": "x = 1\n", "tests/test_new.py": source})
    made.commit("the leaf")
    assert answer(made, asked(prove=True), command).verdict == word


def put_file(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.touch()


IN_THE_WAY: dict[str, Callable[[Path, Path], object]] = {
    "a link out of the tree": lambda tests, outside: tests.symlink_to(outside),
    "a file": lambda tests, _: tests.write_text("x"),
    "a folder": lambda tests, _: put_file(tests / "test_new.py" / "kept"),
}


@pytest.mark.parametrize("case", IN_THE_WAY)
def test_what_stands_in_the_way_of_a_test_goes(tmp_path: Path, case: str) -> None:
    command, outside = "test -f tests/test_new.py -a -f app/new.py", tmp_path / "outside"
    outside.mkdir()
    made = host(tmp_path, command)
    IN_THE_WAY[case](made.root / "tests", outside)
    (outside / "kept").touch()
    made.commit("before")
    made.git("branch", "--force", "main")
    made.git("clean", "-qfdx")
    made.git("rm", "-rq", "--ignore-unmatch", "tests")
    shutil.rmtree(made.root / "tests", ignore_errors=True)
    put(made, {"app/new.py": "x = 1\n", "tests/test_new.py": "x = 1\n"})
    made.commit("the leaf")
    assert answer(made, asked(prove=True), command).verdict == "holds"
    assert [one.name for one in outside.iterdir()] == ["kept"]


def test_the_command_line(tmp_path: Path) -> None:
    """Nothing runs before it is asked for; what runs is shown beside the JSON, and makes the verdict."""
    row = "S1-L1 Bells | ACTIVE | none | x"
    section = "\n### S1-L1 Bells\n\n**Acceptance**\n\n```bash\necho ringing | cat\ntest -n $BELL\n```\n"
    document = plan(row)["docs/roadmap.md"] + section
    story = begin(tmp_path, {**law("acceptance"), "docs/roadmap.md": document})
    story.commit({"app/bell.py": "def ring():\n    return 2\n"})
    verdict = story.gate()
    assert (verdict["acceptance"], verdict.exit) == ("not asked", 3)
    verdict = story.gate("S1-L1", "--run")
    assert (verdict["acceptance"], verdict.exit) == ("fails", 1)
    assert "`test -n $BELL` failed" in verdict.evidence("acceptance")
    story.repository.environment["BELL"] = "1"
    assert story.gate("S1-L1", "--run").exit == 1
    verdict = story.gate("S1-L1", "--run", "--pass", "BELL", "--seconds", "60")
    assert (verdict["acceptance"], verdict.exit) == ("holds", 0)


def test_a_command_to_prove_must_be_in_the_document(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="proves"):
        answer(host(tmp_path, "test -d app"), asked(), "test -d apps")


def test_the_other_work_tree_goes_when_the_process_is_ended(tmp_path: Path) -> None:
    made = host(tmp_path, "test -d app")
    script = (
        "import sys, time; from pathlib import Path; from archgate.host.git import Git\n"
        "from archgate.roadmap.base_worktree import worktree_of\n"
        f"git = Git.find(Path({str(made.root)!r}))\n"
        "with worktree_of(git, 'HEAD') as folder:\n    print(folder, flush=True); time.sleep(60)\n"
    )
    around, run = {**os.environ, "PYTHONPATH": SOURCE}, [sys.executable, "-c", script]
    with subprocess.Popen(run, stdout=subprocess.PIPE, env=around, text=True) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert (folder / "app").is_dir()
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 128 + signal.SIGTERM
    assert not folder.exists()
    assert len(made.git("worktree", "list").splitlines()) == 1


def report(tree: str, cases: str, how: str = "property") -> str:
    if how == "name":
        return f'<testsuites><testsuite name="archgate.tree={tree}">{cases}</testsuite></testsuites>'
    said = f'<properties><property name="archgate.tree" value="{tree}"/></properties>'
    return f"<testsuites><testsuite>{said}{cases}</testsuite></testsuites>"


PASSED = '<testcase name="a"/>'
SKIPPED = '<testcase name="b"><skipped/></testcase>'
REPORTS = {
    "passed": (PASSED + SKIPPED, "property", True, "holds"),
    "named by the suite": (PASSED, "name", True, "holds"),
    "of another tree": (PASSED, "property", False, "unknown"),
    "failed": (PASSED + '<testcase name="c"><failure/></testcase>', "property", True, "fails"),
    "in error": (PASSED + '<testcase name="c"><error/></testcase>', "property", True, "fails"),
    "all skipped": (SKIPPED, "property", True, "fails"),
    "no tests": ("", "property", True, "fails"),
}


@pytest.mark.parametrize("case", REPORTS)
def test_a_file_of_evidence(tmp_path: Path, case: str) -> None:
    cases, how, same, word = REPORTS[case]
    made = host(tmp_path, "pytest tests")
    tree = judged(made, lambda trial: tree_id(trial.case)) if same else "1" * 40
    file = made.root / "report.xml"
    file.write_text(report(tree, cases, how))
    assert answer(made, asked(run=False, junit=(file,))).verdict == word


def test_a_file_is_no_evidence_of_a_changed_tree(tmp_path: Path) -> None:
    made = host(tmp_path, "pytest tests")
    file = made.root / "report.xml"
    file.write_text(report(judged(made, lambda trial: tree_id(trial.case)), PASSED))
    put(made, {"app/a.py": "x = 1\n"})
    found = answer(made, asked(run=False, junit=(file,)))
    assert found.verdict == "unknown"
    assert "junit_suite_name=archgate.tree=" in found.next


def test_pytest_makes_such_a_file(tmp_path: Path) -> None:
    made = host(tmp_path, PYTEST, files={"tests/test_a.py": "def test_a(): assert int('1')\n"})
    tree = judged(made, lambda trial: tree_id(trial.case))
    file = tmp_path / "report.xml"
    more = ["--junitxml", str(file), "-o", f"junit_suite_name=archgate.tree={tree}"]
    subprocess.run([*PYTEST.split(), *more], cwd=made.root, check=True, capture_output=True)
    assert answer(made, asked(run=False, junit=(file,))).verdict == "holds"


def test_a_file_stands_for_tests_alone(tmp_path: Path) -> None:
    made = host(tmp_path, "pytest tests", "test -d app")
    file = tmp_path / "report.xml"
    file.write_text(report(judged(made, lambda trial: tree_id(trial.case)), PASSED))
    assert answer(made, asked(run=False, junit=(file,))).verdict == "not asked"
    assert answer(made, asked(junit=(file,))).verdict == "holds"


def test_of_several_commands_a_file_says_which(tmp_path: Path) -> None:
    made = host(tmp_path, "pytest tests/a", "pytest tests/b")
    tree = judged(made, lambda trial: tree_id(trial.case))
    plain, named = tmp_path / "plain.xml", tmp_path / "named.xml"
    plain.write_text(report(tree, PASSED))
    with pytest.raises(InputError, match="which command"):
        answer(made, asked(run=False, junit=(plain,)))
    both = "".join(f'<property name="archgate.command" value="pytest tests/{one}"/>' for one in "ab")
    named.write_text(report(tree, PASSED).replace("</properties>", f"{both}</properties>"))
    assert answer(made, asked(run=False, junit=(named,))).verdict == "holds"


BAD = {
    "no XML": "not at all",
    "another document": "<html/>",
    "an entity": '<!DOCTYPE x [<!ENTITY e "e">]><testsuites/>',
}


@pytest.mark.parametrize("case", BAD)
def test_a_file_that_is_no_evidence(tmp_path: Path, case: str) -> None:
    file = tmp_path / "report.xml"
    file.write_text(BAD[case])
    with pytest.raises(InputError, match=r"report\.xml"):
        answer(host(tmp_path, "pytest tests"), asked(junit=(file,)))
