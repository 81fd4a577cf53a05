"""One git repository, asked about from archgate's root. Nothing here writes to its refs, index or objects."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from archgate.host.errors import invalid
from archgate.host.filenames import raw_path, show_path
from archgate.host.git_process import GitError, check_version, run_git, stream_git
from archgate.host.nodes import SUBMODULE, IndexEntry, TreeEntry
from archgate.host.objects import hash_blob, object_request, read_objects
from archgate.host.scratch import Scratch

__all__ = ["Git", "GitError", "IndexEntry", "TreeEntry"]


class Layout(Struct, frozen=True):
    """Where a repository keeps things: top of the work tree, git's common folder, objects, index; its hash's name."""

    top: Path
    common: Path
    objects: Path
    index: Path
    hash: str


class Git:
    """The repository around `root`, archgate's root folder, which may lie below the top of the work tree.

    All paths are relative to `root`. Replace refs, grafts, hooks, filters on reading, and every `GIT_*` variable of the
    environment are without effect. Every method raises `GitError` where git fails for another reason than a plain "no".
    """

    def __init__(self, root: Path, layout: Layout) -> None:
        self.root = root
        self.common_dir = layout.common
        self.layout = layout
        self._scratch: Scratch | None = None

    @classmethod
    def find(cls, root: Path) -> "Git | None":
        """The repository whose work tree holds `root`; `None` if there is none or it ignores `root` whole.

        Raises `InputError` if there is one that git cannot or will not read, or git is missing or too old.
        """
        root = root.absolute()
        if not any((folder / ".git").exists() for folder in (root, *root.parents)):
            return None
        check_version(root)
        layout = _read_layout(root)
        if layout is None:
            return None
        git = cls(root, layout)
        return None if git._ignores_root() else git

    def run(self, *args: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None) -> bytes:
        """What `git ARGS` prints, run in the root folder."""
        return run_git(self.root, args, stdin, self._variables(environment))

    def resolve(self, ref: str) -> str | None:
        """The commit id that a ref, an id or an expression such as `HEAD~2` stands for; `None` if unknown."""
        if not ref or ref.startswith("-") or "\0" in ref:
            return None
        answer = self._ask("rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}", no=(1, 128))
        return answer or None

    def merge_base(self, a: str, b: str) -> str | None:
        """The best common ancestor of two commits, `None` if they have none (that this clone knows)."""
        answer = self._ask("merge-base", "--end-of-options", a, b)
        return answer.split()[0] if answer else None

    def is_ancestor(self, a: str, b: str) -> bool:
        """Whether commit `b` is `a` or descends from it."""
        return self._ask("merge-base", "--is-ancestor", "--end-of-options", a, b) is not None

    def parents(self, oid: str) -> tuple[str, ...]:
        """The parents that the commit itself names, also where a shallow clone does not have them."""
        header = self.run("cat-file", "commit", oid).split(b"\n\n", 1)[0].decode("ascii", "replace")
        return tuple(line[7:] for line in header.split("\n") if line.startswith("parent "))

    def is_shallow(self) -> bool:
        """Whether the clone's history is cut off somewhere."""
        return self._ask("rev-parse", "--is-shallow-repository") == "true"

    def is_dirty(self) -> bool:
        """Whether the work tree, index or untracked files differ from HEAD, anywhere in the repository."""
        return bool(self.run("status", "--porcelain", "-z", "--untracked-files=normal", "--ignore-submodules=none"))

    def current_branch(self) -> str | None:
        """The short name of the branch that HEAD is on, `None` when detached."""
        return self._ask("symbolic-ref", "--quiet", "--short", "HEAD")

    def list_tree(self, oid: str) -> list[TreeEntry]:
        """Every blob and submodule of a commit or tree that lies below the root, by path."""
        entries = []
        for line in self.run("ls-tree", "-r", "-z", oid).split(b"\0")[:-1]:
            meta, raw = line.split(b"\t", 1)
            mode, _, blob = meta.decode("ascii").split(" ")
            entries.append(TreeEntry(raw, mode, blob))
        return sorted(entries, key=lambda entry: entry.raw)

    def list_index(self) -> list[IndexEntry]:
        """Every file below the root that git tracks, or neither tracks nor ignores, by path; unmerged ones once."""
        return _parse_index(self.run(*_LIST_INDEX))

    def read_blobs(self, oids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """The bytes of blobs as they are stored, in the given order, read while they are asked for."""
        wanted = list(oids)
        for oid, data in zip(wanted, self._read_objects([oid.encode() for oid in wanted]), strict=True):
            if data is None:
                fix = "fetch it (`git fetch --refetch`), or run `git fsck`"
                raise invalid(f"the repository lacks object {oid}", fix, code="UNREADABLE")
            yield oid, data

    def read_files(self, places: Iterable[tuple[str, str]]) -> Iterator[bytes | None]:
        """For each (commit or tree, path) the file's stored bytes, `None` where it has no such file."""
        return self._read_objects([f"{oid}:./".encode() + raw_path(path) for oid, path in places])

    def hash_blob(self, data: bytes) -> str:
        """The id that git would give these bytes, in the repository's object format."""
        return hash_blob(data, self.layout.hash)

    def renames(self, old: str, new: str) -> dict[str, str]:
        """Old path to new path, as git pairs the files below the root of two commits or trees by their content.

        Empty files are left out: they are all alike, and git would pair any one with any other.
        """
        how = ["-M", "--no-rename-empty", "--diff-filter=R", "--name-status", "--relative", "--no-ext-diff"]
        parts = self.run("diff-tree", "-r", "-z", *how, "--end-of-options", old, new).split(b"\0")[:-1]
        return {show_path(parts[at + 1]): show_path(parts[at + 2]) for at in range(0, len(parts), 3)}

    def differing_paths(self, one: str, other: str) -> frozenset[str]:
        """The paths, as shown, that two tree-ish do not have alike."""
        options = ("-r", "-z", "--name-only", "--no-renames", "--relative")
        return frozenset(show_path(raw) for raw in self.run("diff-tree", *options, one, other).split(b"\0") if raw)

    def history(self, rev: str, path: str) -> list[str]:
        """The ids of `rev` and its ancestors that touched a path, newest first, those on side branches included."""
        args = [
            "rev-list",
            "--full-history",
            "--date-order",
            "--end-of-options",
            rev,
            "--",
            os.fsdecode(raw_path(path)),
        ]
        return self.run(*args).decode("ascii").split()

    def first_parents(self, rev: str) -> Iterator[str]:
        """The ids of `rev` and its ancestors by first parents, newest first, read while they are asked for."""
        args = ["rev-list", "--first-parent", "--end-of-options", rev]
        with stream_git(self.root, args, environment=self._variables()) as output:
            for line in output:
                yield line.decode("ascii").strip()

    def run_at_top(self, *args: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None) -> bytes:
        """What `git ARGS` prints, run at the top of the work tree."""
        return run_git(self.layout.top, args, stdin, self._variables(environment))

    def list_whole_index(self) -> list[IndexEntry]:
        """As `list_index`, for the whole work tree and with paths from its top."""
        return _parse_index(self.run_at_top(*_LIST_INDEX))

    def open_scratch(self) -> Scratch:
        """The folder for indexes and objects of archgate's own; from the first call on new objects go there."""
        if self._scratch is None:
            self._scratch = Scratch(self.layout.objects)
        return self._scratch

    def _ask(self, *args: str, no: Sequence[int] = (1,)) -> str | None:
        """The stripped answer, `None` where git's exit code is one of those that mean "no"."""
        try:
            return self.run(*args).decode("utf-8", "replace").strip()
        except GitError as error:
            if error.code in no:
                return None
            raise

    def _ignores_root(self) -> bool:
        if self.root.resolve() == self.layout.top.resolve():
            return False
        try:  # the one command that knows no literal pathspecs
            self.run("check-ignore", "--quiet", "--no-index", ".", environment={"GIT_LITERAL_PATHSPECS": "0"})
        except GitError as error:
            if error.code == 1:
                return False
            raise
        return not self.list_index()

    def _read_objects(self, names: Sequence[bytes]) -> Iterator[bytes | None]:
        if names:
            request = object_request(names)
            with stream_git(self.root, ["cat-file", "--batch", "-z"], request, self._variables()) as output:
                yield from read_objects(output, names)

    def _variables(self, added: Mapping[str, str] | None = None) -> dict[str, str]:
        return (self._scratch.variables() if self._scratch else {}) | dict(added or {})


_LIST_INDEX = ("ls-files", "-z", "-t", "--stage", "--cached", "--others", "--exclude-standard")


def _parse_index(output: bytes) -> list[IndexEntry]:
    entries: dict[bytes, IndexEntry] = {}
    for line in output.split(b"\0")[:-1]:
        tag, rest = line[:1], line[2:]
        if tag == b"?":
            raw, mode, oid = rest.rstrip(b"/"), SUBMODULE if rest.endswith(b"/") else "", ""
        else:
            meta, raw = rest.split(b"\t", 1)
            mode, oid, _ = meta.decode("ascii").split(" ")
        entries.setdefault(raw, IndexEntry(raw, mode, oid, tag == b"S"))
    return [entries[raw] for raw in sorted(entries)]


def is_bare(folder: Path) -> bool:
    """Whether a folder lies in a repository that has no work tree around it, by what git itself looks for."""
    return any(
        (one / "HEAD").is_file() and (one / "objects").is_dir() and (one / "refs").is_dir()
        for one in (folder, *folder.parents)
    )


def _read_layout(root: Path) -> Layout | None:
    questions = ["--show-toplevel", "--git-common-dir", "--git-path", "objects", "--git-path", "index"]
    try:
        output = run_git(root, ["rev-parse", "--path-format=absolute", *questions, "--show-object-format"])
    except GitError as error:
        if "not a git repository (or any" in error.stderr or "must be run in a work tree" in error.stderr:
            return None
        raise
    *folders, name = os.fsdecode(output).rstrip("\n").split("\n")
    top, common, objects, index = map(Path, folders)
    return Layout(top, common, objects, index, name)
