"""What a command must show before it proves anything."""

import pytest

from archgate.roadmap.examined import does_nothing, examined_nothing, hides_failure, is_silent

HIDING = {
    "pytest tests || true": True,
    "pytest tests || :": True,
    "(pytest tests || exit 0)": True,
    'bash -c "pytest tests || true"': True,
    "pytest tests || echo failed": True,
    "pytest tests &": True,
    "set +e\npytest tests": True,
    "pytest --collect-only tests": True,
    "python -m pytest --version": True,
    "pytest tests && echo fine": False,
    "pytest tests || exit 1": False,
    "pytest tests || (echo red; exit 1)": False,
    'grep -rn "|| true" scripts': False,
    "pytest tests 2>&1 | tee log": False,
    "ruff check . && mypy": False,
}


@pytest.mark.parametrize("command", HIDING)
def test_a_command_that_cannot_fail(command: str) -> None:
    assert (hides_failure(command) is not None) is HIDING[command]


IDLE = {
    "true": True,
    ":": True,
    "exit 0": True,
    "echo all good": True,
    "cd app && echo done; true": True,
    "exit 1": False,
    "echo $(pytest) | grep passed": False,
    "cd app && pytest": False,
    "git diff --check": False,
}


@pytest.mark.parametrize("command", IDLE)
def test_a_command_that_only_speaks(command: str) -> None:
    assert does_nothing(command) is IDLE[command]


OUTPUTS = {
    "passed": ("pytest", 0, "==== 3 passed in 0.02s ====", False),
    "quiet": ("pytest -q", 0, "...\n3 passed, 1 skipped in 0.02s\n", False),
    "long": ("pytest", 0, "=== 6496 passed, 7 skipped in 130.21s (0:02:10) ===", False),
    "failed": ("pytest", 1, "==== 1 failed, 2 skipped in 0.02s ====", False),
    "no tests": ("pytest", 5, "==== no tests ran in 0.00s ====", True),
    "nothing collected, status hidden": ("make test", 0, "collected 0 items\n\n=== no tests ran in 0.1s ===", True),
    "skipped": ("pytest", 0, "==== 4 skipped in 0.01s ====", True),
    "deselected": ("pytest -k x", 5, "==== 4 deselected in 0.01s ====", True),
    "expected to fail": ("pytest", 0, "==== 2 xfailed, 1 warning in 0.01s ====", True),
    "in any case": ("make check", 0, "2 skipped in 0.01s", True),
    "one run of two": ("pytest a; pytest b", 0, "1 passed in 0.1s\n1 skipped in 0.1s\n", True),
    "unittest": ("python -m unittest", 0, "Ran 3 tests in 0.001s\n\nOK", False),
    "unittest with some skipped": ("python -m unittest", 0, "Ran 3 tests in 0.001s\n\nOK (skipped=2)", False),
    "unittest without tests": ("python -m unittest", 0, "Ran 0 tests in 0.000s\n\nOK", True),
    "unittest skipped": ("python -m unittest", 0, "Ran 2 tests in 0.000s\n\nOK (skipped=2)", True),
    "mypy": ("mypy app", 0, "Success: no issues found in 12 source files", False),
    "mypy without files": ("mypy app", 2, "There are no .py[i] files in directory 'app'", True),
    "ruff without files": ("ruff check app", 0, "warning: No Python files found under the given path(s)\n", True),
    "words in a test's own output": ("pytest -s", 0, "I saw 0 items\n1 passed in 0.1s", False),
}


@pytest.mark.parametrize("case", OUTPUTS)
def test_what_the_output_tells(case: str) -> None:
    command, status, output, idle = OUTPUTS[case]
    assert (examined_nothing(command, status, output) is not None) is idle


def test_pytest_without_a_count_is_silent() -> None:
    assert is_silent("pytest -qq", "....\n")
    assert not is_silent("pytest -q", "....\n4 passed in 0.1s\n")
    assert not is_silent("mypy app", "")
