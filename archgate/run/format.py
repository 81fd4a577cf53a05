"""`archgate policy fmt`: every policy and decision in the one layout."""

from collections.abc import Iterator

from archgate.host.configuration import read_configuration
from archgate.host.errors import InputError, Problem
from archgate.host.tree import Tree
from archgate.measure import known_kinds
from archgate.policy.edit import format_policy
from archgate.policy.roadmap_reader import read_roadmap_policy
from archgate.policy.roadmap_terms import ROADMAP
from archgate.policy.store import Change, write_files
from archgate.run.opening import Options, stand, tree_of
from archgate.run.places import lock_path


def format_policies(options: Options, write: bool) -> list[str]:
    """The paths whose layout is not the one layout; with `write` they get it. Raises InputError for what is invalid."""
    with stand(options) as ground:
        tree = tree_of(ground, None)
        changes = list(_changes(tree, read_configuration(tree).policies))
        if write and changes:
            write_files(ground.root, changes, lock_path(ground.root, ground.git))
    return [change.path for change in changes]


def _changes(tree: Tree, folder: str) -> Iterator[Change]:
    problems: list[Problem] = []
    changes: list[Change] = []
    for path in sorted(tree.paths()):
        if path.startswith(f"{folder}/") and path.endswith(".toml") and path.count("/") == folder.count("/") + 1:
            old = tree.read(path) or b""
            try:
                new = _laid_out(path, old)
            except InputError as error:
                problems.extend(error.problems)
                continue
            if new != old:
                changes.append(Change(path, old, new))
    if problems:
        raise InputError(problems)
    yield from changes


def _laid_out(path: str, data: bytes) -> bytes:
    """The file in the one layout; `roadmap.toml` is read, and its layout is people's. Raises InputError."""
    if path.endswith(f"/{ROADMAP}.toml"):
        read_roadmap_policy(path, data)
        return data
    return format_policy(path, data, known_kinds())
