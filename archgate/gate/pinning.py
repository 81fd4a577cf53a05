"""Pinning: the one commit that an anchor comes to, and the tree that is judged against it."""

from typing import Literal

from msgspec import Struct

from archgate.gate.anchors import Anchor, Clone
from archgate.gate.cures import deepening, unknown
from archgate.gate.providers import is_ci
from archgate.host.made_trees import merge_tree

Mode = Literal["merge-base", "head", "first-parent", "root", "before", "merged", "none"]


class Base(Struct, frozen=True):
    """The base of one run.

    `ref` is its name ("origin/main", "HEAD", a commit id that the CI announced), `oid` the one commit that head is
    judged against and `tip` the commit of `ref`, whose entries are not the change's own either; "" where there is no
    base. `head` is the tree-ish to judge, "" for the work tree. `on_protected_branch`: HEAD itself is on the
    protected branch, so that what is inherited blocks. `loosened` tells that the `base` list of the configuration
    differs from base's, "" where it does not. `notes` are said aloud.

    `mode` says what `oid` is: the `merge-base` of HEAD and `ref`; `head`, HEAD below uncommitted work; the
    `first-parent` of a HEAD that is on the base branch; HEAD itself as the `root` of all history; the commit `before`
    a push; for `merged` what the merge result is judged against; `none`.
    """

    ref: str
    oid: str
    mode: Mode
    tip: str
    protected: bool
    on_protected_branch: bool
    notes: tuple[str, ...] = ()
    loosened: str = ""
    head: str = ""


def pin(clone: Clone, anchor: Anchor) -> Base:
    """The one commit to judge against: where HEAD left the anchor, or within the anchor's history the last step."""
    if anchor.fork != clone.head:
        mode: Mode = "before" if anchor.is_before and anchor.fork == anchor.tip else "merge-base"
        return _base(anchor, anchor.fork, mode, tip=anchor.tip, on_protected=anchor.holds_head)
    if clone.is_dirty and not anchor.holds_head:
        on_protected = anchor.tip == clone.head and is_ci(clone.environment)
        return _base(anchor, clone.head, "head", tip=anchor.tip, on_protected=on_protected)
    parent = _first_parent(clone)
    if parent is None:
        return _base(anchor, clone.head, "root", notes=("root: HEAD is the first commit, and its own base",))
    return _base(anchor, parent, "first-parent")


def _base(
    anchor: Anchor,
    oid: str,
    mode: Mode,
    *,
    tip: str = "",
    on_protected: bool = True,
    notes: tuple[str, ...] = (),
    head: str = "",
) -> Base:
    return Base(
        ref=anchor.ref,
        oid=oid,
        mode=mode,
        tip=tip or oid,
        protected=True,
        on_protected_branch=on_protected,
        notes=anchor.notes + notes,
        head=head,
    )


def _first_parent(clone: Clone) -> str | None:
    """The first parent of HEAD, None for a root commit. A cut off history makes no root: BASE_UNKNOWN."""
    parents = clone.git.parents(clone.head)
    if not parents:
        return None
    if clone.git.resolve(parents[0]) is None:
        message = "HEAD is on its base, and this clone is cut off before the commit that comes first"
        raise unknown(message, deepening(clone.git, clone.environment))
    return parents[0]


def merge(clone: Clone, anchor: Anchor) -> Base:
    """The merge of the anchor's tip and HEAD. A HEAD that is that merge already, or on the branch, stands for itself.

    Raises `InputError` (BASE_UNKNOWN) naming the paths in conflict.
    """
    notes: tuple[str, ...] = ("merged: uncommitted work is left out",) if clone.is_dirty else ()
    if anchor.fork == clone.head or _is_merge_into(clone, anchor.tip):
        parent = _first_parent(clone)
        notes += () if parent else ("root: HEAD is the first commit, and its own base",)
        return _base(anchor, parent or clone.head, "merged", notes=notes, head=clone.head)
    tree, conflicts = merge_tree(clone.git, anchor.tip, clone.head)
    if conflicts:
        raise unknown(
            f"HEAD does not merge into {anchor.ref}; in conflict: {', '.join(sorted(conflicts))}",
            f"run: git merge {anchor.ref}",
        )
    return _base(anchor, anchor.tip, "merged", notes=notes, head=tree)


def _is_merge_into(clone: Clone, tip: str) -> bool:
    """Whether HEAD is a merge commit made on the base branch, so that its first parent is base's."""
    parents = clone.git.parents(clone.head)
    if len(parents) < 2 or clone.git.resolve(parents[0]) is None:
        return False
    return clone.git.is_ancestor(parents[0], tip)
