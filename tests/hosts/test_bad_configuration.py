"""A configuration that is missing or wrong: one clear line for each fault."""

from pathlib import Path

import pytest

from .builder import (
    STANDARD,
    Host,
    build,
    configuration,
)
from .sample import COMMANDS, faults


@pytest.mark.parametrize("argv", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("git", [False, True], ids=["a folder", "a repository"])
def test_where_nothing_is_configured_init_is_named(argv: tuple[str, ...], git: bool, tmp_path: Path) -> None:
    host = build(tmp_path, {"archgate.toml": "", "app/m.py": "import app.a"})
    (host.root / "archgate.toml").unlink()
    if git:
        host.git("init", "-q")
    run = host.run(*argv)
    assert run.exit == 2
    assert run.said.count("archgate init") == 1
    assert "Traceback" not in run.said


def test_a_pyproject_without_our_table_is_no_configuration(tmp_path: Path) -> None:
    run = build(tmp_path, {**STANDARD, "pyproject.toml": '[project]\nname = "app"\n'}).run("check")
    assert run.exit == 2
    assert "archgate init" in run.said


def test_the_configuration_may_stand_in_pyproject(tmp_path: Path) -> None:
    pyproject = '[project]\nname = "app"\n\n[tool.archgate]\npackages = ["app"]\n'
    assert build(tmp_path, {**STANDARD, "pyproject.toml": pyproject}).check()["exit"] == 0


def test_the_search_for_a_configuration_ends_at_the_repository(tmp_path: Path) -> None:
    outer = build(tmp_path, {**STANDARD, "inner/app/m.py": ""})
    inner = Host(outer.root / "inner", outer.home)
    inner.git("init", "-q")
    run = inner.run("check")
    assert run.exit == 2
    assert "archgate init" in run.said


CONFIGURATIONS = [
    ("no TOML", 'packages = ["app"\n', [], 0),
    ("a value that does not end", 'packages = ["app]\n', ["archgate.toml:1"], 1),
    ("a key twice", 'packages = ["app"]\npackages = ["app"]\n', ["archgate.toml:2"], 1),
    ("an unknown key", 'packages = ["app"]\nexcludes = ["x"]\n', ["archgate.toml:2", "excludes", "exclude"], 1),
    ("another unknown key", 'package = ["app"]\n', ["archgate.toml:1", "package", "packages"], 0),
    ("packages that are no list", 'packages = "app"\n', ["archgate.toml:1", "packages"], 1),
    ("packages that are numbers", "packages = [1]\n", ["archgate.toml:1", "packages"], 1),
    ("exclude that is no list", 'packages = ["app"]\nexclude = "x/**"\n', ["archgate.toml:2", "exclude"], 1),
    ("policies that are a list", 'packages = ["app"]\npolicies = ["p"]\n', ["archgate.toml:2", "policies"], 1),
    ("base that is no list", 'packages = ["app"]\nbase = "origin/main"\n', ["archgate.toml:2", "base"], 1),
    ("analysis that is a word", 'packages = ["app"]\nanalysis = "one"\n', ["archgate.toml:2", "analysis"], 1),
    ("analysis that is a truth", 'packages = ["app"]\nanalysis = true\n', ["archgate.toml:2", "analysis"], 1),
    ("no packages at all", 'exclude = ["x/**"]\n', ["packages"], 1),
    ("an empty list of packages", "packages = []\n", ["archgate.toml:1", "packages"], 1),
    ("a package that is not there", 'packages = ["ap"]\n', ["archgate.toml:1", "ap", "app"], 1),
    ("a package above the root", 'packages = ["app", "../x"]\n', ["archgate.toml:1", "../x"], 1),
    ("an absolute package", 'packages = ["app", "/x"]\n', ["archgate.toml:1", "/x"], 1),
    ("backslashes", 'packages = ["app"]\nexclude = ["app\\\\x\\\\**"]\n', ["archgate.toml:2"], 1),
    ("an absolute exclude", 'packages = ["app"]\nexclude = ["/x/**"]\n', ["archgate.toml:2", "/x/**"], 1),
    ("policies above the root", 'packages = ["app"]\npolicies = "../p"\n', ["archgate.toml:2", "../p"], 1),
    ("a package in a package", 'packages = ["app", "app/pkg"]\n', ["archgate.toml:1", "app/pkg"], 1),
    ("a package twice", 'packages = ["app", "app"]\n', ["archgate.toml:1", "app"], 1),
    ("two packages of one name", 'packages = ["app", "src/app"]\n', ["archgate.toml:1", "src/app"], 1),
    ("requires that is no version", 'packages = ["app"]\nrequires = "latest"\n', ["archgate.toml:2", "latest"], 1),
    ("requires another version", 'packages = ["app"]\nrequires = ">=99"\n', ["archgate.toml", ">=99"], 1),
    (
        "conflict markers",
        '<<<<<<< ours\npackages = ["app"]\n=======\n>>>>>>> theirs\n',
        ["archgate.toml:1", "conflict"],
        1,
    ),
    ("Latin-1", 'packages = ["app"]\n# é\n'.encode("latin-1"), ["archgate.toml", "UTF-8"], 1),
    ("a table", 'packages = ["app"]\n[rules]\nx = 1\n', ["archgate.toml:2", "rules"], 1),
    ("policies that are a file", 'packages = ["app"]\npolicies = "app.md"\n', ["archgate.toml:2", "is a file"], 1),
    ("fixtures that are a file", 'packages = ["app"]\nfixtures = "app.md"\n', ["archgate.toml:2", "is a file"], 1),
    ("one folder for both", 'packages = ["app"]\nfixtures = "policies"\n', ["archgate.toml:2", "lies in that of"], 1),
    (
        "fixtures in policies",
        'packages = ["app"]\nfixtures = "policies/x"\n',
        ["archgate.toml:2", "lies in that of"],
        1,
    ),
    (
        "policies in fixtures",
        'packages = ["app"]\npolicies = "fixtures/x"\n',
        ["archgate.toml:2", "lies in that of"],
        1,
    ),
    ("fixtures that are the host", 'packages = ["app"]\nfixtures = "app"\n', ["archgate.toml:2", "root package"], 1),
    ("policies in the host", 'packages = ["app"]\npolicies = "app/law"\n', ["archgate.toml:2", "root package"], 1),
    ("policies around the host", 'packages = ["src/app"]\npolicies = "src"\n', ["archgate.toml:2", "root package"], 1),
    ("policies that are the root", 'packages = ["app"]\npolicies = "."\n', ["archgate.toml:2", "root itself"], 1),
    ("a package that is its file", 'packages = ["app/__init__.py"]\n', ["archgate.toml:1", "write `app`"], 1),
    ("the root as a package", 'packages = ["."]\n', ["archgate.toml:1", "root itself"], 1),
    ("a class of characters", 'packages = ["app"]\nexclude = ["[a"]\n', ["archgate.toml:2", "no classes"], 1),
    ("another class", 'packages = ["app"]\napart = ["test[s]/**"]\n', ["archgate.toml:2", "no classes"], 1),
    ("an absurd analysis", f'packages = ["app"]\nanalysis = {10**30}\n', ["archgate.toml:2", "from 1 to 9999"], 1),
    ("an escape in a ref", 'packages = ["app"]\nbase = ["a\\u001bb"]\n', ["archgate.toml:2", "no git ref"], 1),
    ("an escape in a glob", 'packages = ["app"]\nexclude = ["\\u001b[2J"]\n', ["archgate.toml:2", "exclude"], 1),
    ("wired that is not there", 'packages = ["app"]\nwired = ["ci.yml"]\n', ["archgate.toml:2", "`ci.yml`"], 1),
    ("wired that is a folder", 'packages = ["app"]\nwired = ["app"]\n', ["archgate.toml:2", "no file `app`"], 1),
    ("two faults at once", 'packages = "app"\nexclud = []\n', ["archgate.toml:1", "archgate.toml:2"], 2),
]


@pytest.mark.parametrize(("idea", "written", "words", "count"), CONFIGURATIONS, ids=[row[0] for row in CONFIGURATIONS])
def test_invalid_configuration(idea: str, written: str | bytes, words: list[str], count: int, tmp_path: Path) -> None:
    """`count` is the number of faults; 0: whether the missing packages are one more is not the question."""
    host = build(tmp_path, {**STANDARD, "src/app/__init__.py": "", "app.md": "", "archgate.toml": written})
    run = host.run("check")
    assert run.exit == 2, idea
    told = faults(run)
    assert told
    assert len(told) == (count or len(told))
    assert [word for word in words if word not in "\n".join(told)] == []


def test_one_fault_is_told_alike_by_every_command(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "archgate.toml": 'packages = ["app"]\nexcludes = ["x"]\n'})
    for argv in COMMANDS:
        run = host.run(*argv)
        assert run.exit == 2, argv
        assert "unknown key `excludes`" in run.said, argv
        assert "archgate.toml:2" in run.said or '"line": 2' in run.said


def test_two_configurations_are_one_too_many(tmp_path: Path) -> None:
    pyproject = '[tool.archgate]\npackages = ["app"]\n'
    run = build(tmp_path, {**STANDARD, "archgate.toml": configuration(), "pyproject.toml": pyproject}).run("check")
    assert run.exit == 2
    (line,) = faults(run)
    assert "archgate.toml" in line
    assert "pyproject.toml" in line


def test_an_unknown_key_in_pyproject_is_told_with_its_line(tmp_path: Path) -> None:
    pyproject = '[project]\nname = "app"\n\n[tool.archgate]\npackages = ["app"]\nexcludes = []\n'
    (line,) = faults(build(tmp_path, {**STANDARD, "pyproject.toml": pyproject}).run("check"))
    assert "pyproject.toml:6" in line


def test_a_folder_of_the_law_does_not_lie_below_a_file(tmp_path: Path) -> None:
    files = {**STANDARD, "app.md": "", "archgate.toml": configuration(policies="app.md/law")}
    (line,) = faults(build(tmp_path, files, git=True).run("check"))
    assert "archgate.toml:2" in line
    assert "is a file" in line
