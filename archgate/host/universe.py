"""The source universe: which files of a tree are the host's, and under which names Python knows them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from archgate.host.configuration import Configuration
from archgate.host.foreign import foreign_modules
from archgate.host.naming import (
    Name,
    Root,
    folders_above,
    is_importable_source,
    is_module,
    is_opaque,
    is_source,
    is_word,
    name_below,
    other_names,
)
from archgate.host.selectors import any_path_matches
from archgate.host.tree import Tree, TreeFile


class Source(Struct, frozen=True, gc=False):
    """A Python file of the host.

    `module` is the name under which Python imports it; where it cannot be imported (its name or a folder's is no
    identifier, or another file takes its name) `importable` is false and `module` is its path. `place` is where
    selectors find it in either case: the name that its place below the root package spells, as `app.my-script`.
    """

    path: str
    module: str
    is_package: bool
    importable: bool
    place: str


class Universe(Struct, frozen=True):
    """Every file of a tree that concerns Python, sorted into the host's and others.

    `sources` are the host's by path. `namespaces` are the names of folders without `__init__.py`; `opaque` maps modules
    without source to their paths, `foreign` the names under which the host could import excluded and apart files.
    `excluded` and `apart` count Python files; `unclaimed` are the paths of those in no list. `unjudged` pairs paths and
    reasons. `clashes` pairs the path that Python passes over and the one that it takes. `roots` are module names;
    `aliases` maps the names by which a root package is also found (`src.app`) to its own.
    """

    sources: dict[str, Source]
    namespaces: frozenset[str]
    opaque: dict[str, str]
    foreign: dict[str, str]
    excluded: int
    apart: int
    unclaimed: tuple[str, ...]
    unjudged: tuple[tuple[str, str], ...]
    clashes: tuple[tuple[str, str], ...]
    roots: frozenset[str]
    aliases: dict[str, str] = {}


Claim = Literal["host", "exclude", "apart", "unclaimed"]


def survey(
    tree: Tree, configuration: Configuration, also: Collection[str] = (), besides: Sequence[Root] = ()
) -> Universe:
    """The universe of a tree; packages that it lacks are empty.

    Paths in `also` are the host's, whatever lists say, and are to be read as sources, be they `.pyx`. They may have
    their names from root packages `besides` those of the configuration.
    """
    files, roots = tree.paths(), (*configuration.roots, *besides)
    claims = _claims(files, configuration, configuration.roots, also)
    host = [path for path, claim in claims.items() if claim == "host"]
    sources, clashes = _sources([path for path in host if is_source(path) or path in also], roots)
    modules = {source.module: source.path for source in sources.values() if source.importable}
    opaque, shadowed = _opaque([path for path in host if is_opaque(path) and path not in also], roots, modules)
    namespaces = _namespaces(host, roots, modules.keys() | opaque.keys())
    others = [path for path, claim in claims.items() if claim in ("exclude", "apart")]
    counted = [claim for path, claim in claims.items() if is_source(path)]
    return Universe(
        sources=sources,
        namespaces=namespaces,
        opaque=opaque,
        foreign=foreign_modules(others, roots, known=namespaces | modules.keys() | opaque.keys()),
        excluded=counted.count("exclude"),
        apart=counted.count("apart"),
        unclaimed=tuple(path for path, claim in claims.items() if claim == "unclaimed" and is_source(path)),
        unjudged=tuple(_unjudged(files, configuration)),
        clashes=tuple(sorted({*clashes, *shadowed, *_shadowed_folders(host, sources)})),
        roots=frozenset(root.module for root in configuration.roots),
        aliases=other_names(configuration.roots),
    )


def _claims(
    files: Mapping[str, TreeFile], configuration: Configuration, roots: Sequence[Root], also: Collection[str]
) -> dict[str, Claim]:
    """Who claims each module file of the tree, source or not."""
    return {
        path: "host" if path in also else _claim(path, configuration, roots)
        for path, file in files.items()
        if is_module(path) and not file.unjudged
    }


def _claim(path: str, configuration: Configuration, roots: Sequence[Root]) -> Claim:
    if any_path_matches(configuration.exclude, path):
        return "exclude"
    if any_path_matches(configuration.apart, path):
        return "apart"
    return "host" if _root_of(path, roots) else "unclaimed"


def _root_of(path: str, roots: Iterable[Root]) -> Root | None:
    return next((root for root in roots if root.holds(path)), None)


def _name(path: str, roots: Iterable[Root]) -> Name:
    """The name of a host file; one outside the root packages is named from the repository's root."""
    root = _root_of(path, roots)
    return name_below(root.parent if root else "", path)


def _sources(paths: Sequence[str], roots: Sequence[Root]) -> tuple[dict[str, Source], list[tuple[str, str]]]:
    """The host's sources by path, and the clashes between them."""
    names = {path: _name(path, roots) for path in paths}
    taken = {names[path].dotted: path for path in sorted(paths, key=lambda path: _precedence(path, names[path]))}
    sources = {path: _source(path, name, taken[name.dotted] == path) for path, name in names.items()}
    return sources, [(path, taken[name.dotted]) for path, name in names.items() if taken[name.dotted] != path]


def _precedence(path: str, name: Name) -> tuple[bool, bool, bool, str]:
    """Sorts the file that Python takes last: a package before a module, `.py` before `.pyw`, either before `.PY`."""
    return (is_importable_source(path), name.is_package, path.endswith(".py"), path)


def _source(path: str, name: Name, takes_name: bool) -> Source:
    importable = takes_name and name.importable and is_importable_source(path)
    return Source(path, name.dotted if importable else path, name.is_package and importable, importable, name.dotted)


def _opaque(
    paths: Sequence[str], roots: Sequence[Root], modules: Mapping[str, str]
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The host's modules without source, and the sources that Python passes over for an extension module."""
    opaque: dict[str, str] = {}
    shadowed = []
    for path in paths:
        name = _name(path, roots)
        source = modules.get(name.dotted)
        if source is None and name.importable:
            opaque.setdefault(name.dotted, path)
        elif source and path.endswith((".so", ".pyd")) and (name.is_package or not _is_package_file(source)):
            shadowed.append((source, path))
    return opaque, shadowed


def _is_package_file(path: str) -> bool:
    return path.endswith(("/__init__.py", "/__init__.pyw"))


def _namespaces(paths: Iterable[str], roots: Sequence[Root], modules: Collection[str]) -> frozenset[str]:
    """The names of folders that hold host files somewhere below and have no `__init__.py`."""
    return frozenset(name for path in paths for name in _folder_names(_name(path, roots)) if name not in modules)


def _folder_names(name: Name) -> Iterator[str]:
    """The names of the folders above a file, up to the first that is no identifier."""
    for at, segment in enumerate(name.segments[: None if name.is_package else -1], 1):
        if not is_word(segment):
            return
        yield ".".join(name.segments[:at])


def _shadowed_folders(paths: Iterable[str], sources: Mapping[str, Source]) -> Iterator[tuple[str, str]]:
    """Folders without `__init__.py` beside a module of their name: Python takes the module."""
    folders = folders_above(paths)
    for path, source in sources.items():
        folder = path.rsplit(".", 1)[0]
        if source.importable and not source.is_package and folder in folders:
            yield folder + "/", path


def _unjudged(files: Mapping[str, TreeFile], configuration: Configuration) -> Iterator[tuple[str, str]]:
    """What is in the tree but not judged, unless it is excluded or apart anyway."""
    globs = configuration.exclude + configuration.apart
    for path, file in files.items():
        if file.unjudged and not any_path_matches(globs, path) and not any_path_matches(globs, path + "/x.py"):
            yield path, file.unjudged
