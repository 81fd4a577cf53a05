"""The base: the protected commit that a change is judged against, named by a person, the CI or the configuration."""

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from archgate.gate.anchors import Anchor, Clone, check_name, find_anchor, nearest
from archgate.gate.announced import ConfigurationAt, announced_anchor
from archgate.gate.cures import fetching, similar, unknown
from archgate.gate.pinning import Base, Mode, merge, pin
from archgate.gate.providers import announce, is_ci
from archgate.host.configuration import Configuration, read_configuration
from archgate.host.errors import InputError, invalid
from archgate.host.git import Git
from archgate.host.tree import CommitTree

__all__ = ["Base", "ConfigurationAt", "Mode", "configurations_of", "resolve_base"]


def resolve_base(
    git: Git | None,
    configuration: Configuration,
    *,
    given: str | None,
    merged: bool,
    unprotected: bool,
    environment: Mapping[str, str],
    configuration_at: ConfigurationAt,
) -> Base:
    """The base of this run, in the order `--base` (`given`), what the CI announces, the configuration's list, none.

    `merged` asks for the merge of base's tip and HEAD to be judged; `unprotected` allows a run in CI that nothing
    names a base for. `configuration_at` gives the configuration of a commit, None where it has none or no valid one.

    Raises `InputError`: BASE_UNKNOWN for a base that is named and not to be had, none in CI, or a merge conflict;
    INVALID for a `given` that is no commit's name or that would judge less than what the CI announces.
    """
    if given is not None:
        check_name(given, "--base")
    head = git.resolve("HEAD") if git else None
    if git is None or head is None:
        return _without_history(given, unprotected, environment, "no git repository" if git is None else "no commit")
    clone = Clone(git, head, environment)
    announced = announced_anchor(
        clone, announce(environment), lambda: _list_in_force(clone, configuration, configuration_at)
    )
    if given is not None:
        anchor: Anchor | None = _given(clone, given, announced or _bound(clone, configuration, configuration_at))
    else:
        anchor = announced or _configured(clone, configuration, configuration_at)
    if anchor is None:
        return _unnamed(clone, merged, unprotected)
    base = merge(clone, anchor) if merged else pin(clone, anchor)
    return replace(base, loosened=_loosened(configuration, configuration_at(base.oid)))


def configurations_of(git: Git | None) -> ConfigurationAt:
    """What reads the configuration of a commit of this repository, each once; None where there is no repository.

    What can't be read, as against what is not valid, is an `InputError` still.
    """

    @cache
    def at(oid: str) -> Configuration | None:
        try:
            return read_configuration(CommitTree(git, oid)) if git else None
        except InputError as error:
            if any(problem.code != "INVALID" for problem in error.problems):
                raise
            return None

    return at


def _without_history(given: str | None, unprotected: bool, environment: Mapping[str, str], lack: str) -> Base:
    if given is not None:
        raise unknown(f"--base {given} can't be looked up: there is {lack} here", "leave --base out, or commit first")
    return _none(unprotected, environment, f"unprotected: there is {lack} here")


def _none(unprotected: bool, environment: Mapping[str, str], note: str) -> Base:
    if is_ci(environment) and not unprotected:
        raise unknown(
            f"{note.removeprefix('unprotected: ')}, and a run in CI is nothing without a base",
            'name it in the configuration (base = ["origin/main"]) or with --base; or say --unprotected',
        )
    return Base(ref="", oid="", mode="none", tip="", protected=False, on_protected_branch=False, notes=(note,))


def _unnamed(clone: Clone, merged: bool, unprotected: bool) -> Base:
    base = _none(unprotected, clone.environment, "unprotected: nothing names a base")
    parents = clone.git.parents(clone.head)
    if not merged or len(parents) < 2:
        return base
    note = "merged: nothing names a base, so the first parent of the merge commit is taken for it"
    return merge(clone, Anchor(ref="HEAD^1", tip=parents[0], fork=parents[0], notes=(note,)))


def _configured(clone: Clone, configuration: Configuration, configuration_at: ConfigurationAt) -> Anchor | None:
    """Head's list names base; the list of the configuration there, where it is another one, wins, and so on."""
    if not configuration.base:
        return None
    return _in_force(clone, configuration, configuration_at, _followed(clone, configuration, configuration_at))


def _list_in_force(clone: Clone, configuration: Configuration, configuration_at: ConfigurationAt) -> tuple[str, ...]:
    """The list of bases that holds: that of the configuration at the base that it leads to, else head's own."""
    try:
        anchor = _configured(clone, configuration, configuration_at)
    except InputError:
        return configuration.base
    there = configuration_at(pin(clone, anchor).oid) if anchor else None
    return there.base if there and there.base else configuration.base


def _followed(clone: Clone, configuration: Configuration, configuration_at: ConfigurationAt) -> Anchor:
    followed = [configuration.base]
    while True:
        anchor = _nearest_listed(clone, followed[-1], configuration.path)
        there = configuration_at(pin(clone, anchor).oid)
        if there is None or not there.base:
            named = ", ".join(followed[-1])
            return replace(anchor, notes=(f"adopting: the configuration of base names no `base`; {named} holds",))
        if there.base in followed:
            return anchor
        followed.append(there.base)


def _in_force(clone: Clone, configuration: Configuration, configuration_at: ConfigurationAt, anchor: Anchor) -> Anchor:
    """The oldest base that an earlier list of HEAD's history names and that still has this very list.

    A list that a branch changed for itself, some commits ago, has not landed on what the earlier list protects.
    """
    oid, seen = pin(clone, anchor).oid, {configuration.base}
    there = configuration_at(oid)
    settled = there is not None and bool(there.base)
    for commit in _rewritings(clone, configuration.path):
        said = configuration_at(commit)
        if said is None or not said.base or said.base in seen:
            continue
        seen.add(said.base)
        earlier = _still_in_force(clone, said.base, configuration, configuration_at)
        other = pin(clone, earlier).oid if earlier else oid
        if earlier and other != oid and (clone.git.is_ancestor(other, oid) or not settled):
            anchor, oid, settled = earlier, other, True
    return anchor


def _rewritings(clone: Clone, path: str) -> Iterator[str]:
    """Commits at which the configuration may say something else, newest first, each with its parents.

    In CI of all history; on a laptop, where every commit waits for it, of what no remote has yet.
    """
    fresh = () if is_ci(clone.environment) else ("--not", "--remotes")
    found = clone.git.run("log", "--format=%H %P", clone.head, *fresh, "--", path)
    yield from (commit for commit in found.decode("ascii").split() if clone.git.resolve(commit))


def _still_in_force(
    clone: Clone, refs: tuple[str, ...], configuration: Configuration, configuration_at: ConfigurationAt
) -> Anchor | None:
    try:
        anchor = _nearest_listed(clone, refs, configuration.path)
        held = configuration_at(pin(clone, anchor).oid)
    except InputError:
        return None
    return anchor if held is not None and held.base == refs else None


def _nearest_listed(clone: Clone, refs: tuple[str, ...], path: str) -> Anchor:
    for ref in refs:
        check_name(ref, "`base`", path)
    anchors = [anchor for anchor in (find_anchor(clone, ref) for ref in refs) if anchor]
    if not anchors:
        message = f"{' and '.join(refs)}, named as `base`, {'are' if refs[1:] else 'is'} not in this clone"
        raise unknown(message, fetching(clone.git, refs[0], clone.environment), path)
    return nearest(clone, anchors)


def _loosened(configuration: Configuration, there: Configuration | None) -> str:
    if there is None or there.base in ((), configuration.base):
        return ""
    return f"`base` is {_listing(configuration.base)}, and {_listing(there.base)} in the configuration of base"


def _listing(refs: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{ref}"' for ref in refs) + "]"


def _bound(clone: Clone, configuration: Configuration, configuration_at: ConfigurationAt) -> Anchor | None:
    """In CI without an announcement: the configured base, where this clone has it, bounds what `--base` may say."""
    if not is_ci(clone.environment):
        return None
    try:
        return _configured(clone, configuration, configuration_at)
    except InputError:
        return None


def _given(clone: Clone, given: str, bound: Anchor | None) -> Anchor:
    anchor = find_anchor(clone, given)
    if anchor is None:
        hints = (similar(clone.git, given), fetching(clone.git, given, clone.environment))
        raise unknown(f"--base {given} is no commit in this clone", "; or ".join(dict.fromkeys(filter(None, hints))))
    anchor = nearest(clone, [anchor])
    if bound is None:
        return anchor
    if not clone.git.is_ancestor(anchor.fork, bound.fork):
        raise invalid(
            f"--base {given} would hide commits that {bound.ref} does not have yet; "
            f"in CI it may only go back from {bound.fork[:12]}",
            f"leave --base out: {bound.ref} is the base here",
        )
    return replace(anchor, holds_head=bound.holds_head)
