"""Delivered: what is committed is what the remote branch has, and nothing else lies about."""

from collections.abc import Iterator

from archgate.host.commits import ahead_behind, upstream_of
from archgate.host.git import Git
from archgate.policy.roadmap_terms import RoadmapHeader
from archgate.roadmap.leaf_commits import recorded
from archgate.roadmap.trial import Answer, Trial


def delivered(trial: Trial) -> Answer:
    """Whether the work tree is clean, HEAD is the remote branch, and that has every commit of the leaf."""
    git = trial.case.git
    if git is None:
        return _unknown("there is no git repository", "run it in a clone that follows the remote")
    head = git.resolve("HEAD")
    if head is None:
        return _unknown("there is no commit yet", "commit first")
    if git.is_shallow():
        return _unknown("the clone is shallow", "git fetch --unshallow")
    place = remote_branch(git, trial.policy.header)
    if place is None:
        return _unknown("HEAD is detached, and so follows no branch", "check out the branch")
    remote, branch = place
    if remote not in git.run("remote").decode("utf-8", "replace").split("\n"):
        return _unknown(f"there is no remote `{remote}`", "name it as `remote` in policies/roadmap.toml")
    tip = git.resolve(f"refs/remotes/{remote}/{branch}")
    if tip is None:
        return _unknown(f"{remote}/{branch} is not in this clone", f"git fetch {remote} {branch}, or give --fetch")
    faults = list(_faults(git, trial, head, tip, f"{remote}/{branch}"))
    if faults:
        return Answer("delivered", "fails", tuple(faults), f"commit and push all of it to {remote}/{branch}")
    return Answer("delivered", "holds", (f"HEAD {head[:12]} is {remote}/{branch}, 0 ahead and 0 behind",))


def remote_branch(git: Git, header: RoadmapHeader) -> tuple[str, str] | None:
    """The remote and the branch there: as the policy has them, else what the current branch follows; None: detached."""
    current = git.current_branch()
    if current is None:
        return None
    follows = upstream_of(git, current) or ("origin", current)
    return header.remote or follows[0], header.branch or follows[1]


def _faults(git: Git, trial: Trial, head: str, tip: str, name: str) -> Iterator[str]:
    if git.is_dirty():
        yield "the work tree has changes that are not committed"
    if head != tip:
        ahead, behind = ahead_behind(git, head, tip)
        yield f"HEAD {head[:12]} is not {name} {tip[:12]}: {ahead} ahead, {behind} behind"
    for text in recorded(trial.leaf):
        commit = git.resolve(text)
        if commit is None:
            yield f"{text}, which it records, is not known to git"
        elif not git.is_ancestor(commit, tip):
            yield f"{text}, which it records, is not in {name}"
    if not recorded(trial.leaf):
        yield from (f"{one[:12]}, one of {trial.span.how}, is not in {name}" for one in _missing(git, trial, tip))
        if not trial.span.commits:
            yield "no commit of it is known"


def _missing(git: Git, trial: Trial, tip: str) -> Iterator[str]:
    yield from (commit for commit in trial.span.commits if not git.is_ancestor(commit, tip))


def _unknown(evidence: str, then: str) -> Answer:
    return Answer("delivered", "unknown", (evidence,), then)
