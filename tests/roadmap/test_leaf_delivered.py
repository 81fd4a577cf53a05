"""Whether what is called delivered is what the remote has; and whether those who wait for a leaf stand."""

from pathlib import Path

import pytest

from archgate.host.git import Git
from tests.gate.repository import Repository
from tests.roadmap.story import HEAD, Story, begin, plan

NEEDS = '\n[needs]\nDELIVERED = ["delivered"]\nCOMPLETE = ["dependents"]\n'
POLICY = {"policies/roadmap.toml": HEAD + NEEDS}
ROW = "S1-L1 Bells | DELIVERED | none | `{}`"


@pytest.fixture
def story(tmp_path: Path) -> Story:
    """A commit of the leaf, one that records it, and both pushed."""
    begun = begin(tmp_path, {**POLICY, **plan("S1-L1 Bells | PLANNED | none | x")})
    commit = begun.commit({"app/bell.py": "def ring():\n    return 2\n"})
    begun.commit(plan(ROW.format(commit[:10])))
    begun.repository.git("push", "--quiet", "--set-upstream", "origin", "work")
    return begun


def test_all_of_it_is_pushed(story: Story) -> None:
    verdict = story.gate()
    assert (verdict.report["state"], verdict["delivered"], verdict.exit) == ("DELIVERED", "holds", 0)
    assert "is origin/work, 0 ahead and 0 behind" in verdict.evidence("delivered")


def test_what_is_not_committed_is_not_delivered(story: Story) -> None:
    story.write({"app/新.py": ""})
    verdict = story.gate()
    assert (verdict["delivered"], verdict.exit) == ("fails", 1)
    assert "not committed" in verdict.evidence("delivered")


def test_what_is_not_pushed_is_not_delivered(story: Story) -> None:
    story.commit({"app/more.py": ""})
    verdict = story.gate()
    assert (verdict["delivered"], "1 ahead, 0 behind" in verdict.evidence("delivered")) == ("fails", True)


def test_what_others_pushed_since_is_known_once_it_is_fetched(story: Story, tmp_path: Path) -> None:
    other = story.repository.clone(tmp_path / "other", "--branch", "work")
    other.git("remote", "set-url", "origin", str(tmp_path / "origin.git"))
    other.git("fetch", "--quiet")
    other.git("reset", "--quiet", "--hard", "origin/work")
    other.write("app/theirs.py", "")
    other.commit("theirs")
    other.git("push", "--quiet", "origin", "HEAD:work")
    assert story.gate()["delivered"] == "holds"  # git's own refs say so
    verdict = story.gate("S1-L1", "--fetch")
    assert (verdict["delivered"], "0 ahead, 1 behind" in verdict.evidence("delivered")) == ("fails", True)


def test_a_recorded_commit_must_be_there(story: Story) -> None:
    story.repository.git("checkout", "--quiet", "-b", "side")
    aside = story.commit({"app/aside.py": ""})
    story.repository.git("checkout", "--quiet", "work")
    story.commit(plan(ROW.format(aside[:10])))
    story.push()
    verdict = story.gate()
    assert (verdict["delivered"], verdict.evidence("delivered")) == (
        "fails",
        f"{aside[:10]}, which it records, is not in origin/work",
    )


def test_no_commit_is_no_delivery(story: Story) -> None:
    story.commit(plan("S1-L1 Bells | DELIVERED | none | x"))
    story.push()
    story.land()
    story.repository.git("fetch", "--quiet")
    verdict = story.gate("S1-L1", "--base", "HEAD")
    assert verdict["delivered"] == "holds"  # the commit since base is taken for it
    codes = {one["code"] for one in verdict.report["findings"]}
    assert codes == {"BASELINE_ONLY", "EVIDENCE_MISSING", "LEAF_RESCOPED"}
    assert (verdict.report["verdict"], verdict.exit) == ("fails", 1)


def test_the_policy_says_which_branch(story: Story) -> None:
    named = HEAD + 'remote = "origin"\nbranch = "v3"\n' + NEEDS
    story.commit({"policies/roadmap.toml": named})
    story.land()
    story.commit({"app/more.py": ""})
    verdict = story.gate()
    assert (verdict["delivered"], verdict.evidence("delivered")) == ("unknown", "origin/v3 is not in this clone")
    story.repository.git("push", "--quiet", "origin", "HEAD:v3")
    assert story.gate("S1-L1", "--fetch")["delivered"] == "holds"


def _detached(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "--detach")


def _no_remote(repository: Repository) -> None:
    repository.git("remote", "rename", "origin", "upstream")
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD^")
    repository.git("config", "--unset", "branch.work.remote")


BLIND = {"a detached HEAD": (_detached, "detached"), "no remote": (_no_remote, "there is no remote `origin`")}


@pytest.mark.parametrize("name", BLIND)
def test_what_cannot_be_seen_is_unknown(name: str, story: Story) -> None:
    change, words = BLIND[name]
    change(story.repository)
    verdict = story.gate()
    assert (verdict["delivered"], verdict.exit) == ("unknown", 3)
    assert words in verdict.evidence("delivered")


def test_a_remote_that_does_not_answer_is_told_in_one_line(story: Story, tmp_path: Path) -> None:
    (tmp_path / "origin.git").rename(tmp_path / "moved.git")
    run = story.repository.archgate("leaf", "gate", "S1-L1", "--fetch")
    assert (run.exit, run.stdout, run.stderr.startswith("UNREADABLE  --fetch: ")) == (3, "", True)
    assert run.stderr.count("\n") == 1


def test_a_shallow_clone_is_unknown(story: Story, tmp_path: Path) -> None:
    clone = story.repository.clone(tmp_path / "shallow", "--depth", "1", "--branch", "work")
    assert Git.find(clone.root) is not None
    clone.git("update-ref", "refs/remotes/origin/main", "HEAD")
    clone.write("app/x.py", "")
    verdict = Story(clone).gate()
    assert (verdict["delivered"], verdict.evidence("delivered")) == ("unknown", "the clone is shallow")


STATES = {
    "nobody depends on it": ((), "holds"),
    "one is planned": (("S1-L2 Keys | PLANNED | S1-L1 | x",), "fails"),
    "one is active": (("S1-L2 Keys | ACTIVE | S1-L1 | x",), "fails"),
    "one is verified": (("S1-L2 Keys | VERIFIED | S1-L1 | x",), "holds"),
    "one by its stage": (("S2-L1 Keys | PLANNED | S1 | x",), "fails"),
    "another one": (("S1-L2 Keys | PLANNED | none | x",), "holds"),
    "中文": (("S1-L2 钥匙 | PLANNED | S1-L1，S1-L3 | x", "S1-L3 锁 | VERIFIED | 无 | x"), "fails"),
}


@pytest.mark.parametrize(("others", "verdict"), STATES.values(), ids=STATES)
def test_a_leaf_is_complete_when_those_stand_that_depend_on_it(
    others: tuple[str, ...], verdict: str, story: Story
) -> None:
    story.commit(plan("S1-L1 Bells | VERIFIED | none | x", *others))
    assert story.gate("S1-L1", "--state", "COMPLETE")["dependents"] == verdict
