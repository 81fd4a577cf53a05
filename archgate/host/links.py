"""Symbolic links, followed inside a listing and never on disk, so that a commit's tree and the disk say the same."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from archgate.host.errors import invalid
from archgate.host.filenames import show_path
from archgate.host.nodes import Node, Source

MOST_PATHS = 100_000
"""How many paths through links a tree may have, since links between folders multiply."""

_MOST_HOPS = 40  # as Linux has it


class _Unfollowable(Exception):
    """Why a link leads nowhere, as an error or as something that is not judged."""

    def __init__(self, error: str = "", unjudged: str = "") -> None:
        self.source = Source("link", error=error, unjudged=unjudged)


def follow_links(nodes: Mapping[bytes, Node]) -> dict[bytes, Source]:
    """Every path of a tree, those through links included, and what is to be read there.

    A link to a folder is replaced by the files that are found through it. A link that leads to itself or nowhere has
    an error; one that leaves the tree, or into a folder that it lies in, is not judged.
    """
    sources = {raw: _plain(raw, node) for raw, node in nodes.items() if node.kind != "link"}
    if len(sources) < len(nodes):
        for shown, source in _Links(nodes).walk():
            sources.setdefault(shown, source)
    return sources


def _plain(raw: bytes, node: Node) -> Source:
    if node.kind == "submodule":
        return Source("submodule", unjudged="a repository of its own")
    return Source("file", raw, node.oid, "not a regular file" if node.kind == "other" else "")


class _Links:
    def __init__(self, nodes: Mapping[bytes, Node]) -> None:
        self._nodes = nodes
        self._paths = sorted(nodes)
        self._links = {raw: node.target for raw, node in nodes.items() if node.kind == "link"}

    def walk(self) -> Iterator[tuple[bytes, Source]]:
        """Every path through a link. Raises `InputError` when they are more than `MOST_PATHS`."""
        walked = 0
        todo: list[tuple[bytes, bytes, tuple[bytes, ...]]] = [(link, link, ()) for link in sorted(self._links)]
        while todo:
            shown, link, through = todo.pop()
            try:
                target = self._resolve(link)
                below = self._below(target, (*through, link))
            except _Unfollowable as end:
                yield shown, end.source
                continue
            walked += len(below) + 1
            if walked > MOST_PATHS:
                fix = "take out links between folders"
                raise invalid("symlinks multiply the files without end", fix, show_path(shown), code="UNREADABLE")
            if not below:
                yield shown, self._seen_through(target)
            for raw in below:
                path = shown + raw[len(target) :]
                if raw in self._links:
                    todo.append((path, raw, (*through, link)))
                else:
                    yield path, self._seen_through(raw)

    def _seen_through(self, raw: bytes) -> Source:
        plain = _plain(raw, self._nodes[raw])
        return plain if plain.unjudged else Source("link", raw, plain.oid, plain.error)

    def _resolve(self, link: bytes) -> bytes:
        """The path that a link leads to, without a link in it."""
        done: list[bytes] = []
        todo = link.split(b"/")[::-1]
        hops = 0
        while todo:
            part = todo.pop()
            if part == b".." and not done:
                raise _Unfollowable(unjudged="a symlink that leaves the root")
            if part == b"..":
                done.pop()
            if part in (b"", b".", b".."):
                continue
            done.append(part)
            target = self._links.get(b"/".join(done))
            if target is None:
                continue
            hops += 1
            if hops > _MOST_HOPS:
                raise _Unfollowable("a symlink that leads to itself")
            if target.startswith(b"/"):
                raise _Unfollowable(unjudged="a symlink that leaves the root")
            done.pop()
            todo.extend(reversed(target.split(b"/")))
        return b"/".join(done)

    def _below(self, target: bytes, through: tuple[bytes, ...]) -> list[bytes]:
        """The paths below a folder, none for a file. Raises `_Unfollowable` for anything else."""
        node = self._nodes.get(target)
        if node is not None and node.kind == "submodule":
            raise _Unfollowable(unjudged="a symlink into another repository")
        if node is not None:
            return []
        prefix = target + b"/" if target else b""
        if any(link.startswith(prefix) for link in through):
            raise _Unfollowable(unjudged="a symlink to a folder that it lies in")
        start = bisect_left(self._paths, prefix)
        below = self._paths[start : bisect_left(self._paths, prefix[:-1] + b"0")]  # "0" comes right after "/"
        if not below:
            raise self._dangling(target)
        return below

    def _dangling(self, target: bytes) -> _Unfollowable:
        parents = [target[:at] for at, byte in enumerate(target) if byte == 0x2F]
        if any(self._nodes.get(parent, Node("file")).kind == "submodule" for parent in parents):
            return _Unfollowable(unjudged="a symlink into another repository")
        return _Unfollowable(f"a symlink to {show_path(target)}, which is not there")
