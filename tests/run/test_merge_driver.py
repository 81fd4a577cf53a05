"""The README's lines on the merge driver, in a real repository with a real merge."""

import re
import sys
from pathlib import Path

import pytest

from tests.gate.repository import SOURCE, Repository
from tests.gate.sample import EDGE, FEED, IMPORT_MAIL, IMPORT_STORE, QUEUE, boundary
from tests.gate.steps import Step, apply, assert_holds, ran, replace

README = Path(SOURCE) / "README.md"
SETUP = re.search(r"```sh\n(echo '[^`]*merge\.archgate\.driver[^`]*)```", README.read_text(encoding="utf-8"))


@pytest.fixture
def branches(sample: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Two branches that each pay off one of two debts, whose blocks stand side by side."""
    apply(sample, [_paid("one", FEED, IMPORT_STORE), _paid("two", QUEUE, IMPORT_MAIL)])
    command = sample.home / "bin" / "archgate"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{SOURCE}" exec "{sys.executable}" -P -m archgate "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{command.parent}:{Path('/usr/bin')}:{Path('/bin')}")
    return sample


def _paid(branch: str, path: str, statement: str) -> Step:
    def step(repository: Repository) -> None:
        repository.git("checkout", "--quiet", "-B", branch, "main")
        replace(path, statement, "Store = send = print\n")(repository)
        ran("policy", "shrink")(repository)
        repository.commit(branch)

    return step


def test_without_the_driver_git_finds_a_conflict(branches: Repository) -> None:
    branches.git("merge", "--no-edit", "one", check=False)
    assert b"<<<<<<<" in branches.read(EDGE)


def test_with_the_lines_of_the_readme_git_merges(branches: Repository) -> None:
    assert SETUP is not None
    for line in SETUP.group(1).splitlines():
        _run(branches, line)
    branches.commit("the driver")
    branches.git("merge", "--no-edit", "one")
    assert branches.read(EDGE).decode() == boundary([])
    assert_holds(branches.check("--base", "main"))


def _run(repository: Repository, line: str) -> None:
    repository.git("-c", f"alias.run=!{line}", "run")
