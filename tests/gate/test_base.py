"""Which commit a change is judged against, on a person's machine."""

from pathlib import Path

import pytest

from tests.gate.changes import LAUNDERED, innocent, laundering, paid, violation
from tests.gate.repository import Repository
from tests.gate.sample import CLOCK_ID, CONFIGURATION, EDGE, configuration
from tests.gate.steps import (
    Case,
    append,
    apply,
    assert_holds,
    assert_refused,
    assert_stopped,
    commit,
    delete,
    git,
    land,
    meanwhile,
    table,
    write,
)


@table(
    Case("the configured branch", ()),
    Case("the configured branch, given", (), arguments=("--base", "origin/main")),
    Case("the local branch, given", (), arguments=("--base", "main")),
    Case("a tag, given", (git("tag", "-a", "v1", "-m", "v1", "main"),), arguments=("--base", "v1")),
    Case("a full reference, given", (), arguments=("--base", "refs/remotes/origin/main")),
    Case("a relative revision, given", (), arguments=("--base", "work~1")),
    Case("a detached HEAD", (git("checkout", "--quiet", "--detach"),)),
    Case("a branch of another name", (git("checkout", "--quiet", "-b", "feature/x"),)),
    Case("base went on meanwhile", (meanwhile(append("README.md", "more\n")),)),
    Case("uncommitted work on top", (innocent,)),
)
def test_the_fork_point_is_base(sample: Repository, case: Case) -> None:
    fork = sample.oid("main")
    sample.write("README.md", "mine\n")
    sample.commit()
    apply(sample, case.steps)
    run = sample.check(*case.arguments)
    assert_holds(run)
    assert run.base == fork
    assert run.report is not None
    assert run.report["protected"] is True


def test_a_commit_id_may_be_given(sample: Repository) -> None:
    sample.commit()
    run = sample.check("--base", sample.oid("main"))
    assert run.base == sample.oid("main")


def test_an_older_fork_point_is_kept_when_base_goes_on(sample: Repository) -> None:
    """What base's own people did meanwhile is nobody else's doing."""
    fork = sample.oid("main")
    apply(sample, [innocent, commit("mine"), meanwhile(violation), meanwhile(*paid)])
    run = sample.check()
    assert_holds(run)
    assert run.base == fork


def test_base_is_printed(sample: Repository) -> None:
    sample.commit()
    text = sample.archgate("check").stdout
    assert "origin/main" in text
    assert sample.oid("main")[:7] in text
    assert "protected" in text


class TestHeadIsBase:
    """`origin/main` is HEAD itself."""

    @table(
        Case("a changed file", (append("README.md", "mine\n"),)),
        Case("an untracked file", (write("app/fresh.py", ""),)),
        Case("a staged file", (append("README.md", "mine\n"), git("add", "--all"))),
        Case("a deleted file", (delete("tests/test_plan.py"),)),
    )
    def test_uncommitted_work_is_judged_against_head(self, sample: Repository, case: Case) -> None:
        apply(sample, case.steps)
        run = sample.check()
        assert_holds(run)
        assert run.base == sample.oid("HEAD")

    def test_uncommitted_growth_is_laundered(self, sample: Repository) -> None:
        apply(sample, laundering)
        assert_refused(sample.check(), [LAUNDERED])

    def test_without_uncommitted_work_the_first_parent_is_base(self, sample: Repository) -> None:
        run = sample.check()
        assert run.base == sample.oid("HEAD~1")

    def test_growth_on_main_is_laundered(self, sample: Repository) -> None:
        apply(sample, [git("checkout", "--quiet", "main"), *laundering, commit("straight to main")])
        sample.git("update-ref", "refs/remotes/origin/main", "main")
        assert_refused(sample.check(), [LAUNDERED])

    def test_a_merge_commit_is_judged_against_its_first_parent(self, sample: Repository) -> None:
        apply(sample, [*laundering, commit("grown"), git("checkout", "--quiet", "main")])
        sample.write("README.md", "main\n")
        first = sample.commit("main went on")
        sample.git("merge", "--quiet", "--no-edit", "work")
        sample.git("update-ref", "refs/remotes/origin/main", "main")
        for arguments in ((), ("--merged",)):
            run = sample.check(*arguments)
            assert run.base == first
            assert_refused(run, [LAUNDERED])

    def test_a_root_commit_is_its_own_base(self, uncommitted: Repository) -> None:
        uncommitted.commit("root")
        uncommitted.git("update-ref", "refs/remotes/origin/main", "HEAD")
        run = uncommitted.check()
        assert_holds(run)
        assert run.report is not None
        assert (run.report["base"]["oid"], run.report["base"]["mode"]) == (uncommitted.oid("HEAD"), "root")

    def test_a_root_commit_is_told(self, uncommitted: Repository) -> None:
        uncommitted.commit("root")
        uncommitted.git("update-ref", "refs/remotes/origin/main", "HEAD")
        assert "root" in uncommitted.archgate("check").stdout


class TestNoBase:
    """Nothing says what protects."""

    @pytest.fixture
    def bare(self, sample: Repository) -> Repository:
        land(write(CONFIGURATION, configuration(base=None)))(sample)
        return sample

    def test_a_run_says_that_nothing_protects(self, bare: Repository) -> None:
        run = bare.check()
        assert_holds(run)
        assert run.report is not None
        assert run.report["protected"] is False
        assert "protected: no" in bare.archgate("check").stdout

    def test_head_s_own_law_is_kept(self, bare: Repository) -> None:
        violation(bare)
        assert_refused(bare.check(), [f"NEW {CLOCK_ID}"])

    def test_without_a_commit(self, uncommitted: Repository) -> None:
        run = uncommitted.check()
        assert_holds(run)
        assert run.report is not None
        assert run.report["protected"] is False

    def test_without_git(self, uncommitted: Repository) -> None:
        uncommitted.delete(".git")
        run = uncommitted.check()
        assert_holds(run)
        assert run.report is not None
        assert run.report["protected"] is False

    def test_without_git_head_s_own_law_is_kept(self, uncommitted: Repository) -> None:
        uncommitted.delete(".git")
        violation(uncommitted)
        assert_refused(uncommitted.check(), [f"NEW {CLOCK_ID}"])

    @pytest.mark.parametrize("variable", ["CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "BUILDKITE", "JENKINS_URL"])
    def test_in_ci_there_is_no_verdict(self, bare: Repository, variable: str) -> None:
        run = bare.check(environment={variable: "true"})
        assert_stopped(run, 3, "BASE_UNKNOWN")

    def test_in_ci_the_cure_is_named(self, bare: Repository) -> None:
        run = bare.check(environment={"CI": "true"})
        assert "--base" in run.stdout + run.stderr or "base =" in run.stdout + run.stderr, run

    def test_in_ci_it_may_be_wanted(self, bare: Repository) -> None:
        run = bare.check("--unprotected", environment={"CI": "true"})
        assert_holds(run)
        assert run.report is not None
        assert run.report["protected"] is False


class TestUnknownBase:
    """A base is named, and is not to be had: no verdict, and the command that mends it."""

    @pytest.mark.parametrize(
        "ref", ["origin/nothere", "nothere", "0" * 40, "deadbeef", "main..work", "main^5", "HEAD~99"]
    )
    def test_given(self, sample: Repository, ref: str) -> None:
        run = sample.check("--base", ref)
        assert_stopped(run, 3, "BASE_UNKNOWN")
        assert ref in run.stdout + run.stderr

    def test_given_of_a_remote_with_the_command_that_mends_it(self, sample: Repository) -> None:
        run = sample.check("--base", "origin/nothere")
        assert "git fetch origin nothere" in run.stdout + run.stderr, run

    @pytest.mark.parametrize("ref", ["--upload-pack=touch x", "-x", ""])
    def test_given_and_no_revision_at_all(self, sample: Repository, ref: str) -> None:
        run = sample.check(f"--base={ref}")
        assert run.exit in (2, 3), run
        assert "Traceback" not in run.stderr

    def test_configured(self, sample: Repository) -> None:
        sample.git("update-ref", "-d", "refs/remotes/origin/main")
        run = sample.check()
        assert_stopped(run, 3, "BASE_UNKNOWN")
        assert "git fetch origin main" in run.stdout + run.stderr, run

    def test_unrelated(self, sample: Repository) -> None:
        sample.git("checkout", "--quiet", "--orphan", "other")
        sample.commit("another root")
        assert_stopped(sample.check(), 3, "BASE_UNKNOWN")

    def test_a_blob_is_no_base(self, sample: Repository) -> None:
        assert_stopped(sample.check("--base", f"main:{EDGE}"), 3, "BASE_UNKNOWN")

    def test_nothing_is_written_meanwhile(self, sample: Repository) -> None:
        apply(sample, paid[:1])
        before = sample.read(EDGE)
        run = sample.archgate("policy", "shrink", "--base", "origin/nothere")
        assert run.exit == 3, run
        assert sample.read(EDGE) == before


class TestShallow:
    """Clones as CI services make them."""

    @pytest.fixture
    def pushed(self, sample: Repository) -> Repository:
        sample.write("README.md", "mine\n")
        sample.commit("mine")
        return sample

    def test_one_commit_of_one_branch(self, pushed: Repository, tmp_path: Path) -> None:
        clone = pushed.clone(tmp_path / "clone", "--depth", "1", "--branch", "work")
        run = clone.check()
        assert_stopped(run, 3, "BASE_UNKNOWN")
        assert "git fetch" in run.stdout + run.stderr, run

    def test_both_tips_without_their_fork_point(self, pushed: Repository, tmp_path: Path) -> None:
        meanwhile(append("README.md", "more\n"))(pushed)
        clone = pushed.clone(tmp_path / "clone", "--depth", "1", "--branch", "work", "--no-single-branch")
        run = clone.check()
        assert_stopped(run, 3, "BASE_UNKNOWN")
        assert "git fetch --unshallow" in run.stdout + run.stderr, run

    def test_deep_enough(self, pushed: Repository, tmp_path: Path) -> None:
        clone = pushed.clone(tmp_path / "clone", "--depth", "2", "--branch", "work", "--no-single-branch")
        run = clone.check()
        assert_holds(run)
        assert run.base == pushed.oid("main")

    def test_a_whole_clone(self, pushed: Repository, tmp_path: Path) -> None:
        clone = pushed.clone(tmp_path / "clone", "--branch", "work")
        assert clone.check().base == pushed.oid("main")

    def test_a_clone_without_blobs_sees_no_less(self, pushed: Repository, tmp_path: Path) -> None:
        apply(pushed, [*laundering, commit("grown"), git("config", "uploadpack.allowFilter", "true")])
        clone = pushed.clone(tmp_path / "clone", "--filter=blob:none", "--branch", "work")
        clone.git("config", "protocol.file.allow", "always")
        run = clone.check()
        assert run.exit in (1, 3), run
        assert run.codes() & {"LAUNDERED", "BASE_UNKNOWN", "UNREADABLE"}, run

    def test_a_second_work_tree(self, pushed: Repository, tmp_path: Path) -> None:
        pushed.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "second"), "work")
        second = Repository(root=tmp_path / "second", home=pushed.home)
        run = second.check()
        assert_holds(run)
        assert run.base == pushed.oid("main")


def test_unprotected_does_not_lift_a_configured_base(laundered: Repository) -> None:
    assert_refused(laundered.check("--unprotected"), [LAUNDERED])
