"""The anchor that the CI names: a pull request's base, the commit before a push, the branch that HEAD stands on."""

from collections.abc import Callable, Collection

from msgspec.structs import replace

from archgate.gate.anchors import Anchor, Clone, check_name, find_anchor, nearest
from archgate.gate.cures import fetching, remotes_of, split_remote, unknown
from archgate.gate.providers import Announcement
from archgate.host.configuration import Configuration
from archgate.host.errors import InputError

ConfigurationAt = Callable[[str], Configuration | None]
"""The configuration of a commit; None where it has none, or none that is valid."""


def announced_anchor(
    clone: Clone, announcement: Announcement | None, in_force: Callable[[], tuple[str, ...]]
) -> Anchor | None:
    """What the CI says base is; None where it says nothing, or where HEAD is on a branch that nothing protects.

    `in_force` gives the refs that the configuration names as base, as the one that holds has them. Raises `InputError`:
    BASE_UNKNOWN for a base that is announced and not in this clone.
    """
    if announcement is None:
        return None
    for name in filter(None, (announcement.branch, *announcement.commits)):
        check_name(name, f"the base that {announcement.service} announces")
    if announcement.kind == "change":
        return _change(clone, announcement)
    remotes = remotes_of(clone.git)
    listed = frozenset(split_remote(ref, remotes)[1] for ref in in_force())
    if announcement.kind == "push":
        return _push(clone, announcement, listed)
    return _standing(clone, announcement, listed)


def _change(clone: Clone, announcement: Announcement) -> Anchor:
    """A pull request: the nearest of what the service says base is, since each of its ways of saying so may lag."""
    if announcement.checkout_is == "base" and announcement.checkout == clone.head:
        raise unknown(
            f"{announcement.service} has checked out {announcement.branch} without the change: nothing to judge",
            "run the gate on the event pull_request, or check out the pull request's own commit",
        )
    anchors = [anchor for anchor in _change_anchors(clone, announcement) if anchor]
    if not anchors:
        raise _unfetched(clone, announcement)
    return nearest(clone, anchors)


def _change_anchors(clone: Clone, announcement: Announcement) -> list[Anchor | None]:
    branch, git = announcement.branch, clone.git
    found = [find_anchor(clone, oid) for oid in announcement.commits]
    if branch and announcement.origin_is_base:
        anchor = find_anchor(clone, f"origin/{branch}", f"refs/remotes/origin/{branch}")
        found.insert(0, anchor or find_anchor(clone, branch, f"refs/heads/{branch}"))
    if announcement.checkout_is == "merge" and announcement.checkout == clone.head:
        parents = git.parents(clone.head)
        found += [find_anchor(clone, "HEAD^1", parents[0])] if len(parents) > 1 else []
    return found


def _unfetched(clone: Clone, announcement: Announcement) -> InputError:
    by_name = bool(announcement.branch) and announcement.origin_is_base
    names = ([f"origin/{announcement.branch}"] if by_name else []) + [oid[:12] for oid in announcement.commits]
    if not names:
        return unknown(
            f"{announcement.service} announces a change without saying into what", "name the base: --base REF"
        )
    lacking = f"{' and '.join(names)}, the base that {announcement.service} announces, {'are' if names[1:] else 'is'}"
    wanted = f"origin/{announcement.branch}" if by_name else announcement.commits[0]
    return unknown(f"{lacking} not in this clone", fetching(clone.git, wanted, clone.environment))


def _push(clone: Clone, announcement: Announcement, listed: Collection[str]) -> Anchor | None:
    """A push to a protected branch starts at the commit before; one to another branch only where no base is listed."""
    on_protected = announcement.branch in ("", announcement.default_branch) or announcement.branch in listed
    if listed and not on_protected:
        return None
    before = announcement.commits[0]
    anchor = find_anchor(clone, before)
    if anchor is None:
        message = f"{before[:12]}, the commit before the push as {announcement.service} says, is not in this clone"
        raise unknown(message, fetching(clone.git, before, clone.environment))
    notes: tuple[str, ...] = ()
    if nearest(clone, [anchor]).fork != anchor.tip:
        notes += ("forced: the push dropped commits of the branch",)
    if not on_protected:
        notes += (f"push: only what came to {announcement.branch} since the push before is judged; name a `base`",)
    return replace(anchor, is_before=True, holds_head=on_protected, notes=notes)


def _standing(clone: Clone, announcement: Announcement, listed: Collection[str]) -> Anchor | None:
    """A run on a protected branch for itself (a schedule, by hand): its own last commit is the change."""
    protected = announcement.branch and (
        announcement.branch in listed or announcement.branch == announcement.default_branch
    )
    if not protected or announcement.checkout not in ("", "HEAD", clone.head):
        return None
    return Anchor(ref=announcement.branch, tip=clone.head, fork=clone.head, holds_head=True)
