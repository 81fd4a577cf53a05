"""A tool is run apart: what it gets, what it may do, and what is left of it."""

import os
import sys
import time
from pathlib import Path

import pytest

from archgate.measure.fault import Unmeasured
from archgate.measure.process import Call, Outcome, environment, run, search_path


def call(tmp_path: Path, code: str, seconds: float = 20) -> Call:
    """A call of Python."""
    return Call((sys.executable, "-c", code), tmp_path, tmp_path, tmp_path / "host", seconds)


def test_an_outcome(tmp_path: Path) -> None:
    said = run(call(tmp_path, "import sys; print('out'); print('a\\nb', file=sys.stderr); sys.exit(3)"))
    assert said == Outcome(3, b"out\n", b"a\nb\n")
    assert said.words == "a; b"
    assert said.complaints == ["a", "b"]


def test_it_has_no_input(tmp_path: Path) -> None:
    assert run(call(tmp_path, "print(repr(input.__call__ and __import__('sys').stdin.read()))")).stdout == b"''\n"


@pytest.mark.parametrize(
    "name",
    ["PYTHONPATH", "PYTHONSTARTUP", "VIRTUAL_ENV", "RUFF_CONFIG", "MYPYPATH", "MYPY_CACHE_DIR", "PYLINTRC", "GIT_DIR"],
)
def test_nothing_that_configures_a_tool_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "x")
    given = environment(call(tmp_path, ""))
    assert name not in given
    assert given["PYTHONSAFEPATH"] == given["NO_COLOR"] == "1"
    assert given["HOME"] == given["XDG_CONFIG_HOME"] == str(tmp_path)


def test_programs_are_not_looked_for_in_the_host_or_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("host/bin", "here", "good"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "linked").symlink_to(tmp_path / "host" / "bin")
    monkeypatch.chdir(tmp_path / "here")
    names = ["host/bin", "here", "linked", "good"]
    path = os.pathsep.join(["", ".", "bin", *(str(tmp_path / name) for name in names)])
    assert list(search_path(tmp_path / "host", {"PATH": path})) == [tmp_path / "good"]


def test_too_long(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    child = f"import time; time.sleep(2); open({str(alive)!r}, 'w')"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    started = time.monotonic()
    with pytest.raises(Unmeasured, match=r"ended after 0\.5 seconds"):
        run(call(tmp_path, code, 0.5))
    assert time.monotonic() - started < 2, "it waits for its children"
    time.sleep(2.5)
    assert not alive.exists(), "its children live on"


def test_too_much(tmp_path: Path) -> None:
    with pytest.raises(Unmeasured, match="more than 1000 bytes"):
        run(call(tmp_path, "while True: print('x' * 100)"), most=1000)


def test_no_program(tmp_path: Path) -> None:
    with pytest.raises(Unmeasured, match="cannot be started"):
        run(Call((str(tmp_path / "none"),), tmp_path, tmp_path, tmp_path, 1))
