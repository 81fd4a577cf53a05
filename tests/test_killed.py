"""Commands killed at random instants: every file has its old or its new bytes, and the next run makes good.

`ARCHGATE_KILLS` says how often each command is killed.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.hosts.builder import clean_environment, configuration, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing on Windows kills as SIGKILL does")

KILLS = int(os.environ.get("ARCHGATE_KILLS", "8"))
RINGS = 40


def ring(number: int, whole: bool) -> dict[str, str]:
    """Three modules in a circle, or (`whole` false) two of them and one that nothing leads back to."""
    last = f"import app.r{number}a" if whole else "x = 1"
    return {
        f"app/r{number}a.py": f"import app.r{number}b",
        f"app/r{number}b.py": f"import app.r{number}c\nimport app.r{number}a",
        f"app/r{number}c.py": last,
    }


def host(root: Path, whole: bool) -> None:
    files = {"app/__init__.py": ""}
    for number in range(RINGS):
        files |= ring(number, whole)
    write(root, files)


def frozen(root: Path) -> dict[str, bytes]:
    """The bytes of the files that archgate writes."""
    patterns = ("archgate.toml", ".gitattributes", "policies/*.toml", "fixtures/*.json")
    paths = [path for pattern in patterns for path in root.glob(pattern)]
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(paths)}


def start(root: Path, home: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "archgate", *arguments],
        cwd=root,
        env={**clean_environment(home), "PYTHONPATH": str(Path(__file__).parents[1])},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def run(root: Path, home: Path, *arguments: str) -> None:
    assert start(root, home, *arguments).wait() == 0, arguments


def kill_often(
    origin: Path, home: Path, command: tuple[str, ...], old: Mapping[str, bytes], new: Mapping[str, bytes]
) -> int:
    """How many of the kills struck a command that was still at work."""
    began = time.monotonic()
    copy = shutil.copytree(origin, origin.with_name("timed"))
    run(copy, home, *command)
    duration = time.monotonic() - began
    chance = random.Random(20)
    struck = 0
    for number in range(KILLS):
        copy = shutil.copytree(origin, origin.with_name(f"killed{number}"))
        child = start(copy, home, *command)
        time.sleep(chance.uniform(0.3, 1.05) * duration)
        struck += child.poll() is None
        child.send_signal(signal.SIGKILL)
        child.wait()
        for path, data in frozen(copy).items():
            assert data in (old.get(path), new[path]), path
        run(copy, home, *command if frozen(copy) != new else ("check",))
        assert frozen(copy) == new
        shutil.rmtree(copy)
    return struck


def test_shrink_killed_at_any_instant_leaves_old_or_new_policies(tmp_path: Path) -> None:
    origin, home = tmp_path / "host", tmp_path / "home"
    host(origin, whole=True)
    run(origin, home, "init")
    old = frozen(origin)
    host(origin, whole=False)
    done = shutil.copytree(origin, tmp_path / "done")
    run(done, home, "policy", "shrink")
    assert frozen(done) != old
    assert kill_often(origin, home, ("policy", "shrink"), old, frozen(done)), "no kill struck"


def sized(root: Path, statements: int) -> None:
    """Functions of a size, in a host that is already frozen."""
    for number in range(RINGS):
        body = "    x = 1\n" * statements
        write(root, {f"app/r{number}a.py": f"import app.r{number}b\n\n\ndef f():\n{body}"})


def test_fixture_write_killed_at_any_instant_leaves_old_or_new_marks(tmp_path: Path) -> None:
    origin, home = tmp_path / "host", tmp_path / "home"
    host(origin, whole=True)
    sized(origin, 90)
    run(origin, home, "init")
    old = frozen(origin)
    sized(origin, 60)
    done = shutil.copytree(origin, tmp_path / "done")
    run(done, home, "fixture", "write")
    assert frozen(done) != old
    assert kill_often(origin, home, ("fixture", "write"), old, frozen(done)), "no kill struck"


def test_init_killed_at_any_instant_can_be_run_again(tmp_path: Path) -> None:
    origin, home = tmp_path / "host", tmp_path / "home"
    host(origin, whole=True)
    done = shutil.copytree(origin, tmp_path / "done")
    run(done, home, "init")
    assert kill_often(origin, home, ("init",), {}, frozen(done)), "no kill struck"


def test_the_rings_are_what_the_kills_are_about(tmp_path: Path) -> None:
    """Without this the tests above could pass on an empty law."""
    host(tmp_path, whole=True)
    write(tmp_path, {"archgate.toml": configuration()})
    child = subprocess.run(
        [sys.executable, "-P", "-m", "archgate", "facts", "imports"],
        cwd=tmp_path,
        env={**clean_environment(tmp_path), "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        check=True,
    )
    assert f"{RINGS * 4} facts".encode() in child.stdout
