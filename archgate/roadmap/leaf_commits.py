"""The commits of a leaf: those it records, else those that name it, else those made while it was ACTIVE."""

from collections.abc import Iterator, Sequence

from archgate.gate.case import Case
from archgate.host.commits import (
    before,
    first_parents_since,
    first_parents_touching,
    made_by_merge,
    oldest_first,
    with_trailer,
)
from archgate.host.errors import InputError
from archgate.host.git import Git
from archgate.policy.roadmap_terms import RoadmapPolicy, State
from archgate.roadmap.document import Leaf
from archgate.roadmap.trial import Span

TRAILER = "Leaf"
"""The trailer by which the message of a commit names its leaves."""


def span_of(case: Case, policy: RoadmapPolicy, leaf: Leaf) -> Span:
    """The commits of a leaf, and how they were found; where git cannot tell, no start and the reason."""
    git = case.git
    if git is None:
        return Span("", (), "there is no git repository")
    if git.resolve("HEAD") is None:
        return Span("", (), "there is no commit yet")
    if git.is_shallow():
        return Span("", (), "the clone is shallow, so its history cannot be told (git fetch --unshallow)")
    found = _recorded(git, leaf) or _named(git, leaf) or _active(git, policy, leaf)
    return found or _since_base(case, git)


def recorded(leaf: Leaf) -> tuple[str, ...]:
    """The commit ids that the document gives for a leaf, as written: those of its row, else those of its section."""
    return leaf.evidence.commits or (leaf.section.evidence.commits if leaf.section else ())


def _recorded(git: Git, leaf: Leaf) -> Span | None:
    written = recorded(leaf)
    if not written:
        return None
    known = {text: git.resolve(text) for text in written}
    unknown = [text for text, commit in known.items() if commit is None]
    if unknown:
        return Span("", (), f"it records {', '.join(unknown)}, which git does not know")
    commits = {commit for commit in known.values() if commit}
    return _closed(git, leaf, oldest_first(git, commits), f"the {_commits(len(commits))} that it records")


def _named(git: Git, leaf: Leaf) -> Span | None:
    commits = with_trailer(git, TRAILER, leaf.id)
    if not commits:
        return None
    how = f"the {_commits(len(commits))} with the trailer `{TRAILER}: {leaf.id}`"
    return _closed(git, leaf, oldest_first(git, commits), how)


def _closed(git: Git, leaf: Leaf, commits: Sequence[str], how: str) -> Span:
    return Span(before(git, commits[0]), tuple(commits), how, is_open=leaf.state == "ACTIVE")


def _active(git: Git, policy: RoadmapPolicy, leaf: Leaf) -> Span | None:
    """The first parents that found the leaf ACTIVE or made it so; the last one is that which ended it."""
    states = dict(_states(git, policy, leaf))
    first = next((commit for commit, state in states.items() if state == "ACTIVE"), None)
    if first is None:
        return None
    start = before(git, first)
    commits: list[str] = []
    was = now = None
    for commit in [first, *first_parents_since(git, first)]:
        was, now = now, states.get(commit, now)
        if "ACTIVE" in (was, now):
            commits.append(commit)
    how = f"the {_commits(len(commits))} by first parents while the document had it ACTIVE"
    return Span(start, tuple(commits), how, is_open=now == "ACTIVE")


def _states(git: Git, policy: RoadmapPolicy, leaf: Leaf) -> Iterator[tuple[str, State | None]]:
    """The leaf's state in each version of the document by first parents, oldest first."""
    from archgate.roadmap.reading import read_roadmap

    commits = first_parents_touching(git, policy.document)
    read: dict[bytes, State | None] = {}
    for commit, data in zip(commits, git.read_files((one, policy.document) for one in commits), strict=True):
        if data is None or leaf.id.encode() not in data:
            yield commit, None
            continue
        if data not in read:
            try:
                there = read_roadmap(policy.document, data, policy.words).leaf(leaf.id)
            except InputError:
                there = None
            read[data] = there.state if there else None
        yield commit, read[data]


def _since_base(case: Case, git: Git) -> Span:
    base = case.base
    if not base.oid:
        return Span("", (), "it was never ACTIVE, and nothing names a base to begin from")
    if base.mode == "root":
        commits = first_parents_since(git, "")
        return Span(before(git, commits[0]), tuple(commits), "all commits: it was never ACTIVE", is_open=True)
    commits = first_parents_since(git, base.oid)
    how = f"the {_commits(len(commits))} since base, as it was never ACTIVE"
    return Span(base.oid, tuple(commits), how, is_open=True)


def _commits(count: int) -> str:
    return "1 commit" if count == 1 else f"{count} commits"


def changed_files(case: Case, span: Span) -> frozenset[str]:
    """The paths that the commits of a leaf changed, and where it is still open, those that the work tree does.

    A merge counts for all that it brought to its first parent; one that brought the protected branch into a branch
    of work counts for what it made itself.
    """
    git = case.git
    assert git is not None
    mainline: frozenset[str] | None = None
    found: set[str] = set()
    for commit in span.commits:
        others = git.parents(commit)[1:]
        if others and mainline is None:
            tip = case.base.tip or case.base.oid
            mainline = frozenset(git.first_parents(tip)) if tip else frozenset()
        if others and mainline and commit not in mainline and mainline.issuperset(others):
            found |= made_by_merge(git, commit)
        else:
            found |= git.differing_paths(before(git, commit), commit)
    if span.is_open:
        found |= git.differing_paths("HEAD", case.head_tree_id)
    return frozenset(found)
