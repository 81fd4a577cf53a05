"""Reading the law of a tree: configuration, policies and decisions as one."""

import os
import subprocess
from pathlib import Path

import pytest

from archgate.host.errors import InputError
from archgate.host.git import Git
from archgate.host.tree import CommitTree, DiskTree
from archgate.policy.law import Law, read_law
from tests.policy.sample import KINDS, REASON, bridge, debt

MOVE = f'schema = 1\nkind = "move"\nsubject = "app.a"\nto = ["app.b"]\nreason = "{REASON}"\nowner = "core"\n'
SOUND = {
    "archgate.toml": 'packages = ["app"]\n',
    "app/__init__.py": "",
    "policies/bridge.toml": bridge(debt("app.a", "net.b", reason="unreviewed")),
    "policies/decisions/move-a.toml": MOVE.replace(REASON, "unreviewed"),
}


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="")


def law_of(root: Path, **files: str) -> Law:
    return read_law(DiskTree(root, None), KINDS)


def test_a_law_has_policies_by_rule_decisions_by_path_and_all_their_bytes(tmp_path: Path) -> None:
    write(tmp_path, SOUND)
    law = law_of(tmp_path)
    assert list(law.policies) == ["bridge"]
    assert law.policies["bridge"].path == "policies/bridge.toml"
    assert list(law.decisions) == ["policies/decisions/move-a.toml"]
    assert law.configuration.packages == ("app",)
    assert law.raw == {path: text.encode() for path, text in SOUND.items() if path.startswith("policies/")}
    assert law.unreviewed == 2


def test_a_commit_has_the_law_that_was_committed(tmp_path: Path) -> None:
    write(tmp_path, SOUND)
    identity = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "law"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True, env={**os.environ, **identity})
    write(tmp_path, {"policies/bridge.toml": "broken"})
    git = Git.find(tmp_path)
    assert git is not None
    commit = git.resolve("HEAD")
    assert commit is not None
    law = read_law(CommitTree(git, commit), KINDS)
    assert law.raw == {path: text.encode() for path, text in SOUND.items() if path.startswith("policies/")}


def test_no_policies_are_a_law_too(tmp_path: Path) -> None:
    write(tmp_path, {"archgate.toml": 'packages = ["app"]\n', "app/__init__.py": ""})
    law = law_of(tmp_path)
    assert (law.policies, law.decisions, law.raw) == ({}, {}, {})


LET_BE = {
    "a read me": "policies/README.md",
    "a read me of decisions": "policies/decisions/README.md",
    "what a killed writer left": "policies/.archgate-0123.partial",
    "what an editor left": "policies/bridge.toml~",
    "hidden files": "policies/.gitkeep",
    "hidden folders": "policies/.idea/bridge.toml",
    "a folder with a like name": "policies.old/bridge.yaml",
}


@pytest.mark.parametrize("path", LET_BE.values(), ids=LET_BE)
def test_what_is_no_policy_and_cannot_be_taken_for_one_is_let_be(tmp_path: Path, path: str) -> None:
    write(tmp_path, {**SOUND, path: "not = [read"})
    assert list(law_of(tmp_path).policies) == ["bridge"]


UNEXPECTED = {
    "another ending": "policies/bridge.yaml",
    "a disabled policy": "policies/bridge.toml.off",
    "no ending": "policies/bridge",
    "a subfolder": "policies/old/bridge.toml",
    "a decision too deep": "policies/decisions/old/move.toml",
    "a decision of another ending": "policies/decisions/move.json",
}


@pytest.mark.parametrize("path", UNEXPECTED.values(), ids=UNEXPECTED)
def test_what_might_be_a_policy_that_nobody_reads_is_told(tmp_path: Path, path: str) -> None:
    write(tmp_path, {**SOUND, path: bridge()})
    with pytest.raises(InputError) as caught:
        law_of(tmp_path)
    assert [(one.code, one.path) for one in caught.value.problems] == [("INVALID", path)]
    assert "neither a policy" in caught.value.problems[0].message


def test_every_problem_of_every_file_is_told_at_once(tmp_path: Path) -> None:
    broken = {
        "policies/bridge.toml": bridge(debt("app.a", "net.b", reason="todo")),
        "policies/decisions/move-a.toml": MOVE.replace("core", " "),
        "policies/odd.yaml": "",
        "policies/other.toml": "nonsense",
    }
    write(tmp_path, {**SOUND, **broken})
    with pytest.raises(InputError) as caught:
        law_of(tmp_path)
    assert [(one.path, one.line, one.code) for one in caught.value.problems] == [
        ("policies/bridge.toml", 13, "INVALID"),
        ("policies/decisions/move-a.toml", 6, "DECISION_INVALID"),
        ("policies/odd.yaml", 0, "INVALID"),
        ("policies/other.toml", 1, "INVALID"),
    ]


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_a_policy_that_is_a_link_to_nothing_is_told(tmp_path: Path) -> None:
    write(tmp_path, SOUND)
    (tmp_path / "policies" / "egress.toml").symlink_to("gone.toml")
    with pytest.raises(InputError) as caught:
        law_of(tmp_path)
    assert [one.path for one in caught.value.problems] == ["policies/egress.toml"]


def test_policies_that_differ_only_in_capitals_are_told(tmp_path: Path) -> None:
    write(tmp_path, {**SOUND, "policies/Bridge.toml": bridge().replace('"bridge"', '"Bridge"', 1)})
    if (tmp_path / "policies" / "BRIDGE.toml").exists():
        pytest.skip("the file system does not tell capitals")
    with pytest.raises(InputError, match="only in capitals"):
        law_of(tmp_path)
