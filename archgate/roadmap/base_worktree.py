"""A work tree of another revision in a temporary folder, for as long as something runs in it."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from archgate.host.git import Git
from archgate.host.git_process import GitError, run_git
from archgate.roadmap.running import unwinding

_PREFIX = "archgate-prove-"


@contextmanager
def worktree_of(git: Git, commit: str) -> Iterator[Path]:
    """The folder that stands for archgate's root in a new work tree of `commit`.

    It goes afterwards, also on an interrupt and where the process is told to end. Raises `GitError`.
    """
    below = git.root.resolve().relative_to(git.layout.top.resolve())
    with unwinding(), tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as temporary:
        folder = Path(os.path.realpath(temporary)) / "tree"
        run_git(git.layout.top, ["worktree", "prune"])
        try:
            run_git(git.layout.top, ["worktree", "add", "--quiet", "--detach", str(folder), commit])
            yield folder / below
        finally:
            with suppress(GitError):
                run_git(git.layout.top, ["worktree", "remove", "--force", "--force", str(folder)])
