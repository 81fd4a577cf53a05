"""`archgate init` writes a configuration that `archgate check` takes, whatever the files are called."""

from pathlib import Path

import pytest

from tests.hosts.builder import Files, build


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
    host = build(tmp_path, {**files, "archgate.toml": ""})
    (host.root / "archgate.toml").unlink()
    assert host.run("init").exit == 0
    assert host.check()["exit"] == 0
