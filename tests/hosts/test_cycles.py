"""Cycles: which modules hang together, and what a frozen component allows."""

import json
from pathlib import Path
from typing import Any

import pytest

from .builder import STANDARD, Files, Host, build, codes, configuration
from .sample import RING, RING_OF_THREE, TC, cycles


def components(folder: Path, files: Files, **scope: object) -> list[list[str]]:
    """The members of each cycle fact of a host with an empty cycle policy of this scope."""
    host = build(folder, {**STANDARD, **files, **cycles(**scope)})
    return sorted(fact["members"] for fact in host.facts("loops"))


@pytest.mark.parametrize(
    ("idea", "files", "members"),
    [
        ("no imports", {}, []),
        ("a chain is no cycle", {"app/m.py": "import app.a", "app/a.py": "import app.b"}, []),
        (
            "a diamond is no cycle",
            {"app/m.py": "import app.a, app.b", "app/a.py": "import app.pkg.c", "app/b.py": "import app.pkg.c"},
            [],
        ),
        ("two that import each other", RING, [["app.a", "app.b"]]),
        ("three in a ring", RING_OF_THREE, [["app.a", "app.b", "app.m"]]),
        ("relative imports", {"app/a.py": "from . import b", "app/b.py": "from .a import x"}, [["app.a", "app.b"]]),
        (
            "a lazy import closes it",
            {"app/a.py": "import app.b", "app/b.py": "def f():\n    import app.a"},
            [["app.a", "app.b"]],
        ),
        (
            "an import under try closes it",
            {"app/a.py": "import app.b", "app/b.py": "try:\n    import app.a\nexcept ImportError:\n    pass"},
            [["app.a", "app.b"]],
        ),
        (
            "a literal import_module closes it",
            {"app/a.py": "import app.b", "app/b.py": "__import__('app.a')"},
            [["app.a", "app.b"]],
        ),
        ("a typing import does not", {"app/a.py": "import app.b", "app/b.py": TC + "import app.a"}, []),
        (
            "the else of TYPE_CHECKING does",
            {"app/a.py": "import app.b", "app/b.py": TC + "pass\nelse:\n    import app.a"},
            [["app.a", "app.b"]],
        ),
        ("typing both ways does not", {"app/a.py": TC + "import app.b", "app/b.py": TC + "import app.a"}, []),
        (
            "a star import closes it",
            {"app/a.py": "from app.b import *", "app/b.py": "from app.a import *"},
            [["app.a", "app.b"]],
        ),
        (
            "two rings are two",
            {**RING, "app/pkg/c.py": "from . import d", "app/pkg/d.py": "from . import c"},
            [["app.a", "app.b"], ["app.pkg.c", "app.pkg.d"]],
        ),
        (
            "two rings with a one-way bridge are two",
            {
                "app/a.py": "import app.b, app.pkg.c",
                "app/b.py": "import app.a",
                "app/pkg/c.py": "from . import d",
                "app/pkg/d.py": "from . import c",
            },
            [["app.a", "app.b"], ["app.pkg.c", "app.pkg.d"]],
        ),
        (
            "two rings that share a module are one",
            {"app/a.py": "import app.b", "app/b.py": "import app.a, app.m", "app/m.py": "import app.b"},
            [["app.a", "app.b", "app.m"]],
        ),
        (
            "a package and its module",
            {"app/pkg/__init__.py": "from .c import x", "app/pkg/c.py": "from app.pkg import helper"},
            [["app.pkg", "app.pkg.c"]],
        ),
        (
            "a package that is only passed through is no member",
            {"app/pkg/__init__.py": "from . import c", "app/pkg/c.py": "from . import d", "app/pkg/d.py": ""},
            [],
        ),
        (
            "the root package",
            {"app/__init__.py": "from .a import x", "app/a.py": "from . import VERSION"},
            [["app", "app.a"]],
        ),
        (
            "in a folder without __init__",
            {"app/ns/x.py": "from . import y", "app/ns/y.py": "from .x import f"},
            [["app.ns.x", "app.ns.y"]],
        ),
        ("a module beside it with a longer name", {**RING, "app/ab.py": "import app.a"}, [["app.a", "app.b"]]),
        (
            "across two roots",
            {"archgate.toml": configuration("app", "lib"), "app/a.py": "import lib.x", "lib/x.py": "import app.a"},
            [["app.a", "lib.x"]],
        ),
    ],
)
def test_components(idea: str, files: Files, members: list[list[str]], tmp_path: Path) -> None:
    assert components(tmp_path, files) == members, idea


@pytest.mark.parametrize(
    ("idea", "files", "scope", "members"),
    [
        (
            "typing edges, asked for",
            {"app/a.py": "import app.b", "app/b.py": TC + "import app.a"},
            {"edges": ["eager", "typing"]},
            [["app.a", "app.b"]],
        ),
        (
            "eager edges only",
            {"app/a.py": "import app.b", "app/b.py": "def f():\n    import app.a"},
            {"edges": ["eager"]},
            [],
        ),
        (
            "lazy edges only",
            {"app/a.py": "def f():\n    import app.b", "app/b.py": "def f():\n    import app.a"},
            {"edges": ["lazy"]},
            [["app.a", "app.b"]],
        ),
        (
            "an edge of two kinds counts under each",
            {"app/a.py": "import app.b", "app/b.py": "import app.a\ndef f():\n    import app.a"},
            {"edges": ["eager"]},
            [["app.a", "app.b"]],
        ),
        (
            "without dynamic edges",
            {"app/a.py": "import app.b", "app/b.py": "__import__('app.a')"},
            {"edges": ["eager", "lazy"]},
            [],
        ),
        (
            "implied edges, asked for",
            {"app/pkg/__init__.py": "from . import c", "app/pkg/c.py": "import app.pkg.d"},
            {"edges": ["eager", "implied"]},
            [["app.pkg", "app.pkg.c"]],
        ),
        (
            "only the modules of the scope",
            {**RING, "app/pkg/c.py": "from . import d", "app/pkg/d.py": "from . import c"},
            {"modules": ["app.pkg"]},
            [["app.pkg.c", "app.pkg.d"]],
        ),
        (
            "the scope is dot-safe",
            {"app/pk/x.py": "", "app/pkg/c.py": "from . import d", "app/pkg/d.py": "from . import c"},
            {"modules": ["app.pk"]},
            [],
        ),
        ("several selectors", RING, {"modules": ["=app.a", "=app.b"]}, [["app.a", "app.b"]]),
        ("one side of a ring is no ring", RING, {"modules": ["=app.a"]}, []),
    ],
)
def test_scopes(idea: str, files: Files, scope: dict[str, object], members: list[list[str]], tmp_path: Path) -> None:
    assert components(tmp_path, files, **scope) == members, idea


@pytest.mark.parametrize("selectors", [["app.nothere"], ["ap"], ["app", "ap"]], ids=" and ".join)
def test_a_selector_that_matches_nothing_is_vacuous(selectors: list[str], tmp_path: Path) -> None:
    verdict = build(tmp_path, {**STANDARD, **cycles(modules=selectors)}).check()
    assert codes(verdict) == ["VACUOUS"]
    assert verdict["exit"] == 2


def _large(size: int) -> Files:
    """`size` modules in one ring, in which the first two import each other too."""
    modules = {f"app/m{n:04}.py": f"from app import m{(n + 1) % size:04}\n" for n in range(size)}
    modules["app/m0001.py"] += "from app import m0000\n"
    return {"app/__init__.py": "", **modules}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Host:
    return build(tmp_path_factory.mktemp("large"), {**_large(1000), **cycles()})


def test_a_large_component_stays_short(large: Host) -> None:
    out = large.run("check").out
    assert len(out.splitlines()) <= 60
    assert len(out) <= 8_000
    assert "1000" in out or "1,000" in out
    assert sum(f"app.m{n:04}" in out for n in range(1000)) <= 40


def test_a_large_component_shows_its_shortest_cycle(large: Host) -> None:
    assert "app.m0000 -> app.m0001 -> app.m0000" in large.run("check").out


def test_a_large_component_names_edges_whose_removal_breaks_it(large: Host) -> None:
    assert "app.m0000 -> app.m0001" in large.run("check").out


def test_a_large_component_is_one_finding_and_one_fact_with_all_its_members(large: Host) -> None:
    verdict: Any = large.check()
    assert codes(verdict) == ["NEW"]
    assert len(json.dumps(verdict)) <= 20_000
    (fact,) = large.facts("loops")
    assert len(fact["members"]) == 1000
