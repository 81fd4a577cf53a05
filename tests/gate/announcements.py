"""What CI services announce: their variables and payloads, by the names that they use."""

import json
from collections.abc import Mapping

from tests.gate.repository import Repository

NOTHING = "0" * 40
Environment = dict[str, str]


def github(repository: Repository, event: str, payload: Mapping[str, object], **more: str) -> Environment:
    """What GitHub Actions sets; the payload goes into a file outside the work tree."""
    path = repository.home / "event.json"
    path.write_text(json.dumps(payload), encoding="utf-8")
    return {
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": event,
        "GITHUB_EVENT_PATH": str(path),
        "GITHUB_SHA": repository.oid("HEAD"),
        "GITHUB_WORKSPACE": str(repository.root),
        **more,
    }


def github_pull_request(repository: Repository, base: str) -> Environment:
    payload = {
        "number": 7,
        "pull_request": {
            "number": 7,
            "base": {"ref": "main", "sha": base},
            "head": {"ref": "work", "sha": repository.oid("work")},
        },
    }
    names = {"GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": "work", "GITHUB_REF": "refs/pull/7/merge"}
    return github(repository, "pull_request", payload, **names)


def github_push(repository: Repository, before: str, branch: str = "main", forced: bool = False) -> Environment:
    payload = {
        "ref": f"refs/heads/{branch}",
        "before": before,
        "after": repository.oid("HEAD"),
        "created": before == NOTHING,
        "forced": forced,
        "repository": {"default_branch": "main"},
    }
    names = {"GITHUB_REF": f"refs/heads/{branch}", "GITHUB_REF_NAME": branch, "GITHUB_BASE_REF": ""}
    return github(repository, "push", payload, **names)


def github_merge_group(repository: Repository, base: str) -> Environment:
    payload = {
        "action": "checks_requested",
        "merge_group": {
            "base_sha": base,
            "base_ref": "refs/heads/main",
            "head_sha": repository.oid("HEAD"),
            "head_ref": "refs/heads/gh-readonly-queue/main/pr-7",
        },
    }
    return github(repository, "merge_group", payload, GITHUB_REF="refs/heads/gh-readonly-queue/main/pr-7")


def gitlab_merge_request(repository: Repository, base: str) -> Environment:
    return {
        "CI": "true",
        "GITLAB_CI": "true",
        "CI_PIPELINE_SOURCE": "merge_request_event",
        "CI_MERGE_REQUEST_IID": "7",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "work",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": repository.git("merge-base", base, "HEAD"),
        "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": "",
        "CI_COMMIT_SHA": repository.oid("HEAD"),
        "CI_COMMIT_BEFORE_SHA": NOTHING,
        "CI_DEFAULT_BRANCH": "main",
    }


def gitlab_push(repository: Repository, before: str) -> Environment:
    return {
        "CI": "true",
        "GITLAB_CI": "true",
        "CI_PIPELINE_SOURCE": "push",
        "CI_COMMIT_BRANCH": "main",
        "CI_COMMIT_REF_NAME": "main",
        "CI_COMMIT_SHA": repository.oid("HEAD"),
        "CI_COMMIT_BEFORE_SHA": before,
        "CI_DEFAULT_BRANCH": "main",
    }


def azure_pull_request(repository: Repository, base: str) -> Environment:
    return {
        "TF_BUILD": "True",
        "BUILD_REASON": "PullRequest",
        "BUILD_SOURCEBRANCH": "refs/pull/7/merge",
        "SYSTEM_PULLREQUEST_PULLREQUESTID": "7",
        "SYSTEM_PULLREQUEST_SOURCEBRANCH": "refs/heads/work",
        "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
        "SYSTEM_PULLREQUEST_TARGETBRANCHNAME": "main",
    }


def buildkite_pull_request(repository: Repository, base: str) -> Environment:
    return {
        "CI": "true",
        "BUILDKITE": "true",
        "BUILDKITE_BRANCH": "work",
        "BUILDKITE_COMMIT": repository.oid("HEAD"),
        "BUILDKITE_PULL_REQUEST": "7",
        "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
        "BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main",
    }


def jenkins_pull_request(repository: Repository, base: str) -> Environment:
    return {
        "CI": "true",
        "JENKINS_URL": "https://jenkins.example.org/",
        "BUILD_ID": "7",
        "BRANCH_NAME": "PR-7",
        "CHANGE_ID": "7",
        "CHANGE_BRANCH": "work",
        "CHANGE_TARGET": "main",
        "GIT_COMMIT": repository.oid("HEAD"),
    }
