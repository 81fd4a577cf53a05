"""How the configuration's packages, folders and globs fit one another and the files of a tree."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from archgate.host.naming import Root, folders_above, is_opaque, is_source
from archgate.host.phrases import did_you_mean
from archgate.host.settings import Fault


def layout_faults(
    roots: Sequence[Root],
    folders: Mapping[str, str],
    globs: Mapping[str, Sequence[str]],
    paths: Collection[str],
) -> Iterator[Fault]:
    """Packages that do not exist, share a name or lie in one another; folders of the law that are files, or lie in
    packages or in one another; globs that name a folder and so match nothing.

    `folders` are those of the law and `globs` those of files by key, `paths` all files of the tree.
    """
    yield from _overlaps(roots)
    yield from _missing(roots, paths)
    yield from _misplaced(roots, folders, paths)
    yield from _plain_folders(globs, paths)


def _plain_folders(globs: Mapping[str, Sequence[str]], paths: Collection[str]) -> Iterator[Fault]:
    plain = [(key, glob) for key in globs for glob in globs[key] if "*" not in glob and glob not in paths]
    folders = folders_above(paths) if plain else set()
    for key, glob in plain:
        if glob in folders:
            yield Fault(key, f"`{key}`: `{glob}` is a folder, which takes `/**`", f"write `{glob}/**`", glob)


def _overlaps(roots: Sequence[Root]) -> Iterator[Fault]:
    for at, root in enumerate(roots):
        for other in roots[:at]:
            if other.holds(root.path) or root.holds(other.path):
                message = f"`packages`: `{root.path}` and `{other.path}` lie in one another"
                yield Fault("packages", message, "name the outer one only", root.path)
            elif root.module == other.module:
                message = f"`packages`: `{root.path}` and `{other.path}` are both module `{root.module}`"
                yield Fault("packages", message, "keep one, or configure two roots", root.path)


def _missing(roots: Sequence[Root], paths: Collection[str]) -> Iterator[Fault]:
    for root in roots:
        if root.path not in paths if root.is_file else not any(root.holds(path) for path in paths):
            fix = did_you_mean(root.path, _candidates(paths)) or "name a folder that holds Python files"
            yield Fault("packages", f"`packages`: there is no `{root.path}`", fix, root.path)


def _misplaced(roots: Sequence[Root], folders: Mapping[str, str], paths: Collection[str]) -> Iterator[Fault]:
    for key, folder in folders.items():
        if any(one in paths for one in (folder, *folders_above([folder]))):
            yield Fault(key, f"`{key}`: `{folder}` is a file, or lies below one", "name a folder", folder)
        for root in roots:
            if root.holds(folder) or _holds(folder, root.path):
                message = f"`{key}`: `{folder}` and the root package `{root.path}` lie in one another"
                yield Fault(key, message, "name a folder beside the packages", folder)
        for other in [name for name in folders if name != key and _holds(folders[name], folder)]:
            if folder != folders[other] or key < other:
                message = f"`{key}`: `{folder}` lies in that of `{other}`, `{folders[other]}`"
                yield Fault(key, message, "give each a folder of its own", folder)


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _candidates(paths: Collection[str]) -> list[str]:
    """What could be a package: folders with Python files somewhere below, and files at the top."""
    sources = [path for path in paths if is_source(path) or is_opaque(path)]
    return sorted(folders_above(sources) | {path for path in sources if "/" not in path})
