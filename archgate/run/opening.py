"""From a folder to a case: the root, its trees, their laws, the base."""

import gc
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from archgate.gate.base import Base, configurations_of, resolve_base
from archgate.gate.case import Case, Revision
from archgate.gate.hosts import Hosts, Room
from archgate.host.configuration import (
    Configuration,
    check_analysis,
    check_requires,
    check_wired,
    find_root,
    has_configuration,
    outer_root,
    read_configuration,
)
from archgate.host.errors import InputError, invalid
from archgate.host.git import Git, is_bare
from archgate.host.tree import CommitTree, DiskTree, Tree
from archgate.index.module import ModuleIndex, Unreadable
from archgate.measure import known_kinds
from archgate.policy.law import read_law
from archgate.run.places import cache_folder, own_folder
from archgate.run.say import say
from archgate.version import ANALYSIS, VERSION


class Options(Struct, frozen=True):
    """What every command that looks at the host takes; `base` is `--base`, `revision` a commit instead of the disk.

    `recall`: what was indexed stays in memory, for commands that look at many trees.
    """

    folder: Path
    base: str | None = None
    merged: bool = False
    unprotected: bool = False
    revision: str | None = None
    processes: int | None = None
    cached: bool = True
    recall: bool = False
    environment: Mapping[str, str] = os.environ


def here() -> Path:
    """The folder in which the command was called."""
    return Path.cwd()


class Ground(Struct, frozen=True):
    """Where a command stands: the root folder, its repository if there is one, and how sources are indexed."""

    root: Path
    git: Git | None
    hosts: Hosts


@contextmanager
def stand(options: Options) -> Iterator[Ground]:
    """The ground of `options.folder`. The cache is open as long as the context is."""
    root = _root(options.folder)
    git = Git.find(root)
    with _without_collection(), knowing(root, git, options) as hosts:
        yield Ground(root, git, hosts)


def _root(folder: Path) -> Path:
    """The root of the host; a clone without a work tree has none to look at."""
    try:
        return find_root(folder)
    except InputError:
        if is_bare(folder):
            message = "this is a bare repository: there is no work tree to judge"
            raise invalid(message, "clone it, or see: git worktree add", code="UNREADABLE") from None
        raise


@contextmanager
def _without_collection() -> Iterator[None]:
    """No garbage collection: an index and its facts are many objects, and none is garbage before the end."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def knowing(root: Path, git: Git | None, options: Options) -> Iterator[Hosts]:
    """What can be known of trees, with the cache; notes of the cache are said when it closes."""
    from archgate.index.build import Indexed, index_files
    from archgate.index.cache import NoCache, open_cache

    cache = open_cache(cache_folder(root, git)) if options.cached else NoCache()
    known: dict[str, ModuleIndex | Unreadable] | None = {} if options.recall else None
    with cache:

        def index(tree: Tree, paths: Sequence[str]) -> Indexed:
            return index_files(tree, paths, cache, processes=options.processes, known=known)

        yield Hosts(index, cache, Room(root, own_folder(root, git) / "tools", options.cached))
    for note in cache.notes:
        say(note)


def open_case(ground: Ground, options: Options) -> Case:
    """The case of head against base. Raises InputError for whatever keeps it from being opened."""
    tree = DiskTree(ground.root, ground.git)
    configuration = read_configuration(tree)
    check_requires(configuration, VERSION)
    check_analysis(configuration, ANALYSIS)
    check_wired(configuration, tree)
    base = resolve_base(
        ground.git,
        configuration,
        given=options.base,
        merged=options.merged,
        unprotected=options.unprotected,
        environment=options.environment,
        configuration_at=configurations_of(ground.git),
    )
    return _case(ground, _judged_tree(ground, tree, base), base, _nesting(ground.root, configuration))


def head_case(ground: Ground, options: Options) -> Case:
    """The case of head alone, for what is stated and not judged: nothing protects, and no base is looked for."""
    tree = tree_of(ground, options.revision)
    base = Base(ref="", oid="", mode="none", tip="", protected=False, on_protected_branch=False)
    head = Revision(tree=tree, law=read_law(tree, known_kinds()))
    return Case(kinds=known_kinds(), hosts=ground.hosts, git=ground.git, base=base, head=head, before=None, tip=None)


def _nesting(root: Path, configuration: Configuration) -> tuple[str, ...]:
    """What is told where a configuration further out in the repository does not hold here."""
    outer = outer_root(root)
    if outer is None:
        return ()
    place = os.path.relpath(root, outer).replace(os.sep, "/")
    inner = f"{configuration.path} in {place}/ holds here"
    return (f"{inner}; {os.path.relpath(outer, root)} is configured too, and is not judged in this run",)


def tree_of(ground: Ground, revision: str | None) -> Tree:
    """The work tree, or the tree of a commit. Raises InputError for a revision that git does not know."""
    if revision is None:
        return DiskTree(ground.root, ground.git)
    oid = ground.git.resolve(revision) if ground.git else None
    if ground.git is None or oid is None:
        raise invalid(f"there is no revision `{revision}`", "name a commit, branch or tag of this repository")
    return CommitTree(ground.git, oid)


def _judged_tree(ground: Ground, tree: Tree, base: Base) -> Tree:
    return CommitTree(ground.git, base.head) if ground.git and base.head else tree


def _case(ground: Ground, tree: Tree, base: Base, notes: tuple[str, ...]) -> Case:
    law = read_law(tree, known_kinds())
    before, replaced = _before(ground.git, base)
    return Case(
        kinds=known_kinds(),
        hosts=ground.hosts,
        git=ground.git,
        base=base,
        head=Revision(tree=tree, law=law),
        before=before,
        tip=_tip(ground.git, base),
        notes=(*notes, *replaced),
    )


def _before(git: Git | None, base: Base) -> tuple[Revision | None, tuple[str, ...]]:
    """Base's tree with its law, or with the law of its newest first-parent ancestor where its own cannot be read."""
    if git is None or not base.oid:
        return None, ()
    tree = CommitTree(git, base.oid)
    reason = ""
    for commit in git.first_parents(base.oid):
        there = CommitTree(git, commit)
        if not has_configuration(there):
            break
        try:
            law = read_law(there, known_kinds())
        except InputError as error:
            if commit == base.oid:
                reason = str(error.problems[0])
            continue
        notes = () if commit == base.oid else (f"law: base's own is invalid ({reason}); that of {commit[:12]} holds",)
        return Revision(tree=tree, law=law), notes
    return Revision(tree=tree, law=None), ()


def _tip(git: Git | None, base: Base) -> Revision | None:
    if git is None or not base.tip or base.tip == base.oid:
        return None
    tree = CommitTree(git, base.tip)
    try:
        return Revision(tree, read_law(tree, known_kinds())) if has_configuration(tree) else None
    except InputError:
        return None
