"""A tool's configuration that asks for less than another is known, though no source shows it yet."""

from pathlib import Path

import pytest

from archgate.measure.diagnostics_scope import DiagnosticsScope as Scope
from tests.hosts.builder import Files
from tests.measure.benches import KIND, made, view_of

RUFF, MYPY = Scope(tool="ruff"), Scope(tool="mypy")
SELECTS = "[tool.ruff.lint]\nselect = ['E', 'F', 'B']\n"


@pytest.mark.parametrize(
    ("idea", "before", "now", "expected"),
    [
        ("nothing", {"pyproject.toml": SELECTS}, {"pyproject.toml": SELECTS}, []),
        ("some files only", {"ruff.toml": ""}, {"ruff.toml": "include = ['app/m.py']"}, ["include"]),
        ("every file again", {"ruff.toml": "include = ['app/m.py']"}, {"ruff.toml": ""}, []),
        ("fewer codes", {"ruff.toml": "lint.select = ['E', 'B']"}, {"ruff.toml": "lint.select = ['E']"}, ["select:B"]),
        ("more codes", {"ruff.toml": "lint.select = ['E']"}, {"ruff.toml": "lint.select = ['E', 'B']"}, []),
        ("a wider code", {"ruff.toml": "lint.select = ['E501']"}, {"ruff.toml": "lint.select = ['E']"}, []),
        ("a closer code", {"ruff.toml": "lint.select = ['E']"}, {"ruff.toml": "lint.select = ['E5']"}, ["select:E"]),
        ("codes alike in letters", {"ruff.toml": "select = ['SIM']"}, {"ruff.toml": "select = ['S']"}, ["select:SIM"]),
        ("all", {"ruff.toml": "lint.select = ['E', 'B']"}, {"ruff.toml": "lint.select = ['ALL']"}, []),
        (
            "in another list",
            {"ruff.toml": "lint.select = ['E', 'B']"},
            {"ruff.toml": "lint.select = ['E']\nlint.extend-select = ['B']"},
            [],
        ),
        ("the tool's own choice", {"ruff.toml": "lint.select = ['E']"}, {"ruff.toml": ""}, ["select:E"]),
        (
            "longer lines",
            {"pyproject.toml": SELECTS},
            {"pyproject.toml": SELECTS + "[tool.ruff]\nline-length = 99\n"},
            ["line-length"],
        ),
        (
            "shorter lines",
            {"pyproject.toml": SELECTS},
            {"pyproject.toml": SELECTS + "[tool.ruff]\nline-length = 79\n"},
            [],
        ),
        (
            "lines that nothing looks at",
            {"ruff.toml": "lint.select = ['F']"},
            {"ruff.toml": "lint.select = ['F']\nline-length = 99"},
            [],
        ),
        (
            "lines that are ignored",
            {"ruff.toml": "select = ['E']\nignore = ['E501']"},
            {"ruff.toml": "select = ['E']\nignore = ['E501']\nline-length = 99"},
            [],
        ),
        (
            "a limit of a plugin",
            {"ruff.toml": "lint.mccabe.max-complexity = 9"},
            {"ruff.toml": "lint.mccabe.max-complexity = 10"},
            ["mccabe.max-complexity"],
        ),
        (
            "a folder of its own",
            {"pyproject.toml": SELECTS},
            {"pyproject.toml": SELECTS, "app/old/ruff.toml": "lint.select = ['E']"},
            ["app/old:select:B", "app/old:select:F"],
        ),
        (
            "a folder that extends",
            {"pyproject.toml": SELECTS},
            {"pyproject.toml": SELECTS, "app/old/ruff.toml": "extend = '../../pyproject.toml'"},
            [],
        ),
        (
            "another file before it",
            {"pyproject.toml": SELECTS},
            {"pyproject.toml": SELECTS, "ruff.toml": "lint.select = ['E', 'B']"},
            ["select:F"],
        ),
    ],
)
def test_ruff(tmp_path: Path, idea: str, before: Files, now: Files, expected: list[str]) -> None:
    assert _laxer(tmp_path, RUFF, before, now) == expected, idea


@pytest.mark.parametrize(
    ("idea", "before", "now", "expected"),
    [
        ("nothing", "warn_unreachable = True", "warn_unreachable = yes", []),
        ("off", "warn_unreachable = True", "", ["warn_unreachable"]),
        ("on", "", "warn_unreachable = True", []),
        ("a part of strict", "strict = True", "strict = True\nwarn_return_any = False", ["warn_return_any"]),
        ("one that strict stands for", "disallow_untyped_defs = True", "strict = True", []),
        ("one that loosens", "ignore_missing_imports = True", "", []),
    ],
)
def test_mypy(tmp_path: Path, idea: str, before: str, now: str, expected: list[str]) -> None:
    files = [{"mypy.ini": f"[mypy]\n{text}\n"} for text in (before, now)]
    assert _laxer(tmp_path, MYPY, *files) == expected, idea


def test_strict_is_what_it_stands_for(tmp_path: Path) -> None:
    found = _laxer(tmp_path, MYPY, {"mypy.ini": "[mypy]\nstrict = True\n"}, {"mypy.ini": "[mypy]\n"})
    assert "disallow_untyped_defs" in found
    assert "strict" not in found


def test_a_scope_that_does_not_ask_the_configuration(tmp_path: Path) -> None:
    alone = Scope(tool="ruff", isolated=True, select=("F",))
    assert _laxer(tmp_path, alone, {"pyproject.toml": SELECTS}, {}) == []


def _laxer(folder: Path, scope: Scope, before: Files, now: Files) -> list[str]:
    sources = {"app/m.py": "", "app/old/__init__.py": ""}
    views = [view_of(made(folder / name, sources | files)) for name, files in (("before", before), ("now", now))]
    return list(KIND.laxer(views[0], scope, views[1], scope))
