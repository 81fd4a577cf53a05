"""Which commit a change is judged against, as CI services announce it, on repositories checked out as they do it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gate.announcements import (
    NOTHING,
    Environment,
    azure_pull_request,
    buildkite_pull_request,
    github,
    github_merge_group,
    github_pull_request,
    github_push,
    gitlab_merge_request,
    gitlab_push,
    jenkins_pull_request,
)
from tests.gate.changes import LAUNDERED, innocent, laundering, violation
from tests.gate.repository import Repository
from tests.gate.sample import CLOCK_ID, CONFIGURATION, EDGE, boundary, configuration
from tests.gate.steps import (
    Case,
    append,
    apply,
    assert_holds,
    assert_refused,
    assert_stopped,
    commit,
    git,
    land,
    meanwhile,
    published,
    table,
    write,
)

Announcement = Callable[[Repository, str], Environment]
PULL_REQUESTS: dict[str, Announcement] = {
    "GitHub": github_pull_request,
    "GitLab": gitlab_merge_request,
    "Azure": azure_pull_request,
    "Buildkite": buildkite_pull_request,
    "Jenkins": jenkins_pull_request,
}
services = pytest.mark.parametrize("announce", PULL_REQUESTS.values(), ids=PULL_REQUESTS.keys())


def checked_out(repository: Repository) -> None:
    """As CI leaves it: HEAD detached at the branch's tip, no local branches but the one that was built."""
    repository.git("checkout", "--quiet", "--detach", "work")
    repository.git("branch", "--quiet", "-D", "main")


def merge_ref(repository: Repository) -> None:
    """HEAD is the merge of the branch into base's tip, as GitHub and Azure make it."""
    repository.git("checkout", "--quiet", "--detach", "main")
    repository.git("merge", "--quiet", "--no-ff", "--no-edit", "work")
    repository.git("branch", "--quiet", "-D", "main")


class TestPullRequests:
    """The service names the branch that the change is for."""

    @services
    def test_is_judged_against_the_fork_point(self, sample: Repository, announce: Announcement) -> None:
        fork = sample.oid("main")
        apply(sample, [innocent, commit("mine"), meanwhile(append("README.md", "theirs\n"))])
        tip = sample.oid("main")
        checked_out(sample)
        run = sample.check(environment=announce(sample, tip))
        assert_holds(run)
        assert run.base == fork

    @services
    def test_of_a_merge_is_judged_against_the_tip(self, sample: Repository, announce: Announcement) -> None:
        apply(sample, [innocent, commit("mine"), meanwhile(append("README.md", "theirs\n"))])
        tip = sample.oid("main")
        merge_ref(sample)
        run = sample.check(environment=announce(sample, tip))
        assert_holds(run)
        assert run.base == tip

    @services
    def test_growth_is_laundered(self, sample: Repository, announce: Announcement) -> None:
        apply(sample, [*laundering, commit("grown"), innocent, commit("more")])
        tip = sample.oid("main")
        checked_out(sample)
        assert_refused(sample.check(environment=announce(sample, tip)), [LAUNDERED])

    @services
    def test_growth_is_laundered_in_the_merge(self, sample: Repository, announce: Announcement) -> None:
        apply(sample, [*laundering, commit("grown"), innocent, commit("more")])
        tip = sample.oid("main")
        merge_ref(sample)
        assert_refused(sample.check(environment=announce(sample, tip)), [LAUNDERED])

    @services
    def test_a_base_that_the_change_configures_has_no_say(self, sample: Repository, announce: Announcement) -> None:
        """The first commit grows and names the branch itself as base, the second is harmless."""
        own = write(CONFIGURATION, configuration(base=["work"]))
        apply(sample, [*laundering, own, commit("grown"), innocent, commit("more")])
        tip = sample.oid("main")
        checked_out(sample)
        assert_refused(sample.check(environment=announce(sample, tip)), [LAUNDERED, "LOOSENED"])

    @services
    def test_an_announced_branch_that_was_not_fetched_is_unknown(
        self, sample: Repository, announce: Announcement
    ) -> None:
        sample.write("README.md", "mine\n")
        sample.commit("mine")
        environment = announce(sample, sample.oid("main"))
        clone = sample.clone(sample.home / "clone", "--depth", "1", "--branch", "work")
        run = clone.check(environment=environment)
        assert_stopped(run, 3, "BASE_UNKNOWN")
        assert "fetch" in run.stdout + run.stderr, run

    @pytest.mark.parametrize("announce", [github_pull_request, azure_pull_request], ids=["GitHub", "Azure"])
    def test_a_merge_onto_the_announced_base_needs_no_ref(self, sample: Repository, announce: Announcement) -> None:
        sample.write("README.md", "mine\n")
        sample.commit("mine")
        tip = sample.oid("main")
        merge_ref(sample)
        environment = announce(sample, tip)
        sample.git("update-ref", "-d", "refs/remotes/origin/main")
        run = sample.check(environment=environment)
        if announce is github_pull_request:
            assert_holds(run)
            assert run.base == tip
        else:
            assert run.exit in (0, 3), run

    def test_a_shallow_checkout_of_the_merge_is_enough_on_github(self, sample: Repository, tmp_path: Path) -> None:
        """Depth 2 holds the merge and both of its parents."""
        sample.write("README.md", "mine\n")
        sample.commit("mine")
        tip = sample.oid("main")
        sample.git("checkout", "--quiet", "-b", "merge", "main")
        sample.git("merge", "--quiet", "--no-ff", "--no-edit", "work")
        environment = github_pull_request(sample, tip)
        clone = sample.clone(tmp_path / "clone", "--depth", "2", "--branch", "merge")
        clone.git("update-ref", "-d", "refs/remotes/origin/merge")
        run = clone.check(environment=environment)
        assert_holds(run)
        assert run.base == tip

    def test_inherited_findings_do_not_block(self, sample: Repository) -> None:
        apply(sample, [land(violation), innocent, commit("mine")])
        run = sample.check(environment=github_pull_request(sample, sample.oid("main")))
        assert_holds(run, [f"INHERITED {CLOCK_ID}"])


class TestPushes:
    """The service names the commit before."""

    @pytest.fixture
    def pushed(self, sample: Repository) -> Repository:
        """Two commits were pushed to main at once."""
        sample.git("checkout", "--quiet", "main")
        for number in (1, 2):
            sample.write("README.md", f"{number}\n")
            sample.commit(f"number {number}")
        published(sample)
        return sample

    @pytest.mark.parametrize("announce", [github_push, gitlab_push], ids=["GitHub", "GitLab"])
    def test_is_judged_against_the_commit_before(self, pushed: Repository, announce: Announcement) -> None:
        before = pushed.oid("main~2")
        run = pushed.check(environment=announce(pushed, before))
        assert_holds(run)
        assert run.base == before

    @pytest.mark.parametrize("announce", [github_push, gitlab_push], ids=["GitHub", "GitLab"])
    def test_growth_two_commits_ago_is_seen(self, sample: Repository, announce: Announcement) -> None:
        sample.git("checkout", "--quiet", "main")
        before = sample.oid("main")
        apply(sample, [*laundering, commit("grown"), innocent, commit("more")])
        published(sample)
        assert_refused(sample.check(environment=announce(sample, before)), [LAUNDERED])

    def test_what_is_inherited_blocks_on_the_protected_branch(self, sample: Repository) -> None:
        apply(sample, [land(violation), land(innocent), git("checkout", "--quiet", "main")])
        run = sample.check(environment=github_push(sample, sample.oid("main~1")))
        assert run.exit == 1, run
        assert [f["id"] for f in run.blocking if f["code"] == "INHERITED"] == [CLOCK_ID]

    def test_a_new_branch_falls_back_to_what_is_configured(self, sample: Repository) -> None:
        apply(sample, [*laundering, commit("grown"), innocent, commit("more")])
        run = sample.check(environment=github_push(sample, NOTHING, branch="work"))
        assert_refused(run, [LAUNDERED])
        assert run.base == sample.oid("main")

    def test_a_forced_push_is_judged_against_what_both_share(self, pushed: Repository) -> None:
        before = pushed.oid("main")
        pushed.git("reset", "--quiet", "--hard", "main~1")
        shared = pushed.oid("main")
        pushed.write("README.md", "again\n")
        pushed.commit("again")
        published(pushed)
        run = pushed.check(environment=github_push(pushed, before, forced=True))
        assert_holds(run)
        assert run.base == shared

    def test_a_commit_before_that_is_not_there_is_unknown(self, pushed: Repository) -> None:
        run = pushed.check(environment=github_push(pushed, "1234567890" * 4))
        assert_stopped(run, 3, "BASE_UNKNOWN")

    def test_a_merge_group_is_judged_against_its_base(self, sample: Repository) -> None:
        apply(sample, [innocent, commit("mine"), meanwhile(append("README.md", "theirs\n"))])
        tip = sample.oid("main")
        merge_ref(sample)
        run = sample.check(environment=github_merge_group(sample, tip))
        assert_holds(run)
        assert run.base == tip

    def test_growth_in_a_merge_group_is_seen(self, sample: Repository) -> None:
        apply(sample, [*laundering, commit("grown")])
        tip = sample.oid("main")
        merge_ref(sample)
        assert_refused(sample.check(environment=github_merge_group(sample, tip)), [LAUNDERED])

    @pytest.mark.parametrize("event", ["schedule", "workflow_dispatch"])
    def test_a_run_on_main_without_a_change_judges_main(self, pushed: Repository, event: str) -> None:
        run = pushed.check(environment=github(pushed, event, {}, GITHUB_REF="refs/heads/main"))
        assert_holds(run)
        assert run.base == pushed.oid("main~1")

    def test_a_scheduled_run_on_main_blocks_on_what_is_inherited(self, sample: Repository) -> None:
        apply(sample, [land(violation), land(innocent), git("checkout", "--quiet", "main")])
        run = sample.check(environment=github(sample, "schedule", {}, GITHUB_REF="refs/heads/main"))
        assert run.exit == 1, run
        assert CLOCK_ID in [f["id"] for f in run.blocking], run


class TestGivenInCi:
    """`--base` may not weaken what the service announces."""

    @table(
        Case("HEAD", (), arguments=("--base", "HEAD")),
        Case("the branch itself", (), arguments=("--base", "work")),
        Case("the commit before", (), arguments=("--base", "HEAD~1")),
        Case("a side branch with the growth", (git("branch", "side", "HEAD~1"),), arguments=("--base", "side")),
    )
    def test_a_later_base_is_refused(self, sample: Repository, case: Case) -> None:
        apply(sample, [*laundering, commit("grown"), innocent, commit("more"), *case.steps])
        run = sample.check(*case.arguments, environment=github_pull_request(sample, sample.oid("main")))
        assert run.exit == 2, run
        assert "Traceback" not in run.stderr

    @table(
        Case("the announced branch", (), arguments=("--base", "origin/main")),
        Case("an older commit of it", (), arguments=("--base", "main~1")),
    )
    def test_the_announced_one_or_an_older_one_is_fine(self, sample: Repository, case: Case) -> None:
        apply(sample, [land(append("README.md", "more\n")), innocent, commit("mine")])
        run = sample.check(*case.arguments, environment=github_pull_request(sample, sample.oid("main")))
        assert run.exit == 0, run

    @services
    def test_unprotected_does_not_lift_an_announced_base(self, sample: Repository, announce: Announcement) -> None:
        apply(sample, [*laundering, commit("grown")])
        run = sample.check("--unprotected", environment=announce(sample, sample.oid("main")))
        assert_refused(run, [LAUNDERED])


class TestBadAnnouncements:
    """A service that says nothing of use is no reason to pass."""

    @pytest.mark.parametrize(
        "payload", ["", "{", "[]", "null", '{"pull_request": 7}', '{"pull_request": {"base": null}}']
    )
    def test_a_payload_that_is_none(self, sample: Repository, payload: str) -> None:
        apply(sample, [*laundering, commit("grown"), innocent, commit("more")])
        environment = github_pull_request(sample, sample.oid("main"))
        Path(environment["GITHUB_EVENT_PATH"]).write_text(payload, encoding="utf-8")
        run = sample.check(environment=environment)
        assert run.exit in (1, 3), run
        assert run.codes() & {"LAUNDERED", "BASE_UNKNOWN"}, run
        assert "Traceback" not in run.stderr

    def test_a_payload_that_is_missing(self, sample: Repository) -> None:
        apply(sample, [*laundering, commit("grown"), innocent, commit("more")])
        environment = github_pull_request(sample, sample.oid("main"))
        Path(environment["GITHUB_EVENT_PATH"]).unlink()
        run = sample.check(environment=environment)
        assert run.exit in (1, 3), run
        assert run.codes() & {"LAUNDERED", "BASE_UNKNOWN"}, run

    def test_an_announced_branch_that_looks_like_an_option(self, sample: Repository) -> None:
        sample.commit()
        environment = gitlab_merge_request(sample, "main") | {
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "--upload-pack=touch x",
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": "",
        }
        run = sample.check(environment=environment)
        assert run.exit in (2, 3), run
        assert not sample.path("x").exists()

    def test_announcements_of_a_service_that_does_not_run_here(self, sample: Repository) -> None:
        """A variable alone does not move the base: the service must say that it is there."""
        apply(sample, [*laundering, commit("grown"), innocent, commit("more")])
        run = sample.check(environment={"CI_MERGE_REQUEST_DIFF_BASE_SHA": sample.oid("HEAD~1")})
        assert_refused(run, [LAUNDERED])


def test_exceptions_gained_in_a_pull_request_of_the_law_alone(sample: Repository) -> None:
    """The honest twin: announced or not, the same change gets the same verdict."""
    sample.write(EDGE, boundary([], owners=["app.chain.**"]))
    sample.commit()
    local = sample.check()
    announced = sample.check(environment=github_pull_request(sample, sample.oid("main")))
    assert_holds(local)
    assert local.report is not None
    assert announced.report is not None
    assert announced.report["rules"] == local.report["rules"]
    assert announced.report["findings"] == local.report["findings"]
