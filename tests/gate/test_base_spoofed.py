"""Variables of a service that does not run: a workflow can set them, so they must not make the base younger.

GitHub, for one, lets nobody overwrite `GITHUB_*`, but whatever another service would set is free for the taking.
"""

from collections.abc import Callable

import pytest

from tests.gate.announcements import (
    NOTHING,
    Environment,
    azure_pull_request,
    buildkite_pull_request,
    github,
    github_pull_request,
    github_push,
    gitlab_merge_request,
    gitlab_push,
    jenkins_pull_request,
)
from tests.gate.changes import LAUNDERED, innocent, laundering
from tests.gate.repository import Repository
from tests.gate.steps import apply, assert_holds, assert_refused, commit


def gitlab_push_to_main(repository: Repository) -> Environment:
    return gitlab_push(repository, repository.oid("HEAD~1"))


def gitlab_request_for_itself(repository: Repository) -> Environment:
    return gitlab_merge_request(repository, repository.oid("HEAD~1")) | {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "work"}


def azure_request_for_itself(repository: Repository) -> Environment:
    names = {"SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/work", "SYSTEM_PULLREQUEST_TARGETBRANCHNAME": "work"}
    return azure_pull_request(repository, "") | names


def buildkite_request_for_itself(repository: Repository) -> Environment:
    return buildkite_pull_request(repository, "") | {"BUILDKITE_PULL_REQUEST_BASE_BRANCH": "work"}


def jenkins_request_for_itself(repository: Repository) -> Environment:
    return jenkins_pull_request(repository, "") | {"CHANGE_TARGET": "work"}


def jenkins_build_after_the_last(repository: Repository) -> Environment:
    before = repository.oid("HEAD~1")
    return {"JENKINS_URL": "x", "GIT_PREVIOUS_SUCCESSFUL_COMMIT": before, "GIT_PREVIOUS_COMMIT": before}


def of_github(repository: Repository) -> Environment:
    return github_pull_request(repository, repository.oid("main"))


def of_gitlab(repository: Repository) -> Environment:
    return gitlab_merge_request(repository, repository.oid("main"))


def of_azure(repository: Repository) -> Environment:
    return azure_pull_request(repository, "")


Announced = Callable[[Repository], Environment]
FOREIGN: dict[str, tuple[Announced, ...]] = {
    "GitHub": (
        gitlab_push_to_main,
        gitlab_request_for_itself,
        azure_request_for_itself,
        buildkite_request_for_itself,
        jenkins_request_for_itself,
        jenkins_build_after_the_last,
    ),
    "GitLab": (azure_request_for_itself, buildkite_request_for_itself, jenkins_build_after_the_last),
    "Azure": (gitlab_push_to_main, buildkite_request_for_itself, jenkins_build_after_the_last),
}
REAL: dict[str, Announced] = {"GitHub": of_github, "GitLab": of_gitlab, "Azure": of_azure}
PAIRS = [(service, foreign) for service, several in FOREIGN.items() for foreign in several]


@pytest.mark.parametrize(("service", "foreign"), PAIRS, ids=[f"{one} with {two.__name__}" for one, two in PAIRS])
def test_another_service_s_variables_do_not_make_base_younger(
    sample: Repository, service: str, foreign: Announced
) -> None:
    apply(sample, [*laundering, commit("grown"), innocent, commit("more")])
    run = sample.check(environment=foreign(sample) | REAL[service](sample))
    assert run.exit in (1, 2, 3), run
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("service", REAL)
def test_the_real_service_alone_is_believed(sample: Repository, service: str) -> None:
    """The twin: nothing is wrong with the announcements as such."""
    apply(sample, [innocent, commit("mine")])
    run = sample.check(environment=REAL[service](sample))
    assert_holds(run)
    assert run.base == sample.oid("main")


def pushed_again(repository: Repository) -> Environment:
    return github_push(repository, repository.oid("HEAD~1"), branch="work")


def pushed_again_to_gitlab(repository: Repository) -> Environment:
    return gitlab_push(repository, repository.oid("HEAD~1")) | {
        "CI_COMMIT_BRANCH": "work",
        "CI_COMMIT_REF_NAME": "work",
    }


def started_by_hand(repository: Repository) -> Environment:
    return github(repository, "workflow_dispatch", {}, GITHUB_REF="refs/heads/work")


def tagged(repository: Repository) -> Environment:
    return github_push(repository, NOTHING) | {"GITHUB_REF": "refs/tags/v1"}


@pytest.mark.parametrize("announce", [pushed_again, pushed_again_to_gitlab, started_by_hand, tagged])
def test_a_run_on_a_branch_that_protects_nothing_keeps_the_configured_base(
    sample: Repository, announce: Announced
) -> None:
    """What the first push laundered is not base of the second."""
    apply(sample, [*laundering, commit("grown"), innocent, commit("more")])
    assert_refused(sample.check(environment=announce(sample)), [LAUNDERED])
