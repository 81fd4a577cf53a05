"""The same bytes of every kind, tool and roadmap, whatever the seed, folder, locale or cache; also what is written."""

import importlib.util
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.hosts.builder import Files, Host, build, configuration, policy, write
from tests.test_determinism import Outputs, Way, assert_same, copied, run

RULES = ("doors", "hushed", "mypy", "ruff", "size")
STATES = [
    *(("facts", rule, "--format", "json") for rule in RULES),
    ("debt", "--by", "leaf", "--format", "json"),
]
"""What can be asked of a commit as well."""

COMMANDS = [
    *(("check", "--format", form) for form in ("json", "markdown", "sarif")),
    *STATES,
    ("trend", "--format", "json"),
    ("roadmap", "status", "--format", "json"),
    ("leaf", "next", "--format", "json"),
]
LEAVES = ("S1-L1", "S1-L2", "S2-L1")
ROADMAP = """\
# Rebuild

### S1: 第一

| Leaf | Status | Depends | Done when |
|---|---|---|---|
| S1-L1 Small functions | `ACTIVE` | none | they are small |
| S1-L2 Types | `PLANNED` | S1-L1 | they are right |

### S2: Doors

| Leaf | Status | Depends | Done when |
|---|---|---|---|
| S2-L1 One door | `PLANNED` | S1 | there is one |
"""
POLICY = 'schema = 1\nrule = "roadmap"\nkind = "roadmap"\ndocument = "docs/roadmap.md"\n'
WRITTEN = ("archgate.toml", ".gitattributes", "policies/*.toml", "fixtures/*.json")


def _module(number: int, worse: int) -> str:
    """A module in which every rule finds several things, in several definitions; `worse`: how many more."""
    wide = "".join(
        f"def wide_{n}(a, b, c):  # noqa: E{n}01\n    return 1 + 'x', undefined_{n}\n\n\n" for n in range(2 + worse)
    )
    classes = "class 类:\n    def ñ(self, a, b): return a.b  # type: ignore\n\n    v: int = ''\n\n\n"
    return f"import os, sys\nfrom app.m{number % 12:02} import 类 as other\n\n\n{wide}{classes}"


def _sources(worse: int) -> Files:
    files = {f"app/m{n:02}.py": _module(n + 5, worse) for n in range(12)}
    doors = {f"app/door{n}.py": 'from app.m01 import wide_0, 类\n__all__ = ["wide_0", "类"]\n' for n in range(4)}
    return {"app/__init__.py": "", **files, **doors, "app/мир/ñandú.py": _module(3, worse)}


def _rules() -> Files:
    assigns = [
        f'[[assign]]\n{key} = "{place}"\nleaf = "{leaf}"\n'
        for key, place, leaf in (
            ("module", "app.m03", LEAVES[0]),
            ("module", "app.мир", LEAVES[1]),
            ("path", "app/**", LEAVES[2]),
        )
    ]
    isolated = {"tool": "ruff", "isolated": True, "select": ["E", "F", "ANN"]}
    return {
        "archgate.toml": configuration(),
        "policies/size.toml": policy("complexity", "size", {"arguments": 1, "methods": 0}, *assigns),
        "policies/hushed.toml": policy("suppressions", "hushed", {}, *assigns),
        "policies/doors.toml": policy("exports", "doors", {}),
        "policies/ruff.toml": policy("diagnostics", "ruff", isolated, *assigns),
        "policies/mypy.toml": policy("diagnostics", "mypy", {"tool": "mypy"}, *assigns),
        "policies/roadmap.toml": POLICY,
        "docs/roadmap.md": ROADMAP,
        "mypy.ini": "[mypy]\nstrict = true\n",
    }


def _build(folder: Path) -> Host:
    """Four commits: the rules, all frozen, less of everything with its marks, and then more without."""
    host = build(folder, {**_sources(2), **_rules()}, git=True)
    for rule in RULES:
        assert run(host, ("policy", "freeze", rule))[0] == 0, rule
    host.commit("frozen")
    write(host.root, _sources(1))
    assert run(host, ("fixture", "write"))[0] == 0
    assert run(host, ("policy", "shrink"))[0] == 0
    host.commit("less")
    write(host.root, {f"app/m{n:02}.py": _module(n, 2) for n in (3, 7)})
    host.commit("more")
    return host


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Host:
    """The host; its copies are cold."""
    host = _build(tmp_path_factory.mktemp("original"))
    shutil.rmtree(host.root / ".git/archgate")
    return host


def outputs(host: Host, *options: str, **environment: str) -> Outputs:
    """What every command says of the host."""
    return {argv: run(host, argv, *options, **environment) for argv in COMMANDS}


@pytest.fixture(scope="module")
def expected(original: Host, tmp_path_factory: pytest.TempPathFactory) -> Outputs:
    """What one process says without a cache, with a fixed hash seed."""
    options = ("--processes", "1", "--no-cache")
    said = outputs(copied(original, tmp_path_factory.mktemp("plain")), *options, PYTHONHASHSEED="0")
    assert {argv: code for argv, (code, _) in said.items()} == {argv: int(argv[0] == "check") for argv in COMMANDS}
    assert b'"NEW"' in said["check", "--format", "json"][1]
    for rule in RULES:
        assert said["facts", rule, "--format", "json"][1].count(b'"id"') > 6, rule
    assert all(leaf.encode() in said["debt", "--by", "leaf", "--format", "json"][1] for leaf in LEAVES)
    return said


WAYS = [
    Way("hash seed 1, with a cache", (), (("PYTHONHASHSEED", "1"),)),
    Way("a random hash seed, without a cache", ("--no-cache",), (("PYTHONHASHSEED", "random"),)),
    Way("no UTF-8", ("--processes", "2"), (("LC_ALL", "C"), ("PYTHONUTF8", "0"), ("PYTHONCOERCECLOCALE", "0"))),
    Way("another language, time zone and terminal", (), (("LANG", "de_DE"), ("TZ", "Asia/Tokyo"), ("COLUMNS", "40"))),
]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_the_same_bytes(way: Way, original: Host, expected: Outputs, tmp_path: Path) -> None:
    (tmp_path / "a folder mit Ümlaut").mkdir()
    host = copied(original, tmp_path / "a folder mit Ümlaut")
    assert_same(outputs(host, *way.options, **dict(way.environment)), expected)


def test_warm_as_cold_and_below_the_root(original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    assert_same(outputs(host), expected)
    assert_same(outputs(Host(host.root / "app", host.home), PYTHONHASHSEED="3"), expected)


def test_the_work_tree_as_head(original: Host, expected: Outputs, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    for argv in STATES:
        assert run(host, (*argv, "--rev", "HEAD"), PYTHONHASHSEED="4") == expected[argv], argv


@pytest.mark.skipif(importlib.util.find_spec("pylint") is None, reason="pylint is not installed here")
def test_names_beyond_ascii_reach_pylint_and_come_back(tmp_path: Path) -> None:
    rule = policy("diagnostics", "pylint", {"tool": "pylint"})
    host = build(tmp_path / "Ümlaut", {"app/мир/ñandú.py": "import os\n", "policies/pylint.toml": rule})
    said = run(host, ("facts", "pylint"), "--no-cache")
    assert b"unused-import" in said[1]
    assert run(host, ("facts", "pylint"), "--no-cache", **dict(WAYS[2].environment)) == said


def _written(root: Path) -> dict[str, bytes]:
    """The bytes of all that archgate writes, by path."""
    paths = [path for pattern in WRITTEN for path in root.glob(pattern)]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(paths)}


def _in_ways(original: Host, folder: Path, *commands: tuple[str, ...]) -> list[Mapping[str, bytes]]:
    """What commands write in copies of a host, in other folders and with other hash seeds."""
    found = []
    for seed in ("0", "1", "77"):
        (folder / f"copy {seed}").mkdir()
        host = copied(original, folder / f"copy {seed}")
        for argv in commands:
            code, out = run(host, argv, PYTHONHASHSEED=seed)
            assert code == 0, out.decode()
        found.append(_written(host.root))
    return found


def test_marks_are_written_alike(original: Host, tmp_path: Path) -> None:
    host = copied(original, tmp_path)
    write(host.root, _sources(0))
    before = _written(host.root)
    first, *others = _in_ways(host, tmp_path, ("fixture", "write"), ("policy", "shrink"))
    changed = {path for path in first if first[path] != before[path]}
    assert changed == {f"fixtures/{rule}.json" for rule in ("hushed", "mypy", "ruff", "size")}
    assert [other == first for other in others] == [True, True]


def test_a_host_is_set_up_alike(tmp_path: Path) -> None:
    files = {**_sources(1), "mypy.ini": "[mypy]\nstrict = true\n", "pyproject.toml": ""}
    bare = build(tmp_path / "bare", files, git=True)
    first, *others = _in_ways(bare, tmp_path, ("init", "--with", "ruff"))
    marks = {f"fixtures/{rule}.json" for rule in ("lint", "suppressions", "types")}
    assert {"policies/lint.toml", *marks} <= set(first)
    assert [other == first for other in others] == [True, True]


def test_a_frozen_host_is_the_same_wherever_it_is_built(original: Host, tmp_path: Path) -> None:
    again = _build(tmp_path / "elsewhere")
    assert again.git("rev-parse", "HEAD^{tree}") == original.git("rev-parse", "HEAD^{tree}")
