"""A boundary sees an imported name that was handed on as an edge to the module that defines it."""

from pathlib import Path

import pytest

from .builder import Files
from .sample import TC, crossings, layered

DEFINED: Files = {"app/adapters/http.py": "def get(): ...\nclass Client: ...\nTIMEOUT = 3"}


@pytest.mark.parametrize(
    ("idea", "files", "targets"),
    [
        (
            "a name handed on by a module outside",
            {"app/facade.py": "from app.adapters.http import get", "app/core/x.py": "from app.facade import get"},
            {"app.adapters.http"},
        ),
        (
            "under another name",
            {
                "app/facade.py": "from app.adapters.http import get as fetch",
                "app/core/x.py": "from app.facade import fetch as f",
            },
            {"app.adapters.http"},
        ),
        (
            "a class, a constant",
            {
                "app/facade.py": "from app.adapters.http import Client, TIMEOUT",
                "app/core/x.py": "from app.facade import TIMEOUT",
            },
            {"app.adapters.http"},
        ),
        (
            "relative on both sides",
            {"app/facade.py": "from .adapters.http import get", "app/core/x.py": "from ..facade import get"},
            {"app.adapters.http"},
        ),
        (
            "through two packages",
            {
                "app/p/__init__.py": "from app.q import get",
                "app/q/__init__.py": "from app.adapters.http import get",
                "app/core/x.py": "from app.p import get",
            },
            {"app.adapters.http"},
        ),
        (
            "through three, renamed at each",
            {
                "app/p/__init__.py": "from app.q import b as c",
                "app/q/__init__.py": "from app.facade import a as b",
                "app/facade.py": "from app.adapters.http import get as a",
                "app/core/x.py": "from app.p import c",
            },
            {"app.adapters.http"},
        ),
        (
            "a module handed on",
            {"app/facade.py": "from app.adapters import http", "app/core/x.py": "from app.facade import http"},
            {"app.adapters.http"},
        ),
        (
            "a module handed on under another name",
            {"app/facade.py": "import app.adapters.http as web", "app/core/x.py": "from app.facade import web"},
            {"app.adapters.http"},
        ),
        (
            "by a star import",
            {"app/facade.py": "from app.adapters.http import *", "app/core/x.py": "from app.facade import get"},
            {"app.adapters.http"},
        ),
        (
            "by two star imports with __all__",
            {
                "app/p/__init__.py": "from app.facade import *\n__all__ = ['get']",
                "app/facade.py": "from app.adapters.http import *\n__all__ = ['get']",
                "app/adapters/http.py": "__all__ = ['get']\ndef get(): ...",
                "app/core/x.py": "from app.p import get",
            },
            {"app.adapters.http"},
        ),
        (
            "by a star import, under try",
            {
                "app/facade.py": "try:\n    from app.adapters.http import *\nexcept ImportError:\n    pass",
                "app/core/x.py": "from app.facade import get",
            },
            {"app.adapters.http"},
        ),
        (
            "lazily taken",
            {
                "app/facade.py": "from app.adapters.http import get",
                "app/core/x.py": "def f():\n    from app.facade import get",
            },
            {"app.adapters.http"},
        ),
        (
            "all of a module that hands it on",
            {"app/facade.py": "from app.adapters.http import get", "app/core/x.py": "from app.facade import *"},
            {"app.adapters.http"},
        ),
        (
            "all of a module that takes all",
            {"app/facade.py": "from app.adapters.http import *", "app/core/x.py": "from app.facade import *"},
            {"app.adapters.http"},
        ),
        (
            "by the first arm of a try",
            {
                "app/facade.py": (
                    "try:\n    from app.adapters.http import get\nexcept ImportError:\n    from app.corex import get"
                ),
                "app/core/x.py": "from app.facade import get",
            },
            {"app.adapters.http"},
        ),
        (
            "taken by a literal __import__",
            {
                "app/facade.py": "from app.adapters.http import get",
                "app/core/x.py": "__import__('app.facade', fromlist=['get'])",
            },
            {"app.adapters.http"},
        ),
        (
            "all of a module whose __all__ keeps it back",
            {
                "app/facade.py": "from app.adapters.http import get\n__all__ = []",
                "app/core/x.py": "from app.facade import *",
            },
            set(),
        ),
        (
            "all of a module that has it under a private name",
            {"app/facade.py": "from app.adapters.http import get as _get", "app/core/x.py": "from app.facade import *"},
            set(),
        ),
        (
            "by a star import beside an import of the name",
            {
                "app/facade.py": "from app.corex import get\nfrom app.adapters.http import *",
                "app/core/x.py": "from app.facade import get",
            },
            {"app.adapters.http"},
        ),
        (
            "by a star import beside a name of its own",
            {
                "app/facade.py": "get = None\nfrom app.adapters.http import *",
                "app/core/x.py": "from app.facade import get",
            },
            {"app.adapters.http"},
        ),
        (
            "all of a module whose __all__ is computed",
            {
                "app/facade.py": "from app.adapters.http import get as _get\n__all__ = list(('_get',))",
                "app/core/x.py": "from app.facade import *",
            },
            {"app.adapters.http"},
        ),
        (
            "by a star import of a module whose __all__ is computed",
            {
                "app/adapters/http.py": "def _get(): ...\n__all__ = list(('_get',))",
                "app/facade.py": "from app.adapters.http import *",
                "app/core/x.py": "from app.facade import _get",
            },
            {"app.adapters.http"},
        ),
        (
            "bound by a function",
            {
                "app/facade.py": "def f():\n    global get\n    from app.adapters.http import get",
                "app/core/x.py": "from app.facade import get",
            },
            {"app.adapters.http"},
        ),
        (
            "bound in a function, not by it",
            {
                "app/facade.py": "def f():\n    from app.adapters.http import get\nget = 1",
                "app/core/x.py": "from app.facade import get",
            },
            set(),
        ),
        (
            "a name that is a submodule's too",
            {
                "app/p/__init__.py": "from app.adapters.http import get",
                "app/p/get.py": "",
                "app/core/x.py": "from app.p import get",
            },
            {"app.adapters.http"},
        ),
        (
            "a submodule, and nothing else of the name",
            {
                "app/p/__init__.py": "from app.adapters.http import Client",
                "app/p/get.py": "",
                "app/core/x.py": "from app.p import get",
            },
            set(),
        ),
        (
            "a name that a star import does not hand on",
            {
                "app/facade.py": "from app.adapters.http import *\nother = 1",
                "app/core/x.py": "from app.facade import other",
            },
            set(),
        ),
        (
            "a name that __all__ keeps back from a star import",
            {
                "app/facade.py": "from app.adapters.http import *\ndef get(): ...",
                "app/adapters/http.py": "__all__ = ['Client']\ndef get(): ...",
                "app/core/x.py": "from app.facade import get",
            },
            set(),
        ),
        (
            "another name of the module that hands on",
            {
                "app/facade.py": "from app.adapters.http import get\ndef own(): ...",
                "app/core/x.py": "from app.facade import own",
            },
            set(),
        ),
        (
            "the module that hands on, whole",
            {"app/facade.py": "from app.adapters.http import get", "app/core/x.py": "import app.facade"},
            set(),
        ),
        (
            "names that hand one another on end",
            {
                "app/facade.py": "from app.corex import get",
                "app/corex.py": "from app.facade import get",
                "app/core/x.py": "from app.facade import get",
            },
            set(),
        ),
        (
            "under TYPE_CHECKING",
            {"app/facade.py": "from app.adapters.http import get", "app/core/x.py": TC + "from app.facade import get"},
            set(),
        ),
    ],
)
def test_a_name_that_is_handed_on_is_an_edge_to_where_it_is_defined(
    idea: str, files: Files, targets: set[str], tmp_path: Path
) -> None:
    assert crossings(tmp_path, {**DEFINED, **files}) == targets, idea


def test_a_name_handed_on_by_the_package_of_the_adapters_is_seen(tmp_path: Path) -> None:
    files = {
        **DEFINED,
        "app/adapters/__init__.py": "from .http import get",
        "app/core/x.py": "from app.adapters import get",
    }
    assert crossings(tmp_path, files) & {"app.adapters", "app.adapters.http"}


def test_the_import_graph_itself_is_as_written(tmp_path: Path) -> None:
    files = {
        **DEFINED,
        "app/facade.py": "from app.adapters.http import get",
        "app/core/x.py": "from app.facade import get",
    }
    edges = layered(tmp_path, files).edges()
    assert edges == {"app.core.x -> app.facade": "eager", "app.facade -> app.adapters.http": "eager"}


@pytest.mark.parametrize("taken", ["import requests", "from requests import get as requests"])
def test_an_external_that_is_handed_on_is_seen(taken: str, tmp_path: Path) -> None:
    files = {"app/facade.py": taken, "app/core/x.py": "from app.facade import requests"}
    assert crossings(tmp_path, files, to=["requests"]) == {"requests"}


@pytest.mark.parametrize("taken", ["from app.facade import get", "from app.facade import *"])
def test_what_a_star_import_of_an_external_may_hand_on_is_seen(taken: str, tmp_path: Path) -> None:
    files = {"app/facade.py": "from requests import *", "app/core/x.py": taken}
    assert crossings(tmp_path, files, to=["requests"]) == {"requests"}


def test_a_chain_of_a_thousand_hands_is_followed(tmp_path: Path) -> None:
    links = {f"app/h{at}.py": f"from app.h{at + 1} import get" for at in range(1_500)}
    files = {**links, "app/h1500.py": "from app.adapters.http import get", "app/core/x.py": "from app.h0 import get"}
    assert crossings(tmp_path, {**DEFINED, **files}) == {"app.adapters.http"}
