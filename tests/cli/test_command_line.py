"""The command line: every way to get it wrong ends in one plain line and an exit code, never in a traceback."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from archgate.cli.command_line import in_words
from tests.hosts.builder import STANDARD, Host, build
from tests.hosts.sample import GOOD


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return build(tmp_path, {**STANDARD, "app/m.py": "import app.a", "policies/edge.toml": GOOD}, git=True)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["check", "--format", "yaml"], "'yaml' is not one of 'text', 'json', 'sarif'"),
        (["debt", "--by", "colour"], "'colour' is not one of 'leaf', 'rule', 'owner', 'package' (see"),
        (["check", "--processes", "many"], "'--processes': it is no whole number (see"),
        (["check", "--processes", "0"], "'--processes': it must be at least 1 (see"),
        (["facts"], "Missing argument 'RULE|imports|cycles|uses' (see"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_told_in_plain_words(argv: list[str], words: str, host: Host) -> None:
    run = host.run(*argv)
    assert run.exit == 2
    assert words in run.err
    assert "Value error" not in run.err


@pytest.mark.skipif(sys.platform == "win32", reason="there a folder that somebody stands in can't be deleted")
def test_a_current_folder_that_is_gone(tmp_path: Path) -> None:
    script = "import os, sys; from archgate.__main__ import run; os.rmdir(sys.argv[1]); raise SystemExit(run())"
    gone = tmp_path / "gone"
    gone.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", script, str(gone)]
    done = subprocess.run(command, cwd=gone, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.splitlines()) == (
        2,
        ["archgate: the current folder is gone; go to one that is there"],
    )


def test_plain_messages_stay_as_they_are() -> None:
    assert in_words("No such option: --x") == "No such option: --x"


@pytest.mark.parametrize("command", [["check"], ["debt"], ["facts", "imports"]], ids=" ".join)
@pytest.mark.parametrize("output", ["", ".", "/", "app", "..", "no/such/out.txt", "archgate.toml/x", "\0", "x" * 300])
def test_an_output_that_is_no_file_is_told(command: list[str], output: str, host: Host) -> None:
    run = host.run(*command, "--output", output)
    assert run.exit == 2
    assert "invalid" in run.err.casefold()
    assert len(run.err.splitlines()) == 1


def test_an_output_is_looked_at_before_the_work(host: Host) -> None:
    (host.root / "archgate.toml").unlink()
    assert "names a folder" in host.run("check", "--output", "app").err


def test_an_output_is_written_and_nothing_else(host: Host) -> None:
    run = host.run("check", "--output", "out.txt")
    assert (run.exit, run.out) == (0, "")
    assert (host.root / "out.txt").read_text(encoding="utf-8").splitlines()[-1].startswith("PASS")
    assert list(host.root.glob(".archgate-*")) == []


ODD = ["", "-", "|", "\0", "\x1b[31m", "../x", "/", "*", "é\u0301", "\udce9", "a" * 5000, "app.m:", "=", "--", "0"]
TAKERS = [
    ("check", "--base"),
    ("check", "--rule"),
    ("check", "--format"),
    ("facts",),
    ("facts", "imports", "--rev"),
    ("debt", "--rev"),
    ("explain",),
    ("explain", "NEW", "--base"),
    ("policy", "freeze"),
    ("policy", "widen"),
    ("policy", "shrink"),
    ("policy", "move", "app.m"),
    ("policy", "move", "app.m", "app.a", "--reason"),
    ("policy", "move", "app.m", "app.a", "--owner"),
    ("policy", "revert"),
    ("policy", "reassign", "edge|app.m|app.a", "--leaf"),
    ("policy", "reassign", "--leaf", "S1"),
    ("policy", "merge", "x", "y", "z"),
    ("leaf", "show"),
    ("leaf", "list", "--document"),
    ("roadmap", "lint", "--document"),
    ("roadmap", "graph", "--format"),
]


@pytest.mark.parametrize("command", TAKERS, ids=" ".join)
def test_no_odd_word_ends_in_a_traceback(command: tuple[str, ...], host: Host) -> None:
    for word in ODD:
        run = host.run(*command, word)
        assert run.exit in (0, 1, 2, 3), word
        assert "\x1b" not in run.said
        assert "\0" not in run.said


def test_no_odd_word_is_written(host: Host) -> None:
    for command, word in itertools.product(TAKERS, ODD):
        if command[0] == "policy" and command[1] in ("move", "reassign", "revert"):
            host.run(*command, word)
            assert host.run("policy", "lint").exit == 0, (command, word)


def test_an_argument_that_is_no_text_is_told(host: Host) -> None:
    run = host.run("explain", "caf\udce9")
    assert run.exit == 2
    assert "an argument is not UTF-8: caf\\udce9" in run.err
