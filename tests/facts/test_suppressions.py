"""The kind `suppressions`: what counts for whom, and how what comes and goes is told."""

from pathlib import Path
from typing import Any

import pytest

from archgate.facts.fact import Item
from archgate.facts.suppressions import Suppressions
from archgate.facts.suppressions import SuppressionsScope as Scope
from archgate.facts.view import View
from archgate.host.bench import Bench
from archgate.host.errors import InputError
from tests.facts.sample import view_of
from tests.hosts.builder import Files

KIND = Suppressions()

HOST: Files = {
    "app/__init__.py": "",
    "app/a.py": "x = 1  # noqa\ny = 1  # noqa\nz = 1  # type: ignore[misc]\n",
    "app/pkg/__init__.py": "",
    "app/pkg/b.py": "x = 1  # noqa: E501\n",
}
"""Two modules with suppressions."""

A = {("app.a", "noqa"): 2, ("app.a", "type-ignore:misc"): 1}
B = {("app.pkg.b", "noqa:E501"): 1}


@pytest.mark.parametrize(
    ("idea", "scope", "expected"),
    [
        ("all", Scope(), A | B),
        ("of some modules", Scope(modules=("app.pkg",)), B),
        ("of some kinds", Scope(kinds=("type-ignore",)), {("app.a", "type-ignore:misc"): 1}),
    ],
)
def test_what_a_scope_takes(idea: str, scope: Scope, expected: dict[Any, int], tmp_path: Path) -> None:
    assert _measured(view_of(tmp_path, HOST), scope) == expected, idea


SETTINGS = [
    ("pyproject.toml", "[tool.ruff.lint]\nignore = ['E501']", ["ruff.ignore:E501"], "ruff"),
    ("pyproject.toml", "[tool.ruff]\nextend-exclude = ['old']", ["ruff.extend-exclude:old"], "ruff, without lint"),
    (
        "ruff.toml",
        "[lint.per-file-ignores]\n'app/**' = ['E501', 'F']",
        ["ruff.per-file-ignores:app/**:E501", "ruff.per-file-ignores:app/**:F"],
        "one by one",
    ),
    ("pyproject.toml", "[tool.ruff.lint]\nselect = ['E']", [], "what selects"),
    ("pyproject.toml", "[tool.mypy]\nexclude = 'a|b'", [r"mypy.exclude:a\x7cb"], "a bar"),
    ("pyproject.toml", "[tool.mypy]\nignore_errors = true", ["mypy.ignore_errors"], "mypy, everywhere"),
    ("pyproject.toml", "[tool.mypy]\nignore_errors = false", [], "a flag that is off"),
    (
        "pyproject.toml",
        "[[tool.mypy.overrides]]\nmodule = ['app.a', 'x.*']\nignore_missing_imports = true",
        ["mypy.ignore_missing_imports:app.a", "mypy.ignore_missing_imports:x.*"],
        "mypy, per module",
    ),
    (
        "mypy.ini",
        "[mypy]\nfollow_imports = skip\n[mypy-app.a]\nfollow_imports = silent\n[mypy-app.b]\nfollow_imports = normal",
        ["mypy.follow_imports:app.a", "mypy.follow_imports:skip"],
        "what mypy does not follow",
    ),
    (
        "mypy.ini",
        "[mypy]\nwarn_unreachable = False\n[mypy-app.a]\ndisallow_untyped_defs = False\nimplicit_reexport = True",
        ["mypy.disallow_untyped_defs:app.a", "mypy.implicit_reexport:app.a"],
        "what is laxer for some modules",
    ),
    (
        "mypy.ini",
        "[mypy-app.a]\ndisallow_untyped_defs = True\nallow_redefinition = False",
        [],
        "what is stricter for some modules",
    ),
    (
        "mypy.ini",
        "[mypy]\ndisable_error_code = misc, arg-type\n[mypy-app.a,app.b]\nignore_errors = True",
        [
            "mypy.disable_error_code:arg-type",
            "mypy.disable_error_code:misc",
            "mypy.ignore_errors:app.a",
            "mypy.ignore_errors:app.b",
        ],
        "mypy's own file",
    ),
    (
        "setup.cfg",
        "[flake8]\nextend_ignore = E203,W503",
        ["flake8.extend-ignore:E203", "flake8.extend-ignore:W503"],
        "ini",
    ),
    (
        "tox.ini",
        "[flake8]\nper-file-ignores =\n    app/a.py: E501,F401\n    app/b.py:E1",
        [
            "flake8.per-file-ignores:app/a.py:E501",
            "flake8.per-file-ignores:app/a.py:F401",
            "flake8.per-file-ignores:app/b.py:E1",
        ],
        "pairs in text",
    ),
    (
        ".coveragerc",
        "[run]\nomit =\n    app/a.py\n    app/b.py",
        ["coverage.omit:app/a.py", "coverage.omit:app/b.py"],
        "own file",
    ),
    (
        ".coveragerc.toml",
        "run.omit = ['app/a.py']\n[tool.coverage.report]\nexclude_also = ['x']",
        ["coverage.exclude_also:x", "coverage.omit:app/a.py"],
        "own file in TOML",
    ),
    (
        "mypy.ini",
        "[mypy]\nalways_true = A, B\n[mypy-app.a]\nalways_false = C",
        ["mypy.always_false:app.a:C", "mypy.always_true:A", "mypy.always_true:B"],
        "conditions whose other branch mypy does not look at",
    ),
    ("setup.cfg", "[run]\nomit = app/a.py", [], "a section that is coverage's elsewhere only"),
    (
        "pyproject.toml",
        "[tool.coverage.report]\nexclude_also = ['def __repr__', 'if a, b:']",
        ["coverage.exclude_also:def __repr__", "coverage.exclude_also:if a, b:"],
        "patterns",
    ),
    (
        ".pylintrc",
        "[MESSAGES CONTROL]\ndisable=no-member,\n  C0301",
        ["pylint.disable:C0301", "pylint.disable:no-member"],
        "pylint",
    ),
    (
        "pyrightconfig.json",
        '{"reportCall": false, "ignore": ["old"]}',
        ["pyright.ignore:old", "pyright.reportCall"],
        "JSON",
    ),
    ("app/ruff.toml", "ignore = ['E']", ["ruff.ignore:E"], "in a folder of the host"),
    ("docs/ruff.toml", "ignore = ['E']", [], "in a folder that holds nothing of the host"),
]


@pytest.mark.parametrize(("path", "text", "expected"), [pytest.param(*row[:3], id=row[3]) for row in SETTINGS])
def test_settings_of_tools(path: str, text: str, expected: list[str], tmp_path: Path) -> None:
    files = {"archgate.toml": "packages = ['app']\n", "app/__init__.py": "", path: text}
    found = _measured(view_of(tmp_path, files), Scope())
    assert sorted(found) == [(path, name) for name in expected]


@pytest.mark.parametrize(
    ("idea", "files", "expected"),
    [
        ("beside", {"ruff.toml": "extend = 'conf/r.txt'", "conf/r.txt": "ignore = ['E']"}, "conf/r.txt"),
        ("from pyproject", {"pyproject.toml": "[tool.ruff]\nextend = 'r.toml'", "r.toml": "ignore = ['E']"}, "r.toml"),
        ("from below", {"app/ruff.toml": "extend = '../c/r.toml'", "c/r.toml": "ignore = ['E']"}, "c/r.toml"),
        (
            "one after the other, and round",
            {"ruff.toml": "extend = 'a.x'", "a.x": "extend = 'b.x'", "b.x": "extend = 'a.x'\nignore = ['E']"},
            "b.x",
        ),
        ("above the root", {"ruff.toml": "extend = '../r.toml'"}, ""),
        ("not there", {"ruff.toml": "extend = 'r.toml'"}, ""),
    ],
)
def test_what_ruff_extends_is_read(idea: str, files: Files, expected: str, tmp_path: Path) -> None:
    host = {"archgate.toml": "packages = ['app']\n", "app/__init__.py": "", **files}
    found = _measured(view_of(tmp_path, host), Scope())
    assert list(found) == ([(expected, "ruff.ignore:E")] if expected else []), idea


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [("ruff.toml", "ignore = [", 1), ("setup.cfg", "[flake8]\nignore: E1\n[", 3), ("pyrightconfig.json", "{", 0)],
)
def test_settings_that_cannot_be_read_are_invalid(path: str, text: str, line: int, tmp_path: Path) -> None:
    files = {"archgate.toml": "packages = ['app']\n", "app/__init__.py": "", path: text}
    with pytest.raises(InputError) as told:
        _measured(view_of(tmp_path, files), Scope())
    assert [(problem.path, problem.line) for problem in told.value.problems] == [(path, line)]


def test_places_are_the_lines(tmp_path: Path) -> None:
    view = view_of(tmp_path, HOST | {"setup.cfg": "[flake8]\nignore = E1,\n    E2\n"})
    places = {fact.key: [(place.path, place.line) for place in fact.places] for fact in KIND.measure(view, Scope())}
    assert places["app.a", "noqa"] == [("app/a.py", 1), ("app/a.py", 2)]
    assert places["setup.cfg", "flake8.ignore:E2"] == [("setup.cfg", 3)]


def test_the_settings_are_those_of_the_judged_tree(tmp_path: Path) -> None:
    old = view_of(tmp_path / "old", {"app/__init__.py": "", "ruff.toml": ""})
    new = view_of(tmp_path / "new", {"app/__init__.py": "", "ruff.toml": "ignore = ['E']"})
    assert old.bench
    assert new.bench
    under_old = View(new.host, bench=Bench(new.bench.tree, old.bench.tree, new.bench.root, new.bench.scratch))
    assert _measured(under_old, Scope()) == {("ruff.toml", "ruff.ignore:E"): 1}


def test_without_a_bench_settings_cannot_be_seen(tmp_path: Path) -> None:
    view = View(view_of(tmp_path, HOST).host)
    assert "out of reach" in KIND.unmeasured(view, Scope())
    assert not KIND.unmeasured(view, Scope(kinds=("noqa",)))


@pytest.mark.parametrize(
    ("observed", "allowed", "said"),
    [(3, 2, "`noqa`, once more"), (3, 1, "`noqa`, 2 times more"), (1, 2, "`noqa`, no longer there once")],
)
def test_what_comes_and_goes_is_told(observed: int, allowed: int, said: str, tmp_path: Path) -> None:
    items = [Item("app.a", "noqa", {"": amount}) for amount in (observed, allowed)]
    [difference] = KIND.compare(items[:1], items[1:])
    assert KIND.describe(View(view_of(tmp_path, HOST).host), Scope(), difference) == said


@pytest.mark.parametrize(("scope", "word"), [(Scope(kinds=("noqua",)), "noqua"), (Scope(kinds=()), "empty")])
def test_a_scope_that_is_wrong(scope: Scope, word: str) -> None:
    [(_, message)] = KIND.check(scope, ())
    assert word in message


def test_marks_are_read_as_they_are_written(tmp_path: Path) -> None:
    view = view_of(tmp_path, HOST | {"mypy.ini": "[mypy]\nexclude = (a|b)\n"})
    for fact in KIND.measure(view, Scope()):
        entry = KIND.entry(fact)
        assert KIND.item(KIND.mark(entry.identity, KIND.value(entry))).key == fact.key


def _measured(view: View, scope: Scope) -> dict[tuple[str, str], int]:
    return {fact.key: fact.amount for fact in KIND.measure(view, scope)}
