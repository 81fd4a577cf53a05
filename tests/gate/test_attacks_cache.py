"""Caches change no verdict, and the same input gives the same bytes."""

import shutil
from pathlib import Path

import pytest

from tests.gate.changes import violation
from tests.gate.repository import Repository, process
from tests.gate.sample import CLOCK_ID, PLAN
from tests.gate.steps import assert_refused


def test_a_cache_in_the_tree_has_no_effect(sample: Repository) -> None:
    assert sample.check().exit == 0
    caches = [path for path in sample.root.glob(".git/archgate*/**/*") if path.is_file()]
    caches += [path for path in sample.root.glob(".git/archgate*") if path.is_file()]
    for path in caches:
        shutil.copytree(path.parent, sample.path(".archgate"), dirs_exist_ok=True)
        shutil.copytree(path.parent, sample.path(".archgate_cache"), dirs_exist_ok=True)
    violation(sample)
    sample.commit()
    assert_refused(sample.check(), [f"NEW {CLOCK_ID}"])


def test_the_cache_lives_outside_the_tree(sample: Repository) -> None:
    sample.check()
    assert sample.git("status", "--porcelain", "--ignored") == ""


@pytest.mark.parametrize(
    "garbage", [b"", b"SQLite format 3\x00garbage", b"\x00" * 4096], ids=["empty", "torn", "zeros"]
)
def test_a_spoiled_cache_changes_no_verdict(sample: Repository, garbage: bytes) -> None:
    first = sample.check()
    violation(sample)
    told = sample.check("--no-cache")
    caches = [
        path
        for path in sample.path(".git").rglob("*")
        if path.is_file() and "archgate" in str(path.relative_to(sample.root))
    ]
    assert caches, "no cache found below .git"
    for path in caches:
        path.write_bytes(garbage)
    assert first.exit == 0
    assert sample.check().stdout == told.stdout


def test_a_warm_cache_says_what_a_cold_one_says(laundered: Repository) -> None:
    cold = laundered.check("--no-cache").stdout
    assert laundered.check().stdout == laundered.check().stdout == cold


def test_the_same_bytes_from_any_process(laundered: Repository, tmp_path: Path) -> None:
    here = laundered.check("--processes", "1").stdout
    elsewhere = tmp_path / "elsewhere" / "deep"
    shutil.copytree(laundered.root, elsewhere, symlinks=True)
    copy = Repository(root=elsewhere, home=laundered.home)
    for seed, processes in (("1", "1"), ("2", "4")):
        run = process(copy, "check", "--format", "json", "--processes", processes, environment={"PYTHONHASHSEED": seed})
        assert (run.exit, run.stdout) == (1, here), run


def test_the_same_bytes_from_a_folder_below(laundered: Repository) -> None:
    assert laundered.check(folder="app/chain").stdout == laundered.check().stdout


def test_check_writes_nothing_but_its_cache(laundered: Repository) -> None:
    laundered.write(PLAN, laundered.read(PLAN) + b"\n")
    before = snapshot(laundered)
    laundered.check()
    laundered.check("--base", "main")
    laundered.check("--merged")
    assert snapshot(laundered) == before


def snapshot(repository: Repository) -> dict[str, bytes]:
    """Every file with its bytes, git's own included, caches of archgate left out."""
    return {
        path.relative_to(repository.root).as_posix(): path.read_bytes()
        for path in repository.root.rglob("*")
        if path.is_file() and "archgate" not in path.relative_to(repository.root).as_posix()
    }
