"""What mypy says becomes marks; what its configuration would have it run is refused; what stops it is a reason."""

import contextlib
from pathlib import Path

import pytest

from archgate.measure.diagnostics_scope import DiagnosticsScope as Scope
from tests.host.repository import commit, git, write
from tests.measure.benches import KIND, commit_tree, counts, fake, fault, made, view_of

MYPY = Scope(tool="mypy")
WRONG = 'x: int = ""\n'


@pytest.mark.parametrize(
    ("idea", "source", "expected"),
    [
        ("module level", WRONG, {"app.m:<module>|assignment": 1}),
        ("a method", "class A:\n    def f(self) -> int:\n        return ''\n", {"app.m:A.f|return-value": 1}),
        ("twice", WRONG + 'y: int = ""\n', {"app.m:<module>|assignment": 2}),
        ("other scripts", "def 函数() -> int:\n    return ''\n", {"app.m:函数|return-value": 1}),
        ("a name of the host", "from app.n import 数\n数.f\n", {"app.m:<module>|attr-defined": 1}),
        ("nothing", "x = 1\n", {}),
    ],
)
def test_marks(tmp_path: Path, idea: str, source: str, expected: dict[str, int]) -> None:
    view = view_of(made(tmp_path / "主机", {"app/m.py": source, "app/n.py": "数 = 1\n"}))
    assert counts(view, MYPY) == expected, idea


def test_notes_and_errors_elsewhere_are_told_apart(tmp_path: Path) -> None:
    files = {"app/m.py": "import tests.t\nreveal_type(1)\n" + WRONG, "tests/__init__.py": "", "tests/t.py": WRONG}
    root = made(tmp_path / "host", files)
    git(root, "init", "--quiet", "--initial-branch=main")
    view = view_of(root)
    assert counts(view, MYPY) == {"app.m:<module>|assignment": 1}
    assert KIND.untold(view, MYPY) == ["1 rows of mypy outside the host's files", "1 notes of mypy that are no errors"]


@pytest.mark.parametrize(
    ("idea", "path", "text", "count"),
    [
        ("its own file", "mypy.ini", "[mypy]\nignore_errors = True\n", 0),
        ("hidden", ".mypy.ini", "[mypy]\nignore_errors = True\n", 0),
        ("shared", "setup.cfg", "[mypy]\nignore_errors = True\n", 0),
        ("pyproject", "pyproject.toml", "[tool.mypy]\nignore_errors = true\n", 0),
        ("by module", "pyproject.toml", '[[tool.mypy.overrides]]\nmodule = "app.m"\nignore_errors = true\n', 0),
        ("of another tool", "setup.cfg", "[flake8]\nignore_errors = True\n", 1),
        ("a file of its own that says nothing", "mypy.ini", "", 1),
        ("none", "notes.txt", "", 1),
    ],
)
def test_the_hosts_own_configuration(tmp_path: Path, idea: str, path: str, text: str, count: int) -> None:
    found = counts(view_of(made(tmp_path / "host", {"app/m.py": WRONG, path: text})), MYPY)
    assert len(found) == count, idea


def test_a_configuration_that_the_policy_names(tmp_path: Path) -> None:
    files = {"app/m.py": WRONG, "mypy.ini": "[mypy]\n", "conf/strict.ini": "[mypy]\nignore_errors = True\n"}
    view = view_of(made(tmp_path / "host", files))
    assert counts(view, MYPY) == {"app.m:<module>|assignment": 1}
    assert counts(view, Scope(tool="mypy", config="conf/strict.ini")) == {}


@pytest.mark.parametrize(
    ("idea", "text", "excluded"),
    [
        ("a folder", "[tool.mypy]\nexclude = ['app/old/']\n", "app/old/m.py"),
        ("one pattern", "[tool.mypy]\nexclude = 'm[.]py$'\n", "app/old/m.py"),
    ],
)
def test_excluded_files_are_told(tmp_path: Path, idea: str, text: str, excluded: str) -> None:
    view = view_of(made(tmp_path / "host", {"app/old/m.py": WRONG, "pyproject.toml": text}))
    assert counts(view, MYPY) == {}
    assert KIND.untold(view, MYPY) == [f"1 files kept from mypy by its configuration: {excluded}"]


PLUGIN = 'open("CANARY", "w")\ndef plugin(version):\n    from mypy.plugin import Plugin\n    return Plugin\n'


@pytest.mark.parametrize(
    ("idea", "text", "named"),
    [
        ("a file", "[mypy]\nplugins = conf/p.py\n", "conf/p.py"),
        ("a function of it", "[mypy]\nplugins = conf/p.py:plugin\n", "conf/p.py:plugin"),
        ("a module", "[mypy]\nplugins = app.p\n", "app.p"),
        ("the second", "[mypy]\nplugins = good,\n    conf/p.py\n", "conf/p.py"),
        ("a Python", "[mypy]\npython_executable = conf/p.py\n", "conf/p.py"),
    ],
)
def test_code_that_nobody_allowed_does_not_run(tmp_path: Path, idea: str, text: str, named: str) -> None:
    canary = tmp_path / "canary"
    files = {"app/m.py": "", "conf/p.py": PLUGIN.replace("CANARY", str(canary)), "mypy.ini": text}
    said = fault(view_of(made(tmp_path / "host", files), trusted=("good",)), MYPY)
    assert f"would run `{named}`, as mypy.ini says" in said, idea
    assert "`[scope] plugins`" in said
    assert not canary.exists()


def test_a_plugin_that_base_allows_runs(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    plugin = PLUGIN.replace("CANARY", str(canary))
    files = {"app/m.py": WRONG, "conf/p.py": plugin, "mypy.ini": "[mypy]\nplugins = conf/p.py\n"}
    root = made(tmp_path / "host", files)
    git(root, "init", "--quiet", "--initial-branch=main")
    assert counts(view_of(root, trusted=("conf/p.py",)), MYPY) == {"app.m:<module>|assignment": 1}
    assert canary.exists()


def test_the_host_is_not_run(tmp_path: Path) -> None:
    canary = f'open({str(tmp_path / "canary")!r}, "w")\n'
    files = dict.fromkeys(("app/m.py", "mypy.py", "json.py", "sitecustomize.py", "conftest.py", "setup.py"), canary)
    root = made(tmp_path / "host", {**files, "mypy/__init__.py": canary, "mypy/__main__.py": canary})
    git(root, "init", "--quiet", "--initial-branch=main")
    assert counts(view_of(root), MYPY) == {}
    assert not (tmp_path / "canary").exists()


@pytest.mark.parametrize(
    ("idea", "files", "words"),
    [
        ("an unknown key", {"mypy.ini": "[mypy]\nfoo = 1\n"}, "Unrecognized option: foo = 1"),
        ("a wrong value", {"mypy.ini": "[mypy]\nstrict = maybe\n"}, "Not a boolean"),
        ("no INI", {"mypy.ini": "foo\n"}, "mypy.ini"),
        ("no TOML", {"pyproject.toml": "[tool.mypy\n"}, "pyproject.toml"),
        ("all excluded", {"mypy.ini": "[mypy]\nexclude = app\n"}, "all of the host's 2 files"),
        ("no pattern", {"mypy.ini": "[mypy]\nexclude = (\n"}, "exclude"),
        ("would write", {"mypy.ini": "[mypy]\nhtml_report = out\n"}, "`html_report`"),
        ("two files of one name", {"mypy.ini": "[mypy]\n", "app/a-b/m.py": "", "app/c-d/m.py": ""}, "Duplicate module"),
        ("a syntax that it cannot read", {"tests/x.pyi": "def f(:\n", "app/n.py": "import tests.x\n"}, "status 2"),
    ],
)
def test_no_measure(tmp_path: Path, idea: str, files: dict[str, str], words: str) -> None:
    root = made(tmp_path / "host", {"app/m.py": WRONG, **files})
    git(root, "init", "--quiet", "--initial-branch=main")
    said = fault(view_of(root), MYPY)
    assert words in said, idea
    assert said.startswith("mypy "), idea
    assert "\n" not in said
    assert str(tmp_path) not in said


ROW = '{"file": "m.py", "line": 1, "message": "no", "severity": "error"}'


@pytest.mark.parametrize(
    ("idea", "body", "words"),
    [
        ("crashes", 'print("app/m.py:1: error: INTERNAL ERROR", file=sys.stderr); sys.exit(2)', "INTERNAL ERROR"),
        ("is killed", "os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("half a JSON", "print('{\"file'); sys.exit(1)", "none of its messages"),
        ("found nothing and fails", "sys.exit(1)", "ended with status 1 and printed 0 errors"),
        ("found something and is fine", f"print({ROW!r})", "ended with status 0 and printed 1 errors"),
        ("a wrong status", "sys.exit(3)", "ended with status 3"),
        ("speaks on stderr", 'print("odd", file=sys.stderr)', "says: odd"),
        ("takes too long, with a child", 'os.system("sleep 60")', "ended after 1 seconds"),
    ],
)
def test_a_tool_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, idea: str, body: str, words: str) -> None:
    fake(monkeypatch, tmp_path / "bin", "mypy", body)
    monkeypatch.setattr("importlib.metadata.distributions", lambda **_: [])
    said = fault(view_of(made(tmp_path / "host", {"app/m.py": WRONG})), Scope(tool="mypy", seconds=1))
    assert said.startswith("mypy 9.9.9 "), idea
    assert words in said, idea


def test_settings_of_another_tree(tmp_path: Path) -> None:
    root = made(tmp_path / "host", {"app/m.py": WRONG, "mypy.ini": "[mypy]\n"})
    git(root, "init", "--quiet", "--initial-branch=main")
    base = commit_tree(root, commit(root))
    write(root, {"mypy.ini": "[mypy]\nignore_errors = True\n", "app/m.py": WRONG + 'y: int = ""\n'})
    assert counts(view_of(root), MYPY) == {}
    assert counts(view_of(root, settings=base), MYPY) == {"app.m:<module>|assignment": 2}
    assert counts(view_of(root, tree=base, settings=base), MYPY) == {"app.m:<module>|assignment": 1}
    assert git(root, "status", "--porcelain") == "M app/m.py\n M mypy.ini"


def test_an_edit_of_the_same_size_at_once_is_seen(tmp_path: Path) -> None:
    root = made(tmp_path / "host", {"app/m.py": 'x: int = "1"\n'})
    assert counts(view_of(root), MYPY) == {"app.m:<module>|assignment": 1}
    write(root, {"app/m.py": "x: int = 111\n"})
    assert counts(view_of(root), MYPY) == {}
    write(root, {"app/m.py": 'x: int = "1"\n'})
    assert counts(view_of(root, cached=False), MYPY) == {"app.m:<module>|assignment": 1}


def test_errors_in_unchanged_files_stay_where_the_clone_is_moved(tmp_path: Path) -> None:
    root = made(tmp_path / "host", {"app/m.py": WRONG, "app/n.py": "x = 1\n"})
    git(root, "init", "--quiet", "--initial-branch=main")
    assert counts(view_of(root), MYPY) == {"app.m:<module>|assignment": 1}
    moved = root.rename(tmp_path / "moved")
    write(moved, {"app/n.py": "x = 2\n"})
    assert counts(view_of(moved), MYPY) == {"app.m:<module>|assignment": 1}


@pytest.mark.parametrize(
    ("idea", "change", "again"),
    [
        ("nothing", {}, False),
        ("text", {"README.md": "x"}, False),
        ("a lock file", {"uv.lock": "x"}, True),
        ("requirements", {"requirements/dev.txt": "x"}, True),
        ("a stub outside the host", {"typings/x.pyi": ""}, True),
        ("the configuration", {"mypy.ini": "[mypy]\nstrict = True\n"}, True),
        ("the host", {"app/m.py": "x = 2\n"}, True),
    ],
)
def test_what_has_it_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, idea: str, change: dict[str, str], again: bool
) -> None:
    root = made(tmp_path / "host", {"app/m.py": WRONG, "mypy.ini": "[mypy]\n"})
    git(root, "init", "--quiet", "--initial-branch=main")
    counts(view_of(root), MYPY)
    write(root, change)
    asked: list[object] = []
    monkeypatch.setattr("archgate.measure.mypy.run", lambda call: asked.append(call) or pytest.skip())
    with contextlib.suppress(pytest.skip.Exception):
        KIND.measure(view_of(root), MYPY)
    assert bool(asked) is again, idea


@pytest.mark.parametrize(
    ("idea", "scope", "words"),
    [
        ("rules of ruff", Scope(tool="mypy", select=("E",)), "`select` is nothing to mypy"),
        ("plugins of mypy", Scope(tool="ruff", plugins=("x",)), "`plugins` is nothing to ruff"),
        ("well", Scope(tool="mypy", plugins=("x",), config="mypy.ini"), ""),
    ],
)
def test_scopes(idea: str, scope: Scope, words: str) -> None:
    said = [message for _, message in KIND.check(scope, ())]
    assert len(said) == bool(words), idea
    assert all(words in message for message in said)
