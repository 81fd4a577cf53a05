"""Where a tool finds sources and settings: the work tree, a lasting export, or a passing one."""

from pathlib import Path

import pytest

from archgate.host.bench import Bench
from archgate.host.git import Git
from archgate.host.tree import DiskTree
from archgate.measure.export import Site, is_passing, workplace
from archgate.measure.fault import Unmeasured
from tests.host.repository import commit, git, write
from tests.measure.benches import commit_tree, made


def bench_of(root: Path, base: str = "") -> Bench:
    """The bench of a work tree, or of a commit with the work tree's settings."""
    disk = DiskTree(root, Git.find(root))
    return Bench(commit_tree(root, base) if base else disk, disk, root, root.parent / "scratch")


def repository(folder: Path) -> Path:
    """A host in git, with one commit."""
    root = made(folder, {"app/m.py": "x = 1\n", "app/数/n.pyi": "", "mypy.ini": "[mypy]\n", "README.md": "text"})
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root)
    return root


def listed(folder: Path) -> list[str]:
    """The files below a folder."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_in_place(tmp_path: Path) -> None:
    root = repository(tmp_path / "host")
    with workplace(bench_of(root)) as folder:
        assert folder == root


def test_what_is_exported(tmp_path: Path) -> None:
    root = repository(tmp_path / "host")
    with workplace(bench_of(root, "HEAD"), ["README.md"], {"added.toml": b"x"}) as folder:
        wanted = ["README.md", "added.toml", "app/__init__.py", "app/m.py", "app/数/n.pyi", "archgate.toml", "mypy.ini"]
        assert listed(folder) == wanted
        assert (folder / "added.toml").read_bytes() == b"x"


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    root = repository(tmp_path / "host")
    with workplace(bench_of(root), site=Site.KEPT) as folder:
        before = {name: (folder / name).stat() for name in listed(folder)}
    write(root, {"app/m.py": "x = 2\n", "app/new.py": ""})
    (root / "app/数/n.pyi").unlink()
    with workplace(bench_of(root), site=Site.KEPT) as again:
        assert again == folder
        after = {name: (folder / name).stat() for name in listed(folder)}
    assert set(after) - set(before) == {"app/new.py"}
    assert set(before) - set(after) == {"app/数/n.pyi"}
    assert not (folder / "app/数").exists()
    same = set(after) & set(before)
    changed = {name for name in same if after[name].st_mtime != before[name].st_mtime}
    assert changed == {"app/m.py"}
    assert all(after[name].st_ctime_ns == before[name].st_ctime_ns for name in same - changed)


def test_a_broken_off_export_is_mended(tmp_path: Path) -> None:
    root = repository(tmp_path / "host")
    with workplace(bench_of(root), site=Site.KEPT) as folder:
        pass
    (folder / "app/m.py").write_text("half")
    (folder / "left.py").write_text("over")
    folder.with_name(f"{folder.name}.json").unlink()
    with workplace(bench_of(root), site=Site.KEPT):
        assert (folder / "app/m.py").read_text() == "x = 1\n"
        assert not (folder / "left.py").exists()


def test_two_at_once_have_a_folder_each(tmp_path: Path) -> None:
    root = repository(tmp_path / "host")
    with (
        workplace(bench_of(root), site=Site.KEPT) as first,
        workplace(bench_of(root), site=Site.KEPT) as second,
    ):
        assert (is_passing(first), is_passing(second)) == (False, True)
        assert listed(first) == listed(second)
    assert first.exists()
    assert not second.exists()


def test_no_room(tmp_path: Path) -> None:
    root = repository(tmp_path / "host")
    (tmp_path / "scratch").write_text("in the way")
    with pytest.raises(Unmeasured, match="cannot be exported"), workplace(bench_of(root), site=Site.KEPT):
        pass


def test_a_link_is_exported_as_what_it_leads_to(tmp_path: Path) -> None:
    root = repository(tmp_path / "host")
    write(root, {"app/l.py": "-> m.py"})
    with workplace(bench_of(root), site=Site.KEPT) as folder:
        assert not (folder / "app/l.py").is_symlink()
        assert (folder / "app/l.py").read_text() == "x = 1\n"


def test_away_from_the_host(tmp_path: Path) -> None:
    root = repository(tmp_path / "host")
    bench = Bench(DiskTree(root, None), DiskTree(root, None), root, root / ".git" / "scratch")
    with workplace(bench, site=Site.AWAY) as folder:
        assert not folder.is_relative_to(root)
        assert (folder / "app/m.py").read_text() == "x = 1\n"
    assert not folder.exists()
    assert not bench.scratch.exists()
