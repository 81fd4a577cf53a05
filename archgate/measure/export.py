"""The folder in which a tool finds the sources and its configuration: the work tree, or an export of blobs."""

import os
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

import msgspec
from msgspec import Struct

from archgate.host.bench import WORK_TREE, Bench
from archgate.host.contents import Tree, TreeFile
from archgate.host.errors import InputError
from archgate.host.filenames import raw_path
from archgate.host.lock import acquire
from archgate.host.naming import is_source
from archgate.measure.fault import Unmeasured
from archgate.measure.readings import digest, write_whole

_FOLDER = "trees"
_AT_ONCE = 500
_PASSING = "passing-"
_FIRST_SECOND = 1_000_000_000
_SECONDS = 700_000_000
_SETTINGS = (".toml", ".ini", ".cfg", "pylintrc")


def is_wanted(path: str) -> bool:
    """Whether tools read a file beside the host's sources: any Python source, stubs and their marker."""
    return is_source(path) or path.endswith((".pyi", "/py.typed"))


def is_setting(path: str) -> bool:
    """Whether a file may be, by its name, the configuration of a tool."""
    return path.endswith(_SETTINGS)


def setting(tree: Tree, path: str) -> bytes | None:
    """The bytes of a configuration file of a tool, None if there is none. Raises `Unmeasured` if it cannot be read."""
    try:
        return tree.read(path)
    except InputError as error:
        raise Unmeasured(f"has a configuration that cannot be read: {error}") from None


class Site(Enum):
    """Where a tool may find what it works on."""

    IN_PLACE = "the work tree itself, where it is what is measured; else as KEPT"
    KEPT = "always the same folder in archgate's own, so that a cache fits; a passing one where a process has that"
    AWAY = "a passing folder where the system has its temporary files, so that no folder of the host is above it"


@contextmanager
def workplace(
    bench: Bench, named: Collection[str] = (), added: Mapping[str, bytes] | None = None, site: Site = Site.IN_PLACE
) -> Iterator[Path]:
    """The folder with the sources of `bench.tree` and the configuration of `bench.settings` while the block runs.

    `named` are files of the settings that count as configuration whatever their names. What is not read in place is
    exported, and `added` with it: files that no tree has. Raises `Unmeasured` where that fails.
    """
    if site is Site.IN_PLACE and _is_ready(bench):
        yield bench.root
        return
    try:
        with _folder(bench, site) as folder:
            made = {os.fsencode(path): _made(path, data) for path, data in (added or {}).items()}
            _fill(folder, {**_wanted(bench, named), **made})
            yield folder
    except OSError as error:
        raise Unmeasured(f"the sources cannot be exported to {bench.scratch}: {error.strerror}") from None


def folder_above(bench: Bench, site: Site) -> Path:
    """The folder in which the workplace is at a site."""
    if site is Site.IN_PLACE and _is_ready(bench):
        return bench.root.parent
    return Path(tempfile.gettempdir()) if site is Site.AWAY else bench.scratch / _FOLDER


def is_passing(folder: Path) -> bool:
    """Whether the folder of a workplace is gone after its use."""
    return folder.name.startswith(_PASSING)


def raw_name(file: TreeFile) -> bytes:
    """The bytes of a file's name below the root, links not followed."""
    return file.raw if file.kind == "file" and file.raw else raw_path(file.path)


class Piece(Struct, frozen=True):
    """What is to stand at a place: its key, and the tree and path that it comes from, or its bytes."""

    key: str
    tree: Tree | None = None
    path: str = ""
    data: bytes = b""


Wanted = Mapping[bytes, Piece]
"""Pieces by the name of their place."""


def _wanted(bench: Bench, named: Collection[str]) -> Wanted:
    sources = [path for path in bench.tree.paths() if is_wanted(path)]
    settings = [path for path in bench.settings.paths() if is_setting(path) or path in named]
    found: dict[bytes, Piece] = {}
    for tree, paths in ((bench.tree, sources), (bench.settings, settings)):
        for path, key in tree.keys(paths).items():
            found[raw_name(tree.paths()[path])] = Piece(key, tree, path)
    for path in named:
        data = None if path in bench.settings.paths() else setting(bench.settings, path)
        if data is not None:
            found[raw_path(path)] = _made(path, data)
    return found


def _made(path: str, data: bytes) -> Piece:
    return Piece(digest(path, data.hex()), data=data)


def _is_ready(bench: Bench) -> bool:
    """Whether the work tree has what is wanted, and no link in the place of a file."""
    return bench.is_in_place and not any(file.oid for file in bench.tree.paths().values())


@contextmanager
def _folder(bench: Bench, site: Site) -> Iterator[Path]:
    if site is Site.AWAY:
        with tempfile.TemporaryDirectory(prefix="archgate-", ignore_cleanup_errors=True) as passing:
            yield Path(passing).resolve()
        return
    kept = bench.scratch / _FOLDER / "-".join(_side(tree) for tree in (bench.tree, bench.settings))
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.with_name(f"{kept.name}.lock").open("ab") as lock:
        if acquire(lock):
            kept.mkdir(exist_ok=True)
            yield kept
            return
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix=_PASSING, ignore_cleanup_errors=True) as passing:
        yield Path(passing)


def _side(tree: Tree) -> str:
    return "head" if tree.name == WORK_TREE else "base"


def _fill(folder: Path, wanted: Wanted) -> None:
    """Make a folder hold what is wanted and nothing else. What is right is not touched.

    A list of what the folder holds is taken away before the first change and written after the last.
    """
    listing = folder.with_name(f"{folder.name}.json")
    held = _held(listing)
    names = {os.fsdecode(raw): piece.key for raw, piece in wanted.items()}
    if held == names:
        return
    listing.unlink(missing_ok=True)
    _remove(folder, {os.path.join(folder, name) for name in names})
    missing = {raw: piece for raw, piece in wanted.items() if held.get(os.fsdecode(raw)) != piece.key}
    _write(folder, missing)
    write_whole(listing, msgspec.json.encode({name: key for name, key in names.items() if _is_text(name)}))


def _held(listing: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(listing.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}


def _is_text(name: str) -> bool:
    return name.isprintable()


def _remove(folder: Path, names: Collection[str]) -> None:
    for above, folders, files in os.walk(folder, topdown=False):
        for name in files:
            path = os.path.join(above, name)
            if path not in names:
                os.unlink(path)
        for name in folders:
            path = os.path.join(above, name)
            if os.path.islink(path) or path in names:
                _discard(path)
            elif not os.listdir(path):
                os.rmdir(path)


def _discard(path: str) -> None:
    """A link, or the (by now empty) folder that stands where a file is wanted."""
    os.unlink(path) if os.path.islink(path) else os.rmdir(path)


def _write(folder: Path, missing: Wanted) -> None:
    raws = sorted(missing)
    made: set[str] = set()
    for start in range(0, len(raws), _AT_ONCE):
        some = {raw: missing[raw] for raw in raws[start : start + _AT_ONCE]}
        for raw, data in _loaded(some).items():
            path = os.path.join(folder, os.fsdecode(raw))
            above = os.path.dirname(path)
            if above not in made:
                os.makedirs(above, exist_ok=True)
                made.add(above)
            if _bytes_at(path) != data:
                Path(path).write_bytes(data)
            _date(path, some[raw].key)


def _date(path: str, key: str) -> None:
    """Give a file the time that goes with its content, so that a tool whose cache goes by times goes by content."""
    time = _FIRST_SECOND + int(digest(key)[:12], 16) % _SECONDS
    os.utime(path, (time, time))


def _loaded(some: Wanted) -> dict[bytes, bytes]:
    found = {raw: piece.data for raw, piece in some.items() if piece.tree is None}
    for tree in {id(piece.tree): piece.tree for piece in some.values() if piece.tree}.values():
        raws = {piece.path: raw for raw, piece in some.items() if piece.tree is tree}
        contents = dict(tree.contents(list(raws)))
        blobs = tree.load([content.key for content in contents.values() if content.data is None and content.key])
        for path, content in contents.items():
            found[raws[path]] = blobs[content.key] if content.data is None else content.data
    return found


def _bytes_at(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None
