"""The universe: whose each file is, and what Python calls it."""

import sys
from pathlib import Path
from typing import Any

import pytest

from archgate.host.configuration import Configuration
from archgate.host.git import Git
from archgate.host.tree import CommitTree, DiskTree
from archgate.host.universe import Universe, survey
from tests.host.repository import git, repository, write


def universe(
    tmp_path: Path,
    files: dict[str, str] | list[str],
    packages: tuple[str, ...] = ("app",),
    also: tuple[str, ...] = (),
    **lists: Any,
) -> Universe:
    write(tmp_path, files if isinstance(files, dict) else dict.fromkeys(files, ""))
    return survey(DiskTree(tmp_path, None), Configuration(packages=packages, **lists), also)


def modules(seen: Universe) -> dict[str, str]:
    return {path: source.module for path, source in seen.sources.items()}


NAMES = [
    ("a package", ["app/__init__.py"], {"app/__init__.py": "app"}),
    ("a module", ["app/feed.py"], {"app/feed.py": "app.feed"}),
    ("a window's script", ["app/win.pyw"], {"app/win.pyw": "app.win"}),
    ("a main module", ["app/__main__.py"], {"app/__main__.py": "app.__main__"}),
    ("a keyword is a name", ["app/class.py"], {"app/class.py": "app.class"}),
    ("Chinese", ["app/馈送.py"], {"app/馈送.py": "app.馈送"}),
    ("a file that is no identifier", ["app/my-script.py"], {"app/my-script.py": "app/my-script.py"}),
    ("a file with a dot", ["app/a.b.py"], {"app/a.b.py": "app/a.b.py"}),
    ("a folder that is none", ["app/my-dir/x.py"], {"app/my-dir/x.py": "app/my-dir/x.py"}),
    ("other suffixes are no sources", ["app/x.pyi", "app/x.txt"], {}),
    ("a suffix in capitals, which some systems import", ["app/x.PY"], {"app/x.PY": "app/x.PY"}),
]


@pytest.mark.parametrize(("files", "expected"), [pytest.param(*row[1:], id=row[0]) for row in NAMES])
def test_names(tmp_path: Path, files: list[str], expected: dict[str, str]) -> None:
    seen = universe(tmp_path, files)
    assert modules(seen) == expected
    assert {path: source.importable for path, source in seen.sources.items()} == {
        path: "/" not in module for path, module in expected.items()
    }


def test_roots(tmp_path: Path) -> None:
    seen = universe(tmp_path, ["src/app/x.py", "lib/y.py", "six.py"], ("src/app", "lib", "six.py"))
    assert modules(seen) == {"src/app/x.py": "app.x", "lib/y.py": "lib.y", "six.py": "six"}
    assert seen.roots == {"app", "lib", "six"}


def test_a_file_named_by_its_path_has_a_place_for_selectors(tmp_path: Path) -> None:
    seen = universe(tmp_path, ["src/app/my-script.py"], ("src/app",))
    assert seen.sources["src/app/my-script.py"].place == "app.my-script"


def test_a_package_takes_the_name_of_a_module_beside_it(tmp_path: Path) -> None:
    seen = universe(tmp_path, ["app/x.py", "app/x/__init__.py", "app/x/y.py"])
    assert modules(seen) == {"app/x.py": "app/x.py", "app/x/__init__.py": "app.x", "app/x/y.py": "app.x.y"}
    assert not seen.sources["app/x.py"].importable
    assert seen.clashes == (("app/x.py", "app/x/__init__.py"),)


OTHER_CLASHES = [
    ("a window's script beside a module", ["app/x.py", "app/x.pyw"], ("app/x.pyw", "app/x.py")),
    ("a module beside a folder", ["app/x.py", "app/x/y.py"], ("app/x/", "app/x.py")),
    ("an extension module beside a module", ["app/x.py", "app/x.abi3.so"], ("app/x.py", "app/x.abi3.so")),
]


@pytest.mark.parametrize(("files", "clash"), [pytest.param(*row[1:], id=row[0]) for row in OTHER_CLASHES])
def test_other_clashes(tmp_path: Path, files: list[str], clash: tuple[str, str]) -> None:
    assert universe(tmp_path, files).clashes == (clash,)


def test_folders_without_init_are_namespaces(tmp_path: Path) -> None:
    seen = universe(tmp_path, ["app/a/b/x.py", "app/c/__init__.py", "app/my-dir/y.py", "app/data/z.txt"])
    assert seen.namespaces == {"app", "app.a", "app.a.b"}


OPAQUE = [
    ("a Cython source", "app/fast.pyx", "app.fast"),
    ("an extension module", "app/fast.so", "app.fast"),
    ("with a tag", "app/fast.cpython-311-x86_64-linux-gnu.so", "app.fast"),
    ("on Windows", "app/fast.cp311-win_amd64.pyd", "app.fast"),
    ("bytecode without source", "app/fast.pyc", "app.fast"),
    ("a compiled package", "app/fast/__init__.abi3.so", "app.fast"),
]


@pytest.mark.parametrize(("path", "module"), [pytest.param(*row[1:], id=row[0]) for row in OPAQUE])
def test_opaque(tmp_path: Path, path: str, module: str) -> None:
    seen = universe(tmp_path, [path])
    assert seen.opaque == {module: path}
    assert seen.sources == {}


def test_a_source_is_not_opaque(tmp_path: Path) -> None:
    assert universe(tmp_path, ["app/fast.py", "app/fast.pyx", "app/fast.pyc"]).opaque == {}


def test_every_file_is_in_one_list_or_unclaimed(tmp_path: Path) -> None:
    files = ["app/x.py", "app/plugins/p.py", "tests/t.py", "tools/run.py", "notes.txt", "win.pyw"]
    seen = universe(tmp_path, files, exclude=("app/plugins/**",), apart=("tests/**",))
    assert list(seen.sources) == ["app/x.py"]
    assert (seen.excluded, seen.apart) == (1, 1)
    assert seen.unclaimed == ("tools/run.py", "win.pyw")


def test_some_paths_are_the_host_s_whatever_the_lists_say(tmp_path: Path) -> None:
    files = ["app/x.py", "app/plugins/p.py", "tests/t.py", "tests/u.py"]
    lists = {"exclude": ("app/plugins/**",), "apart": ("tests/**",)}
    seen = universe(tmp_path, files, also=("app/plugins/p.py", "tests/t.py"), **lists)
    assert modules(seen) == {"app/x.py": "app.x", "app/plugins/p.py": "app.plugins.p", "tests/t.py": "tests.t"}
    assert (seen.excluded, seen.apart) == (0, 1)


FOREIGN = [
    ("from the root", ["tests/unit/t.py"], ("app",), {"tests.unit.t": "tests/unit/t.py"}),
    ("a package", ["tests/__init__.py"], ("app",), {"tests": "tests/__init__.py"}),
    (
        "from beside the root package",
        ["src/tests/t.py"],
        ("src/app",),
        {"src.tests.t": "src/tests/t.py", "tests.t": "src/tests/t.py"},
    ),
    (
        "folders inside a root package",
        ["app/tests/a/t.py"],
        ("app",),
        {"app.tests": "app/tests", "app.tests.a": "app/tests/a", "app.tests.a.t": "app/tests/a/t.py"},
    ),
    ("never a root package's name", ["app/tests/x.py"], ("src/app",), {}),
    ("no identifier, no name", ["tests/my-t.py", "my-tests/t.py"], ("app",), {}),
    ("an extension module", ["tests/fast.abi3.so"], ("app",), {"tests.fast": "tests/fast.abi3.so"}),
]


@pytest.mark.parametrize(("files", "packages", "expected"), [pytest.param(*row[1:], id=row[0]) for row in FOREIGN])
def test_foreign(tmp_path: Path, files: list[str], packages: tuple[str, ...], expected: dict[str, str]) -> None:
    seen = universe(tmp_path, [*files, f"{packages[0]}/__init__.py"], packages, apart=("**/tests/**", "my-tests/**"))
    assert seen.foreign == expected


def test_a_namespace_shared_with_the_host_is_not_foreign(tmp_path: Path) -> None:
    seen = universe(tmp_path, ["app/plugins/own.py", "app/plugins/gen.py"], exclude=("**/gen.py",))
    assert seen.foreign == {"app.plugins.gen": "app/plugins/gen.py"}


@pytest.mark.skipif(sys.platform == "win32", reason="links as POSIX has them")
def test_what_is_not_judged_is_told(tmp_path: Path) -> None:
    root = repository(tmp_path / "root", {"app/x.py": "", "app/out.py": "-> ../../x.py", "app/l.py": "-> gone.py"})
    repository(root / "app/vendor", {"v.py": ""})
    repository(root / "third/party", {"v.py": ""})
    configuration = Configuration(packages=("app",), exclude=("third/**",))
    seen = survey(DiskTree(root, Git.find(root)), configuration)
    assert seen.unjudged == (
        ("app/out.py", "a symlink that leaves the root"),
        ("app/vendor", "a repository of its own"),
    )
    assert list(seen.sources) == ["app/l.py", "app/x.py"]


def test_a_tree_without_the_package_is_empty(tmp_path: Path) -> None:
    seen = universe(tmp_path, ["other/x.py"], ("app",))
    assert seen.sources == {}
    assert seen.unclaimed == ("other/x.py",)


def test_disk_and_commit_have_the_same_universe(tmp_path: Path) -> None:
    files = ["app/x.py", "app/x/__init__.py", "tests/t.py", "app/a/b.py", "app/f.pyx"]
    root = repository(tmp_path, dict.fromkeys(files, ""))
    repo = Git.find(root)
    assert repo is not None
    configuration = Configuration(packages=("app",), apart=("tests/**",))
    assert survey(DiskTree(root, repo), configuration) == survey(
        CommitTree(repo, git(root, "rev-parse", "HEAD")), configuration
    )
