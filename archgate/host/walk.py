"""Files outside git: found by walking folders, staying near what git would list."""

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from archgate.host.errors import invalid
from archgate.host.filenames import show_path
from archgate.host.nodes import Node
from archgate.host.worktree import node_at

_NEVER = frozenset({b"__pycache__", b"node_modules"})


def walk(root: Path, starts: Collection[bytes], skip: Callable[[str], bool]) -> dict[bytes, Node]:
    """What stands below each start, a file or folder relative to `root` (empty: the root itself).

    Not entered: hidden folders, `__pycache__`, `node_modules`, virtual environments, and folders for whose shown path
    `skip` is true. A repository inside is a node of its own. Links are not followed. Raises `InputError` for a folder
    that cannot be listed.
    """
    base = os.path.join(os.fsencode(root), b"")
    nodes: dict[bytes, Node] = {}
    todo = sorted(set(starts))
    while todo:
        raw = todo.pop()
        if not os.path.isdir(base + raw) or os.path.islink(base + raw):
            node = node_at(base + raw)
            nodes |= {raw: node} if node else {}
            continue
        names = _names(base, raw)
        if raw and b".git" in names:
            nodes[raw] = Node("submodule")
        elif not raw or b"pyvenv.cfg" not in names:
            todo.extend(_entered(raw, names, skip))
    return nodes


def _entered(folder: bytes, names: dict[bytes, bool], skip: Callable[[str], bool]) -> Iterator[bytes]:
    for name, is_folder in names.items():
        raw = folder + b"/" + name if folder else name
        if not is_folder or not (name.startswith(b".") or name in _NEVER or skip(show_path(raw))):
            yield raw


def _names(base: bytes, folder: bytes) -> dict[bytes, bool]:
    """The names in a folder, and whether each is a folder itself."""
    try:
        with os.scandir(base + folder) as entries:
            return {entry.name: entry.is_dir(follow_symlinks=False) for entry in entries}
    except OSError as error:
        message = f"the folder cannot be listed: {error.strerror}"
        raise invalid(message, "make it readable, or exclude it", show_path(folder), code="UNREADABLE") from None
