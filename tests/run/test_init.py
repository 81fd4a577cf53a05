"""`archgate init` writes a configuration that `archgate check` takes, whatever the files are called."""

from pathlib import Path

import pytest

from tests.hosts.builder import Files, Host, build


@pytest.mark.parametrize(
    "files",
    [
        {"app/__init__.py": "", "tests[old]/test_a.py": ""},
        {"app/__init__.py": "", "app/bad[1].py": "("},
        {"policies/__init__.py": "", "policies/a.py": "import policies"},
        {"fixtures/__init__.py": "", "fixtures/a.py": ""},
    ],
    ids=["a bracket beside", "a bracket inside", "a package called policies", "a package called fixtures"],
)
def test_what_is_written_is_valid(files: Files, tmp_path: Path) -> None:
    host = unconfigured(tmp_path, files)
    assert host.run("init").exit == 0
    assert host.check()["exit"] == 0


@pytest.mark.parametrize(
    ("path", "packages"),
    [
        ("_app/__init__.py", "_app, app"),
        ("src/_app/__init__.py", "app, src/_app"),
        ("_app/a.py", "app"),
        ("_vendor/__init__.py", "app"),
        ("__old__/__init__.py", "app"),
        ("_site/app/__init__.py", "app"),
    ],
)
def test_a_private_package_is_a_package(path: str, packages: str, tmp_path: Path) -> None:
    done = unconfigured(tmp_path, {"app/__init__.py": "", path: ""}).run("init")
    assert f"packages  {packages}\n" in done.out


def test_what_is_proposed_is_told_by_its_name(tmp_path: Path) -> None:
    modules = {f"App/m{n}.py": f"import App.m{n + 1}" for n in range(9)}
    done = unconfigured(tmp_path, {"App/__init__.py": "", **modules, "App/m9.py": ""}).run("init")
    assert "the packages of App import downwards only" in done.out


def unconfigured(folder: Path, files: Files) -> Host:
    """A host without configuration."""
    host = build(folder, {**files, "archgate.toml": ""})
    (host.root / "archgate.toml").unlink()
    return host
