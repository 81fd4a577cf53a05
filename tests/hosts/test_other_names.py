"""The host's own modules under names that are not their own, those that another folder on the path gives them."""

from pathlib import Path

import pytest

from .builder import Case, Files, build, case, configuration, confirm, policy

SRC: Files = {
    "archgate.toml": configuration("src/app", "src/jobs"),
    "src/app/__init__.py": "",
    "src/app/a.py": "",
    "src/jobs/__init__.py": "",
}

ROOTS = [
    case("the package by its folder", {**SRC, "src/app/m.py": "import src.app.a"}, {"app.a": "eager"}, standard=False),
    case("a name out of it", {**SRC, "src/app/m.py": "from src.app.a import x"}, {"app.a": "eager"}, standard=False),
    case("a module out of it", {**SRC, "src/app/m.py": "from src.app import a"}, {"app.a": "eager"}, standard=False),
    case("the package itself", {**SRC, "src/app/m.py": "from src import jobs"}, {"jobs": "eager"}, standard=False),
    case(
        "by a call",
        {**SRC, "src/app/m.py": "import importlib\nimportlib.import_module('src.app.a')"},
        {"app.a": "dynamic"},
        standard=False,
    ),
    case(
        "nothing of that name",
        {**SRC, "src/app/m.py": "import src.app.nothere"},
        {"app": "eager"},
        unresolved=["app.nothere"],
        standard=False,
    ),
    case("dot-safe", {**SRC, "src/app/m.py": "import src.apple, srcx.app"}, {}, standard=False),
    case("what else is called src", {**SRC, "src/app/m.py": "import src, src.other"}, {}, standard=False),
]

SCRIPTS = [
    case("a module below the package", "import pkg.c", {}, told="pkg.c"),
    case("a name out of one", "from pkg.c import x", {}, told="pkg.c"),
    case("a module out of its package", "from pkg import c", {}, told="pkg"),
    case(
        "below the importer's own folder",
        {"app/pkg/run.py": "import sub.x", "app/pkg/sub/x.py": ""},
        {},
        told="sub.x",
    ),
]

EXTERNALS = [
    case("a name of one segment", "import a, pkg", {}),
    case("a name that leads to no file", "import pkg.nothere", {}),
    case("a module of the standard library", {"app/logging/config.py": "", "app/m.py": "import logging.config"}, {}),
    case("an external like none of the host's", "import requests.adapters", {}),
]


@pytest.mark.parametrize("row", ROOTS + SCRIPTS + EXTERNALS, ids=str)
def test_other_names(row: Case, tmp_path: Path) -> None:
    confirm(row, tmp_path)


@pytest.mark.parametrize("row", EXTERNALS, ids=str)
def test_an_external_is_not_told(row: Case, tmp_path: Path) -> None:
    assert build(tmp_path, row.files).check()["findings"] == []


def test_a_boundary_sees_through_the_other_name(tmp_path: Path) -> None:
    edge = policy("boundary", "edge", {"from": ["app.m"], "to": ["app.a"]})
    files = {**SRC, "policies/edge.toml": edge, "src/app/m.py": "from src.app.a import now"}
    assert [fact["object"] for fact in build(tmp_path, files).facts("edge")] == ["app.a"]


def test_a_boundary_sees_what_is_handed_on_under_the_other_name(tmp_path: Path) -> None:
    edge = policy("boundary", "edge", {"from": ["app.m"], "to": ["app.a"]})
    files = {
        **SRC,
        "policies/edge.toml": edge,
        "src/app/f.py": "from src.app.a import now",
        "src/app/m.py": "from app.f import now",
    }
    assert [fact["object"] for fact in build(tmp_path, files).facts("edge")] == ["app.a"]
