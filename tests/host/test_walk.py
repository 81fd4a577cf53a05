"""Folders without git: what is walked, and what costs nothing."""

import os
from pathlib import Path

import pytest

from archgate.host.tree import DiskTree
from tests.host.repository import repository, write


def listed(root: Path) -> list[str]:
    return list(DiskTree(root, None).paths())


def test_unconfigured_everything_that_git_would_list_is_there(tmp_path: Path) -> None:
    venv = {"venv/pyvenv.cfg": "", "venv/lib/x.py": ""}
    skipped = {"__pycache__/x.pyc": "", ".hidden/x.py": "", "node_modules/x.py": "", **venv}
    write(tmp_path, {"a.py": "", "b/c.py": "", ".dot.py": "", **skipped})
    repository(tmp_path / "nested", {"x.py": ""})
    assert listed(tmp_path) == [".dot.py", "a.py", "b/c.py", "nested"]


def test_configured_only_what_it_names_is_walked(tmp_path: Path) -> None:
    write(tmp_path, {"archgate.toml": 'packages = ["src/app", "six.py"]\nexclude = ["src/app/plugins/**"]\n'})
    write(
        tmp_path, {"src/app/x.py": "", "src/app/plugins/y.py": "", "src/other/z.py": "", "six.py": "", "seven.py": ""}
    )
    write(tmp_path, {"policies/r.toml": "", "fixtures/r.json": ""})
    assert listed(tmp_path) == ["fixtures/r.json", "policies/r.toml", "six.py", "src/app/x.py"]


def test_links_out_of_the_packages_are_followed(tmp_path: Path) -> None:
    write(tmp_path, {"archgate.toml": 'packages = ["app"]\n', "app/l": "-> ../lib", "lib/x.py": "", "lib2/y.py": ""})
    assert listed(tmp_path) == ["app/l/x.py"]


def test_excluded_folders_are_not_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"archgate.toml": 'packages = ["app"]\nexclude = ["app/gen/**"]\n', "app/gen/deep/x.py": ""})
    entered: list[bytes] = []
    scandir = os.scandir

    def watch(path: bytes) -> object:
        entered.append(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", watch)
    assert listed(tmp_path) == []
    assert [os.path.basename(path) for path in entered] == [b"app"]
