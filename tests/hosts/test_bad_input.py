"""What archgate is given may be wrong: one clear line for each fault, the right exit code, never a traceback."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from .builder import (
    STANDARD,
    Files,
    Host,
    Run,
    build,
    clean_environment,
    codes,
    configuration,
    write,
)
from .sample import COMMANDS, GOOD, faults


def test_a_folder_without_git_is_judged_without_protection(tmp_path: Path) -> None:
    verdict = build(tmp_path, STANDARD).check()
    assert (verdict["exit"], verdict["verdict"], verdict["protected"]) == (0, "pass", False)


def test_a_repository_without_a_commit_is_judged_as_without_git(tmp_path: Path) -> None:
    host = build(tmp_path, STANDARD)
    host.git("init", "-q", "-b", "main")
    assert host.check()["exit"] == 0


def test_in_ci_a_verdict_without_protection_must_be_asked_for(tmp_path: Path) -> None:
    host = build(tmp_path, STANDARD)
    run = host.run("check", environment={"CI": "true"})
    assert run.exit == 3
    assert faults(run, "BASE_UNKNOWN") or "--unprotected" in run.said
    assert host.run("check", "--unprotected", environment={"CI": "true"}).exit == 0


USAGES = [
    ("an unknown command", ["chekc"], ["check"]),
    ("an unknown option", ["check", "--bases", "x"], ["--base"]),
    ("an unknown format", ["check", "--format", "yaml"], ["json"]),
    ("an unknown rule to check", ["check", "--rule", "egde"], ["egde", "edge"]),
    ("an unknown rule to state", ["facts", "egde"], ["egde", "edge"]),
    ("an unknown format of facts", ["facts", "imports", "--format", "yaml"], ["json"]),
    ("an unknown grouping", ["debt", "--by", "colour"], ["owner"]),
    ("facts of nothing", ["facts"], []),
    ("a number of processes that is none", ["check", "--processes", "many"], []),
    ("no processes", ["check", "--processes", "0"], []),
    ("an output without a name", ["check", "--output", ""], ["output"]),
    ("a folder for an output", ["check", "--output", "/"], []),
    ("a move to nothing", ["policy", "move", "app.m", ""], []),
    ("a move to an identity", ["policy", "move", "app.m", "edge|app.m|app.a"], ["edge|app.m|app.a"]),
    ("a move to a path", ["policy", "move", "app.m", "../x"], ["../x"]),
    ("an unknown identity", ["explain", "edge|app.m|app.nothere"], ["app.nothere"]),
]


@pytest.mark.parametrize(("idea", "argv", "words"), USAGES, ids=[row[0] for row in USAGES])
def test_wrong_usage(idea: str, argv: list[str], words: list[str], tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.a", "policies/edge.toml": GOOD})
    run = host.run(*argv)
    assert run.exit == 2, idea
    assert "Traceback" not in run.said
    assert run.said.strip()
    assert [word for word in words if word not in run.said] == []


@pytest.mark.parametrize(
    "argv", [["check", "--base", "nosuch"], ["facts", "imports", "--rev", "nosuch"], ["debt", "--rev", "nosuch"]]
)
@pytest.mark.parametrize("git", [False, True], ids=["a folder", "a repository"])
def test_an_unknown_revision_is_told(argv: list[str], git: bool, tmp_path: Path) -> None:
    run = build(tmp_path, STANDARD, git=git).run(*argv)
    assert run.exit == (3 if argv[0] == "check" else 2)
    assert run.said.count("nosuch") == 1
    assert "Traceback" not in run.said


@pytest.mark.parametrize("argv", COMMANDS[:4], ids=" ".join)
def test_a_cache_that_cannot_be_written_changes_nothing(argv: tuple[str, ...], tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.a"})
    write(tmp_path, {"file": ""})
    usual = host.run(*argv)
    for nowhere in ("/dev/null/cache", str(tmp_path / "file")):
        run = host.run(*argv, environment={"XDG_CACHE_HOME": nowhere})
        assert (run.exit, run.out) == (usual.exit, usual.out)
        assert "Traceback" not in run.said


@pytest.mark.parametrize(
    "junk", [b"", b"junk" * 5000, b"SQLite format 3\0" + b"\0" * 5000], ids=["empty", "junk", "half"]
)
def test_a_broken_cache_changes_nothing(junk: bytes, tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.a"})
    usual = host.run("facts", "imports", "--format", "json")
    caches = [path for path in (host.home / "cache").rglob("*") if path.is_file()]
    assert caches
    for path in caches:
        path.write_bytes(junk)
    run = host.run("facts", "imports", "--format", "json")
    assert (run.exit, run.out) == (0, usual.out)
    assert "Traceback" not in run.said


@pytest.fixture
def frozen() -> Iterator[Host]:
    """A host with stale debt whose folders may not be written, also not by the user that runs it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        host = build(Path(folder), {**STANDARD, "policies/edge.toml": GOOD})
        for path in [host.home, *host.root.rglob("*"), host.root]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield host
        for path in [host.root, *host.root.rglob("*"), host.home]:
            path.chmod(0o755 if path.is_dir() else 0o644)


def as_nobody(host: Host, *argv: str) -> Run:
    """Run the command in a process without the superuser's rights."""
    package = str(Path(__file__).parents[2])
    environment = clean_environment(host.home) | {"PYTHONPATH": package, "PYTHONDONTWRITEBYTECODE": "1"}
    user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    command = [sys.executable, "-P", "-m", "archgate", *argv]
    try:
        done = subprocess.run(command, cwd=host.root, env=environment, capture_output=True, check=False, **user)  # type: ignore[call-overload]
    except PermissionError:
        pytest.skip("nobody may not run the interpreter of these tests")
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.skipif(os.name != "posix", reason="folders are made read-only by their POSIX mode")
class TestReadOnlyFolders:
    def test_check_needs_to_write_nothing(self, frozen: Host) -> None:
        run = as_nobody(frozen, "check", "--format", "json")
        assert codes(run.json) == ["STALE"]
        assert run.exit == 1
        assert "Traceback" not in run.err

    def test_facts_need_to_write_nothing(self, frozen: Host) -> None:
        run = as_nobody(frozen, "facts", "imports")
        assert run.exit == 0
        assert "Traceback" not in run.err

    @pytest.mark.parametrize("home", [0o555, 0o777], ids=["nothing may be written", "only a cache may be written"])
    def test_a_writer_says_so_in_one_line_and_leaves_the_old_bytes(self, home: int, frozen: Host) -> None:
        frozen.home.chmod(home)
        before = (frozen.root / "policies/edge.toml").read_bytes()
        run = as_nobody(frozen, "policy", "shrink")
        assert run.exit in (2, 3)
        assert len(run.err.strip().splitlines()) == 1
        assert "Permission denied" in run.err
        assert "policies" in run.err or home == 0o555
        assert (frozen.root / "policies/edge.toml").read_bytes() == before
        assert sorted(path.name for path in (frozen.root / "policies").iterdir()) == ["edge.toml"]

    def test_init_says_so_in_one_line(self, frozen: Host) -> None:
        frozen.root.chmod(0o755)
        (frozen.root / "policies").chmod(0o755)
        (frozen.root / "policies/edge.toml").unlink()
        (frozen.root / "policies").rmdir()
        (frozen.root / "archgate.toml").unlink()
        frozen.root.chmod(0o555)
        run = as_nobody(frozen, "init")
        assert run.exit in (2, 3)
        assert "Traceback" not in run.said
        assert run.err.strip()
        assert not (frozen.root / "archgate.toml").exists()


def test_an_output_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    run = build(tmp_path, STANDARD).run("check", "--output", "no/such/folder/out.json", "--format", "json")
    assert run.exit in (2, 3)
    assert "no/such/folder/out.json" in run.err
    assert "Traceback" not in run.said


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    many: Files = {f"app/x{n}.py": "import app.a, app.b, app.pkg.c, app.pkg.d" for n in range(1500)}
    host = build(tmp_path, {**STANDARD, **many})
    package = Path(__file__).parents[2]
    environment = clean_environment(host.home) | {"PYTHONPATH": str(package)}
    command = [sys.executable, "-P", "-m", "archgate", "facts", "imports"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=host.root, env=environment, text=True, stdout=pipe, stderr=pipe) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode in (0, 141, -signal.SIGPIPE)


@pytest.mark.parametrize(
    ("idea", "files"),
    [
        ("everything is excluded", {"archgate.toml": configuration(exclude=["app/**"])}),
        ("everything is apart", {"archgate.toml": configuration(apart=["app/**"])}),
        ("the only package holds no source", {"archgate.toml": configuration("docs"), "docs/index.md": "# Docs\n"}),
    ],
)
def test_who_examines_nothing_has_no_verdict(idea: str, files: Files, tmp_path: Path) -> None:
    run = build(tmp_path, {**STANDARD, **files}).run("check")
    assert run.exit in (2, 3), idea
    assert "PASS" not in run.said


@pytest.mark.parametrize(
    ("idea", "verdict", "files", "exit_code"),
    [
        ("nothing wrong", "pass", {}, 0),
        ("debt grew", "fail", {"app/m.py": "import app.nothere"}, 1),
        ("a file cannot be read", "unknown", {"app/m.py": "("}, 3),
        ("both: what could not be seen is told first", "unknown", {"app/m.py": "(", "app/a.py": "import app.x"}, 3),
    ],
)
def test_exit_codes(idea: str, verdict: str, files: Files, exit_code: int, tmp_path: Path) -> None:
    answer = build(tmp_path, {**STANDARD, **files}).check()
    assert (answer["verdict"], answer["exit"]) == (verdict, exit_code), idea


def test_an_invalid_policy_outranks_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    files = {**STANDARD, "app/m.py": "(", "policies/edge.toml": GOOD.replace('"app.m"]', '"app.nosuch"]')}
    assert build(tmp_path, files).run("check").exit == 2
