"""The files around the code agree with it and with each other."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from archgate.version import VERSION

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_the_package_knows_the_version_of_the_distribution() -> None:
    assert PROJECT["version"] == VERSION


def test_the_changelog_has_a_section_for_the_version() -> None:
    assert f"\n## {VERSION}" in _text("CHANGELOG.md")


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = [line for line in _text("README.md").splitlines() if line.startswith("python3 -m venv .venv-dev ")]
    assert len(commands) == 1
    assert f"tests='{commands[0]}'" in _text(".ci/run").splitlines()


@pytest.mark.parametrize("wanted", [*PROJECT["dependencies"], *EXTRAS["dev"]])
def test_the_lock_file_pins_what_the_project_asks_for(wanted: str) -> None:
    requirement = Requirement(wanted)
    pins = re.findall(rf"^{re.escape(requirement.name)}==(\S+)", _text("requirements-dev.txt"), flags=re.MULTILINE)
    assert pins
    assert all(requirement.specifier.contains(pin) for pin in pins)


@pytest.mark.parametrize("wanted", PROJECT["dependencies"])
def test_the_lock_file_of_the_action_pins_the_same_as_that_of_the_tests(wanted: str) -> None:
    pins, tested = (
        re.findall(rf"^{re.escape(Requirement(wanted).name)}==(\S+)", _text(path), flags=re.MULTILINE)
        for path in ("requirements.txt", "requirements-dev.txt")
    )
    assert pins == tested != []


@pytest.mark.parametrize("path", ["requirements.txt", "requirements-dev.txt"])
def test_a_lock_file_names_hashes_and_no_place_to_fetch_from(path: str) -> None:
    lock = _text(path)
    pins = re.findall(r"^\S+==.*\\\n(?: {4}--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", lock, flags=re.MULTILINE)
    assert len(pins) == len(re.findall(r"^[\w.-]+==", lock, flags=re.MULTILINE)) > 0
    assert "://" not in lock


@pytest.mark.parametrize("path", [".github/workflows/ci.yml", ".github/actions/check/action.yml"])
def test_actions_are_pinned_by_commit_and_say_their_version(path: str) -> None:
    uses = re.findall(r"uses: (.*)", _text(path))
    assert uses
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use) for use in uses)
