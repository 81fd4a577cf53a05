"""What ruff says becomes marks, and whatever keeps ruff from saying it becomes a reason."""

from pathlib import Path

import pytest

from archgate.measure.diagnostics_scope import DiagnosticsScope as Scope
from tests.host.repository import commit, git, write
from tests.measure.benches import KIND, commit_tree, counts, fake, fault, lines, made, view_of

UNUSED = Scope(tool="ruff", isolated=True, select=("F401",))
OWN = Scope(tool="ruff")


@pytest.mark.parametrize(
    ("idea", "source", "expected"),
    [
        ("module level", "import os\n", {"app.m:<module>|F401": 1}),
        ("a function", "def f():\n    import os\n", {"app.m:f|F401": 1}),
        ("the innermost", "class A:\n    def f(self):\n        import os\n", {"app.m:A.f|F401": 1}),
        ("inside a function", "def f():\n    def g():\n        import os\n", {"app.m:f.g|F401": 1}),
        ("twice in one place", "import os\nimport sys\n", {"app.m:<module>|F401": 2}),
        ("in two places", "import os\ndef f():\n    import sys\n", {"app.m:<module>|F401": 1, "app.m:f|F401": 1}),
        ("noqa hides nothing", "import os  # noqa\nimport sys  # noqa: F401\n", {"app.m:<module>|F401": 2}),
        ("nor for a file", "# ruff: noqa\nimport os\n", {"app.m:<module>|F401": 1}),
        ("nothing", "x = 1\n", {}),
        ("other scripts", "def 函数():\n    import os\n", {"app.m:函数|F401": 1}),
    ],
)
def test_marks(tmp_path: Path, idea: str, source: str, expected: dict[str, int]) -> None:
    assert counts(view_of(made(tmp_path / "host", {"app/m.py": source})), UNUSED) == expected, idea


@pytest.mark.parametrize(
    ("path", "subject"),
    [("app/模块.py", "app.模块:<module>"), ("app/my-script.py", "app/my-script.py:<module>")],
)
def test_names_of_files(tmp_path: Path, path: str, subject: str) -> None:
    view = view_of(made(tmp_path / "主机", {path: "x = 1\nimport os\n"}))
    assert counts(view, UNUSED) == {f"{subject}|F401": 1}
    assert lines(KIND.measure(view, UNUSED)) == {subject: [f"{path}:2"]}


def test_only_the_hosts_files_count(tmp_path: Path) -> None:
    files = {"app/m.py": "import os\n", "tests/t.py": "import os\n", "setup.py": "import os\n"}
    assert counts(view_of(made(tmp_path / "host", files)), UNUSED) == {"app.m:<module>|F401": 1}


def test_a_host_in_a_folder_that_ruff_passes_over_by_itself(tmp_path: Path) -> None:
    view = view_of(made(tmp_path / "build" / ".venv" / "host", {"app/site-packages/m.py": "import os\n"}))
    assert counts(view, UNUSED) == {"app/site-packages/m.py:<module>|F401": 1}
    assert counts(view, Scope(tool="ruff", modules=("app",))) == {"app/site-packages/m.py:<module>|not-examined": 1}
    assert KIND.untold(view, OWN) == ["1 files kept from ruff by its configuration: app/site-packages/m.py"]


def test_codes_and_modules_choose(tmp_path: Path) -> None:
    files = {"app/m.py": "import os\nx = l = 1\n", "app/n.py": "import os\n"}
    view = view_of(made(tmp_path / "host", files))
    both = Scope(tool="ruff", isolated=True, select=("F401", "E"), modules=("app.m",), codes=("F401",))
    assert counts(view, both) == {"app.m:<module>|F401": 1}


def test_complexity_is_an_alternative_source(tmp_path: Path) -> None:
    source = "def f(x):\n" + "".join(f"    if x == {n}: pass\n" for n in range(12))
    scope = Scope(tool="ruff", isolated=True, select=("C901", "PLR1702"), preview=True)
    assert counts(view_of(made(tmp_path / "host", {"app/m.py": source})), scope) == {"app.m:f|C901": 1}


PYPROJECT = '[tool.ruff.lint]\nselect = ["F401"]\n'


@pytest.mark.parametrize(
    ("idea", "files", "expected"),
    [
        ("a rule switched off", {"ruff.toml": 'lint.ignore = ["F401"]\n'}, {}),
        ("pyproject", {"pyproject.toml": PYPROJECT}, {"app.m:<module>|F401": 1}),
        ("a file of its own first", {"pyproject.toml": PYPROJECT, "ruff.toml": 'lint.select = ["E"]\n'}, {}),
        ("ignores by file", {"ruff.toml": 'lint.per-file-ignores = {"app/m.py" = ["F401"]}\n'}, {}),
        ("the nearest folder", {"pyproject.toml": PYPROJECT, "app/ruff.toml": 'lint.select = ["E"]\n'}, {}),
        ("extended", {"ruff.toml": 'extend = "conf/r.txt"\n', "conf/r.txt": 'lint.ignore = ["F401"]\n'}, {}),
    ],
)
def test_the_hosts_own_configuration(
    tmp_path: Path, idea: str, files: dict[str, str], expected: dict[str, int]
) -> None:
    assert counts(view_of(made(tmp_path / "host", {"app/m.py": "import os\n", **files})), OWN) == expected, idea


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ({"ruff.toml": 'lint.ignore = ["F401"]\n'}, {}),
        ({".ruff.toml": 'lint.ignore = ["F401"]\n'}, {}),
        ({"pyproject.toml": '[tool.ruff.lint]\nignore = ["F401"]\n'}, {}),
        ({"pyproject.toml": '[project]\nrequires-python = ">=3.7"\n'}, {}),
        ({"ruff.toml": 'lint.ignore = ["F401"]\n'}, {"app/sub/ruff.toml": "line-length = 90\n"}),
        ({"ruff.toml": 'lint.ignore = ["F401"]\n'}, {"pyproject.toml": '[project]\nrequires-python = ">=3.11"\n'}),
    ],
)
def test_what_stands_above_the_root_is_no_configuration(
    tmp_path: Path, above: dict[str, str], below: dict[str, str]
) -> None:
    write(tmp_path, above)
    source = "import os\n\nwith (open(1) as a, open(2) as b):\n    x = a, b\n"
    view = view_of(made(tmp_path / "host", {"app/m.py": source, **below}))
    assert counts(view, OWN) == {"app.m:<module>|F401": 1}


def test_sources_without_configuration_are_read_where_they_are(tmp_path: Path) -> None:
    view = view_of(made(tmp_path / "host", {"app/m.py": "import os\n", "app/sub/ruff.toml": "line-length = 90\n"}))
    assert counts(view, OWN) == {"app.m:<module>|F401": 1}
    assert not (tmp_path / "host-scratch" / "trees").exists()


@pytest.mark.parametrize(
    ("idea", "one", "other", "alike"),
    [
        ("a comment", {"ruff.toml": "line-length = 90\n"}, {"ruff.toml": "# why\nline-length  =  90\n"}, True),
        ("another tool", {"pyproject.toml": PYPROJECT}, {"pyproject.toml": PYPROJECT + "[tool.x]\ny = 1\n"}, True),
        ("a folder without sources", {}, {"docs/ruff.toml": "line-length = 90\n"}, True),
        ("a value", {"ruff.toml": "line-length = 90\n"}, {"ruff.toml": "line-length = 91\n"}, False),
        ("the Python it is for", {}, {"pyproject.toml": '[project]\nrequires-python = ">=3.8"\n'}, False),
        (
            "what is extended",
            {"ruff.toml": 'extend = "r.txt"\n', "r.txt": "line-length = 90\n"},
            {"ruff.toml": 'extend = "r.txt"\n', "r.txt": "line-length = 91\n"},
            False,
        ),
    ],
)
def test_the_configurations_digest(
    tmp_path: Path, idea: str, one: dict[str, str], other: dict[str, str], alike: bool
) -> None:
    views = [view_of(made(tmp_path / name, files)) for name, files in (("one", one), ("other", other))]
    first, second = (KIND.ruler(view, OWN) for view in views)
    assert (first == second) is alike, idea
    assert (first["tool"], first["python"]) == ("ruff", "")
    assert first["version"][0].isdigit()


def test_settings_of_another_tree(tmp_path: Path) -> None:
    root = made(tmp_path / "host", {"app/m.py": "import os\n", "ruff.toml": 'lint.select = ["F"]\n'})
    git(root, "init", "--quiet", "--initial-branch=main")
    base = commit(root)
    write(root, {"ruff.toml": 'lint.select = ["E"]\n', "app/m.py": "import os\nimport sys\n"})
    old = commit_tree(root, base)
    assert counts(view_of(root), OWN) == {}
    assert counts(view_of(root, settings=old), OWN) == {"app.m:<module>|F401": 2}
    assert counts(view_of(root, tree=old, settings=old), OWN) == {"app.m:<module>|F401": 1}
    assert counts(view_of(root, tree=old), OWN) == {}
    assert git(root, "status", "--porcelain") == "M app/m.py\n M ruff.toml"


def test_a_tree_without_configuration_has_none_of_the_work_trees(tmp_path: Path) -> None:
    root = made(tmp_path / "host", {"app/m.py": "import os\n"})
    git(root, "init", "--quiet", "--initial-branch=main")
    base = commit(root)
    write(root, {"pyproject.toml": '[tool.ruff.lint]\nignore = ["F401"]\n'})
    assert counts(view_of(root, settings=commit_tree(root, base)), OWN) == {"app.m:<module>|F401": 1}


@pytest.mark.parametrize("own", [{}, {"ruff.toml": "line-length = 100\n"}])
def test_the_python_that_the_work_tree_is_for_is_not_bases(tmp_path: Path, own: dict[str, str]) -> None:
    source = "with (open(1) as a, open(2) as b):\n    x = a, b\n"
    root = made(tmp_path / "host", {"app/m.py": source, **own})
    git(root, "init", "--quiet", "--initial-branch=main")
    base = commit_tree(root, commit(root))
    write(root, {"pyproject.toml": '[project]\nrequires-python = ">=3.7"\n'})
    assert counts(view_of(root), OWN) == {"app.m:<module>|invalid-syntax": 1}
    assert counts(view_of(root, tree=base, settings=base), OWN) == {}


def test_an_export_follows_its_tree(tmp_path: Path) -> None:
    write(tmp_path, {"ruff.toml": 'lint.ignore = ["F401"]\n'})
    root = made(tmp_path / "host", {"app/a.py": "import os\n", "app/b/c.py": "import os\n"})
    assert set(counts(view_of(root), OWN)) == {"app.a:<module>|F401", "app.b.c:<module>|F401"}
    (root / "app/b/c.py").unlink()
    (root / "app/b").rmdir()
    write(root, {"app/a.py": "", "app/b": ""})
    (root / "app/b").unlink()
    write(root, {"app/b.py": "import os\nimport sys\n"})
    assert counts(view_of(root), OWN) == {"app.b:<module>|F401": 2}
    exported = root.parent / "host-scratch" / "trees" / "head-head"
    assert sorted(path.name for path in (exported / "app").iterdir()) == ["__init__.py", "a.py", "b.py"]


@pytest.mark.parametrize(
    ("idea", "scope", "files", "words"),
    [
        (
            "a rule that is none",
            Scope(tool="ruff", isolated=True, select=("XYZ1",)),
            {},
            "Unknown rule selector `XYZ1`",
        ),
        ("only for preview", Scope(tool="ruff", isolated=True, select=("PLR1702",)), {}, "no effect"),
        ("an unknown key", OWN, {"ruff.toml": "lime = 1\n"}, "lime"),
        ("no TOML", OWN, {"pyproject.toml": "[tool.ruff\n"}, "Failed to parse"),
        ("another version wanted", OWN, {"ruff.toml": 'required-version = "==0.0.1"\n'}, "0.0.1"),
        ("all files excluded", OWN, {"ruff.toml": 'exclude = ["app"]\n'}, "none of the host's 2 files"),
        ("extends what is not there", OWN, {"ruff.toml": 'extend = "../x.toml"\n'}, "`../x.toml`"),
    ],
)
def test_no_measure(tmp_path: Path, idea: str, scope: Scope, files: dict[str, str], words: str) -> None:
    said = fault(view_of(made(tmp_path / "host", {"app/m.py": "import os\n", **files})), scope)
    assert words in said, idea
    assert said.startswith("ruff 0."), idea
    assert "\n" not in said


@pytest.mark.parametrize(
    ("idea", "body", "words"),
    [
        ("crashes", "os.abort()", "was ended by signal 6"),
        ("fails", 'print("it broke", file=sys.stderr); sys.exit(2)', "ended with status 2: it broke"),
        ("another status", 'print("[]"); sys.exit(7)', "ended with status 7"),
        ("half a JSON", 'print("[{"); sys.exit(1)', "no whole JSON"),
        ("no JSON", "sys.exit(0)", "no whole JSON"),
        ("says that it found and shows nothing", 'print("[]"); sys.exit(1)', "ended with status 1 and printed 0 rows"),
        ("only complains", 'print("error: no"); print("[]")', "no whole JSON"),
        ("complains beside", 'print("[]"); print("error: odd", file=sys.stderr)', "says: error: odd"),
        ("takes too long", "time.sleep(60)", "was ended after 1 seconds"),
    ],
)
def test_a_tool_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, idea: str, body: str, words: str) -> None:
    shows = 'if "--show-files" in sys.argv:\n    at = open(sys.argv[-1][1:]).read(); print(at); sys.exit()\n'
    fake(monkeypatch, tmp_path / "bin", "ruff", shows + body)
    scope = Scope(tool="ruff", isolated=True, select=("F401",), seconds=1)
    said = fault(view_of(made(tmp_path / "host", {"app/m.py": "import os\n"})), scope)
    assert said.startswith("ruff 9.9.9 "), idea
    assert words in said, idea


def test_a_tool_that_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda *_: str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    said = fault(view_of(made(tmp_path / "host", {"app/m.py": "import os\n"})), UNUSED)
    assert said == "ruff is not installed; install it where archgate is installed"


def test_a_program_of_the_host_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = made(tmp_path / "host", {"app/m.py": "import os\n"})
    fake(monkeypatch, root / "bin", "ruff", f'open({str(tmp_path / "canary")!r}, "w")')
    monkeypatch.setattr("sysconfig.get_path", lambda *_: str(tmp_path))
    monkeypatch.setenv("PATH", f"{root / 'bin'}:.:{tmp_path}")
    monkeypatch.chdir(root / "bin")
    assert "not installed" in fault(view_of(root), UNUSED)
    assert not (tmp_path / "canary").exists()


def test_nothing_is_asked_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = made(tmp_path / "host", {"app/m.py": "import os\n"})
    first = counts(view_of(root), UNUSED)
    monkeypatch.setattr("subprocess.Popen", None)
    assert counts(view_of(root), UNUSED) == first
    write(root, {"app/m.py": "import sys\n"})
    with pytest.raises(TypeError):
        KIND.measure(view_of(root), UNUSED)


def test_a_damaged_reading_is_none(tmp_path: Path) -> None:
    root = made(tmp_path / "host", {"app/m.py": "import os\n"})
    first = counts(view_of(root), UNUSED)
    [kept] = (tmp_path / "host-scratch" / "readings").iterdir()
    data = kept.read_bytes()
    kept.write_bytes(data.replace(b"F401", b"F402"))
    assert counts(view_of(root), UNUSED) == first
    assert kept.read_bytes() == data


def test_syntax_of_a_newer_python_is_a_diagnostic(tmp_path: Path) -> None:
    view = view_of(made(tmp_path / "host", {"app/m.py": "import os\nmatch 1:\n    case 1: pass\n"}))
    scope = Scope(tool="ruff", isolated=True, select=("F401",), target="py39")
    assert counts(view, scope) == {"app.m:<module>|F401": 1, "app.m:<module>|invalid-syntax": 1}


def test_the_frontier(tmp_path: Path) -> None:
    view = view_of(made(tmp_path / "host", {"app/core/m.py": "import os\n", "app/n.py": "import os\n"}))
    scope = Scope(tool="ruff", isolated=True, select=("F401",), frontier=("app.core",))
    within = {fact.subject: KIND.within_frontier(view, scope, fact) for fact in KIND.measure(view, scope)}
    assert within == {"app.core.m:<module>": True, "app.n:<module>": False}


@pytest.mark.parametrize(
    ("idea", "scope", "words"),
    [
        ("isolated from what", Scope(tool="ruff", isolated=True), "`select`"),
        ("a mixture", Scope(tool="ruff", select=("E",)), "isolated = true"),
        ("no time", Scope(tool="ruff", seconds=0), "`seconds`"),
        ("more time than a clock has", Scope(tool="ruff", seconds=10**12), "`seconds`"),
        ("well", UNUSED, ""),
    ],
)
def test_scopes(idea: str, scope: Scope, words: str) -> None:
    said = [message for _, message in KIND.check(scope, ())]
    assert len(said) == bool(words), idea
    assert all(words in message for message in said)
