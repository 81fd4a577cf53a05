"""Trees that no commit holds: the work tree as it is, a merge that nobody has made, a commit undone."""

import shutil
from collections.abc import Mapping, Sequence

from archgate.host.filenames import show_path
from archgate.host.git import Git
from archgate.host.git_process import GitError
from archgate.host.worktree import disk_nodes

_PATCH = ("--patch", "--binary", "--full-index", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color")
_PREFIXES = ("--src-prefix=a/", "--dst-prefix=b/")


def snapshot(git: Git) -> str:
    """The tree id of the whole work tree as it is: tracked and untracked files, without the ignored ones.

    A file that goes while this looks, such as another writer's unfinished one, is not there.
    Raises `GitError` where a file cannot be read.
    """
    entries = git.list_whole_index()
    nodes = disk_nodes(git.layout.top, entries)
    gone = [entry.raw for entry in entries if entry.mode and entry.raw not in nodes]
    here = [raw for raw, node in sorted(nodes.items()) if node.kind in ("file", "link") and not node.oid]
    index = git.open_scratch().new_index()
    if git.layout.index.exists():
        shutil.copyfile(git.layout.index, index["GIT_INDEX_FILE"])
    _update_index(git, index, ("--force-remove",), gone)
    _update_index(git, index, ("--add", "--remove"), here)
    return _write_tree(git, index)


def merge_tree(git: Git, ours: str, theirs: str) -> tuple[str, tuple[str, ...]]:
    """The tree that merging two commits gives, and the paths in conflict (from the top of the work tree)."""
    git.open_scratch()
    options = ["--write-tree", "-z", "--name-only", "--no-messages"]
    try:
        output = git.run_at_top("merge-tree", *options, ours, theirs)
    except GitError as error:
        if error.code != 1 or not error.stdout:
            raise
        output = error.stdout
    tree, *paths = output.split(b"\0")[:-1]
    return tree.decode("ascii"), tuple(sorted({show_path(path) for path in paths if path}))


def reverse_applied(git: Git, base: str, commit: str) -> str | None:
    """The tree id of `base` with `commit` (against its first parent) undone; `None` where it does not apply."""
    index = git.open_scratch().new_index()
    before = next(iter(git.parents(commit)), None) or git.run_at_top("mktree").decode("ascii").strip()
    patch = git.run_at_top("diff-tree", *_PATCH, *_PREFIXES, before, commit)
    git.run_at_top("read-tree", base, environment=index)
    try:
        if patch:
            git.run_at_top("apply", "--cached", "--3way", "--reverse", stdin=patch, environment=index)
    except GitError:
        return None
    return _write_tree(git, index)


def _update_index(git: Git, index: Mapping[str, str], how: Sequence[str], raws: Sequence[bytes]) -> None:
    if raws:
        git.run_at_top("update-index", *how, "-z", "--stdin", stdin=b"\0".join(raws) + b"\0", environment=index)


def _write_tree(git: Git, index: Mapping[str, str]) -> str:
    return git.run_at_top("write-tree", "--missing-ok", environment=index).decode("ascii").strip()
