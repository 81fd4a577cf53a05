"""Module names: how the path of a file becomes the name under which Python imports it."""

import re
from collections.abc import Iterable

from msgspec import Struct

SOURCE_SUFFIXES = (".py", ".pyw")
OPAQUE_SUFFIXES = (".so", ".pyd", ".pyx", ".pyc")
"""Modules without source to read: extension modules, Cython, bytecode without its source."""
MODULE_SUFFIXES = SOURCE_SUFFIXES + OPAQUE_SUFFIXES


_WORD = re.compile(r"\w+")


class Root(Struct, frozen=True, order=True):
    """A root package: its folder, or single file, and its module name. `parent` is the folder on the import path."""

    path: str
    module: str
    parent: str

    @property
    def is_file(self) -> bool:
        """Whether the root package is a single file."""
        return is_source(self.path)

    def holds(self, path: str) -> bool:
        """Whether a path belongs to it."""
        return path == self.path or path.startswith(self.path + "/")


class Name(Struct, frozen=True, gc=False):
    """The segments of a file's place below the folder on the import path; a package has those of its folder."""

    segments: tuple[str, ...]
    is_package: bool

    @property
    def dotted(self) -> str:
        """The segments as a module name."""
        return ".".join(self.segments)

    @property
    def importable(self) -> bool:
        """Whether every segment can be part of a module name."""
        return bool(self.segments) and all(is_word(segment) for segment in self.segments)


def is_word(segment: str) -> bool:
    """Whether Python imports a file or folder of this name: an identifier, or what `importlib` takes besides.

    Migrations such as `0001_initial` are no identifiers, yet they are imported by name all the time.
    """
    return _WORD.fullmatch(segment) is not None


def roots_of(packages: Iterable[str]) -> tuple[Root, ...]:
    """The root packages of the configuration's `packages`, in their order."""
    return tuple(map(_root, packages))


def is_at_or_below(name: str, outer: str) -> bool:
    """Whether a dotted name is another one, or lies below it."""
    return name == outer or name.startswith(f"{outer}.")


def is_source(path: str) -> bool:
    """Whether a path is a Python source file's, `X.PY` among them: it can be run, on some systems it is imported."""
    return path.lower().endswith(SOURCE_SUFFIXES)


def is_module(path: str) -> bool:
    """Whether a path is a module's, with source to read or without."""
    return path.lower().endswith(MODULE_SUFFIXES)


def is_importable_source(path: str) -> bool:
    """Whether every system takes a source file for a module: its suffix is in lower case."""
    return path.endswith(SOURCE_SUFFIXES)


def is_opaque(path: str) -> bool:
    """Whether a path is that of a module which cannot be read."""
    return path.lower().endswith(OPAQUE_SUFFIXES)


def folders_above(paths: Iterable[str]) -> set[str]:
    """Every folder that one of the paths lies in, at any depth, but for the root."""
    folders: set[str] = set()
    for path in paths:
        at = path.rfind("/")
        while at > 0 and (folder := path[:at]) not in folders:
            folders.add(folder)
            at = path.rfind("/", 0, at)
    return folders


def name_below(parent: str, path: str) -> Name:
    """The name of a file for an import path that has the folder `parent` ("" for the repository's root)."""
    inner = path[len(parent) + 1 :] if parent else path
    *folders, file = inner.split("/")
    stem = file.split(".", 1)[0] if is_opaque(path) else file.rsplit(".", 1)[0]
    if stem == "__init__" and folders:
        return Name(tuple(folders), True)
    return Name((*folders, stem), False)


def other_names(roots: Iterable[Root]) -> dict[str, str]:
    """The dotted names by which root packages are found from a folder above their own, with their module names.

    Such a folder is the repository's root, or the one on the import path for another root package: a package in `src`
    is found as `src.app` where the root is on the path too.
    """
    roots = tuple(roots)
    taken = {root.module for root in roots}
    found: dict[str, str] = {}
    for root in roots:
        for parent in {"", *(other.parent for other in roots)} - {root.parent}:
            if not parent or root.path.startswith(parent + "/"):
                name = name_below(parent, root.path if root.is_file else root.path + "/__init__.py")
                if name.importable and name.segments[0] not in taken:
                    found[name.dotted] = root.module
    return dict(sorted(found.items()))


def _root(package: str) -> Root:
    parent, _, name = package.rpartition("/")
    return Root(package, name.rsplit(".", 1)[0] if is_source(name) else name, parent)
