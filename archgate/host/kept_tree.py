"""A tree of which the bytes that were asked for once are kept, for trees that have most of them in common."""

from collections.abc import Iterator, Mapping, Sequence

from archgate.host.contents import Content, Tree, TreeFile


class KeptTree:
    """`tree`, with the bytes of its blobs taken from `kept` where they are there, and put there where they are not."""

    def __init__(self, tree: Tree, kept: dict[str, bytes]) -> None:
        self.name = tree.name
        self._tree = tree
        self._kept = kept

    def paths(self) -> Mapping[str, TreeFile]:
        """See `Tree.paths`."""
        return self._tree.paths()

    def contents(self, paths: Sequence[str]) -> Iterator[tuple[str, Content]]:
        """See `Tree.contents`."""
        return self._tree.contents(paths)

    def keys(self, paths: Sequence[str]) -> Mapping[str, str]:
        """See `Tree.keys`."""
        return self._tree.keys(paths)

    def load(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """See `Tree.load`."""
        missing = [key for key in keys if key not in self._kept]
        if missing:
            self._kept.update(self._tree.load(missing))
        return {key: self._kept[key] for key in keys}

    def read(self, path: str) -> bytes | None:
        """See `Tree.read`."""
        file = self.paths().get(path)
        if file is None or file.oid not in self._kept:
            data = self._tree.read(path)
            if file is None or data is None or not file.oid:
                return data
            self._kept[file.oid] = data
        return self._kept[file.oid]
