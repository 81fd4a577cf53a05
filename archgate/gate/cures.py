"""The exact command that makes an unknown base known: what to tell whoever reads exit 3."""

import re
import shlex

from archgate.gate.providers import Environment, service_of
from archgate.host.errors import InputError, invalid
from archgate.host.git import Git
from archgate.host.phrases import nearest


def unknown(message: str, fix: str, path: str = "") -> InputError:
    """The error for a base that was named and can't be seen."""
    return invalid(message, fix, path=path, code="BASE_UNKNOWN")


def fetching(git: Git, ref: str, environment: Environment) -> str:
    """How to get `ref`, the name of a branch or a commit id, into this clone, with the history that leads to it."""
    remote, branch = split_remote(ref, remotes_of(git))
    source = remote or next((name for name in remotes_of(git) if name in _configured_remotes(git)), "")
    if not source or not _is_fetchable(branch):
        return deepening(git, environment) if git.is_shallow() else "name a branch or commit that this repository has"
    if is_commit_id(branch):
        wanted = branch
    else:
        wanted = f"{branch}:refs/remotes/{remote}/{branch}" if remote else f"{branch}:{branch}"
    deepen = "--unshallow " if git.is_shallow() else ""
    return _here_or_in_ci(f"git fetch {deepen}{source} {shlex.quote(wanted)}", git, environment)


def deepening(git: Git, environment: Environment) -> str:
    """How to get the history that a shallow clone lacks."""
    return _here_or_in_ci("git fetch --unshallow", git, environment)


def _here_or_in_ci(command: str, git: Git, environment: Environment) -> str:
    service = service_of(environment)
    return f"{service.deepen}, or run: {command}" if service and git.is_shallow() else f"run: {command}"


def similar(git: Git, ref: str) -> str:
    """The question whether a ref of nearly the same name was meant; "" where there is none."""
    known = git.run("for-each-ref", "--format=%(refname:short)").decode("utf-8", "replace").split()
    near = nearest(ref, known)
    return f"did you mean {near}?" if near else ""


def remotes_of(git: Git) -> list[str]:
    """The names of the remotes, `origin` first, which is taken for one also where it is not set up here."""
    return ["origin", *(remote for remote in _configured_remotes(git) if remote != "origin")]


def _configured_remotes(git: Git) -> list[str]:
    return sorted(git.run("remote").decode("utf-8", "replace").split())


def split_remote(ref: str, remotes: list[str]) -> tuple[str, str]:
    """Remote and branch of a ref such as `origin/main`; the remote is "" where the ref names none of the remotes."""
    name = ref.removeprefix("refs/remotes/")
    for remote in remotes:
        if name.startswith(f"{remote}/"):
            return remote, name.removeprefix(f"{remote}/")
    return "", ref.removeprefix("refs/heads/")


def is_commit_id(text: str) -> bool:
    """Whether the text is a full commit id, of SHA-1 or SHA-256."""
    return len(text) in (40, 64) and not text.strip("0123456789abcdef")


def _is_fetchable(name: str) -> bool:
    """Whether a remote could have it: the name of a branch, or a commit id; no expression, and no row of zeros."""
    return re.fullmatch(r"[\w./+-]+", name) is not None and ".." not in name and bool(name.strip("0"))
