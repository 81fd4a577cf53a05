"""The history of a branch as people read it: first parents, oldest first, with the date and subject of each."""

from datetime import UTC, datetime

from msgspec import Struct

from archgate.host.git import Git

_FIELDS = 3


class Commit(Struct, frozen=True):
    """One commit: its id, its author's date as ISO 8601 in UTC ("" where the date is none), its subject."""

    oid: str
    date: str
    subject: str


def chronicle(git: Git, head: str, since: str = "") -> list[Commit]:
    """The commits of the first-parent history of `head`, oldest first.

    With `since`, an id, those that it does not have yet, and in front of them the commit that they set out from.
    """
    commits = _listed(git, head, *(("--not", since) if since else ()))
    if not since:
        return commits
    start = git.parents(commits[0].oid)[:1] if commits else (head,)
    known = [oid for oid in start if git.resolve(oid)]
    return [*(one for oid in known for one in _listed(git, oid, "--max-count=1")), *commits]


def begins_cut_off(git: Git, oid: str) -> bool:
    """Whether a commit has a first parent that this clone does not have."""
    return any(git.resolve(parent) is None for parent in git.parents(oid)[:1])


def _listed(git: Git, head: str, *limits: str) -> list[Commit]:
    options = ("--first-parent", "--reverse", "--no-commit-header", "--encoding=UTF-8", "--format=%H%x00%at%x00%s%x00")
    output = git.run("rev-list", *options, head, *limits)
    parts = output.decode("utf-8", "replace").split("\0")[:-1]
    rows = [parts[at : at + _FIELDS] for at in range(0, len(parts), _FIELDS)]
    return [Commit(oid.strip(), _date(seconds), subject) for oid, seconds, subject in rows]


def _date(seconds: str) -> str:
    try:
        return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return ""
