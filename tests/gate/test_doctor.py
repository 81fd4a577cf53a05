"""The doctor on a repository that is wired well, and on one fault after another."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from archgate.gate.checkup import Check
from archgate.gate.doctor import diagnose
from archgate.gate.frozen_files import DRIVERS, attribute_lines
from archgate.host.configuration import Configuration
from archgate.host.git import Git
from archgate.host.tree import DiskTree
from tests.gate.repository import Repository

CI_FILE = ".github/workflows/ci.yml"
WORKFLOW = """\
on: [pull_request]
jobs:
  gate:
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - run: archgate check
"""
CONFIGURATION = Configuration(packages=("app",), base=("origin/main",), requires="~=0.1", wired=(CI_FILE,))


@pytest.fixture
def wired(tmp_path: Path) -> Repository:
    """One commit on main, which origin/main shows too, and one more; everything is as it should be."""
    root = tmp_path / "host"
    root.mkdir()
    repository = Repository(root=root, home=tmp_path)
    repository.git("init", "--quiet", "--template=")
    settings = 'packages = ["app"]\nbase = ["origin/main"]\nrequires = "~=0.1"\n'
    repository.write("archgate.toml", settings)
    repository.write("app/__init__.py", "")
    repository.write(CI_FILE, WORKFLOW)
    repository.write(".gitattributes", "\n".join(attribute_lines(CONFIGURATION)) + "\n")
    for name, (_, command) in DRIVERS.items():
        repository.git("config", f"merge.{name}.driver", command)
    repository.commit("wired")
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    repository.write("app/more.py", "")
    repository.commit("more")
    return repository


def examine(
    repository: Repository,
    configuration: Configuration = CONFIGURATION,
    environment: Mapping[str, str] | None = None,
    version: str = "0.1.0",
    cache: Path | None = None,
) -> dict[str, Check]:
    git = Git.find(repository.root)
    checks = diagnose(
        git,
        configuration,
        environment or {},
        DiskTree(repository.root, git),
        version=version,
        cache=cache or repository.home / "cache" / "archgate",
    )
    return {check.name: check for check in checks}


def changed(**changes: object) -> Configuration:
    fields = {name: getattr(CONFIGURATION, name) for name in CONFIGURATION.__struct_fields__}
    return Configuration(**(fields | changes))


def test_all_is_well(wired: Repository) -> None:
    checks = examine(wired)
    assert {name: check.state for name, check in checks.items()} == {
        "base": "ok",
        f"wired {CI_FILE}": "ok",
        "requires": "ok",
        "line ends": "ok",
        "merge driver": "ok",
        "cache": "ok",
        "branch protection": "by hand",
    }
    assert checks["branch protection"].fix


def test_a_base_out_of_reach(wired: Repository) -> None:
    check = examine(wired, changed(base=("origin/gone",)))["base"]
    assert (check.state, "origin/gone" in check.message) == ("fail", True)


def test_no_base_at_all(wired: Repository) -> None:
    check = examine(wired, changed(base=()))["base"]
    assert (check.state, check.fix) == (
        "warn",
        'name the protected branch in the configuration: base = ["origin/main"]',
    )


def test_a_base_that_only_the_ci_names(wired: Repository) -> None:
    pull = {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main"}
    assert examine(wired, changed(base=()), pull)["base"].state == "warn"


def test_no_wired_file(wired: Repository) -> None:
    assert examine(wired, changed(wired=()))["wired"].state == "fail"


@pytest.mark.parametrize(
    ("content", "state", "word"),
    [
        (None, "fail", "no such file"),
        ("jobs: {}\n", "fail", "no line calls"),
        (WORKFLOW.replace("archgate check", "archgate check || true"), "fail", "line 8: `|| true`"),
        (WORKFLOW + "        continue-on-error: true\n", "fail", "line 9: `continue-on-error: true`"),
        (WORKFLOW.replace("depth: 0", "depth: 1"), "fail", "fetches one commit"),
        (WORKFLOW.replace("depth: 0", "depth: 50"), "warn", "50 commits"),
        (WORKFLOW.replace("actions/checkout", "own/checkout"), "warn", "no checkout"),
        (WORKFLOW.replace("pull_request", "workflow_dispatch"), "fail", "no pull request"),
        (WORKFLOW + "on:\n  pull_request:\n    paths: [app]\n", "warn", "`paths` leaves changes out"),
    ],
    ids=[
        "gone",
        "no call",
        "swallowed",
        "forgiven",
        "one commit",
        "some commits",
        "no checkout",
        "by hand alone",
        "some changes alone",
    ],
)
def test_a_wired_file_with_a_fault(wired: Repository, content: str | None, state: str, word: str) -> None:
    if content is None:
        wired.delete(CI_FILE)
    else:
        wired.write(CI_FILE, content)
    check = examine(wired)[f"wired {CI_FILE}"]
    assert (check.state, word in check.message, bool(check.fix)) == (state, True, True)


def test_a_file_of_another_service_needs_no_github_checkout(wired: Repository) -> None:
    wired.write("Jenkinsfile", "node { sh 'archgate check' }\n")
    assert examine(wired, changed(wired=("Jenkinsfile",)))["wired Jenkinsfile"].state == "ok"


@pytest.mark.parametrize(
    ("depth", "state", "word"),
    [("", "warn", "twenty commits"), ('GIT_DEPTH: "50"', "warn", "50 commits"), ('GIT_DEPTH: "0"', "ok", "can fail")],
    ids=["the default", "some", "all"],
)
def test_how_much_of_the_history_gitlab_fetches(wired: Repository, depth: str, state: str, word: str) -> None:
    variables = f"  variables:\n    {depth}\n" if depth else ""
    wired.write(".gitlab-ci.yml", f"gate:\n{variables}  script:\n    - archgate check\n")
    check = examine(wired, changed(wired=(".gitlab-ci.yml",)))["wired .gitlab-ci.yml"]
    assert (check.state, word in check.message) == (state, True)


@pytest.mark.parametrize(
    ("requires", "version", "state"),
    [("", "0.1.0", "warn"), ("~=0.1", "0.3.0", "ok"), ("~=0.1", "0.2.0.dev1", "ok"), ("~=0.2", "0.1.0", "fail")],
)
def test_the_version_that_may_judge(wired: Repository, requires: str, version: str, state: str) -> None:
    assert examine(wired, changed(requires=requires), version=version)["requires"].state == state


def test_line_ends_that_nothing_keeps(wired: Repository) -> None:
    wired.git("rm", "--quiet", ".gitattributes")
    check = examine(wired)["line ends"]
    assert check.state == "warn"
    assert all(line in check.fix for line in attribute_lines(CONFIGURATION))


def test_line_ends_that_another_line_keeps(wired: Repository) -> None:
    wired.write(".gitattributes", "*.toml text eol=lf\n*.json -text\n")
    assert examine(wired)["line ends"].state == "ok"


def test_line_ends_in_other_folders(wired: Repository) -> None:
    configuration = changed(policies="law/policies", fixtures="law/marks")
    assert "law/policies/*.toml text eol=lf" in examine(wired, configuration)["line ends"].fix


def test_a_cache_that_can_not_be_written(wired: Repository) -> None:
    wired.write("taken", "a file")
    assert examine(wired, cache=wired.path("taken") / "archgate")["cache"].state == "warn"


def test_outside_git(tmp_path: Path) -> None:
    repository = Repository(root=tmp_path, home=tmp_path)
    repository.write("archgate.toml", 'packages = ["app"]\n')
    repository.write("app/__init__.py", "")
    repository.write(CI_FILE, WORKFLOW)
    checks = examine(repository)
    assert (checks["base"].state, checks["line ends"].state) == ("warn", "ok")


@pytest.mark.parametrize(
    ("idea", "install", "state"),
    [
        ("one release", "- run: pip install archgate-py==0.1.0", "ok"),
        ("one commit", f"- run: pip install 'archgate-py @ git+https://example.org/a@{'a1' * 20}'", "ok"),
        ("the action at one commit", f"- uses: somebody/archgate/.github/actions/check@{'a1' * 20} # v0.1.0", "ok"),
        ("the newest", "- run: pip install archgate-py", "warn"),
        ("a range", "- run: uv tool install 'archgate-py>=0.1'", "warn"),
        ("a branch", "- uses: somebody/archgate/.github/actions/check@main", "warn"),
        ("a short commit id", "- uses: somebody/archgate/.github/actions/check@a1a1a1a", "warn"),
        ("a variable", "- run: pip install archgate-py @ git+$ARCHGATE", "by hand"),
        ("only in a comment", "- run: true # pip install archgate-py", ""),
        ("another package", "- run: pip install something", ""),
    ],
)
def test_the_version_that_ci_installs(wired: Repository, idea: str, install: str, state: str) -> None:
    wired.write(
        CI_FILE, WORKFLOW.replace("      - run: archgate check", f"      {install}\n      - run: archgate check")
    )
    check = examine(wired).get(f"version in {CI_FILE}")
    assert (check.state if check else "") == state, idea


@pytest.mark.parametrize(("revision", "state"), [("a1" * 20, "ok"), ("v0.1.0", "warn")])
def test_the_version_of_a_pre_commit_hook(wired: Repository, revision: str, state: str) -> None:
    hooks = f"repos:\n  - repo: https://example.org/archgate\n    rev: {revision}\n    hooks:\n      - id: archgate\n"
    wired.write(".pre-commit-config.yaml", hooks)
    checks = examine(wired, changed(wired=(".pre-commit-config.yaml",)))
    assert checks["version in .pre-commit-config.yaml"].state == state


def test_the_action_is_a_call(wired: Repository) -> None:
    action = f"uses: somebody/archgate/.github/actions/check@{'a1' * 20}"
    wired.write(CI_FILE, WORKFLOW.replace("run: archgate check", action))
    assert examine(wired)[f"wired {CI_FILE}"].state == "ok"
    wired.write(CI_FILE, WORKFLOW.replace("run: archgate check", f"{action}\n        continue-on-error: true"))
    assert examine(wired)[f"wired {CI_FILE}"].state == "fail"


def test_base_requires_another_version(wired: Repository) -> None:
    check = examine(wired, changed(requires="~=0.1.0"))["requires at base"]
    assert (check.state, "base requires ~=0.1, and this tree ~=0.1.0" in check.message) == ("warn", True)


@pytest.mark.parametrize("name", DRIVERS)
def test_no_merge_driver_is_asked_for(wired: Repository, name: str) -> None:
    lines = [line for line in attribute_lines(CONFIGURATION) if not line.endswith(f"merge={name}")]
    wired.write(".gitattributes", "\n".join(lines) + "\n")
    check = examine(wired)["merge driver"]
    pattern = DRIVERS[name][0].format(policies="policies", fixtures="fixtures")
    assert (check.state, check.fix) == ("warn", f"add to .gitattributes: {pattern} merge={name}")


@pytest.mark.parametrize("name", DRIVERS)
def test_the_merge_driver_is_not_set_up_in_this_clone(wired: Repository, name: str) -> None:
    wired.git("config", "--unset", f"merge.{name}.driver")
    check = examine(wired)["merge driver"]
    fix = f"run in each clone: git config merge.{name}.driver '{DRIVERS[name][1]}'"
    assert (check.state, check.fix) == ("warn", fix)


def test_every_merge_driver_that_is_not_set_up_is_named_at_once(wired: Repository) -> None:
    for name in DRIVERS:
        wired.git("config", "--unset", f"merge.{name}.driver")
    check = examine(wired)["merge driver"]
    assert [name for name in DRIVERS if f"git config merge.{name}.driver" in check.fix] == list(DRIVERS)
