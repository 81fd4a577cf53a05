"""Which files are the host's: lists, links, and what git says of them."""

import os
import sys
from pathlib import Path

import pytest

from .builder import STANDARD, Files, arrow, build, configuration, found, write


def test_a_link_to_a_file_of_the_host_is_followed(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/a.py": "import app.b"})
    (host.root / "app/other.py").symlink_to("a.py")
    assert host.edges() == {"app.a -> app.b": "eager", "app.other -> app.b": "eager"}


@pytest.mark.parametrize("git", [False, True], ids=["a folder", "a repository"])
@pytest.mark.parametrize(("name", "target"), [("loop", "."), ("up", ".."), ("self.py", "self.py"), ("self", "self")])
def test_a_ring_of_links_ends(git: bool, name: str, target: str, tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.a"})
    (host.root / "app" / name).symlink_to(target)
    if git:
        host.git("init", "-q", "-b", "main")
        host.commit()
    stated = host.run("facts", "imports", "--format", "json")
    assert "app.m -> app.a" in {arrow(fact) for fact in stated.json["facts"]}
    run = host.run("check")
    assert run.exit == (3 if name == "self.py" else 0)
    assert "Traceback" not in run.said


GIT_LISTS = configuration(apart=["tests/**", "setup.py"], exclude=["app/vendor/**"])


@pytest.mark.parametrize(
    ("idea", "path", "claimed"),
    [
        ("in no list", "tools/run.py", False),
        ("at the root", "manage.py", False),
        ("a .pyw", "tools/window.pyw", False),
        ("beside a root package, with a longer name", "app2/x.py", False),
        ("in a hidden folder", ".ci/run.py", False),
        ("in the packages", "app/x.py", True),
        ("in exclude", "app/vendor/x.py", True),
        ("in apart", "tests/deep/down/test_x.py", True),
        ("a file in apart", "setup.py", True),
        ("no Python", "tools/run.sh", True),
        ("a stub", "typings/x.pyi", True),
        ("ignored by git", "build/x.py", True),
    ],
)
@pytest.mark.parametrize("state", ["committed", "untracked"])
def test_every_file_is_in_a_list(idea: str, path: str, claimed: bool, state: str, tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "archgate.toml": GIT_LISTS, ".gitignore": "build/\n"}, git=True)
    write(host.root, {path: "x = 1\n"})
    if state == "committed":
        host.commit()
    verdict = host.check()
    assert [finding["path"] for finding in found(verdict, "UNCLAIMED")] == ([] if claimed else [path]), idea
    assert verdict["exit"] == (0 if claimed else 1)


IN_GIT: Files = {**STANDARD, "app/m.py": "import app.a", "app/b.py": "import app.pkg.c", "app/pkg/c.py": "import app.a"}


IN_GIT_EDGES = {"app.m -> app.a": "eager", "app.b -> app.pkg.c": "eager", "app.pkg.c -> app.a": "eager"}


def test_a_tracked_file_that_is_deleted_on_disk_is_deleted(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=True)
    (host.root / "app/b.py").unlink()
    assert host.edges() == {"app.m -> app.a": "eager", "app.pkg.c -> app.a": "eager"}
    (host.root / "app/a.py").unlink()
    assert {arrow(finding) for finding in found(host.check(), "UNRESOLVED")} == {"app.m -> app.a", "app.pkg.c -> app.a"}


def test_an_untracked_file_counts_and_an_ignored_one_does_not(tmp_path: Path) -> None:
    host = build(tmp_path, {**IN_GIT, ".gitignore": "app/ignored.py\n"}, git=True)
    write(host.root, {"app/new.py": "import app.b", "app/ignored.py": "import app.nothere"})
    assert host.edges() == {**IN_GIT_EDGES, "app.new -> app.b": "eager"}


def test_a_tracked_file_counts_though_it_is_ignored(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=True)
    write(host.root, {".gitignore": "app/b.py\n"})
    assert host.edges() == IN_GIT_EDGES


def test_a_sparse_checkout_is_read_from_the_index(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=True)
    host.git("sparse-checkout", "set", "--no-cone", "/*", "!/app/pkg/", "!/app/b.py")
    assert not (host.root / "app/pkg").exists()
    assert host.edges() == IN_GIT_EDGES
    assert host.check()["exit"] == 0


def test_a_file_of_a_sparse_checkout_that_is_there_is_read_from_disk(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=True)
    host.git("update-index", "--skip-worktree", "app/m.py")
    write(host.root, {"app/m.py": "import app.b"})
    assert host.edges() == {**dict(list(IN_GIT_EDGES.items())[1:]), "app.m -> app.b": "eager"}


def test_a_change_that_git_was_told_not_to_see_is_seen(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=True)
    host.git("update-index", "--assume-unchanged", "app/m.py")
    write(host.root, {"app/m.py": "import app.nothere"})
    assert [arrow(finding) for finding in found(host.check(), "UNRESOLVED")] == ["app.m -> app.nothere"]


def test_a_file_that_is_only_meant_to_be_added_counts(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=True)
    write(host.root, {"app/new.py": "import app.b"})
    host.git("add", "-N", "app/new.py")
    assert host.edges() == {**IN_GIT_EDGES, "app.new -> app.b": "eager"}


def test_a_linked_work_tree_is_a_repository(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=True)
    host.git("worktree", "add", "-q", "../linked")
    linked = type(host)(tmp_path / "linked", host.home)
    write(linked.root, {"app/new.py": "import app.b"})
    assert linked.edges() == {**IN_GIT_EDGES, "app.new -> app.b": "eager"}
    assert host.edges() == IN_GIT_EDGES


def test_a_repository_inside_is_not_judged_and_told(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=True)
    write(host.root, {"app/nested/x.py": "import app.nothere"})
    type(host)(host.root / "app/nested", host.home).git("init", "-q")
    run = host.run("check")
    assert run.exit == 0
    assert "app/nested" in run.said


@pytest.mark.parametrize("git", [False, True], ids=["a folder", "a repository"])
@pytest.mark.parametrize(
    "name", [b"\xff\xfe.py", b"two\nlines.py", b'q"uo\\te\t.py', b" .py", b"-rf.py", "☃.py".encode()]
)
@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_names_that_no_one_would_give_are_read_and_printed(git: bool, name: bytes, tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=git)
    (host.root / os.fsdecode(b"app/" + name)).write_bytes(b"import app.nothere\n")
    (finding,) = found(host.check(), "UNRESOLVED")
    assert finding["path"].startswith("app/")
    assert finding["path"].isprintable()
    run = host.run("check")
    assert run.exit == 1
    assert finding["path"] in run.out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_file_is_never_waited_for(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT)
    os.mkfifo(host.root / "app/pipe.py")
    (host.root / "app/zero.py").symlink_to("/dev/zero")
    run = host.run("check")
    assert run.exit == 3
    assert "app/pipe.py" in run.said
    assert "app/zero.py" in run.said


def test_a_submodule_is_not_judged_and_told(tmp_path: Path) -> None:
    library = build(tmp_path / "library", {"x.py": "import app.nothere", "archgate.toml": ""}, git=True)
    host = build(tmp_path, IN_GIT, git=True)
    host.git("submodule", "--quiet", "add", str(library.root), "app/sub")
    host.commit()
    assert host.edges() == IN_GIT_EDGES
    run = host.run("check")
    assert run.exit == 0
    assert "app/sub" in run.said


def test_a_link_that_leaves_the_root_is_not_judged_and_told(tmp_path: Path) -> None:
    write(tmp_path, {"outside/x.py": "import app.nothere"})
    host = build(tmp_path, IN_GIT, git=True)
    (host.root / "app/away").symlink_to(tmp_path / "outside")
    host.commit()
    assert host.edges() == IN_GIT_EDGES
    run = host.run("check")
    assert run.exit == 0
    assert "app/away" in run.said


def test_a_root_in_a_subfolder_of_the_repository_is_whole(tmp_path: Path) -> None:
    host = build(tmp_path, {f"backend/{path}": content for path, content in IN_GIT.items()} | {"archgate.toml": ""})
    (host.root / "archgate.toml").rename(host.root / "backend/archgate.toml")
    (host.root / "backend/archgate.toml").write_text(configuration())
    write(host.root, {"elsewhere/x.py": "import app.nothere"})
    host.git("init", "-q", "-b", "main")
    host.commit()
    inner = type(host)(host.root / "backend", host.home)
    assert inner.edges() == IN_GIT_EDGES
    assert inner.check()["exit"] == 0


def test_the_root_is_found_from_a_folder_below_it(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT)
    assert type(host)(host.root / "app/pkg", host.home).edges() == IN_GIT_EDGES


def test_inherited_git_variables_are_ignored(tmp_path: Path) -> None:
    other = build(tmp_path / "other", {"app/x.py": "import app.nothere"}, git=True)
    host = build(tmp_path, IN_GIT, git=True)
    inherited = {
        "GIT_DIR": str(other.root / ".git"),
        "GIT_WORK_TREE": str(other.root),
        "GIT_INDEX_FILE": str(other.root / ".git/index"),
        "GIT_PREFIX": "app/",
    }
    done = host.run("facts", "imports", "--format", "json", environment=inherited)
    assert {arrow(fact) for fact in done.json["facts"]} == set(IN_GIT_EDGES)


def test_a_revision_is_as_good_as_the_work_tree(tmp_path: Path) -> None:
    host = build(tmp_path, IN_GIT, git=True)
    disk = host.run("facts", "imports", "--format", "json")
    write(host.root, {"app/m.py": "import app.b\n", "app/new.py": "import app.a\n"})
    assert host.run("facts", "imports", "--rev", "HEAD", "--format", "json").out == disk.out
    assert host.run("facts", "imports", "--format", "json").out != disk.out


def test_what_was_examined_is_counted(tmp_path: Path) -> None:
    files = {
        "archgate.toml": GIT_LISTS,
        "app/vendor/x.py": "",
        "app/vendor/y.py": "",
        "tests/t.py": "",
        "app/z.py": "(",
    }
    examined = build(tmp_path, {**STANDARD, **files}, git=True).check()["examined"]
    assert examined == {"files": len(STANDARD) + 1, "excluded": 2, "apart": 1, "unreadable": 1}
