"""What a CI service says about the base of the run, read from the environment that it gives its jobs.

The names are the services' own: docs.github.com (variables reference, webhook payloads), docs.gitlab.com (predefined
variables), learn.microsoft.com (Azure Pipelines, predefined variables), buildkite.com (environment variables, merge
queues), and Jenkins' git and branch-api plugins.
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from archgate.host.errors import invalid

Environment = Mapping[str, str]


class Announcement(Struct, frozen=True):
    """What a service says about the commit that it runs on.

    `kind`: a `change` goes into `branch`; a `push` has just moved `branch`; `standing` means that HEAD stands on
    `branch` and nothing is said of what was there before. `branch` is a bare name, "" where there is none (a tag).
    `commits` are ids that the service names as base, most exact first. `checkout` is the commit that the service
    checks out by itself, and `checkout_is` tells what it holds: the `merge` of the change into base, `base` without
    the change, or the `head` of a branch. `origin_is_base` is False where the remote `origin` is a fork of the
    repository that the change goes into.
    """

    service: str
    kind: Literal["change", "push", "standing"]
    branch: str = ""
    commits: tuple[str, ...] = ()
    checkout: str = ""
    checkout_is: Literal["merge", "base", "head"] = "head"
    default_branch: str = ""
    origin_is_base: bool = True


class Service(Struct, frozen=True):
    """A CI service: the variable it is known by, how it announces the base, and how its checkout gets history."""

    name: str
    mark: str
    announce: Callable[[Environment], Announcement]
    deepen: str


def announce(environment: Environment) -> Announcement | None:
    """What the CI service of this run says; None on a machine of no service known here.

    Raises `InputError` (BASE_UNKNOWN) where the service's event file can't be read, and where two services say that the
    run is theirs: a variable that somebody sets must not move base.
    """
    found = [service for service in SERVICES if environment.get(service.mark)]
    if len(found) > 1:
        marks = " and ".join(service.mark for service in found)
        message = f"{marks} are set: two CI services say that this run is theirs"
        raise invalid(message, "unset the one that is not", code="BASE_UNKNOWN")
    return found[0].announce(environment) if found else None


def service_of(environment: Environment) -> Service | None:
    """The CI service that says it is there; without that, a variable that it would set counts for nothing."""
    return next((service for service in SERVICES if environment.get(service.mark)), None)


def is_ci(environment: Environment) -> bool:
    """Whether this is a run in CI: a known service, or `CI` set to anything but a no."""
    generic = environment.get("CI", "").strip().lower() not in ("", "0", "false", "no", "off")
    return generic or service_of(environment) is not None


def branch_of(ref: str) -> str:
    """The bare name of a branch given as `refs/heads/NAME` or `NAME`; "" for tags and other refs."""
    name = ref.removeprefix("refs/heads/")
    return "" if name.startswith("refs/") else name


def _commits(*ids: str) -> tuple[str, ...]:
    """The ids that name a commit: services write a row of zeros for a branch that was not there before."""
    return tuple(oid for oid in ids if oid.strip("0"))


def _github(environment: Environment) -> Announcement:
    event = environment.get("GITHUB_EVENT_NAME", "")
    payload = _github_payload(environment.get("GITHUB_EVENT_PATH", ""))
    if event == "merge_group":
        return _github_merge_group(environment, _part(payload, "merge_group"))
    if environment.get("GITHUB_BASE_REF") or "pull_request" in payload:
        return _github_pull_request(environment, event, _part(payload, "pull_request", "base"))
    ref = environment.get("GITHUB_REF", "") or _text(payload, "ref")
    moved = event == "push" and not ref.startswith("refs/tags/")
    before = _commits(_text(payload, "before")) if moved else ()
    return Announcement(
        service="GitHub",
        kind="push" if before else "standing",
        branch=branch_of(ref),
        commits=before,
        checkout=environment.get("GITHUB_SHA", ""),
        default_branch=_text(_part(payload, "repository"), "default_branch"),
    )


def _github_merge_group(environment: Environment, group: Mapping[str, Any]) -> Announcement:
    return Announcement(
        service="GitHub",
        kind="change",
        branch=branch_of(_text(group, "base_ref")),
        commits=_commits(_text(group, "base_sha")),
        checkout=environment.get("GITHUB_SHA", ""),
    )


def _github_pull_request(environment: Environment, event: str, base: Mapping[str, Any]) -> Announcement:
    merged = re.fullmatch(r"refs/pull/\d+/merge", environment.get("GITHUB_REF", ""))
    return Announcement(
        service="GitHub",
        kind="change",
        branch=branch_of(environment.get("GITHUB_BASE_REF", "") or _text(base, "ref")),
        commits=_commits(_text(base, "sha")),
        checkout=environment.get("GITHUB_SHA", ""),
        checkout_is="base" if event == "pull_request_target" else "merge" if merged else "head",
    )


def _github_payload(path: str) -> Mapping[str, Any]:
    if not path:
        return {}
    try:
        payload = json.loads(Path(path).read_bytes())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not JSON"
        raise invalid(
            f"GitHub's event file {path} can't be read ({reason}), so the base is unknown",
            "run archgate in a job where GITHUB_EVENT_PATH names the event file, in containers too",
            code="BASE_UNKNOWN",
        ) from None
    return payload if isinstance(payload, dict) else {}


def _part(payload: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    """The object below the keys, empty where there is none."""
    for key in keys:
        inner = payload.get(key)
        payload = inner if isinstance(inner, dict) else {}
    return payload


def _text(payload: Mapping[str, Any], key: str) -> str:
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def _gitlab(environment: Environment) -> Announcement:
    for prefix in ("CI_MERGE_REQUEST", "CI_EXTERNAL_PULL_REQUEST"):
        if environment.get(f"{prefix}_TARGET_BRANCH_NAME") or environment.get(f"{prefix}_DIFF_BASE_SHA"):
            return _gitlab_merge_request(environment, prefix)
    before = () if environment.get("CI_COMMIT_TAG") else _commits(environment.get("CI_COMMIT_BEFORE_SHA", ""))
    return Announcement(
        service="GitLab",
        kind="push" if before else "standing",
        branch=environment.get("CI_COMMIT_BRANCH", ""),
        commits=before,
        checkout=environment.get("CI_COMMIT_SHA", ""),
        default_branch=environment.get("CI_DEFAULT_BRANCH", ""),
    )


def _gitlab_merge_request(environment: Environment, prefix: str) -> Announcement:
    project = environment.get(f"{prefix}_PROJECT_ID") or environment.get("CI_PROJECT_ID")
    merged = environment.get(f"{prefix}_EVENT_TYPE") in ("merged_result", "merge_train")
    names = (f"{prefix}_TARGET_BRANCH_SHA", f"{prefix}_DIFF_BASE_SHA")
    return Announcement(
        service="GitLab",
        kind="change",
        branch=environment.get(f"{prefix}_TARGET_BRANCH_NAME", ""),
        commits=_commits(*(environment.get(name, "") for name in names)),
        checkout=environment.get("CI_COMMIT_SHA", ""),
        checkout_is="merge" if merged else "head",
        origin_is_base=project == environment.get("CI_PROJECT_ID"),
    )


def _azure(environment: Environment) -> Announcement:
    target = environment.get("SYSTEM_PULLREQUEST_TARGETBRANCH", "")
    source = environment.get("BUILD_SOURCEBRANCH", "")
    merged = bool(target) and re.fullmatch(r"refs/pull/\d+/merge", source)
    return Announcement(
        service="Azure Pipelines",
        kind="change" if target else "standing",
        branch=branch_of(target or source),
        checkout=environment.get("BUILD_SOURCEVERSION", ""),
        checkout_is="merge" if merged else "head",
    )


def _buildkite(environment: Environment) -> Announcement:
    queue = environment.get("BUILDKITE_MERGE_QUEUE_BASE_BRANCH") or environment.get("BUILDKITE_MERGE_QUEUE_BASE_COMMIT")
    target = environment.get("BUILDKITE_PULL_REQUEST_BASE_BRANCH", "")
    branch = environment.get("BUILDKITE_MERGE_QUEUE_BASE_BRANCH", "") if queue else target
    return Announcement(
        service="Buildkite",
        kind="change" if queue or target else "standing",
        branch=branch_of(branch or ("" if queue else environment.get("BUILDKITE_BRANCH", ""))),
        commits=_commits(environment.get("BUILDKITE_MERGE_QUEUE_BASE_COMMIT", "")),
        checkout=environment.get("BUILDKITE_COMMIT", ""),
        default_branch=environment.get("BUILDKITE_PIPELINE_DEFAULT_BRANCH", ""),
    )


def _jenkins(environment: Environment) -> Announcement:
    target = environment.get("CHANGE_TARGET", "")
    if target:
        return Announcement(service="Jenkins", kind="change", branch=branch_of(target))
    branch = environment.get("BRANCH_NAME") or environment.get("GIT_BRANCH", "").removeprefix("origin/")
    previous = environment.get("GIT_PREVIOUS_SUCCESSFUL_COMMIT") or environment.get("GIT_PREVIOUS_COMMIT", "")
    before = _commits(previous)
    return Announcement(
        service="Jenkins",
        kind="push" if before else "standing",
        branch=branch_of(branch),
        commits=before,
        checkout=environment.get("GIT_COMMIT", ""),
        default_branch=branch if environment.get("BRANCH_IS_PRIMARY") == "true" else "",
    )


SERVICES = (
    Service(
        name="GitLab",
        mark="GITLAB_CI",
        announce=_gitlab,
        deepen='set the job\'s variable GIT_DEPTH to "0"',
    ),
    Service(
        name="Buildkite",
        mark="BUILDKITE",
        announce=_buildkite,
        deepen="leave --depth out of BUILDKITE_GIT_CLONE_FLAGS",
    ),
    Service(
        name="Azure Pipelines",
        mark="TF_BUILD",
        announce=_azure,
        deepen="give the checkout step `fetchDepth: 0`",
    ),
    Service(
        name="Jenkins",
        mark="JENKINS_URL",
        announce=_jenkins,
        deepen="switch shallow clone off in the job's git settings",
    ),
    Service(
        name="GitHub",
        mark="GITHUB_ACTIONS",
        announce=_github,
        deepen="give actions/checkout `fetch-depth: 0`",
    ),
)
"""The services, asked in this order: those whose jobs may be handed the variables of GitHub come before it."""
