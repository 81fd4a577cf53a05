"""Trees: what counts as a file on disk and in a commit, and what is read there."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from archgate.host.errors import InputError
from archgate.host.git import Git
from archgate.host.objects import hash_blob
from archgate.host.tree import CommitTree, DiskTree, Tree
from tests.host.repository import commit, git, repository, write

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="names and links as POSIX has them")


def disk(root: Path) -> DiskTree:
    return DiskTree(root, Git.find(root))


def head(root: Path) -> CommitTree:
    repo = Git.find(root)
    assert repo is not None
    return CommitTree(repo, "HEAD")


def both(root: Path) -> list[Tree]:
    return [disk(root), head(root)]


def faults(tree: Tree) -> dict[str, str]:
    return {path: file.unjudged or file.error for path, file in tree.paths().items() if file.unjudged or file.error}


def read(tree: Tree) -> dict[str, bytes | None]:
    """The bytes of every path that can be read, by either way of reading."""
    contents = {path: content for path, content in tree.contents(list(tree.paths())) if not content.error}
    loaded = tree.load([content.key for content in contents.values() if content.data is None])
    known = {path: c.data if c.data is not None else loaded[c.key] for path, c in contents.items()}
    assert known == {path: tree.read(path) for path in known}
    return known  # type: ignore[return-value]


TREES: list[tuple[str, Mapping[str, str | bytes], dict[str, bytes], dict[str, str]]] = [
    ("plain files, in any encoding", {"a.py": "é", "b.py": b"\xe9"}, {"a.py": "é".encode(), "b.py": b"\xe9"}, {}),
    ("Chinese names", {"应用/馈送.py": "1"}, {"应用/馈送.py": b"1"}, {}),
    ("a link to a file", {"x.py": "-> a/y.py", "a/y.py": "1"}, {"a/y.py": b"1", "x.py": b"1"}, {}),
    ("a link to a folder", {"l": "-> a/b", "a/b/c/y.py": "1"}, {"a/b/c/y.py": b"1", "l/c/y.py": b"1"}, {}),
    (
        "a link through a link",
        {"l": "-> m", "m": "-> a", "a/y.py": "1"},
        dict.fromkeys(["a/y.py", "l/y.py", "m/y.py"], b"1"),
        {},
    ),
    ("a link upwards", {"a/b/l.py": "-> ../../y.py", "y.py": "1"}, {"a/b/l.py": b"1", "y.py": b"1"}, {}),
    ("a dangling link", {"l.py": "-> gone.py"}, {}, {"l.py": "a symlink to gone.py, which is not there"}),
    ("a link to itself", {"l.py": "-> l.py"}, {}, {"l.py": "a symlink that leads to itself"}),
    (
        "links in a ring",
        {"l.py": "-> m.py", "m.py": "-> l.py"},
        {},
        dict.fromkeys(["l.py", "m.py"], "a symlink that leads to itself"),
    ),
    (
        "a link to its own folder",
        {"a/l": "-> ../a", "a/y.py": "1"},
        {"a/y.py": b"1"},
        {"a/l": "a symlink to a folder that it lies in"},
    ),
    (
        "a link to the root",
        {"a/l": "-> ..", "y.py": "1"},
        {"y.py": b"1"},
        {"a/l": "a symlink to a folder that it lies in"},
    ),
    (
        "folders that link to one another",
        {"a/to_b": "-> ../b", "b/to_a": "-> ../a", "a/y.py": "1"},
        dict.fromkeys(["a/y.py", "b/to_a/y.py"], b"1"),
        dict.fromkeys(["a/to_b/to_a", "b/to_a/to_b"], "a symlink to a folder that it lies in"),
    ),
    (
        "a link that leaves the root",
        {"l.py": "-> ../x.py", "a/l": "-> ../../x"},
        {},
        dict.fromkeys(["a/l", "l.py"], "a symlink that leaves the root"),
    ),
    ("an absolute link", {"l.py": "-> /etc/passwd"}, {}, {"l.py": "a symlink that leaves the root"}),
    (
        "a link into git's own folder",
        {"l.py": "-> .git/config"},
        {},
        {"l.py": "a symlink to .git/config, which is not there"},
    ),
]


@posix_only
@pytest.mark.parametrize(("files", "contents", "expected"), [pytest.param(*row[1:], id=row[0]) for row in TREES])
def test_disk_and_commit_say_the_same(
    tmp_path: Path, files: dict[str, str | bytes], contents: dict[str, bytes], expected: dict[str, str]
) -> None:
    for tree in both(repository(tmp_path, files)):
        assert read(tree) == contents
        assert faults(tree) == expected
        assert list(tree.paths()) == sorted(tree.paths())


@posix_only
@pytest.mark.parametrize(("files", "contents", "expected"), [pytest.param(*row[1:], id=row[0]) for row in TREES])
def test_a_folder_without_git_says_the_same(
    tmp_path: Path, files: dict[str, str | bytes], contents: dict[str, bytes], expected: dict[str, str]
) -> None:
    write(tmp_path, files)
    assert read(DiskTree(tmp_path, None)) == contents
    assert faults(DiskTree(tmp_path, None)) == expected


@posix_only
def test_links_that_multiply_are_no_hang(tmp_path: Path) -> None:
    names = [f"d{n}" for n in range(12)]
    links = {f"{one}/to_{other}": f"-> ../{other}" for one in names for other in names if one != other}
    with pytest.raises(InputError, match="symlinks multiply"):
        disk(repository(tmp_path, {**links, "d1/x.py": ""})).paths()


def test_what_is_neither_tracked_nor_ignored_counts(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": "1", ".gitignore": "*.log\nbuild/\n"})
    write(root, {"new.py": "2", "x.log": "", "build/y.py": "", ".hidden/z.py": "3"})
    assert list(disk(root).paths()) == [".gitignore", ".hidden/z.py", "a.py", "new.py"]
    assert list(head(root).paths()) == [".gitignore", "a.py"]


def test_what_is_tracked_counts_though_ignored(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": "1"})
    write(root, {".gitignore": "*.py\n"})
    assert "a.py" in disk(root).paths()


def test_deleted_on_disk_is_deleted(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": "1", "b/c.py": "1", "d": "1"})
    (root / "a.py").unlink()
    (root / "d").unlink()
    (root / "d").mkdir()
    assert list(disk(root).paths()) == ["b/c.py"]


@posix_only
@pytest.mark.parametrize("ignored", ["", "/b\n"])
def test_files_below_a_folder_that_became_a_link_are_deleted(tmp_path: Path, ignored: str) -> None:
    root = repository(tmp_path, {"b/c.py": "1", "z/c.py": "2"})
    (root / "b/c.py").unlink()
    (root / "b").rmdir()
    write(root, {"b": "-> z", ".gitignore": ignored})
    expected = {"z/c.py": b"2"} if ignored else {"b/c.py": b"2", "z/c.py": b"2"}
    assert {path: data for path, data in read(disk(root)).items() if path.endswith(".py")} == expected


def test_sparse_checkout_is_read_from_the_index(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a/x.py": "1", "b/y.py": "2", "b/l.py": "-> ../a/x.py", "top.py": "3"})
    git(root, "sparse-checkout", "set", "--cone", "a")
    assert not (root / "b").exists()
    assert read(disk(root)) == {"a/x.py": b"1", "b/l.py": b"1", "b/y.py": b"2", "top.py": b"3"}
    write(root, {"b/y.py": "on disk again"})
    assert disk(root).read("b/y.py") == b"on disk again"


@posix_only
def test_submodules_and_repositories_inside_are_not_judged(tmp_path: Path) -> None:
    other = repository(tmp_path / "other", {"inner.py": ""})
    root = repository(tmp_path / "root", {"a.py": "", "l": "-> lib", "m.py": "-> lib/inner.py"})
    git(root, "submodule", "--quiet", "add", str(other), "lib")
    commit(root)
    expected = {"lib": "a repository of its own", **dict.fromkeys(["l", "m.py"], "a symlink into another repository")}
    assert faults(disk(root)) == faults(head(root)) == expected
    repository(root / "nested", {"x.py": ""})
    assert faults(disk(root)) == expected | {"nested": "a repository of its own"}


def test_unmerged_files_count_once(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": "1"})
    git(root, "checkout", "--quiet", "-b", "side")
    write(root, {"a.py": "2"})
    commit(root)
    git(root, "checkout", "--quiet", "main")
    write(root, {"a.py": "3"})
    commit(root)
    with pytest.raises(Exception, match="merge"):
        git(root, "merge", "side")
    [(path, content)] = disk(root).contents(list(disk(root).paths()))
    assert path == "a.py"
    assert content.data is not None
    assert content.data.startswith(b"<<<<<<<")


@posix_only
def test_names_that_are_no_utf8_are_shown_and_read(tmp_path: Path) -> None:
    root = repository(tmp_path, {os.fsdecode(b"caf\xe9.py"): "1", "a\nb.py": "2", "e\u0301.py": "3", "é.py": "4"})
    expected = {"a\\x0ab.py": b"2", "caf\\xe9.py": b"1", "e\\xcc\\x81.py": b"3", "é.py": b"4"}
    assert [read(tree) for tree in both(root)] == [expected, expected]


def test_a_root_below_the_top_sees_only_what_is_below(tmp_path: Path) -> None:
    root = repository(tmp_path, {"other.py": "", "host/app/x.py": "1"})
    write(root, {"host/new.py": "2", "elsewhere.py": ""})
    assert read(disk(root / "host")) == {"app/x.py": b"1", "new.py": b"2"}
    assert read(head(root / "host")) == {"app/x.py": b"1"}


@pytest.mark.parametrize("format_", ["sha1", "sha256"])
def test_keys_are_git_s_whatever_the_tree(tmp_path: Path, format_: str) -> None:
    root = repository(tmp_path, {"a.py": "1", "b.py": ""}, f"--object-format={format_}")
    keys = [[content.key for _, content in tree.contents(["a.py", "b.py"])] for tree in both(root)]
    assert keys[0] == keys[1] == [hash_blob(b"1", format_), hash_blob(b"", format_)]


def test_a_change_that_keeps_size_and_time_is_seen(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": "one"})
    times = os.stat(root / "a.py")
    write(root, {"a.py": "two"})
    os.utime(root / "a.py", ns=(times.st_atime_ns, times.st_mtime_ns))
    assert disk(root).read("a.py") == b"two"


@pytest.mark.parametrize("in_git", [True, False])
def test_a_file_that_vanishes_after_the_listing_has_an_error(tmp_path: Path, in_git: bool) -> None:
    write(tmp_path, {"a.py": "", "b.py": "1"})
    if in_git:
        repository(tmp_path, {})
    tree = disk(tmp_path)
    paths = list(tree.paths())
    (tmp_path / "a.py").unlink()
    contents = dict(tree.contents(paths))
    assert contents["a.py"].error == "cannot be read: No such file or directory"
    assert contents["a.py"].key == ""
    assert contents["b.py"].data == b"1"


@posix_only
def test_a_pipe_is_never_opened(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": ""})
    (root / "a.py").unlink()
    os.mkfifo(root / "a.py")
    assert dict(disk(root).contents(["a.py"]))["a.py"].error == "not a regular file"


def test_reading_what_is_not_there(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": "1", "sub/b.py": ""})
    write(tmp_path / "plain", {"a.py": "1", "sub/b.py": ""})
    for tree in (*both(root), DiskTree(tmp_path / "plain", None)):
        assert tree.read("a.py") == b"1"
        assert tree.read("none.py") is None
        assert tree.read("sub/none/deep.py") is None


@posix_only
def test_reading_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    root = repository(tmp_path, {"pyproject.toml": "-> gone.toml"})
    for tree in (*both(root), DiskTree(root, None)):
        with pytest.raises(InputError, match=r"^UNREADABLE  pyproject\.toml: "):
            tree.read("pyproject.toml")
