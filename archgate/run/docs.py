"""`archgate docs`: figures quoted in documents held against the work tree, and written anew."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from archgate.gate.case import Case, rules_of
from archgate.gate.measured import Measured, measure
from archgate.host.errors import InputError, invalid
from archgate.host.phrases import meant_or_listed
from archgate.host.tree import DiskTree
from archgate.link.host import HostIndex
from archgate.measure import known_kinds
from archgate.policy.law import Law, read_law
from archgate.policy.store import Change, write_files
from archgate.report.documents import Document, notes
from archgate.report.quoting import rewritten
from archgate.run.figures import Sight
from archgate.run.opening import Ground, Options, stand
from archgate.run.places import lock_path
from archgate.run.quoted import SUFFIXES, compared, documents, quoting, roadmap_in


def verify(options: Options, paths: Sequence[Path] = ()) -> list[Document]:
    """The documents that quote figures, each beside what it should be; narrowed to `paths` where some are given.

    Raises InputError for marks that cannot be understood and for figures that cannot be counted.
    """
    with stand(options) as ground:
        return _read(ground, options.folder, paths)


def write(options: Options, paths: Sequence[Path] = ()) -> list[Document]:
    """The documents as they were read; stale figures in them are written anew, all or none. Raises as `verify`."""
    with stand(options) as ground:
        found = _read(ground, options.folder, paths)
        changes = [
            Change(one.path, one.data, rewritten(one.data, {stated.quote: stated.is_ for stated in one.stale}))
            for one in found
            if one.stale
        ]
        if changes:
            write_files(ground.root, changes, lock_path(ground.root, ground.git))
    return found


def stale(case: Case) -> tuple[str, ...]:
    """Notes on stale figures in head's documents, and on those that cannot be told; nothing here is red."""
    try:
        found = dict(quoting(case.head.tree, documents(case.head.tree, case.law.configuration.policies)))
        if not found:
            return ()
        read, problems = compared(
            Sight(case.law, case.under_head, lambda: case.host, lambda: roadmap_in(case.head.tree, case.law)), found
        )
    except InputError as error:
        return tuple(f"documents: {problem}" for problem in error.problems)
    return (*notes(read), *(f"documents: {problem}" for problem in problems))


def _read(ground: Ground, folder: Path, paths: Sequence[Path]) -> list[Document]:
    tree = DiskTree(ground.root, ground.git)
    law = read_law(tree, known_kinds())
    found = dict(quoting(tree, _chosen(ground, tree, law, folder, paths)))
    read, problems = compared(_sight(ground, tree, law), found)
    if problems:
        raise InputError(problems)
    return read


def _sight(ground: Ground, tree: DiskTree, law: Law) -> Sight:
    def host() -> HostIndex:
        return ground.hosts.linked(tree, law.configuration)

    def measured(rule: str) -> Measured:
        policy = rules_of(law, known_kinds())[rule]
        kind = known_kinds()[policy.kind]
        return measure(policy, kind, ground.hosts.view(tree, law.configuration))

    return Sight(law, _once(measured), host, lambda: roadmap_in(tree, law))


def _once(measured: Callable[[str], Measured]) -> Callable[[str], Measured]:
    known: dict[str, Measured] = {}

    def ask(rule: str) -> Measured:
        if rule not in known:
            known[rule] = measured(rule)
        return known[rule]

    return ask


def _chosen(ground: Ground, tree: DiskTree, law: Law, folder: Path, paths: Sequence[Path]) -> list[str]:
    """The documents at or below `paths`, all where none is given."""
    known = documents(tree, law.configuration.policies)
    if not paths:
        return known
    found: set[str] = set()
    for path in paths:
        below = os.path.relpath(os.path.abspath(folder / path), ground.root).replace(os.sep, "/")
        here = [one for one in known if below in (".", one) or one.startswith(f"{below}/")]
        if not here and below.split("/")[0] != ".." and _is_document(ground, below):
            here = [below]
        if not here:
            raise invalid(f"there is no document `{path}`", meant_or_listed(below, known))
        found.update(here)
    return sorted(found)


def _is_document(ground: Ground, path: str) -> bool:
    """Outside git, where nobody lists what lies outside the packages, whether a file there is a document."""
    return ground.git is None and path.lower().endswith(SUFFIXES) and (ground.root / path).is_file()
