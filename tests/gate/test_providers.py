"""What each CI service says of base, in its own variables: a row is a kind of run, and the base that must come."""

from pathlib import Path

import pytest

from archgate.gate.providers import is_ci
from tests.gate.base_story import (
    AT_TIP,
    FORKED,
    Case,
    Expected,
    before,
    by_id,
    holds,
    last_step,
    refused,
    run,
    tell,
)
from tests.gate.repository import Repository

ZEROS = "0" * 40
ABSENT = "1234567890abcdef1234567890abcdef12345678"

GITHUB = {"CI": "true", "GITHUB_ACTIONS": "true"}
PULL = GITHUB | {"GITHUB_EVENT_NAME": "pull_request", "GITHUB_BASE_REF": "main"}
PULL_MERGED = PULL | {"GITHUB_REF": "refs/pull/1/merge", "GITHUB_SHA": "{merge}"}
REVIEW = GITHUB | {"GITHUB_EVENT_NAME": "pull_request_review"}
TARGET = PULL | {"GITHUB_EVENT_NAME": "pull_request_target", "GITHUB_REF": "refs/heads/main", "GITHUB_SHA": "{tip}"}
PUSH = GITHUB | {"GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main"}
PUSH_WORK = PUSH | {"GITHUB_REF": "refs/heads/work"}
PUSH_TAG = PUSH | {"GITHUB_REF": "refs/tags/v1"}
QUEUE = GITHUB | {"GITHUB_EVENT_NAME": "merge_group", "GITHUB_REF": "refs/heads/gh-readonly-queue/main/pr-1"}
SCHEDULE = GITHUB | {"GITHUB_EVENT_NAME": "schedule", "GITHUB_REF": "refs/heads/main"}
BY_HAND = GITHUB | {"GITHUB_EVENT_NAME": "workflow_dispatch"}
BY_HAND_ON_WORK = BY_HAND | {"GITHUB_REF": "refs/heads/work"}
BY_HAND_ELSEWHERE = BY_HAND | {"GITHUB_REF": "refs/heads/main", "GITHUB_SHA": "{tip}"}


def pulled(base: str) -> dict[str, object]:
    return {"pull_request": {"base": {"ref": "main", "sha": base}}}


def pushed(oid: str) -> dict[str, object]:
    return {"ref": "refs/heads/main", "before": oid, "repository": {"default_branch": "main"}}


def queued(oid: str) -> dict[str, object]:
    return {"merge_group": {"base_sha": oid, "base_ref": "refs/heads/main"}}


PARTED = Expected("{fork}", "merge-base", ref="{work}", tip="{work}", on_protected_branch=True)

GITHUB_CASES = [
    Case("a pull request at its own head", "work", FORKED, PULL),
    Case("a pull request at its merge", "merge", AT_TIP, PULL_MERGED),
    Case("base.sha lags: the nearer one", "merge", AT_TIP, PULL_MERGED, pulled("{fork}")),
    Case(
        "its branch is not here: base.sha", "merge", by_id("{tip}"), PULL | {"GITHUB_BASE_REF": "next"}, pulled("{tip}")
    ),
    Case("a pull request by its event alone", "work", FORKED, REVIEW, pulled("{tip}")),
    Case("pull_request_target at the change", "work", FORKED, TARGET),
    Case("a push to base: the commit before", "main", before("{second}"), PUSH, pushed("{second}")),
    Case("a push of several commits", "main", before("{fork}"), PUSH, pushed("{fork}")),
    Case("a push, and the job left files behind", "main", before("{second}"), PUSH, pushed("{second}"), dirty=True),
    Case("a forced push: where the histories part", "main", PARTED, PUSH, pushed("{work}")),
    Case("a new branch has nothing before", "work", FORKED, PUSH_WORK, pushed(ZEROS)),
    Case("a push to an unprotected branch: base, not the push before", "work", FORKED, PUSH_WORK, pushed("{first}")),
    Case(
        "the same where no base is listed: the push before",
        "work",
        before("{first}", on_protected_branch=False),
        PUSH_WORK,
        pushed("{first}"),
        base=(),
    ),
    Case("a push to the default branch, no base listed", "main", before("{second}"), PUSH, pushed("{second}"), base=()),
    Case("a push without any event file", "work", FORKED, PUSH_WORK),
    Case("a tag that was moved says nothing of base", "work", FORKED, PUSH_TAG, pushed("{first}")),
    Case("a merge queue", "merge", AT_TIP, QUEUE, queued("{tip}")),
    Case("a merge queue behind a group that has not landed", "train", by_id("{car}"), QUEUE, queued("{car}")),
    Case("a schedule on base", "main", last_step("{second}", ref="main"), SCHEDULE),
    Case("a schedule, and the job left files behind", "main", last_step("{second}", ref="main"), SCHEDULE, dirty=True),
    Case("by hand on a branch", "work", FORKED, BY_HAND_ON_WORK),
    Case("by hand on base, with another commit checked out", "work", FORKED, BY_HAND_ELSEWHERE),
]

GITLAB = {"CI": "true", "GITLAB_CI": "true"}
MERGE_REQUEST = GITLAB | {"CI_PIPELINE_SOURCE": "merge_request_event", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
FROM_FORK = {"CI_MERGE_REQUEST_PROJECT_ID": "1", "CI_PROJECT_ID": "2", "CI_MERGE_REQUEST_DIFF_BASE_SHA": "{root}"}
MERGED_RESULT = {
    "CI_MERGE_REQUEST_EVENT_TYPE": "merged_result",
    "CI_COMMIT_SHA": "{merge}",
    "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": "{tip}",
    "CI_MERGE_REQUEST_DIFF_BASE_SHA": "{fork}",
}
TRAIN = {"CI_MERGE_REQUEST_EVENT_TYPE": "merge_train", "CI_COMMIT_SHA": "{train}"}
CAR = Expected("{car}", "merge-base", ref="HEAD^1")
EXTERNAL = GITLAB | {
    "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME": "main",
    "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_SHA": "{tip}",
}
BY_COMMIT = GITLAB | {"CI_MERGE_REQUEST_DIFF_BASE_SHA": "{fork}"}
GITLAB_MAIN = GITLAB | {"CI_COMMIT_BRANCH": "main"}

GITLAB_CASES = [
    Case("a merge request", "work", FORKED, MERGE_REQUEST),
    Case("a merge request of a fork: its own main is no base", "work", by_id("{root}"), MERGE_REQUEST | FROM_FORK),
    Case("base named by its commit only", "work", by_id("{fork}"), BY_COMMIT),
    Case("a merged result", "merge", AT_TIP, MERGE_REQUEST | MERGED_RESULT),
    Case("a merge train: the car before", "train", CAR, MERGE_REQUEST | TRAIN),
    Case("an external pull request", "work", FORKED, EXTERNAL),
    Case("a push to base", "main", before("{second}"), GITLAB_MAIN | {"CI_COMMIT_BEFORE_SHA": "{second}"}),
    Case("a schedule", "main", last_step("{second}", ref="main"), GITLAB_MAIN | {"CI_COMMIT_BEFORE_SHA": ZEROS}),
    Case("a tag", "work", FORKED, GITLAB | {"CI_COMMIT_TAG": "v1", "CI_COMMIT_BEFORE_SHA": "{first}"}),
]

AZURE = {"TF_BUILD": "True"}
AZURE_PULL = AZURE | {
    "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
    "BUILD_SOURCEBRANCH": "refs/pull/7/merge",
    "BUILD_SOURCEVERSION": "{merge}",
}
AZURE_MAIN = AZURE | {"BUILD_SOURCEBRANCH": "refs/heads/main", "BUILD_SOURCEVERSION": "{tip}"}
BUILDKITE = {"CI": "true", "BUILDKITE": "true"}
BUILDKITE_PULL = BUILDKITE | {"BUILDKITE_PULL_REQUEST": "7", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main"}
BUILDKITE_QUEUE = BUILDKITE | {
    "BUILDKITE_MERGE_QUEUE_BASE_BRANCH": "main",
    "BUILDKITE_MERGE_QUEUE_BASE_COMMIT": "{tip}",
}
BUILDKITE_MAIN = BUILDKITE | {
    "BUILDKITE_BRANCH": "main",
    "BUILDKITE_PULL_REQUEST": "false",
    "BUILDKITE_COMMIT": "HEAD",
}
JENKINS = {"JENKINS_URL": "https://jenkins.example.org/"}
JENKINS_CHANGE = JENKINS | {"CHANGE_TARGET": "main", "BRANCH_NAME": "PR-7", "GIT_PREVIOUS_COMMIT": "{first}"}
JENKINS_MAIN = JENKINS | {"BRANCH_NAME": "main", "GIT_PREVIOUS_COMMIT": "{second}"}
JENKINS_PLAIN = JENKINS | {"GIT_BRANCH": "origin/main", "GIT_PREVIOUS_COMMIT": "{second}"}
JENKINS_WORK = JENKINS | {"BRANCH_NAME": "work", "GIT_PREVIOUS_COMMIT": "{first}"}
LAST_SUCCESS = {"GIT_PREVIOUS_SUCCESSFUL_COMMIT": "{fork}"}
CI = {"CI": "true"}

OTHER_CASES = [
    Case("Azure, a pull request", "merge", AT_TIP, AZURE_PULL),
    Case("Azure, a pull request on GitHub", "work", FORKED, AZURE | {"SYSTEM_PULLREQUEST_TARGETBRANCH": "main"}),
    Case("Azure, a push to base", "main", last_step("{second}", ref="main"), AZURE_MAIN),
    Case("Buildkite, a pull request", "work", FORKED, BUILDKITE_PULL),
    Case("Buildkite, a merge queue", "merge", AT_TIP, BUILDKITE_QUEUE),
    Case("Buildkite, a build of base, its commit not named", "main", last_step("{second}", ref="main"), BUILDKITE_MAIN),
    Case("Jenkins, a change request", "work", FORKED, JENKINS_CHANGE),
    Case("Jenkins, base: since the last success", "main", before("{fork}"), JENKINS_MAIN | LAST_SUCCESS),
    Case("Jenkins, base: since the last build", "main", before("{second}"), JENKINS_MAIN),
    Case("Jenkins without multibranch", "main", before("{second}"), JENKINS_PLAIN),
    Case("Jenkins, a branch: base, not the build before", "work", FORKED, JENKINS_WORK),
    Case("an unknown service: the list", "work", FORKED, CI),
    Case("variables of a service that is not there", "work", FORKED, {"CI_MERGE_REQUEST_DIFF_BASE_SHA": "{first}"}),
    Case(
        "an unknown service on base, and the job left files behind: what is inherited blocks",
        "main",
        Expected("{tip}", "head", on_protected_branch=True),
        CI,
        dirty=True,
    ),
]

NEXT = PULL | {"GITHUB_BASE_REF": "next"}
OPTION = PULL | {"GITHUB_BASE_REF": "--all"}
NO_GROUP = GITHUB | {"GITHUB_EVENT_NAME": "merge_group"}
NO_JSON = PUSH | {"GITHUB_EVENT_PATH": __file__}
NO_FILE = PUSH | {"GITHUB_EVENT_PATH": "/gone"}

REFUSED = [
    Case("an announced branch that is not here", "work", environment=NEXT, says=("origin/next", "GitHub")),
    Case("an announced commit that is not here", "main", environment=PUSH, event=pushed(ABSENT), says=(ABSENT[:12],)),
    Case("an announced option", "work", environment=OPTION, says=("is an option",), code="INVALID"),
    Case("a change into nothing", "work", environment=NO_GROUP, event={"merge_group": None}, says=("into what",)),
    Case("an event file that is no JSON", "main", environment=NO_JSON, says=("not JSON",)),
    Case("an event file that is not there", "main", environment=NO_FILE, says=("/gone",)),
    Case("pull_request_target at base: nothing to judge", "tip", environment=TARGET, says=("event pull_request",)),
    Case("no CI variable, but Azure, and no base", "work", environment=AZURE, base=(), says=("--unprotected",)),
]


@pytest.fixture
def story(tmp_path: Path) -> Repository:
    return tell(tmp_path)


@pytest.mark.parametrize("case", GITHUB_CASES, ids=lambda case: case.idea)
def test_github(story: Repository, case: Case) -> None:
    assert case.expected
    holds(run(story, case), case.expected)


@pytest.mark.parametrize("case", GITLAB_CASES, ids=lambda case: case.idea)
def test_gitlab(story: Repository, case: Case) -> None:
    assert case.expected
    holds(run(story, case), case.expected)


@pytest.mark.parametrize("case", OTHER_CASES, ids=lambda case: case.idea)
def test_other_services(story: Repository, case: Case) -> None:
    assert case.expected
    holds(run(story, case), case.expected)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.idea)
def test_refused(story: Repository, case: Case) -> None:
    refused(story, case)


@pytest.mark.parametrize("value", ["", "0", "false", "False", "no", "off"])
def test_a_ci_that_says_no_is_none(value: str) -> None:
    assert not is_ci({"CI": value})


@pytest.mark.parametrize("environment", [CI, {"CI": "1"}, AZURE, JENKINS, {"BUILDKITE": "true"}, {"GITLAB_CI": "true"}])
def test_a_ci_is_known_by_its_own_variables(environment: dict[str, str]) -> None:
    assert is_ci(environment)
