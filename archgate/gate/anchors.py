"""Anchors: the commits that can protect a change, seen from HEAD, and the nearest of them."""

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct

from archgate.gate.cures import deepening, is_commit_id, unknown
from archgate.gate.providers import Environment
from archgate.host.errors import invalid
from archgate.host.git import Git


class Clone:
    """The repository that a base is looked for in, with HEAD pinned to the commit `head`."""

    def __init__(self, git: Git, head: str, environment: Environment) -> None:
        self.git = git
        self.head = head
        self.environment = environment

    @cached_property
    def is_dirty(self) -> bool:
        """Whether there is uncommitted work, untracked files included."""
        return self.git.is_dirty()


class Anchor(Struct, frozen=True):
    """A commit `tip` of the protected branch, named `ref`, that meets the history of HEAD in `fork`.

    `fork` is "" where the two histories never meet. `is_before`: it is what a push has moved the branch away from.
    `holds_head`: a CI service says that HEAD itself is on the protected branch.
    """

    ref: str
    tip: str
    fork: str
    is_before: bool = False
    holds_head: bool = False
    notes: tuple[str, ...] = ()


def find_anchor(clone: Clone, ref: str, *revisions: str) -> Anchor | None:
    """The anchor called `ref`, at the first of the revisions (by default what `ref` means) that is in this clone."""
    for revision in revisions or _meanings(ref):
        tip = clone.git.resolve(revision)
        if tip is not None:
            return Anchor(ref=ref, tip=tip, fork=clone.git.merge_base(clone.head, tip) or "")
    return None


def _meanings(ref: str) -> tuple[str, ...]:
    """What a person means by a ref: git by itself would take a tag `origin/main` before the branch of that name."""
    if ref == "HEAD" or ref.startswith("refs/") or is_commit_id(ref):
        return (ref,)
    return (f"refs/remotes/{ref}", f"refs/heads/{ref}", ref)


def nearest(clone: Clone, anchors: Iterable[Anchor]) -> Anchor:
    """The anchor whose fork has the fewest commits between it and HEAD; of equals the first.

    Raises `InputError` (BASE_UNKNOWN) where none of them, and there must be one, shares history with HEAD.
    """
    anchors = list(anchors)
    met = [anchor for anchor in anchors if anchor.fork]
    if not met:
        raise _unrelated(clone, anchors[0].ref)
    return met[0] if len(met) == 1 else min(met, key=lambda anchor: _distance(clone, anchor.fork))


def _distance(clone: Clone, fork: str) -> int:
    return int(clone.git.run("rev-list", "--count", f"{fork}..{clone.head}"))


def _unrelated(clone: Clone, ref: str) -> Exception:
    if clone.git.is_shallow():
        message = f"the history of this clone is cut off before HEAD meets {ref}"
        return unknown(message, deepening(clone.git, clone.environment))
    return unknown(f"HEAD and {ref} have no commit in common", "name a base that HEAD descends from")


def check_name(ref: str, source: str, path: str = "") -> None:
    """Raise `InputError` (INVALID) for what can't be the name of a commit: nothing, or an option of git's."""
    if not ref.strip():
        raise invalid(f"{source} names no commit: it is empty", "name a branch or a commit, such as origin/main", path)
    if ref.startswith("-"):
        raise invalid(
            f"{source} {ref!r} is an option, no commit", "name a branch or a commit, such as origin/main", path
        )
