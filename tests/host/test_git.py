"""Questions to real repositories, and that nothing around them changes the answers."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from archgate.host.errors import InputError
from archgate.host.git import Git, GitError
from archgate.host.git_process import run_git
from archgate.host.made_trees import merge_tree, reverse_applied, snapshot
from archgate.host.objects import hash_blob
from archgate.host.tree import CommitTree
from tests.host.repository import commit, git, repository, write

FILES = {"app/__init__.py": "", "app/feed.py": "import os\nprint(os)\n"}


def found(root: Path) -> Git:
    repo = Git.find(root)
    assert repo is not None
    return repo


def state(root: Path) -> dict[str, bytes]:
    """Everything in the repository's own folder."""
    return {str(path): path.read_bytes() for path in sorted((root / ".git").rglob("*")) if path.is_file()}


def listed(repo: Git, tree: str) -> dict[str, bytes]:
    """The files of a tree and their bytes, found through the object itself."""
    return dict(zip((e.path for e in repo.list_tree(tree)), (d for _, d in blobs(repo, tree)), strict=True))


def blobs(repo: Git, tree: str) -> list[tuple[str, bytes]]:
    return list(repo.read_blobs([entry.oid for entry in repo.list_tree(tree)]))


def test_no_repository(tmp_path: Path) -> None:
    assert Git.find(tmp_path) is None


def test_a_folder_that_the_repository_ignores_whole_is_none_of_its(tmp_path: Path) -> None:
    root = repository(tmp_path, {".gitignore": "build/\n", "build/x.py": "", "kept/x.py": ""})
    assert Git.find(root / "build") is None
    assert Git.find(root / "kept") is not None
    git(root, "add", "--force", "build/x.py")
    assert Git.find(root / "build") is not None


def test_refs(tmp_path: Path) -> None:
    root = repository(tmp_path, FILES)
    repo = found(root)
    first = git(root, "rev-parse", "HEAD")
    second = commit(root)
    git(root, "tag", "-a", "-m", "t", "v1", first)
    assert repo.resolve("HEAD") == second
    assert repo.resolve("v1") == first
    assert repo.resolve("HEAD~1") == first
    assert repo.merge_base(first, second) == first
    assert repo.is_ancestor(first, second)
    assert not repo.is_ancestor(second, first)
    assert repo.parents(second) == (first,)
    assert repo.parents(first) == ()
    assert list(repo.first_parents("HEAD")) == [second, first]
    assert repo.current_branch() == "main"
    git(root, "checkout", "--quiet", "--detach")
    assert repo.current_branch() is None


@pytest.mark.parametrize("ref", ["", "nope", "--upload-pack=x", "HEAD:app", "0" * 39 + "1", "a\0b", "HEAD~9", "@{x"])
def test_what_is_no_commit_is_none(tmp_path: Path, ref: str) -> None:
    assert found(repository(tmp_path, FILES)).resolve(ref) is None


def test_a_repository_without_a_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    write(tmp_path, FILES)
    repo = found(tmp_path)
    assert repo.resolve("HEAD") is None
    assert repo.is_dirty()
    assert [entry.path for entry in repo.list_tree(snapshot(repo))] == sorted(FILES)


def test_unrelated_histories_have_no_merge_base(tmp_path: Path) -> None:
    root = repository(tmp_path, FILES)
    git(root, "checkout", "--quiet", "--orphan", "other")
    assert found(root).merge_base("main", commit(root)) is None


def test_a_shallow_clone_names_the_parents_that_it_lacks(tmp_path: Path) -> None:
    root = repository(tmp_path / "full", FILES)
    first, second = git(root, "rev-parse", "HEAD"), commit(root)
    git(tmp_path, "clone", "--quiet", "--depth=1", root.as_uri(), "shallow")
    repo = found(tmp_path / "shallow")
    assert repo.is_shallow()
    assert not found(root).is_shallow()
    assert repo.parents(second) == (first,)
    assert repo.resolve(first) is None


@pytest.mark.parametrize("dirt", [{"app/feed.py": "x"}, {"new.py": ""}, {"sub/deep/new.txt": ""}])
def test_dirty(tmp_path: Path, dirt: dict[str, str]) -> None:
    root = repository(tmp_path, FILES)
    git(root, "config", "status.showUntrackedFiles", "no")
    assert not found(root).is_dirty()
    write(root, dirt)
    assert found(root).is_dirty()


@pytest.mark.parametrize("format_", ["sha1", "sha256"])
def test_ids_are_computed_in_the_repository_s_format(tmp_path: Path, format_: str) -> None:
    repo = found(repository(tmp_path, FILES, f"--object-format={format_}"))
    [entry] = [entry for entry in repo.list_tree("HEAD") if entry.path == "app/feed.py"]
    assert (
        repo.hash_blob(FILES["app/feed.py"].encode()) == entry.oid == hash_blob(FILES["app/feed.py"].encode(), format_)
    )
    assert dict(repo.read_blobs([entry.oid])) == {entry.oid: FILES["app/feed.py"].encode()}


def test_files_of_commits(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a b.py": "1", "sub/c.py": "2", "x\ny.py": "3"})
    places = [
        ("HEAD", "a b.py"),
        ("HEAD", "none.py"),
        ("HEAD", "sub"),
        ("HEAD", "no\\x0ane.py"),
        ("HEAD", "x\\x0ay.py"),
    ]
    assert list(found(root).read_files([*places, ("nope", "a b.py")])) == [b"1", None, None, None, b"3", None]
    assert list(found(root / "sub").read_files([("HEAD", "c.py"), ("HEAD", "a b.py")])) == [b"2", None]


def test_a_reader_may_stop_early(tmp_path: Path) -> None:
    root = repository(tmp_path, {f"{n}.py": str(n) * 100_000 for n in range(9)})
    repo = found(root)
    [first, *_] = [entry.oid for entry in repo.list_tree("HEAD")]
    reader = repo.read_blobs([first] * 50)
    assert next(reader)[0] == first
    reader.close()  # type: ignore[attr-defined]


def test_a_blob_that_is_gone_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="lacks object 0000") as raised:
        list(found(repository(tmp_path, FILES)).read_blobs(["0" * 40]))
    assert "\n" not in str(raised.value)


def test_a_failing_call_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(
        GitError, match=r"^UNREADABLE  git ls-tree failed: fatal: Not a valid object name nope"
    ) as raised:
        found(repository(tmp_path, FILES)).list_tree("nope")
    assert "\n" not in str(raised.value)
    assert raised.value.code == 128


def test_history_takes_in_side_branches(tmp_path: Path) -> None:
    root = repository(tmp_path, {"policies/x.toml": "1"})
    first = git(root, "rev-parse", "HEAD")
    git(root, "checkout", "--quiet", "-b", "side")
    write(root, {"policies/x.toml": "2"})
    side = commit(root)
    git(root, "checkout", "--quiet", "main")
    git(root, "merge", "--quiet", "--no-ff", "--strategy=ours", "side")
    assert found(root).history("HEAD", "policies/x.toml")[-2:] == [side, first]


def test_renames_are_paired_without_limit(tmp_path: Path) -> None:
    root = repository(tmp_path, {f"app/chain/m{n}.py": f"def f{n}():\n    return {n}\n" * 9 for n in range(40)})
    git(root, "config", "diff.renameLimit", "1")
    for path in list((root / "app/chain").iterdir()):
        write(root, {f"app/flow/new_{path.name}": path.read_text() + "# moved\n"})
        path.unlink()
    repo = found(root)
    assert repo.renames("HEAD", snapshot(repo)) == {f"app/chain/m{n}.py": f"app/flow/new_m{n}.py" for n in range(40)}
    commit(root)
    assert found(root / "app").renames("HEAD~1", "HEAD")["chain/m7.py"] == "flow/new_m7.py"


def test_empty_files_are_paired_with_nothing(tmp_path: Path) -> None:
    root = repository(tmp_path, {"app/chain/__init__.py": "", "app/chain/m.py": "x = 1\n" * 9})
    git(root, "mv", "app/chain", "app/flow")
    repo = found(root)
    assert repo.renames("HEAD", snapshot(repo)) == {"app/chain/m.py": "app/flow/m.py"}


def test_snapshot_is_the_work_tree_and_leaves_no_trace(tmp_path: Path) -> None:
    root = repository(tmp_path, {**FILES, "gone.py": "", "kind": "file", ".gitignore": "*.log\n"})
    before = state(root)
    write(root, {"app/feed.py": "changed", "new.py": "new", "x.log": "", "link.py": "-> new.py"})
    (root / "gone.py").unlink()
    (root / "kind").unlink()
    write(root, {"kind/now_a_folder.py": "1"})
    git(root, "init", "--quiet", "nested")
    repo = found(root)
    tree = listed(repo, snapshot(repo))
    assert sorted(tree) == [".gitignore", "app/__init__.py", "app/feed.py", "kind/now_a_folder.py", "link.py", "new.py"]
    assert tree["app/feed.py"] == b"changed"
    assert state(root) == before


def test_snapshot_of_a_clean_tree_is_head_s(tmp_path: Path) -> None:
    root = repository(tmp_path, {**FILES, "应用/x.py": "1"})
    git(root, "update-index", "--skip-worktree", "app/feed.py")
    (root / "app/feed.py").unlink()
    assert snapshot(found(root / "app")) == git(root, "rev-parse", "HEAD^{tree}")


def diverged(root: Path, theirs: str) -> Path:
    """Main and `side`, which change the top and another line (or the same, if told so) of one file."""
    lines = [f"line {n}" for n in range(20)]
    repository(root, {"a.py": "\n".join(lines)})
    git(root, "checkout", "--quiet", "-b", "side")
    write(root, {"a.py": "\n".join([theirs, *lines[1:]])})
    commit(root)
    git(root, "checkout", "--quiet", "main")
    write(root, {"a.py": "\n".join([*lines[:-1], "ours"])})
    commit(root)
    return root


def test_merge_tree(tmp_path: Path) -> None:
    root = diverged(tmp_path, "theirs")
    before = state(root)
    repo = found(root)
    tree, conflicts = merge_tree(repo, "main", "side")
    assert conflicts == ()
    merged = listed(repo, tree)["a.py"]
    assert merged.startswith(b"theirs\n")
    assert merged.endswith(b"\nours")
    assert state(root) == before


def test_merge_tree_names_the_paths_in_conflict(tmp_path: Path) -> None:
    root = diverged(tmp_path, "theirs")
    write(root, {"a.py": "all new"})
    commit(root)
    assert merge_tree(found(root), "main", "side")[1] == ("a.py",)


def test_a_commit_is_undone_without_a_trace(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": "1\n", "sub/b.py": "1\n"})
    write(root, {"a.py": "2\n", "sub/c.bin": bytes(range(256))})
    fix = commit(root)
    write(root, {"sub/b.py": "later\n"})
    base = commit(root)
    before = state(root)
    repo = found(root / "sub")
    undone = reverse_applied(repo, base, fix)
    assert undone is not None
    assert listed(found(root), base)["a.py"] == b"2\n"
    assert CommitTree(repo, undone).paths().keys() == {"b.py"}
    assert CommitTree(repo, undone).read("b.py") == b"later\n"
    assert state(root) == before


def test_a_commit_that_no_longer_applies_in_reverse(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": "1\n"})
    write(root, {"a.py": "2\n"})
    fix = commit(root)
    write(root, {"a.py": "3\n"})
    assert reverse_applied(found(root), commit(root), fix) is None


def test_the_environment_of_a_hook_is_without_effect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, other = repository(tmp_path / "one", FILES), repository(tmp_path / "two", {"other.py": ""})
    for name, value in {
        "GIT_DIR": other / ".git",
        "GIT_WORK_TREE": other,
        "GIT_INDEX_FILE": other / ".git/index",
        "GIT_OBJECT_DIRECTORY": other / ".git/objects",
        "GIT_NAMESPACE": "x",
        "GIT_CONFIG_COUNT": "broken",
        "GIT_GRAFT_FILE": other / "grafts",
    }.items():
        monkeypatch.setenv(name, str(value))
    repo = found(root)
    assert [entry.path for entry in repo.list_index()] == sorted(FILES)
    assert [entry.path for entry in repo.list_tree(snapshot(repo))] == sorted(FILES)


def test_replaced_objects_and_grafts_are_without_effect(tmp_path: Path) -> None:
    root = repository(tmp_path, FILES)
    first = git(root, "rev-parse", "HEAD")
    write(root, {"app/feed.py": "violation"})
    second = commit(root)
    git(root, "replace", f"{second}:app/feed.py", f"{first}:app/feed.py")
    write(root, {".git/info/grafts": second + "\n"})
    repo = found(root)
    assert listed(repo, second)["app/feed.py"] == b"violation"
    assert list(repo.first_parents(second)) == [second, first]
    assert repo.merge_base(first, second) == first


def test_filters_and_textconv_are_without_effect_on_stored_bytes(tmp_path: Path) -> None:
    root = repository(tmp_path, {**FILES, ".gitattributes": "*.py filter=evil diff=evil\n"})
    git(root, "config", "filter.evil.smudge", "echo nothing")
    git(root, "config", "diff.evil.textconv", "echo nothing")
    repo = found(root)
    assert listed(repo, "HEAD")["app/feed.py"] == FILES["app/feed.py"].encode()


def test_hooks_and_monitors_are_not_run(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    marker = tmp_path / "ran"
    script = root / ".git/hooks/fsmonitor"
    write(root, {".git/hooks/fsmonitor": f"#!/bin/sh\ntouch {marker}\n"})
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    git(root, "config", "core.fsmonitor", str(script))
    repo = found(root)
    assert not repo.is_dirty()
    assert snapshot(repo)
    assert not marker.exists()


def test_git_that_is_missing_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = repository(tmp_path, FILES)
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    with pytest.raises(InputError, match="git is not installed"):
        Git.find(root)


def fake_git(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a `git` before the real one."""
    write(folder, {"git": f"#!/bin/sh\n{script}\n"})
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_git_that_is_too_old_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = repository(tmp_path / "repo", FILES)
    fake_git(tmp_path / "bin", "echo git version 2.30.2", monkeypatch)
    with pytest.raises(InputError, match=r"git version 2\.30\.2 is too old: archgate needs git 2\.38 or newer"):
        Git.find(root)


def test_a_repository_of_another_user_names_the_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = repository(tmp_path / "repo", FILES)
    real = shutil.which("git")
    fake_git(tmp_path / "bin", f'GIT_TEST_ASSUME_DIFFERENT_OWNER=1 HOME=/nowhere exec {real} "$@"', monkeypatch)
    with pytest.raises(InputError, match=rf"dubious ownership.*safe\.directory {root}") as raised:
        Git.find(root)
    assert "\n" not in str(raised.value)


def test_a_broken_repository_is_no_folder_without_git(tmp_path: Path) -> None:
    write(tmp_path, {".git": "gitdir: /nowhere/at/all\n"})
    with pytest.raises(InputError, match="git rev-parse failed: fatal: not a git repository: /nowhere"):
        Git.find(tmp_path)


def test_linked_worktrees_share_the_common_folder(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    git(root, "worktree", "add", "--quiet", "-b", "side", str(tmp_path / "linked"))
    linked = found(tmp_path / "linked")
    assert linked.common_dir.resolve() == (root / ".git").resolve()
    write(tmp_path / "linked", {"new.py": ""})
    assert "new.py" in listed(linked, snapshot(linked))


def test_scratch_folders_go_with_the_process(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    (tmp_path / "tmp").mkdir()
    imports = "import pathlib, sys; from archgate.host.git import Git; from archgate.host.made_trees import snapshot"
    code = f"{imports}; snapshot(Git.find(pathlib.Path(sys.argv[1])))"
    environment = {**os.environ, "TMPDIR": str(tmp_path / "tmp"), "PYTHONPATH": os.pathsep.join(map(str, _path()))}
    subprocess.run([sys.executable, "-c", code, str(root)], env=environment, check=True)
    assert list((tmp_path / "tmp").iterdir()) == []


def _path() -> list[Path]:
    import archgate

    return [Path(archgate.__file__).parent.parent]


@pytest.mark.parametrize(
    "entry", [".", "", "{root}", "{root}/bin"], ids=["here", "empty", "the root", "below the root"]
)
def test_a_git_of_the_hosts_own_is_not_run(entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, sprung = tmp_path / "host", tmp_path / "sprung"
    (root / "bin").mkdir(parents=True)
    for place in (root / "git", root / "bin" / "git"):
        place.write_text(f"#!/bin/sh\ntouch '{sprung}'\n", encoding="utf-8")
        place.chmod(0o755)
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", os.pathsep.join((entry.format(root=root), os.environ["PATH"])))
    assert run_git(root, ["version"]).startswith(b"git version")
    assert not sprung.exists()
