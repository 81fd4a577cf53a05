"""What is looked at before there is a verdict: what `wired` names, and which configuration holds."""

import pytest

from tests.gate.repository import Repository
from tests.gate.sample import CONFIGURATION, WORKFLOW, configuration
from tests.gate.steps import Step, apply, assert_holds, assert_stopped, delete, land, write


@pytest.mark.parametrize(
    ("idea", "steps"),
    [
        ("a file that was deleted", [delete(WORKFLOW)]),
        ("a file that never was", [write(CONFIGURATION, configuration(wired=[WORKFLOW, "ci.sh"]))]),
        ("a folder", [write(CONFIGURATION, configuration(wired=[".github/workflows"]))]),
        ("a pattern", [write(CONFIGURATION, configuration(wired=[".github/workflows/*.yml"]))]),
    ],
)
def test_wired_names_files(sample: Repository, idea: str, steps: list[Step]) -> None:
    apply(sample, steps)
    lines = sample.read(CONFIGURATION).decode().splitlines()
    run = sample.check()
    assert_stopped(run, 2, "INVALID")
    [finding] = run.findings
    assert "`wired`: there is no file" in finding["message"], idea
    assert lines[finding["line"] - 1].startswith("wired = ")


def test_a_doctor_tells_a_wired_file_that_is_missing(sample: Repository) -> None:
    sample.delete(WORKFLOW)
    run = sample.archgate("doctor")
    assert run.exit == 1
    assert "there is no such file" in run.stdout


def test_what_base_wired_and_lacks_is_no_fault_of_head(sample: Repository) -> None:
    """Only the disk must have the files: an old base is judged with as it is."""
    ghost = "old.yml"
    sample.git("checkout", "--quiet", "main")
    sample.write(CONFIGURATION, configuration(wired=[WORKFLOW, ghost]))
    sample.commit()
    sample.git("update-ref", "refs/remotes/origin/main", "HEAD")
    sample.git("checkout", "--quiet", "-B", "work")
    sample.write(ghost, "archgate check\n")
    sample.commit()
    assert_holds(sample.check())


INNER = {"app/archgate.toml": 'packages = ["chain"]\n'}


def test_an_inner_configuration_says_that_there_is_an_outer_one(sample: Repository) -> None:
    apply(sample, [land(*(write(path, text) for path, text in INNER.items()))])
    run = sample.archgate("check", "--unprotected", folder="app")
    [note] = [line for line in run.stdout.splitlines() if "configured" in line]
    assert note == "note  archgate.toml in app/ holds here; .. is configured too, and is not judged in this run"


@pytest.mark.parametrize("folder", [".", "app"])
def test_a_single_configuration_says_nothing(sample: Repository, folder: str) -> None:
    run = sample.archgate("check", folder=folder)
    assert run.exit == 0, run
    assert "note" not in run.stdout


def test_a_repository_in_a_repository_is_its_own(sample: Repository) -> None:
    for path, text in INNER.items():
        sample.write(path, text)
    sample.git("init", "--quiet", "app")
    assert "is configured too" not in sample.archgate("check", "--unprotected", folder="app").stdout


@pytest.mark.parametrize("command", [("check",), ("leaf", "gate", "S1-L1"), ("roadmap", "lint")])
def test_a_bare_repository_has_nothing_to_judge(sample: Repository, command: tuple[str, ...]) -> None:
    sample.git("clone", "--quiet", "--bare", ".", "../bare.git")
    run = sample.archgate(*command, folder="../bare.git")
    assert run.exit == 3, run
    assert "this is a bare repository" in run.stdout + run.stderr
