"""The sample repository: built once, copied for each test."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.gate import marked
from tests.gate.changes import laundering
from tests.gate.repository import Repository
from tests.gate.sample import FILES, LAW, SOURCES
from tests.gate.steps import apply


@pytest.fixture(scope="session")
def sample_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Host, law and a word about it on `main`, which `origin/main` shows too, and the branch `work` on top."""
    return _template(tmp_path_factory.mktemp("sample"), SOURCES, LAW)


@pytest.fixture(scope="session")
def marks_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `sample_template`, of the host whose debt stands in fixtures."""
    return _template(tmp_path_factory.mktemp("marks"), marked.SOURCES, marked.LAW)


def _template(folder: Path, sources: Mapping[str, str], law: Mapping[str, str]) -> Path:
    repository = Repository(root=folder, home=folder)
    repository.git("init", "--quiet", "--template=")
    for message, files in (("the host", sources), ("its law", law), ("a word about it", {"README.md": "# Frozen\n"})):
        for path, content in files.items():
            repository.write(path, content)
        repository.commit(message)
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    repository.git("checkout", "--quiet", "-b", "work")
    return folder


def _copied(template: Path, folder: Path) -> Repository:
    root, home = folder / "host", folder / "home"
    shutil.copytree(template, root, symlinks=True)
    home.mkdir()
    return Repository(root=root, home=home)


@pytest.fixture
def sample(sample_template: Path, tmp_path: Path) -> Repository:
    """A copy of the sample repository, on the branch `work`, equal to its base `origin/main`."""
    return _copied(sample_template, tmp_path)


@pytest.fixture
def host(marks_template: Path, tmp_path: Path) -> Repository:
    """A copy of the repository whose debt stands in fixtures, on the branch `work`, equal to its base `origin/main`."""
    return _copied(marks_template, tmp_path)


@pytest.fixture
def laundered(sample: Repository) -> Repository:
    """The sample with a violation and its entry, committed."""
    apply(sample, laundering)
    sample.commit("laundered")
    return sample


@pytest.fixture
def uncommitted(tmp_path: Path) -> Repository:
    """A git repository without a commit, with the sample host's files in it."""
    root, home = tmp_path / "host", tmp_path / "home"
    root.mkdir()
    home.mkdir()
    repository = Repository(root=root, home=home)
    repository.git("init", "--quiet", "--template=")
    for path, content in FILES.items():
        repository.write(path, content)
    return repository
