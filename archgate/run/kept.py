"""Whether git will keep what is written: a frozen file that it ignores would be law here and nowhere else."""

from collections.abc import Iterable, Sequence

from archgate.host.errors import InputError, Problem
from archgate.host.git import Git, GitError
from archgate.policy.store import Change

_NONE = 1
"""The exit code by which git says that it ignores none."""


def check_kept(git: Git | None, changes: Iterable[Change]) -> None:
    """Raises InputError for files that are new and that git ignores, so that no commit would have them."""
    new = [change.path for change in changes if change.expected is None]
    ignored = _ignored(git, new) if git is not None and new else []
    if ignored:
        raise InputError(_problem(path) for path in ignored)


def _ignored(git: Git, paths: Sequence[str]) -> list[str]:
    """Those of the paths that git ignores, where it does not track them."""
    asked = b"".join(path.encode() + b"\0" for path in paths)
    try:
        said = git.run("check-ignore", "-z", "--stdin", stdin=asked, environment={"GIT_LITERAL_PATHSPECS": "0"})
    except GitError as error:
        if error.code == _NONE:
            return []
        raise
    return [path.decode() for path in said.split(b"\0") if path]


def _problem(path: str) -> Problem:
    fix = f"nothing was written; see which line it is: git check-ignore -v {path}"
    return Problem(path, 0, "INVALID", "git ignores this file, so that no commit would have it", fix)
