"""What pylint says becomes marks, and nothing that it looks at runs."""

from pathlib import Path

import pytest

from archgate.measure.diagnostics_scope import DiagnosticsScope as Scope
from tests.host.repository import commit, git, write
from tests.measure.benches import KIND, commit_tree, counts, fault, made, view_of

PYLINT = Scope(tool="pylint", codes=("unused-import", "unused-variable", "no-member"))
ONLY = "[MAIN]\ndisable=all\nenable=unused-import,unused-variable,no-member\n"


@pytest.mark.parametrize(
    ("idea", "source", "expected"),
    [
        ("module level", "import os\n", {"app.m:<module>|unused-import": 1}),
        ("a method", "class A:\n    def f(self):\n        y = 1\n", {"app.m:A.f|unused-variable": 1}),
        ("other scripts", "def 函数():\n    y = 1\n", {"app.m:函数|unused-variable": 1}),
        ("a name of the host", "import app.n\napp.n.f\n", {"app.m:<module>|no-member": 1}),
        ("nothing", "x = 1\n", {}),
    ],
)
def test_marks(tmp_path: Path, idea: str, source: str, expected: dict[str, int]) -> None:
    files = {"app/m.py": source, "app/n.py": "数 = 1\n", "pylintrc": ONLY}
    assert counts(view_of(made(tmp_path / "主机", files)), PYLINT) == expected, idea


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pylintrc", "[MAIN]\ndisable=all\nenable=no-member\n"),
        (".pylintrc.toml", '[tool.pylint.main]\ndisable = ["all"]\nenable = ["no-member"]\n'),
        ("pyproject.toml", '[tool.pylint]\ndisable = ["all"]\nenable = ["no-member"]\n'),
        ("setup.cfg", "[pylint.main]\ndisable=all\nenable=no-member\n"),
    ],
)
def test_the_hosts_own_configuration(tmp_path: Path, path: str, text: str) -> None:
    assert counts(view_of(made(tmp_path / "host", {"app/m.py": "import os\n", path: text})), PYLINT) == {}


@pytest.mark.parametrize("option", ["ignore=old", "ignore-patterns=o.d", "ignore-paths=app/old"])
def test_excluded_files_are_told(tmp_path: Path, option: str) -> None:
    view = view_of(made(tmp_path / "host", {"app/old/m.py": "import os\n", "pylintrc": ONLY + option + "\n"}))
    assert counts(view, PYLINT) == {}
    assert KIND.untold(view, PYLINT) == ["1 files kept from pylint by its configuration: app/old/m.py"]


@pytest.mark.parametrize(
    ("idea", "option", "named"),
    [
        ("a hook", "init-hook=open('CANARY', 'w')", "init-hook"),
        ("a plugin", "load-plugins=pylint.extensions.mccabe,\n    conf.p", "conf.p"),
        ("an extension", "extension-pkg-allow-list=fast", "fast"),
        ("an extension, cut short", "extension-pkg-allow=fast", "fast"),
        ("any extension", "unsafe-load-any-extension=yes", "unsafe-load-any-extension"),
    ],
)
def test_code_that_nobody_allowed_does_not_run(tmp_path: Path, idea: str, option: str, named: str) -> None:
    canary = tmp_path / "canary"
    text = (ONLY + option + "\n").replace("CANARY", str(canary))
    files = {"app/m.py": "", "pylintrc": text}
    said = fault(view_of(made(tmp_path / "host", files)), PYLINT)
    assert f"would run `{named}`, as pylintrc says" in said, idea
    assert not canary.exists()


def test_its_own_extensions_are_no_strangers(tmp_path: Path) -> None:
    text = (
        "[MAIN]\ndisable=all\nenable=too-complex\nload-plugins=pylint.extensions.mccabe\n[DESIGN]\nmax-complexity=1\n"
    )
    source = "def f(x):\n    if x:\n        return 1\n    return 2\n"
    view = view_of(made(tmp_path / "host", {"app/m.py": source, "pylintrc": text}))
    assert counts(view, Scope(tool="pylint")) == {"app.m:f|too-complex": 1}


def test_the_host_is_not_run(tmp_path: Path) -> None:
    canary = f'open({str(tmp_path / "canary")!r}, "w")\n'
    shadows = ("_sqlite3", "_json", "isort", "json", "platform", "sitecustomize", "conftest", "setup", "pylint")
    source = canary + "import sqlite3\nimport json\nimport os\nsqlite3.connect\njson.nope\n"
    root = made(tmp_path / "host", {**dict.fromkeys((f"{name}.py" for name in shadows), canary), "app/m.py": source})
    git(root, "init", "--quiet", "--initial-branch=main")
    found = counts(view_of(root), Scope(tool="pylint", codes=("unused-import",)))
    assert found == {"app.m:<module>|unused-import": 1}
    assert not (tmp_path / "canary").exists()


@pytest.mark.parametrize(
    ("idea", "text", "words"),
    [
        ("an unknown option", ONLY + "nonsense=1\n", "nonsense"),
        ("no INI", "nonsense\n", "pylintrc"),
        ("all excluded", ONLY + "ignore-paths=app\n", "all of the host's 2 files"),
        ("no pattern", ONLY + "ignore-paths=(\n", "`ignore-paths`"),
        ("would write", ONLY + "output=x.txt\n", "`output`"),
        ("a plugin that is not there", ONLY + "load-plugins=pylint.extensions.nope\n", "pylint.extensions.nope"),
    ],
)
def test_no_measure(tmp_path: Path, idea: str, text: str, words: str) -> None:
    said = fault(view_of(made(tmp_path / "host", {"app/m.py": "import os\n", "pylintrc": text})), PYLINT)
    assert words in said, idea
    assert said.startswith("pylint "), idea
    assert "\n" not in said


def test_settings_of_another_tree(tmp_path: Path) -> None:
    root = made(tmp_path / "host", {"app/m.py": "import os\n", "pylintrc": ONLY})
    git(root, "init", "--quiet", "--initial-branch=main")
    base = commit_tree(root, commit(root))
    write(root, {"pylintrc": "[MAIN]\ndisable=all\nenable=no-member\n", "app/m.py": "import os\nimport sys\n"})
    assert counts(view_of(root), PYLINT) == {}
    assert counts(view_of(root, settings=base), PYLINT) == {"app.m:<module>|unused-import": 2}
