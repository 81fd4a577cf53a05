"""Whether a service runs a wired file for a change, and with enough of the history: what its own keys say."""

import re

from archgate.gate.checkup import Check

WORKFLOWS = ".github/workflows/"
_STARTS = re.compile(r"\b(?:pull_request|pull_request_target|merge_group|push|workflow_call)\b")
_FILTERS = re.compile(r"^\s*(paths|paths-ignore)\s*:")
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_GITLAB = re.compile(r"(?:^|/)\.gitlab-ci[^/]*\.ya?ml$|^\.gitlab/")
_GITLAB_DEPTH = re.compile(r"""^\s*GIT_DEPTH\s*:\s*["']?(\d+)""", re.MULTILINE)


def started(name: str, path: str, text: str) -> list[Check]:
    """What keeps a file from being run for every change, as far as it is a workflow of GitHub's."""
    if not path.startswith(WORKFLOWS):
        return []
    lines = [_COMMENT.sub("", line) for line in text.splitlines()]
    if not any(_STARTS.search(line) for line in lines):
        fix = "start it on: [pull_request, merge_group]"
        return [Check(name, "fail", "no pull request, queue or push starts this workflow", fix)]
    found = [(number, match[1]) for number, line in enumerate(lines, start=1) if (match := _FILTERS.match(line))]
    fix = "take it out: whatever a change touches, the gate is asked"
    return [
        Check(
            name, "warn", f"line {number}: `{key}` leaves changes out, and a job that is left out blocks nothing", fix
        )
        for number, key in found
    ]


def fetched(name: str, path: str, text: str) -> list[Check]:
    """Whether GitLab fetches all of the history: by default it is twenty commits."""
    if not _GITLAB.search(path):
        return []
    given = _GITLAB_DEPTH.search(text)
    if given and given[1] == "0":
        return []
    seen = f"{given[1]} commits" if given else "twenty commits, its default,"
    message = f"GitLab fetches {seen} here: the base of a long branch may be out of reach"
    return [Check(name, "warn", message, 'set the variable `GIT_DEPTH: "0"`')]
