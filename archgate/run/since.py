"""Since which commit a fact is there: the facts of history, read from blobs alone."""

from collections.abc import Callable, Sequence

from archgate.facts.fact import EDGES, Fact, surplus
from archgate.facts.view import View
from archgate.gate.case import Case
from archgate.gate.hosts import Hosts
from archgate.host.errors import InputError
from archgate.host.git import Git, GitError
from archgate.host.tree import CommitTree
from archgate.report.explanation import Commit


def since(case: Case, rule: str, fact: Fact) -> Commit | None:
    """The commit from which on a fact is there under head's law; None where git does not know.

    Sought among the commits that touch the fact's one file, or where it has several in the first parents of HEAD, by
    steps that double and then halve: where a fact came and went, one of its comings is found.
    """
    git = case.git
    head = git.resolve("HEAD") if git else None
    if git is None or head is None:
        return None
    if case.kinds[case.rules()[rule].kind].unmeasured(View(case.host), case.rules()[rule].scope):
        return None
    if not _shows(case, rule, fact, head):
        return Commit("", "", "", "not committed yet")
    commits = _candidates(git, head, fact)
    first = _turning_point(commits, lambda oid: _shows(case, rule, fact, oid))
    if first == len(commits) - 1 and git.is_shallow():
        return Commit("", "", "", "before the history of this clone begins")
    return _described(git, commits[first])


def _candidates(git: Git, head: str, fact: Fact) -> Sequence[str]:
    """The commits that may have brought the fact, newest first, from one on that shows it."""
    paths = {place.path for place in fact.places}
    touching = git.history(head, paths.pop()) if len(paths) == 1 else []
    return touching or list(git.first_parents(head))


def _turning_point(commits: Sequence[str], shows: Callable[[str], bool]) -> int:
    """The index of the oldest commit of a run of commits that show it; the first of all is known to."""
    known, step = 0, 1
    while known + step < len(commits) and shows(commits[known + step]):
        known, step = known + step, step * 2
    without = min(known + step, len(commits))
    while without - known > 1:
        middle = (known + without) // 2
        if shows(commits[middle]):
            known = middle
        else:
            without = middle
    return known


def _shows(case: Case, rule: str, fact: Fact, oid: str) -> bool:
    """Whether a commit shows all of a fact under head's law."""
    assert case.git is not None
    policy = case.rules()[rule]
    kind = case.kinds[policy.kind]
    try:
        # Hosts of its own, so that not every host of the history stays in memory.
        host = Hosts(case.hosts.index).linked(CommitTree(case.git, oid), case.law.configuration)
        facts = kind.measure(View(host), policy.scope)
    except (GitError, InputError):
        return False  # a tree that cannot be read, as of a partial clone, or that is laid out otherwise
    wanted = {part: n for part, n in fact.parts.items() if part != EDGES}
    return any(kind.akin(one, fact) and not surplus(wanted, one.parts) for one in facts)


def _described(git: Git, oid: str) -> Commit:
    shown = git.run("show", "--no-patch", "--format=%as%x00%an%x00%s", "--end-of-options", oid)
    date, author, subject = shown.decode("utf-8", "replace").rstrip("\n").split("\0")
    return Commit(oid, date, author, subject)
