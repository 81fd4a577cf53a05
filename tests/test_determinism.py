"""The same host gives the same bytes: on any number of processes, cold or warm, whatever seed, folder or locale."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hosts.builder import Files, Host, block, build, clean_environment, configuration, policy

COMMANDS = [
    ("check", "--format", "json"),
    ("check",),
    ("facts", "imports", "--format", "json"),
    ("facts", "imports", "--external", "--implied"),
    ("debt", "--format", "json"),
    ("debt", "--by", "owner"),
]
MEASURING = ("check", "facts")
"""The commands that take `--processes` and `--no-cache`."""

PADDING = "".join(f"def padding_{n}(value):\n    return [value, {n}, 'text {n}']\n\n\n" for n in range(220))
"""Makes the host large enough (2.5 MB) that several processes are worth starting."""


def _sources() -> Files:
    """200 modules in eight packages that import one another in every way, with names in several scripts."""
    names = [f"app/p{n % 8}/m{n:03}.py" for n in range(200)]
    door = 'from app.p1.m001 import padding_0, wide\n__all__ = ["padding_0", "wide"]\n'
    files = {f"app/p{n}/__init__.py": f"from . import m{n:03}\n{door}" for n in range(8)} | {"app/__init__.py": ""}
    for number, name in enumerate(names):
        near, far = (number * 7 + 3) % 200, (number * 31 + 17) % 200
        lines = [
            f"from app.p{near % 8} import m{near:03}",
            "import requests, os.path",
            "from typing import TYPE_CHECKING",
            f"if TYPE_CHECKING:\n    from app.p{far % 8}.m{far:03} import padding_1",
            f"def late():\n    import app.p{far % 8}.m{far:03}",
            f"def later():\n    return __import__('app.p{near % 8}.m{near:03}')",
            "def wide(a, b):  # noqa: E999\n    return padding_0",
        ]
        lines += [f"import app.nothere{number}"] if number % 50 == 0 else []
        files[name] = "\n".join([*lines, PADDING])
    return files | {"app/мир/模块.py": "from . import ñandú\n", "app/мир/ñandú.py": "from . import 模块\n"}


def _policies() -> Files:
    debts = [block("debt", from_=f"app.p0.m{n:03}", to=f"app.p5.m{(n * 7 + 3) % 200:03}") for n in (0, 8, 16)]
    assign = '[[assign]]\nmodule = "app.p3"\nleaf = "S1-L1"\n'
    return {
        "archgate.toml": configuration(),
        "policies/edge.toml": policy("boundary", "edge", {"from": ["app.p0"], "to": ["app.p3", "app.p5"]}, *debts),
        "policies/loops.toml": policy("cycle", "loops", {}),
        "policies/size.toml": policy("complexity", "size", {"arguments": 1, "file_definitions": 1}, assign),
        "policies/hushed.toml": policy("suppressions", "hushed", {}, assign),
        "policies/doors.toml": policy("exports", "doors", {}),
    }


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Host:
    """The host, committed at a fixed date, never measured: its copies are cold."""
    return build(tmp_path_factory.mktemp("original"), {**_sources(), **_policies()}, git=True)


Outputs = Mapping[tuple[str, ...], tuple[int, bytes]]


def run(host: Host, argv: tuple[str, ...], *options: str, **environment: str) -> tuple[int, bytes]:
    """The exit code and stdout of one command in a process of its own."""
    command = [sys.executable, "-P", "-m", "archgate", *argv, *(options if argv[0] in MEASURING else ())]
    inherited = clean_environment(host.home) | {"PYTHONPATH": str(Path(__file__).parents[1])} | environment
    done = subprocess.run(command, cwd=host.root, env=inherited, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.returncode, done.stdout


def outputs(host: Host, *options: str, **environment: str) -> Outputs:
    """What every command says of the host."""
    return {argv: run(host, argv, *options, **environment) for argv in COMMANDS}


def copied(host: Host, folder: Path) -> Host:
    """A copy in another folder that has no cache yet."""
    shutil.copytree(host.root, folder / "host", symlinks=True)
    (folder / "home").mkdir()
    return Host(folder / "host", folder / "home")


@pytest.fixture(scope="module")
def expected(original: Host, tmp_path_factory: pytest.TempPathFactory) -> Outputs:
    """What one process says without a cache."""
    said = outputs(copied(original, tmp_path_factory.mktemp("plain")), "--processes", "1", "--no-cache")
    assert {argv: code for argv, (code, _) in said.items()} == {argv: int(argv[0] == "check") for argv in COMMANDS}
    verdict = said["check", "--format", "json"][1].decode()
    assert [verdict.count(f'"id": "{rule}|') for rule in ("size", "hushed", "doors")] == [400, 200, 16]
    assert all(len(out) > 40 for _, out in said.values())
    return said


@dataclass(frozen=True)
class Way:
    """One way to ask for the same."""

    idea: str
    options: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.idea


WAYS = [
    Way("one process, with a cache", ("--processes", "1")),
    Way("four processes, with a cache", ("--processes", "4")),
    Way("four processes, without a cache", ("--processes", "4", "--no-cache")),
    Way("hash seed 1", (), (("PYTHONHASHSEED", "1"),)),
    Way("hash seed 2, four processes", ("--processes", "4"), (("PYTHONHASHSEED", "2"),)),
    Way("a random hash seed, without a cache", ("--no-cache",), (("PYTHONHASHSEED", "random"),)),
    Way("LC_ALL=C", (), (("LC_ALL", "C"),)),
    Way("LC_ALL=POSIX and no UTF-8 mode", (), (("LC_ALL", "POSIX"), ("PYTHONUTF8", "0"), ("PYTHONCOERCECLOCALE", "0"))),
    Way("a locale that is not installed", (), (("LC_ALL", "tr_TR.ISO8859-9"),)),
    Way("an ASCII terminal's encoding", (), (("PYTHONIOENCODING", "ascii"),)),
    Way("another language and time zone", (), (("LANG", "de_DE.UTF-8"), ("LANGUAGE", "de"), ("TZ", "Asia/Tokyo"))),
    Way("a narrow terminal with colours", (), (("COLUMNS", "40"), ("TERM", "xterm-256color"), ("PYTHONOPTIMIZE", "2"))),
]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_the_same_bytes(way: Way, original: Host, expected: Outputs, tmp_path: Path) -> None:
    cold = copied(original, tmp_path)
    assert_same(outputs(cold, *way.options, **dict(way.environment)), expected)


def test_warm_as_cold(original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    assert_same(outputs(host), expected)
    assert_same(outputs(host), expected)
    assert_same(outputs(host, "--no-cache"), expected)


def test_a_cache_filled_by_another_seed_and_four_processes(original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    outputs(host, "--processes", "4", PYTHONHASHSEED="7")
    assert_same(outputs(host, "--processes", "1", PYTHONHASHSEED="8"), expected)


def test_a_cache_filled_by_another_state_of_the_host(original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    moved = host.root / "app/p0/m000.py"
    before = moved.read_bytes()
    moved.write_bytes(b"import app.p3.m003\n" + before)
    outputs(host)
    moved.write_bytes(before)
    assert_same(outputs(host), expected)


@pytest.mark.parametrize("name", ["a folder mit Ümlaut", "app"])
def test_another_folder(name: str, original: Host, expected: Outputs, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    assert_same(outputs(copied(original, tmp_path / name)), expected)


def test_from_a_folder_below_the_root(original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    assert_same(outputs(Host(host.root / "app/p0", host.home)), expected)


def test_through_a_link_to_the_folder(original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    (tmp_path / "link").symlink_to(host.root, target_is_directory=True)
    assert_same(outputs(Host(tmp_path / "link", host.home)), expected)


def test_files_written_in_another_order(original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    tracked = sorted(path for path in (host.root / "app").rglob("*.py"))
    held = {path: path.read_bytes() for path in tracked}
    shutil.rmtree(host.root / "app")
    for path in reversed(tracked):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(held[path])
        os.utime(path, (1, 1))
    assert_same(outputs(host), expected)


@pytest.mark.parametrize("argv", [argv for argv in COMMANDS if argv[0] in ("facts", "debt")], ids=" ".join)
def test_the_work_tree_as_head(argv: tuple[str, ...], original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    assert run(host, (*argv, "--rev", "HEAD")) == expected[argv]
    assert run(host, (*argv, "--rev", "main")) == expected[argv]


@pytest.mark.parametrize("argv", [argv for argv in COMMANDS if argv[0] in ("facts", "debt")], ids=" ".join)
def test_a_folder_without_git_as_a_repository(
    argv: tuple[str, ...], original: Host, expected: Outputs, tmp_path: Path
) -> None:
    host = copied(original, tmp_path)
    shutil.rmtree(host.root / ".git")
    assert run(host, argv) == expected[argv]


def test_another_clone(original: Host, expected: Outputs, tmp_path: Path) -> None:
    original.git("clone", "-q", str(original.root), str(tmp_path / "host"))
    (tmp_path / "home").mkdir()
    assert_same(outputs(Host(tmp_path / "host", tmp_path / "home")), expected)


Change = Callable[[Path], None]


def _commented(root: Path) -> None:
    for path in (root / "app").rglob("m*.py"):
        path.write_bytes(path.read_bytes() + b"\n# a comment\n")


def _windows(root: Path) -> None:
    for path in (root / "app").rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def _marked(root: Path) -> None:
    for path in (root / "app").rglob("*.py"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())


@pytest.mark.parametrize(
    "change", [_commented, _windows, _marked], ids=["comments", "Windows line ends", "byte order marks"]
)
def test_what_says_nothing_changes_nothing(change: Change, original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    change(host.root)
    for argv in COMMANDS[2:]:
        assert run(host, argv) == expected[argv]


def test_nothing_is_written_into_the_work_tree(original: Host, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    outputs(host)
    assert host.git("status", "--porcelain", "--ignored") == ""


def assert_same(said: Outputs, expected: Outputs) -> None:
    """Each command's exit code and bytes are the expected ones."""
    for argv, (code, out) in expected.items():
        assert said[argv][0] == code, argv
        assert said[argv][1].decode() == out.decode(), argv
