"""Code beside the host: the names under which the host could import files that are excluded or apart."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from archgate.host.naming import Name, Root, name_below


def foreign_modules(paths: Iterable[str], roots: Sequence[Root], known: Collection[str]) -> dict[str, str]:
    """Module name to path, for files outside the host.

    A file has a name from the repository's root and one from the parent folder of each root package, since either may
    be on the import path. No name is given that the host itself has (`known`), nor one of a root package to a file that
    does not lie below it. A folder counts by itself if it has an `__init__.py` or lies in a root package; any other
    does not, since Python prefers an installed package of its name.
    """
    modules: dict[str, str] = {}
    parents = sorted({"", *(root.parent for root in roots)})
    for path in sorted(paths):
        for parent in parents:
            if not parent or path.startswith(parent + "/"):
                for module, place in _names(path, name_below(parent, path), parent, roots):
                    if module not in known:
                        modules.setdefault(module, place)
    return dict(sorted(modules.items()))


def _names(path: str, name: Name, parent: str, roots: Sequence[Root]) -> Iterator[tuple[str, str]]:
    """The names that one file gives for one import path: its own, and inside a root package its folders'."""
    if not name.importable:
        return
    namesakes = [root for root in roots if root.module == name.segments[0]]
    inside = any(root.parent == parent and root.holds(path) for root in namesakes)
    if namesakes and not inside:
        return
    yield name.dotted, path
    if inside:
        folders = path.split("/")[: path.count("/")]
        depth = len(parent.split("/")) if parent else 0
        for at in range(1, len(folders) - depth):
            yield ".".join(name.segments[: at + 1]), "/".join(folders[: depth + at + 1])
