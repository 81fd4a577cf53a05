"""A work tree of another revision in a temporary folder, for as long as something runs in it."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from archgate.host.git import Git
from archgate.host.git_process import GitError, run_git
from archgate.host.tree import Tree
from archgate.roadmap.runner import unwinding

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


def lay(folder: Path, tree: Tree, paths: Sequence[str]) -> None:
    """Write files of a tree into a work tree of one's own. What stands in their way goes, so that no link is followed.

    A file that cannot be read is not written.
    """
    for path, content in tree.contents(paths):
        if content.data is not None:
            target = folder / path
            for one in (*reversed(target.relative_to(folder).parents[:-1]), Path(path)):
                _clear(folder / one, is_folder=one != Path(path))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.data)


def _clear(place: Path, *, is_folder: bool) -> None:
    """Remove what is no folder where one has to be, or anything where a file has to be."""
    if place.is_symlink() or place.is_file():
        place.unlink()
    elif place.is_dir() and not is_folder:
        shutil.rmtree(place)
