"""The configuration: where it is found, what it may say, and how everything wrong with it is told at once."""

from pathlib import Path

import pytest

from archgate.host.configuration import (
    Configuration,
    check_requires,
    find_root,
    has_configuration,
    read_configuration,
)
from archgate.host.errors import InputError
from archgate.host.tree import DiskTree
from tests.host.repository import repository, write

HOST = {"app/__init__.py": "", "src/lib/x.py": "", "six.py": "", "tests/t.py": "", "setup.py": ""}


def problems(root: Path, text: str | bytes, name: str = "archgate.toml") -> list[str]:
    write(root, {**HOST, name: text})
    with pytest.raises(InputError) as raised:
        read_configuration(DiskTree(root, None))
    return [str(problem) for problem in raised.value.problems]


def test_all_keys(tmp_path: Path) -> None:
    text = """
packages = ["app", "src/lib", "six.py"]
exclude = ["app/plugins/**"]
apart = ["tests/**", "setup.py"]
policies = "law/policies"
fixtures = "law/fixtures"
base = ["origin/main", "upstream/main"]
requires = "~=0.1"
wired = [".github/workflows/ci.yml"]
analysis = 2
"""
    expected = Configuration(
        packages=("app", "src/lib", "six.py"),
        exclude=("app/plugins/**",),
        apart=("tests/**", "setup.py"),
        policies="law/policies",
        fixtures="law/fixtures",
        base=("origin/main", "upstream/main"),
        requires="~=0.1",
        wired=(".github/workflows/ci.yml",),
        analysis=2,
    )
    write(tmp_path, {**HOST, "archgate.toml": text})
    assert read_configuration(DiskTree(tmp_path, None)) == expected
    write(tmp_path, {"archgate.toml": "", "pyproject.toml": '[project]\nname = "x"\n[tool.archgate]' + text})
    in_pyproject = read_configuration(DiskTree(tmp_path, None))
    assert in_pyproject.path == "pyproject.toml"
    assert (in_pyproject.packages, in_pyproject.analysis) == (expected.packages, 2)


def test_defaults(tmp_path: Path) -> None:
    write(tmp_path, {**HOST, "archgate.toml": 'packages = ["app"]'})
    assert read_configuration(DiskTree(tmp_path, None)) == Configuration(packages=("app",))


def test_root_packages_are_named_by_their_last_segment(tmp_path: Path) -> None:
    roots = Configuration(packages=("app", "src/lib", "six.py")).roots
    assert [(root.module, root.parent) for root in roots] == [("app", ""), ("lib", "src"), ("six", "")]


INVALID = [
    ("no packages", "", "0: `packages` names no root package"),
    ("empty packages", "\npackages = []", "2: `packages` names no root package"),
    ("a wrong type", 'packages = "app"', "1: `packages` must be a list of strings"),
    ("a wrong type inside", "packages = [1]", "1: `packages` must be a list of strings"),
    ("text that is a list", 'packages = ["app"]\npolicies = ["p"]', "2: `policies` must be a string"),
    ("base that is a string", 'packages = ["app"]\nbase = "origin/main"', "2: `base` must be a list of strings"),
    ("a number that is true", 'packages = ["app"]\nanalysis = true', "2: `analysis` must be a whole number from 1"),
    ("a number that is none", 'packages = ["app"]\nanalysis = 0', "2: `analysis` must be a whole number from 1"),
    ("an unknown key", 'packages = ["app"]\nexcludes = []', "2: unknown key `excludes` (did you mean `exclude`?)"),
    ("a stranger", 'packages = ["app"]\nzzz = 1', "2: unknown key `zzz` (known are analysis, apart, base,"),
    ("a table", 'packages = ["app"]\n[packages_of]\nx = 1', "2: unknown key `packages_of`"),
    ("an absolute path", 'packages = ["/app"]', "1: `packages`: `/app` is an absolute path"),
    ("a drive", 'packages = ["app"]\nwired = ["C:/x.yml"]', "2: `wired`: `C:/x.yml` is an absolute path"),
    ("a path that climbs", 'packages = ["app"]\npolicies = "../p"', "2: `policies`: `../p` leaves the root"),
    ("a backslash", "packages = ['app\\x']", "1: `packages`: `app\\x` has a backslash (write it relative"),
    ("a slash at the end", 'packages = ["app/"]', "1: `packages`: `app/` has an empty segment (write `app`)"),
    ("a dot", 'packages = ["./app"]', "1: `packages`: `./app` has an empty segment (write `app`)"),
    ("an empty path", 'packages = ["app"]\nexclude = [""]', "2: `exclude`: a path is empty"),
    (
        "no NFC",
        'packages = ["app"]\nexclude = ["e\u0301/**"]',
        "2: `exclude`: `e\u0301/**` is not in Unicode's NFC form",
    ),
    ("a pattern of packages", 'packages = ["*"]', "1: `packages`: `*` is a pattern"),
    ("a package that is no name", 'packages = ["my-app"]', "1: `packages`: `my-app` cannot be imported"),
    ("a ref like an option", 'packages = ["app"]\nbase = ["--x"]', "2: `base`: `--x` is no git ref"),
    ("a blank ref", 'packages = ["app"]\nbase = [""]', "2: `base`: `` is no git ref"),
    ("a specifier", 'packages = ["app"]\nrequires = "0.1"', "2: `requires`: `0.1` is no version specifier"),
    (
        "a missing package",
        'packages = [\n  "app",\n  "src/lob",\n]',
        "3: `packages`: there is no `src/lob` (did you mean `src/lib`?)",
    ),
    ("a missing file", 'packages = ["sax.py"]', "1: `packages`: there is no `sax.py` (did you mean `six.py`?)"),
    ("one name twice", 'packages = ["app",\n "src/app"]', "2: `packages`: `src/app` and `app` are both module `app`"),
    ("one in another", 'packages = ["src",\n "src/lib"]', "2: `packages`: `src/lib` and `src` lie in one another"),
    ("the same twice", 'packages = ["app", "app"]', "1: `packages`: `app` and `app` lie in one another"),
    (
        "a folder for a glob",
        'packages = ["src/lib"]\napart = ["src"]',
        "2: `apart`: `src` is a folder, which takes `/**`",
    ),
    ("no TOML", 'packages = ["app"]\nbase = [\n', "2: the file is no TOML: "),
    ("a key twice", 'packages = ["app"]\npackages = ["app"]', "2: the file is no TOML: cannot overwrite a value"),
    ("conflict markers", 'packages = ["app"]\n<<<<<<< HEAD\n=======\n>>>>>>> x\n', "2: the file has conflict markers"),
    ("a byte order mark", '\ufeffpackages = ["app"]', "1: the file begins with a byte order mark"),
]


@pytest.mark.parametrize(("text", "said"), [pytest.param(*row[1:], id=row[0]) for row in INVALID])
def test_invalid(tmp_path: Path, text: str, said: str) -> None:
    place, message = said.split(": ", 1)
    where = f"archgate.toml:{place}: " if place != "0" else "archgate.toml: "
    assert any(line.startswith(f"INVALID  {where}{message}") for line in problems(tmp_path, text)), problems(
        tmp_path, text
    )


def test_not_utf8(tmp_path: Path) -> None:
    [line] = problems(tmp_path, b'packages = ["app"]\n# \xe9\n')
    assert line == "INVALID  archgate.toml:2: the file is not UTF-8 (save it as UTF-8)"


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    told = problems(
        tmp_path, '[project]\npackages = 1\n[tool.archgate]\npackages = ["/a"]\nbase = 1\nx = 2', "pyproject.toml"
    )
    assert [line.split(" ")[2] for line in told] == [f"pyproject.toml:{line}:" for line in (4, 5, 6)]


def test_two_configurations(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": '[tool.archgate]\npackages = ["app"]'})
    [line] = problems(tmp_path, 'packages = ["app"]')
    assert line.startswith("INVALID  archgate.toml:1: archgate is configured here and in pyproject.toml")


def test_somebody_else_s_broken_pyproject_is_none_of_ours(tmp_path: Path) -> None:
    write(tmp_path, {**HOST, "pyproject.toml": "<<<<<<< x\n", "archgate.toml": 'packages = ["app"]'})
    assert read_configuration(DiskTree(tmp_path, None)).packages == ("app",)


def test_no_configuration_names_init(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "[tool.other]\n"})
    tree = DiskTree(tmp_path, None)
    assert not has_configuration(tree)
    with pytest.raises(InputError, match="archgate init"):
        read_configuration(tree)


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"archgate.toml": ""}, id="its own file, even empty"),
        pytest.param({"pyproject.toml": "[tool.archgate]\n"}, id="a table in pyproject.toml"),
        pytest.param({"pyproject.toml": "[tool.archgate\n"}, id="a broken pyproject.toml that means it"),
        pytest.param({"archgate.toml": "", "a/b/pyproject.toml": "[tool.x]"}, id="past a pyproject.toml of others"),
    ],
)
def test_find_root(tmp_path: Path, files: dict[str, str]) -> None:
    write(tmp_path, {**files, "a/b/c.py": ""})
    assert find_root(tmp_path / "a/b") == tmp_path


def test_the_root_is_not_above_the_work_tree(tmp_path: Path) -> None:
    write(tmp_path, {"archgate.toml": ""})
    root = repository(tmp_path / "repo", {"a/x.py": ""})
    with pytest.raises(InputError, match="archgate init"):
        find_root(root / "a")
    write(root, {"archgate.toml": ""})
    assert find_root(root / "a") == root


def test_requires() -> None:
    check_requires(Configuration(packages=("app",)), "0.1.0")
    check_requires(Configuration(packages=("app",), requires="~=0.1"), "0.2.0.dev1")
    with pytest.raises(
        InputError, match=r"this is archgate 1\.0, but .* requires ~=0\.1 \(install archgate-py~=0\.1\)"
    ):
        check_requires(Configuration(packages=("app",), requires="~=0.1"), "1.0")
