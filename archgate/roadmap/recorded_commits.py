"""Commit ids that a change records for a leaf, held against git: known, on the remote branch, about the leaf."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from archgate.host.git import Git
from archgate.host.phrases import some
from archgate.host.selectors import any_path_matches
from archgate.policy.roadmap_terms import RoadmapPolicy
from archgate.roadmap.document import Leaf, Roadmap
from archgate.roadmap.readiness import has_reached
from archgate.roadmap.remark import Remark

CODE: Final = "EVIDENCE_MISSING"


class Record(Struct, frozen=True):
    """A commit id as it is newly written down for a leaf that is DELIVERED at least; `owns` are the leaf's globs."""

    leaf: Leaf
    commit: str
    owns: tuple[str, ...]


class Checked(Struct, frozen=True):
    """What is wrong with the records, by the document's lines; `unknown` is what could not be asked, in words."""

    remarks: tuple[Remark, ...]
    unknown: tuple[str, ...]


def commits_of(leaf: Leaf) -> tuple[str, ...]:
    """The commit ids that a document gives as a leaf's evidence."""
    return tuple(dict.fromkeys((*leaf.evidence.commits, *(leaf.section.evidence.commits if leaf.section else ()))))


def newly_recorded(
    roadmap: Roadmap, known: Mapping[str, frozenset[str]], owns: Mapping[str, tuple[str, ...]]
) -> list[Record]:
    """The records that are not `known` (commit ids by leaf); `owns` are the globs of each leaf."""
    return [
        Record(leaf, commit, owns.get(leaf.id, ()))
        for leaf in roadmap.leaves
        if has_reached(leaf.state, "DELIVERED")
        for commit in commits_of(leaf)
        if commit not in known.get(leaf.id, frozenset())
    ]


def check_records(records: Sequence[Record], git: Git | None, policy: RoadmapPolicy) -> Checked:
    """The records held against git. Without git, a whole clone or the remote branch they are `unknown`, not right."""
    if not records:
        return Checked((), ())
    if git is None:
        return Checked((), (f"roadmap: unknown whether {_named(records)} are commits: there is no git here",))
    remote, lack = _remote_branch(git, policy)
    remarks: list[Remark] = []
    unknown = [f"roadmap: unknown whether {_named(records)} reached the remote branch: {lack}"] if lack else []
    for record in records:
        for said in _judged(record, git, remote):
            if isinstance(said, Remark):
                remarks.append(said)
            else:
                unknown.append(said)
    return Checked(tuple(remarks), tuple(dict.fromkeys(unknown)))


def _named(records: Sequence[Record]) -> str:
    return some(tuple(f"{record.commit} ({record.leaf.id})" for record in records))


def _remote_branch(git: Git, policy: RoadmapPolicy) -> tuple[str, str]:
    """The tip of the remote branch that deliveries go to, or ("") why it is not known."""
    remote, branch = policy.header.remote or "origin", policy.header.branch or git.current_branch()
    names = [] if policy.header.remote or policy.header.branch else ["@{upstream}"]
    names += [f"refs/remotes/{remote}/{branch}"] if branch else []
    for name in names:
        tip = git.resolve(name)
        if tip:
            return tip, ""
    if not branch:
        return "", f"HEAD is on no branch, and {policy.path} names none; give it `branch`"
    return "", f"{remote}/{branch} is not in this clone; fetch it, or name `remote` and `branch` in {policy.path}"


def _judged(record: Record, git: Git, remote: str) -> Iterator[Remark | str]:
    leaf, commit = record.leaf, record.commit
    oid = git.resolve(commit)
    if oid is None and git.is_shallow():
        yield f"roadmap: unknown whether {commit} ({leaf.id}) is a commit: this clone is shallow"
    elif oid is None:
        message = f"{leaf.id} records the commit {commit}, and git knows no such commit"
        yield Remark(leaf.line, CODE, leaf.id, f"commit {commit}", message, "record the id that `git log` shows")
    else:
        yield from _on_remote(record, oid, git, remote)
        yield from _about_leaf(record, oid, git)


def _on_remote(record: Record, oid: str, git: Git, remote: str) -> Iterator[Remark | str]:
    leaf, commit = record.leaf, record.commit
    if not remote or git.is_ancestor(oid, remote):
        return
    if git.is_shallow():
        yield f"roadmap: unknown whether {commit} ({leaf.id}) reached the remote branch: this clone is shallow"
        return
    message = f"{leaf.id} records {commit}, which has not reached the remote branch ({remote[:12]})"
    yield Remark(leaf.line, CODE, leaf.id, f"remote {commit}", message, "push it first; then record it as DELIVERED")


def _about_leaf(record: Record, oid: str, git: Git) -> Iterator[Remark | str]:
    leaf, commit = record.leaf, record.commit
    if not record.owns:
        yield f"roadmap: unknown whether {commit} touches what {leaf.id} owns: the policy names no `owns` for it"
        return
    parents = git.parents(oid)
    if parents and git.resolve(parents[0]) is None:
        yield f"roadmap: unknown whether {commit} touches what {leaf.id} owns: this clone is cut off before it"
        return
    touched = git.differing_paths(parents[0], oid) if parents else {entry.path for entry in git.list_tree(oid)}
    if not any(any_path_matches(record.owns, path) for path in touched):
        message = f"{leaf.id} records {commit}, which touches nothing that the leaf owns"
        fix = f"record the commits that brought it; it owns {some(record.owns)}"
        yield Remark(leaf.line, CODE, leaf.id, f"owned {commit}", message, fix)
