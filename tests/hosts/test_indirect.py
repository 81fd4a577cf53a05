"""Boundaries that count indirect imports, modules that only some may import, and cycles between whole packages."""

from pathlib import Path
from typing import Any

import pytest

from .builder import Files, Host, arrow, block, build, codes, configuration, found, policy
from .sample import LAYERS

GET = "import app.adapters.http"


def bounded(folder: Path, files: Files, *blocks: str, **scope: object) -> Host:
    """The layered host with a boundary `edge` from core to adapters that explains indirect imports."""
    given = {"from": ["app.core"], "to": ["app.adapters"], "indirect": "explained", **scope}
    return build(folder, {**LAYERS, "policies/edge.toml": policy("boundary", "edge", given, *blocks), **files})


@pytest.mark.parametrize(
    ("idea", "files", "facts"),
    [
        ("direct", {"app/core/x.py": GET}, {"app.core.x -> app.adapters.http"}),
        (
            "through one module",
            {"app/core/x.py": "import app.facade", "app/facade.py": GET},
            {"app.core.x -> app.facade"},
        ),
        (
            "through two",
            {"app/core/x.py": "import app.corex", "app/corex.py": "import app.facade", "app/facade.py": GET},
            {"app.core.x -> app.corex"},
        ),
        (
            "where the near side is left, not before",
            {"app/core/y.py": "import app.core.x", "app/core/x.py": "import app.facade", "app/facade.py": GET},
            {"app.core.x -> app.facade"},
        ),
        ("a way that leads nowhere is none", {"app/core/x.py": "import app.facade"}, set()),
        (
            "nor one that leads back",
            {"app/core/x.py": "import app.facade", "app/facade.py": "import app.core.y"},
            set(),
        ),
        (
            "a circle on the way",
            {
                "app/core/x.py": "import app.facade",
                "app/facade.py": "import app.corex",
                "app/corex.py": f"import app.facade\n{GET}",
            },
            {"app.core.x -> app.facade"},
        ),
    ],
)
def test_facts(idea: str, files: Files, facts: set[str], tmp_path: Path) -> None:
    assert {arrow(fact) for fact in bounded(tmp_path, files).facts("edge")} == facts, idea


def test_to_an_external(tmp_path: Path) -> None:
    files = {"app/core/x.py": "import app.facade", "app/facade.py": "from urllib import request"}
    assert [arrow(fact) for fact in bounded(tmp_path, files, to=["urllib.request"]).facts("edge")] == [
        "app.core.x -> app.facade"
    ]


def test_the_way_is_told(tmp_path: Path) -> None:
    host = bounded(tmp_path, {"app/core/x.py": "import app.facade", "app/facade.py": GET})
    [finding] = found(host.check(), "NEW")
    assert "by which it comes to app.adapters.http: app.core.x -> app.facade -> app.adapters.http" in finding["message"]


def test_what_is_frozen_holds(tmp_path: Path) -> None:
    entry = block("debt", from_="app.core.x", to="app.facade")
    files = {"app/core/x.py": "import app.facade", "app/facade.py": GET}
    assert codes(bounded(tmp_path, files, entry).check()) == []


@pytest.mark.parametrize(
    ("idea", "before", "after", "loosened"),
    [("no longer", "explained", "ignored", ["LOOSENED"]), ("from now on", "ignored", "explained", [])],
)
def test_loosening(idea: str, before: str, after: str, loosened: list[str], tmp_path: Path) -> None:
    host = bounded(tmp_path, {}, indirect=before)
    host.git("init", "-q", "-b", "main")
    host.commit()
    bounded(tmp_path, {}, indirect=after)
    assert codes(host.check("--base", "HEAD")) == loosened, idea


def test_protected(tmp_path: Path) -> None:
    """Only the facade may import the adapters: a boundary from everywhere, with owners."""
    files = {
        "app/facade.py": GET,
        "app/core/x.py": GET,
        "app/adapters/http.py": "import app.adapters.system",
    }
    owners = (block("owner", module="app.adapters.**"), block("owner", module="app.facade"))
    host = bounded(tmp_path, files, *owners, **{"from": ["app"], "indirect": "ignored"})
    assert [arrow(one) for one in found(host.check(), "NEW")] == ["app.core.x -> app.adapters.http"]


def circular(folder: Path, files: Files, *blocks: str, **scope: object) -> Host:
    """The layered host with a rule `rings` on cycles between siblings."""
    text = policy("cycle", "rings", {"modules": ["app"], "between": "siblings", **scope}, *blocks)
    return build(folder, {**LAYERS, "policies/rings.toml": text, **files})


APART: Files = {"app/core/x.py": GET, "app/adapters/system/rust.py": "import app.core.y"}
"""Two packages that import one another, by modules of which no two do."""


@pytest.mark.parametrize(
    ("idea", "files", "scope", "members"),
    [
        ("packages", APART, {}, [["app.adapters", "app.core"]]),
        (
            "single modules",
            {"app/facade.py": "import app.corex", "app/corex.py": "import app.facade"},
            {},
            [["app.corex", "app.facade"]],
        ),
        (
            "deeper down",
            {"app/core/x.py": "import app.core.y", "app/core/y.py": "import app.core.x"},
            {},
            [["app.core.x", "app.core.y"]],
        ),
        (
            "only the children of this one",
            {"app/core/x.py": "import app.core.y", "app/core/y.py": "import app.core.x"},
            {"modules": ["=app"]},
            [],
        ),
        (
            "a package and what lies in it are no siblings",
            {"app/core/__init__.py": "import app.core.x", "app/core/x.py": "import app.core"},
            {},
            [],
        ),
        ("one way", {"app/core/x.py": GET}, {}, []),
    ],
)
def test_cycles_between_siblings(
    idea: str, files: Files, scope: dict[str, Any], members: list[list[str]], tmp_path: Path
) -> None:
    assert [fact["members"] for fact in circular(tmp_path, files, **scope).facts("rings")] == members, idea


def test_root_packages_are_no_siblings(tmp_path: Path) -> None:
    two = {
        "archgate.toml": configuration("app", "lib"),
        "lib/__init__.py": "import app.facade",
        "app/facade.py": "import lib",
    }
    assert circular(tmp_path, two, modules=["**"]).facts("rings") == []


def test_the_lines_of_a_cycle_between_packages_are_told(tmp_path: Path) -> None:
    [finding] = found(circular(tmp_path, APART).check(), "NEW")
    assert "app.adapters -> app.core -> app.adapters" in finding["message"]
    assert "app/adapters/system/rust.py:1, app/core/x.py:1" in finding["message"]


def test_a_frozen_cycle_between_packages_holds(tmp_path: Path) -> None:
    entry = block("debt", id="two", modules=["app.adapters", "app.core"], edges=2)
    assert codes(circular(tmp_path, APART, entry).check()) == []
