"""Writing frozen files: all or nothing, whatever happens meanwhile."""

import errno
import os
import random
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from archgate.host.errors import InputError
from archgate.host.lock import locked
from archgate.policy import store
from archgate.policy.store import Change, is_partial, write_files

OLD, NEW = b"old = 1\n", b"new = 1\n"
ONE, TWO = "policies/one.toml", "policies/decisions/two.toml"

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="permissions as POSIX has them")
not_root = pytest.mark.skipif(sys.platform != "win32" and os.geteuid() == 0, reason="root may write everywhere")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with two files of old bytes."""
    for path in (ONE, TWO):
        (tmp_path / "root" / path).parent.mkdir(parents=True)
        (tmp_path / "root" / path).write_bytes(OLD)
    return tmp_path / "root"


def write(root: Path, *changes: Change) -> None:
    write_files(root, changes, root.parent / "lock")


def files_in(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_files_are_changed_created_and_deleted_together(root: Path) -> None:
    made = "policies/more/three.toml"
    write(root, Change(ONE, OLD, NEW), Change(TWO, OLD, None), Change(made, None, NEW))
    assert files_in(root) == {ONE: NEW, made: NEW}


UNEXPECTED = {
    "changed meanwhile": (Change(TWO, b"other", NEW), "has changed meanwhile"),
    "deleted meanwhile": (Change("policies/gone.toml", OLD, NEW), "was deleted meanwhile"),
    "created meanwhile": (Change(TWO, None, NEW), "exists already"),
    "a folder": (Change("policies/decisions", OLD, NEW), "no plain file"),
    "outside the root": (Change("../x.toml", None, NEW), "goes through"),
    "twice": (Change(ONE, OLD, b"third"), "written twice"),
}


@pytest.mark.parametrize(("change", "message"), UNEXPECTED.values(), ids=UNEXPECTED)
def test_nothing_is_written_when_one_file_is_not_as_expected(root: Path, change: Change, message: str) -> None:
    with pytest.raises(InputError) as caught:
        write(root, Change(ONE, OLD, NEW), change)
    assert [(one.code, one.path, message in one.message) for one in caught.value.problems] == [
        ("INVALID", change.path, True)
    ]
    assert files_in(root) == {ONE: OLD, TWO: OLD}


@posix_only
def test_a_symbolic_link_is_not_written_through(root: Path) -> None:
    (root / ONE).unlink()
    (root / ONE).symlink_to("decisions/two.toml")
    with pytest.raises(InputError, match="no plain file"):
        write(root, Change(ONE, OLD, NEW))
    assert (root / TWO).read_bytes() == OLD


@posix_only
def test_permissions_are_kept(root: Path) -> None:
    (root / ONE).chmod(0o640)
    write(root, Change(ONE, OLD, NEW))
    assert stat.S_IMODE((root / ONE).stat().st_mode) == 0o640


@posix_only
@not_root
def test_a_folder_that_cannot_be_written_is_told_in_one_line(root: Path) -> None:
    (root / TWO).parent.chmod(0o555)
    try:
        with pytest.raises(InputError) as caught:
            write(root, Change(ONE, OLD, NEW), Change(TWO, OLD, NEW))
    finally:
        (root / TWO).parent.chmod(0o755)
    assert files_in(root) == {ONE: OLD, TWO: OLD}
    assert "\n" not in str(caught.value)


def failing_at(call: int, action: Callable[..., object]) -> Callable[..., object]:
    """`action`, which at its `call`-th call finds the disk full."""
    calls = iter(range(1, 1000))

    def failing(*args: object, **options: object) -> object:
        if next(calls) == call:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return action(*args, **options)

    return failing


@pytest.mark.parametrize(("name", "call"), [("fsync", 1), ("fsync", 2), ("fsync", 3), ("replace", 1), ("replace", 2)])
def test_a_full_disk_leaves_the_old_bytes_wherever_it_strikes(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str, call: int
) -> None:
    monkeypatch.setattr(store.os, name, failing_at(call, getattr(os, name)))
    with pytest.raises(InputError) as caught:
        write(root, Change(ONE, OLD, NEW), Change(TWO, OLD, NEW), Change("policies/new.toml", None, NEW))
    assert files_in(root) == {ONE: OLD, TWO: OLD}
    (problem,) = caught.value.problems
    assert problem.code == "INVALID"
    assert "No space left on device; every file is as it was" in problem.message


def test_an_interruption_puts_back_what_was_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace

    def interrupted(source: Path, target: Path) -> None:
        if target.name == "two.toml":
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(store.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(root, Change(ONE, OLD, NEW), Change(TWO, OLD, NEW))
    assert files_in(root) == {ONE: OLD, TWO: OLD}


def test_what_a_killed_writer_left_is_cleaned_by_the_next(root: Path) -> None:
    left = root / "policies" / f"{store.PREFIX}0123456789abcdef{store.SUFFIX}"
    left.write_bytes(b"half a pol")
    mine = root / "policies" / ".archgate-notes"
    mine.write_bytes(b"somebody's")
    write(root, Change(ONE, OLD, NEW))
    assert not left.exists()
    assert mine.exists()


def test_writers_wait_for_one_another_and_not_for_ever(tmp_path: Path) -> None:
    lock = tmp_path / "deep" / "lock"
    with locked(lock), pytest.raises(InputError, match="another archgate is writing"), locked(lock, patience=0.1):
        pass
    with locked(lock, patience=0.1):
        pass


def test_a_lock_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match="cannot be opened"), locked(tmp_path / "file" / "lock"):
        pass


WRITER = """
import sys
from pathlib import Path
from archgate.policy.store import Change, write_files

root, lock = Path(sys.argv[1]), Path(sys.argv[2])
versions = [bytes([letter]) * 20_000 for letter in b"AB"]
files = ["policies/one.toml", "policies/decisions/two.toml"]
print("ready", flush=True)
while True:
    now = [(root / path).read_bytes() for path in files]
    wanted = versions[now[0] == versions[0]]
    write_files(root, [Change(path, old, wanted) for path, old in zip(files, now)], lock)
"""


def test_a_writer_killed_at_any_instant_leaves_old_or_new_bytes(root: Path) -> None:
    versions = {b"A" * 20_000, b"B" * 20_000}
    chance = random.Random(7)
    for path in (ONE, TWO):
        (root / path).write_bytes(b"A" * 20_000)
    lefts = 0
    for _ in range(50):
        command = [sys.executable, "-c", WRITER, str(root), str(root.parent / "lock")]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(store.__file__).parents[2])
        assert child.stdout is not None
        assert child.stdout.readline().strip() == b"ready"
        time.sleep(chance.uniform(0, 0.012))
        child.kill()
        child.communicate()
        found = files_in(root)
        lefts += any(is_partial(Path(path).name) for path in found)
        assert {ONE, TWO} <= found.keys()
        assert all(data in versions for path, data in found.items() if not is_partial(Path(path).name))
    assert lefts, "no kill struck a write: the test proves nothing"
    write(root, Change(ONE, (root / ONE).read_bytes(), NEW), Change(TWO, (root / TWO).read_bytes(), NEW))
    assert files_in(root) == {ONE: NEW, TWO: NEW}
