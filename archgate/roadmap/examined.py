"""Whether a command examined anything: by what it is, and by what it printed."""

import re

from msgspec import Struct

NO_TESTS = 5
"""The status with which pytest says that it found no tests."""
_NO_OP = re.compile(
    r"(true|:|exit(\s+0)?|echo\b[^|;&]*|printf\b[^|;&]*|sleep\s+\S+|cd\b[^|;&]*|pwd|date|export\b[^|;&]*)"
)
_SPLIT = re.compile(r"&&|;|\n")
_SWALLOWED = re.compile(r"\|\|\s*(true\b|:(?=\s|$|\)|\"|')|exit(\s+0)?\s*(?=$|[;)\"'\n])|echo\b|printf\b|/bin/true\b)")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_INNER_SHELL = re.compile(r"\b(bash|sh|zsh|dash)\b[^|;&]*\s-\w*c\b|\beval\b")
_UNWATCHED = re.compile(r"set\s+\+e\b|(?<![&>|])&\s*$")
_ASKS_ONLY = re.compile(r"\s(--collect-only|--co|--version|--help|--fixtures|--markers|--setup-plan)(\s|$)")
_TESTING = re.compile(r"(^|[\s/;&|(\"'])(pytest|py\.test|unittest|tox|nox|nosetests)(\s|$|[;&|)\"'])")
_PYTEST = re.compile(r"(^|[\s/;&|(\"'])(pytest|py\.test)(\s|$|[;&|)\"'])")

_WORDS = r"passed|failed|skipped|deselected|xfailed|xpassed|errors?|warnings?|rerun|subtests passed"
_COUNTS = re.compile(rf"^=*\s*((?:\d+ (?:{_WORDS})(?:, )?)+)(?: in [\d.:]+s?.*)?$", re.MULTILINE)
_COUNT = re.compile(rf"(\d+) ({_WORDS})")
_NONE_RAN = re.compile(r"^=*\s*(?:\d+ [a-z]+, )*no tests (ran|collected)\b|^collected 0 items\b", re.MULTILINE)
_UNITTEST = re.compile(r"^Ran (\d+) tests? in .*$", re.MULTILINE)
_SKIPPED = re.compile(r"^(?:OK|FAILED) \((.*)\)$", re.MULTILINE)
_NO_FILES = re.compile(
    r"^(?:warning: )?(?:No Python files found under the given path|There are no \.py\[i\] files in directory"
    r"|No files? to (?:check|lint)|No Path provided\. Nothing to do|No tests? to run)"
    r"|no issues found in 0 source files",
    re.MULTILINE | re.IGNORECASE,
)


class Idle(Struct, frozen=True):
    """Why a command proves nothing, in words."""

    why: str


def is_test_command(text: str) -> bool:
    """Whether a command runs a test runner that is known."""
    return _TESTING.search(text) is not None


def does_nothing(text: str) -> bool:
    """Whether all parts of a command only speak or set the scene, so that it can neither fail nor examine."""
    parts = [part.strip() for part in _SPLIT.split(text)]
    return all(_NO_OP.fullmatch(part) for part in parts if part)


def hides_failure(text: str) -> Idle | None:
    """Why a command would be said to succeed whatever the tests in it came to; None where nothing shows it."""
    plain = text if _INNER_SHELL.search(text) else _QUOTED.sub("", text)
    if _SWALLOWED.search(plain):
        return Idle("its failure is swallowed (`|| ...`)")
    if _UNWATCHED.search(plain):
        return Idle("nobody waits for what it comes to (`&`, `set +e`)")
    if is_test_command(text) and _ASKS_ONLY.search(text):
        return Idle("it lists tests and runs none")
    return None


def examined_nothing(text: str, status: int, output: str) -> Idle | None:
    """Why a command that was run has proved nothing, by its output; None where it has, or where nothing tells."""
    if _NO_FILES.search(output):
        return Idle("it found no files to look at")
    summaries = _summaries(output)
    if (_PYTEST.search(text) and status == NO_TESTS) or (_NONE_RAN.search(output) and not summaries):
        return Idle("no tests ran")
    for counts in summaries:
        if not counts.keys() & {"passed", "failed", "error", "errors"}:
            told = ", ".join(f"{number} {word}" for word, number in counts.items())
            return Idle(f"no test passed ({told})")
    return _unittest_idle(output)


def is_silent(text: str, output: str) -> bool:
    """Whether a command that calls pytest by its name has printed no count of tests that could be read."""
    return bool(_PYTEST.search(text)) and not _summaries(output) and not _NONE_RAN.search(output)


def _summaries(output: str) -> list[dict[str, int]]:
    """What each summary of pytest counts, by its word."""
    lines = ({word: int(number) for number, word in _COUNT.findall(line)} for line in _COUNTS.findall(output))
    return [counts for counts in lines if counts.keys() - {"warning", "warnings"}]


def _unittest_idle(output: str) -> Idle | None:
    runs = [int(number) for number in _UNITTEST.findall(output)]
    if not runs:
        return None
    if not any(runs):
        return Idle("Ran 0 tests")
    told = "; ".join(_SKIPPED.findall(output))
    left_out = sum(int(number) for number in re.findall(r"(?:skipped|expected failures)=(\d+)", told))
    return Idle(f"all of {sum(runs)} tests were skipped") if left_out >= sum(runs) else None
