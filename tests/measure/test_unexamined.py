"""A source that a tool passes over by itself is a row of its own: nothing goes out of sight by its place or a stub."""

from pathlib import Path

import pytest

from archgate.measure.diagnostics_scope import DiagnosticsScope as Scope
from tests.host.repository import git
from tests.measure.benches import KIND, counts, made, view_of

MYPY, RUFF = Scope(tool="mypy"), Scope(tool="ruff")
WRONG = "import os\n\nx: int = ''\n"


@pytest.mark.parametrize(
    ("idea", "scope", "files", "expected"),
    [
        ("a stub", MYPY, {"app/m.py": WRONG, "app/m.pyi": "x: int\n"}, {"app.m:<module>|not-examined": 1}),
        ("a stub is nothing to ruff", RUFF, {"app/m.py": WRONG, "app/m.pyi": "x: int\n"}, {"app.m:<module>|F401": 1}),
        ("a stub without a source", MYPY, {"app/m.pyi": "x: int\n"}, {}),
        ("a folder", MYPY, {"app/node_modules/m.py": WRONG}, {"app.node_modules.m:<module>|not-examined": 1}),
        ("a folder of ruff", RUFF, {"app/dist/m.py": WRONG}, {"app.dist.m:<module>|not-examined": 1}),
        ("no folder of mypy", MYPY, {"app/dist/m.py": WRONG}, {"app.dist.m:<module>|assignment": 1}),
        ("hidden", MYPY, {"app/.old/m.py": WRONG}, {"app/.old/m.py:<module>|not-examined": 1}),
        (
            "a definition on the first line",
            RUFF,
            {"app/venv/m.py": "def f(): x\n"},
            {"app.venv.m:<module>|not-examined": 1},
        ),
        ("what the configuration excludes", RUFF, {"app/m.py": WRONG, "ruff.toml": 'exclude = ["app/m.py"]\n'}, {}),
        (
            "codes choose rows",
            Scope(tool="ruff", codes=("E",)),
            {"app/dist/m.py": WRONG},
            {"app.dist.m:<module>|not-examined": 1},
        ),
        (
            "isolated looks everywhere",
            Scope(tool="ruff", isolated=True, select=("F",)),
            {"app/dist/m.py": WRONG},
            {"app.dist.m:<module>|F401": 1},
        ),
    ],
)
def test_what_is_passed_over(
    tmp_path: Path, idea: str, scope: Scope, files: dict[str, str], expected: dict[str, int]
) -> None:
    root = made(tmp_path / "host", files)
    git(root, "init", "--quiet", "--initial-branch=main")
    assert counts(view_of(root), scope) == expected, idea


def test_it_is_told_in_words(tmp_path: Path) -> None:
    view = view_of(made(tmp_path / "host", {"app/dist/m.py": WRONG}))
    [difference] = KIND.compare(KIND.measure(view, RUFF), [])
    assert KIND.describe(view, RUFF, difference) == "ruff does not look at it: its folder, or a stub"
