"""Boundaries: direct imports from one part of the host into another, and what is frozen of them."""

from pathlib import Path

import pytest

from .builder import Files, configuration
from .sample import TC, crossings, layered


@pytest.mark.parametrize(
    ("idea", "source", "targets"),
    [
        ("nothing", "", set()),
        ("a module", "import app.adapters.http", {"app.adapters.http"}),
        ("a name of a package", "from app.adapters.system import fast", {"app.adapters.system"}),
        ("a module of a package", "from app.adapters.system import rust", {"app.adapters.system.rust"}),
        (
            "both in one line",
            "from app.adapters.system import rust, fast",
            {"app.adapters.system", "app.adapters.system.rust"},
        ),
        ("a name of a module", "from app.adapters.http import get", {"app.adapters.http"}),
        ("the package itself", "from app import adapters", {"app.adapters"}),
        ("the package itself, dotted", "import app.adapters as ad", {"app.adapters"}),
        ("relative", "from ..adapters import http\nfrom .. import adapters", {"app.adapters", "app.adapters.http"}),
        ("a star import", "from app.adapters.http import *", {"app.adapters.http"}),
        ("lazy", "def f():\n    from app.adapters import http", {"app.adapters.http"}),
        (
            "in a method in a class in a function",
            "def f():\n    class C:\n        def g(self):\n            import app.adapters.http",
            {"app.adapters.http"},
        ),
        ("conditional", "if x:\n    import app.adapters.http", {"app.adapters.http"}),
        (
            "in try and except ImportError",
            "try:\n    import app.adapters.http\nexcept ImportError:\n    http = None",
            {"app.adapters.http"},
        ),
        (
            "a literal import_module",
            'import importlib\nimportlib.import_module("app.adapters.http")',
            {"app.adapters.http"},
        ),
        (
            "a folded, relative import_module",
            'from importlib import import_module as im\nim(".." + "adapters.http", __package__)',
            {"app.adapters.http"},
        ),
        ("__import__", '__import__("app.adapters.system.rust")', {"app.adapters.system.rust"}),
        ("typing", TC + "import app.adapters.http", set()),
        ("the else of typing", TC + "pass\nelse:\n    import app.adapters.http", {"app.adapters.http"}),
        (
            "typing and lazy",
            TC + "import app.adapters.http\ndef f():\n    import app.adapters.http",
            {"app.adapters.http"},
        ),
        ("a module with a longer name", "import app.adaptersx\nfrom app import adaptersx", set()),
        ("a package with a longer name", "from app.adapters_more import x\nimport app.adapters_more", set()),
        ("in a string", '"""import app.adapters.http"""\nX = ["app.adapters.http"]', set()),
        ("what is implied is not written", "import app.adapters.system.rust", {"app.adapters.system.rust"}),
        ("within the own part", "from . import y\nimport app.core.y", set()),
        ("another library's module of that name", "import adapters.http\nfrom application.adapters import http", set()),
    ],
)
def test_targets(idea: str, source: str, targets: set[str], tmp_path: Path) -> None:
    assert crossings(tmp_path, source) == targets, idea


@pytest.mark.parametrize(
    ("idea", "files", "found_"),
    [
        (
            "only modules of the scope are asked",
            {"app/facade.py": "import app.adapters.http", "app/corex.py": "import app.adapters.http"},
            set(),
        ),
        (
            "the package's __init__ is one of them",
            {"app/core/__init__.py": "import app.adapters.http"},
            {"app.core -> app.adapters.http"},
        ),
        (
            "indirect imports are none",
            {"app/core/x.py": "import app.facade", "app/facade.py": "import app.adapters.http"},
            set(),
        ),
        ("the other direction is none", {"app/adapters/http.py": "import app.core.x"}, set()),
        (
            "in a folder without __init__",
            {"app/core/ns/z.py": "from ...adapters import http"},
            {"app.core.ns.z -> app.adapters.http"},
        ),
        (
            "into a folder without __init__",
            {"app/adapters/ns/z.py": "", "app/core/x.py": "from app.adapters.ns import z"},
            {"app.adapters.ns.z"},
        ),
        (
            "each importer is its own fact",
            {"app/core/x.py": "import app.adapters.http", "app/core/y.py": "import app.adapters.http"},
            {"app.adapters.http", "app.core.y -> app.adapters.http"},
        ),
        (
            "a module in another script",
            {"app/adapters/сеть.py": "", "app/core/x.py": "from app.adapters import сеть"},
            {"app.adapters.сеть"},
        ),
    ],
)
def test_importers(idea: str, files: Files, found_: set[str], tmp_path: Path) -> None:
    assert crossings(tmp_path, files) == found_, idea


ALL_TIMES = (
    f"import app.adapters.http\n"
    f"{TC}import app.adapters.system\n"
    f"def f():\n"
    f"    import app.adapters.system.rust\n"
    f"__import__('app.adapters')"
)


@pytest.mark.parametrize(
    ("idea", "source", "scope", "targets"),
    [
        ("all but typing by default", ALL_TIMES, {}, {"app.adapters.http", "app.adapters.system.rust", "app.adapters"}),
        ("eager", ALL_TIMES, {"edges": ["eager"]}, {"app.adapters.http"}),
        ("typing", ALL_TIMES, {"edges": ["typing"]}, {"app.adapters.system"}),
        ("lazy and dynamic", ALL_TIMES, {"edges": ["lazy", "dynamic"]}, {"app.adapters.system.rust", "app.adapters"}),
        (
            "implied",
            "import app.adapters.system.rust",
            {"edges": ["eager", "implied"]},
            {"app.adapters.system.rust", "app.adapters.system", "app.adapters"},
        ),
        ("just one module", "import app.adapters.http, app.adapters", {"to": ["=app.adapters"]}, {"app.adapters"}),
        ("just one importer", "import app.adapters.http", {"from_": ["=app.core"]}, set()),
        (
            "any one segment",
            "import app.adapters.http, app.adapters.system.rust, app.adapters",
            {"to": ["=app.adapters.*"]},
            {"app.adapters.http"},
        ),
        (
            "any segments between",
            "import app.adapters.http, app.adapters.system.rust",
            {"to": ["app.**.rust"]},
            {"app.adapters.system.rust"},
        ),
        ("one segment between", "import app.adapters.http, app.facade", {"to": ["app.*.http"]}, {"app.adapters.http"}),
        (
            "several targets",
            "import app.adapters.http, app.facade",
            {"to": ["app.adapters.http", "app.facade"]},
            {"app.adapters.http", "app.facade"},
        ),
        ("an external", "import requests\nimport httpx", {"to": ["requests"]}, {"requests"}),
        ("names from an external", "from requests import get", {"to": ["requests"]}, {"requests"}),
        ("a lazy external", "def f():\n    import requests", {"to": ["requests"]}, {"requests"}),
        ("a typing external", TC + "import requests", {"to": ["requests"]}, set()),
        ("an external with a longer name", "import requests_mock, requestsx.y", {"to": ["requests"]}, set()),
        ("an external that is nowhere is no empty selector", "", {"to": ["no_such_library"]}, set()),
        ("a module of the standard library", "import subprocess", {"to": ["subprocess"]}, {"subprocess"}),
        ("a module below an external", "import urllib.request", {"to": ["urllib.request"]}, {"urllib.request"}),
        ("one taken from its package", "from urllib import request", {"to": ["urllib.request"]}, {"urllib.request"}),
        (
            "the names of a module below an external",
            "from urllib.request import urlopen",
            {"to": ["urllib.request"]},
            {"urllib.request"},
        ),
        ("another module beside one below an external", "from urllib import parse", {"to": ["urllib.request"]}, set()),
    ],
)
def test_scopes(idea: str, source: str, scope: dict[str, object], targets: set[str], tmp_path: Path) -> None:
    assert crossings(tmp_path, source, **scope) == targets, idea


def test_two_import_lines_are_one_fact_with_two_places(tmp_path: Path) -> None:
    (fact,) = layered(tmp_path, "import app.adapters.http\n\nfrom app.adapters.http import get").facts("adapter-edge")
    assert fact["places"] == [{"path": "app/core/x.py", "line": 1}, {"path": "app/core/x.py", "line": 3}]


def test_a_boundary_between_two_roots(tmp_path: Path) -> None:
    files = {"archgate.toml": configuration("app", "lib"), "lib/y.py": "", "app/core/x.py": "import lib.y"}
    assert crossings(tmp_path, files, to=["lib"]) == {"lib.y"}
