"""What commits of a repository say and change, one by one."""

import os
from collections.abc import Collection, Iterable

from archgate.host.filenames import raw_path, show_path
from archgate.host.git import Git


def empty_tree(git: Git) -> str:
    """The id of the tree without files: what comes before a root commit."""
    return git.run("hash-object", "-t", "tree", "--stdin").decode("ascii").strip()


def before(git: Git, commit: str) -> str:
    """The first parent of a commit, the empty tree for a root commit."""
    parents = git.parents(commit)
    return parents[0] if parents else empty_tree(git)


def with_trailer(git: Git, key: str, value: str) -> list[str]:
    """The ids of HEAD and its ancestors whose messages have the trailer `key: value`, newest first.

    One trailer may name several values, with commas between them.
    """
    form = f"--format=%H %(trailers:key={key},valueonly,unfold,separator=%x2C)"
    asked = ["--no-show-signature", "--regexp-ignore-case", f"--grep=^{key}:", form]
    found = git.run("log", "-z", *asked, "HEAD", "--").decode("utf-8", "replace")
    rows = (row.strip().partition(" ") for row in found.split("\0") if row.strip())
    return [commit for commit, _, said in rows if value in {one.strip() for one in said.split(",")}]


def oldest_first(git: Git, commits: Collection[str]) -> list[str]:
    """Commits in an order in which none comes before its ancestors."""
    known = git.run("rev-list", "--topo-order", "--reverse", "--end-of-options", *sorted(commits), "--")
    return [commit for commit in known.decode("ascii").split() if commit in commits]


def first_parents_since(git: Git, start: str) -> list[str]:
    """The commits that the first parents of HEAD come to before `start` has them, oldest first; "" for all."""
    without = [f"^{start}"] if start else []
    args = ["--first-parent", "--reverse", "HEAD", *without, "--"]
    return git.run("rev-list", *args).decode("ascii").split()


def first_parents_touching(git: Git, path: str) -> list[str]:
    """The commits among the first parents of HEAD that changed a path, oldest first."""
    args = ["--first-parent", "--reverse", "HEAD", "--", os.fsdecode(raw_path(path))]
    return git.run("rev-list", *args).decode("ascii").split()


def all_touching(git: Git, start: str, paths: Iterable[str]) -> list[str]:
    """All commits of HEAD that `start` does not have and that changed something below the paths, oldest first."""
    without = [f"^{start}"] if start else []
    below = [os.fsdecode(raw_path(path)) for path in paths]
    args = ["--full-history", "--topo-order", "--reverse", "HEAD", *without, "--", *below]
    return git.run("rev-list", *args).decode("ascii").split()


def made_by_merge(git: Git, merge: str) -> frozenset[str]:
    """The paths that a merge has otherwise than each of its parents."""
    options = ("-r", "-c", "-z", "--name-only", "--no-renames", "--relative", "--no-commit-id")
    return frozenset(show_path(raw) for raw in git.run("diff-tree", *options, merge).split(b"\0") if raw)


def ahead_behind(git: Git, one: str, other: str) -> tuple[int, int]:
    """How many commits `one` has that `other` lacks, and the other way round."""
    counts = git.run("rev-list", "--left-right", "--count", f"{one}...{other}", "--").decode("ascii").split()
    return int(counts[0]), int(counts[1])


def upstream_of(git: Git, branch: str) -> tuple[str, str] | None:
    """The remote and the branch there that a branch follows; None where it follows none."""
    form = "%(upstream:remotename)%00%(upstream:remoteref)"
    said = git.run("for-each-ref", f"--format={form}", f"refs/heads/{branch}").decode("utf-8", "replace").strip()
    remote, _, ref = said.partition("\0")
    return (remote, ref.removeprefix("refs/heads/")) if remote and ref else None


def fetch(git: Git, remote: str, branch: str) -> None:
    """Ask a remote for a branch, which moves the ref that stands for it here. Raises `GitError`."""
    ref = f"refs/remotes/{remote}/{branch}"
    never_ask = {"GIT_TERMINAL_PROMPT": "0"}
    git.run("fetch", "--quiet", "--end-of-options", remote, f"+refs/heads/{branch}:{ref}", environment=never_ask)
