"""How the configuration's packages and globs fit one another and the files of a tree."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from archgate.host.naming import Root, folders_above, is_opaque, is_source
from archgate.host.settings import Fault, nearest


def layout_faults(roots: Sequence[Root], globs: Mapping[str, Sequence[str]], paths: Collection[str]) -> Iterator[Fault]:
    """Packages that do not exist, share a name or lie in one another; globs that name a folder and so match nothing.

    `globs` are those of each key, `paths` all files of the tree.
    """
    yield from _overlaps(roots)
    yield from _missing(roots, paths)
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
            fix = nearest(root.path, _candidates(paths)) or "name a folder that holds Python files"
            yield Fault("packages", f"`packages`: there is no `{root.path}`", fix, root.path)


def _candidates(paths: Collection[str]) -> list[str]:
    """What could be a package: folders with Python files somewhere below, and files at the top."""
    sources = [path for path in paths if is_source(path) or is_opaque(path)]
    return sorted(folders_above(sources) | {path for path in sources if "/" not in path})
