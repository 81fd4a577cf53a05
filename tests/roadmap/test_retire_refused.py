"""What cannot be rewritten: it is listed with its place, and nothing is written."""

from pathlib import Path

import pytest

from archgate.host.errors import InputError
from tests.hosts.builder import Files, Host
from tests.roadmap.retiring import MODULE, MOVED, RENAMED, STANDARD, SYMBOL, again, plan, refusals, rewritten

REFUSED: dict[str, tuple[dict[str, str], str, str]] = {
    "a star of a module": (MODULE, "from app.helper.http import *\n", "1 takes everything out of `app.helper.http`"),
    "a star that brings a symbol": (SYMBOL, "from app.legacy import *\n", "1 takes everything out of `app.legacy`"),
    "getattr with a name from elsewhere": (MODULE, "import app.helper.http as h\ngetattr(h, n)\n", "2 `getattr` asks"),
    "getattr of the symbol": (SYMBOL, "from app import legacy\ngetattr(legacy, 'fetch')\n", "2 `getattr` asks"),
    "vars": (MODULE, "from app.helper import http\n\nvars(http)\n", "3 `vars` asks"),
    "an attribute set": (MODULE, "from app.helper import http\nhttp.get = None\n", "2 writes to `app.helper.http`"),
    "an attribute deleted": (MODULE, "import app.helper.http\ndel app.helper.http.get\n", "2 writes to"),
    "its namespace": (MODULE, "from app.helper import http\nhttp.__dict__['get']\n", "2 writes to"),
    "sys.modules": (
        MODULE,
        "import sys, app.helper.http\nsys.modules['app.helper.http']\n",
        "2 takes `app.helper.http`",
    ),
    "sys.modules.get": (
        MODULE,
        "import sys, app.helper.http\nsys.modules.get('app.helper.http')\n",
        "2 takes `app.helper.http` out of `sys.modules`",
    ),
    "a name put together": (
        MODULE,
        "from importlib import import_module\nimport_module('app.' + 'helper.http')\n",
        "2 imports `app.helper.http` by a name that is put together",
    ),
    "__import__, which gives the root": (MODULE, "__import__('app.helper.http')\n", "1 imports `app.helper.http`"),
    "a module imported by a call, of which a symbol goes": (
        SYMBOL,
        "import importlib\nm = importlib.import_module('app.legacy')\n",
        "2 imports `app.legacy` by a call",
    ),
    "a module handed on, of which a symbol goes": (
        SYMBOL,
        "from app import legacy\nregister(legacy)\n",
        "2 hands `app.legacy` on as a value",
    ),
    "a symbol read on its module": (
        SYMBOL,
        "from app import legacy\nlegacy.other()\nlegacy.fetch()\n",
        "3 reads `fetch` on the module `app.legacy`; import it by name first",
    ),
    "the new name is taken": (SYMBOL, "from app.legacy import fetch\nload = 1\n", "2 `fetch` would become `load`"),
    "the new name is taken further in": (
        SYMBOL,
        "from app.legacy import fetch\ndef f(load): fetch(load)\n",
        "2 `fetch` would become `load`",
    ),
    "the new name is a builtin that is used": (
        {"app.legacy:fetch": "app.feeds:open"},
        "from app.legacy import fetch\nopen(fetch)\n",
        "2 `fetch` would become `open`",
    ),
    "reached through its package alone": (
        RENAMED,
        "import app\napp.helper.http.get()\n",
        "2 reaches `app.helper.http` through `app`; import it by its name first",
    ),
    "the new name is read from further out": (
        SYMBOL,
        "load = 1\ndef f():\n    from app.legacy import fetch\n    return fetch(load)\n",
        "4 `fetch` would become `load`",
    ),
    "a class that has the name too": (
        RENAMED,
        "from app.helper import http\nclass A:\n    http = http\n",
        "3 `http` may be the class's own here",
    ),
    "a name that the new module has not": (
        MODULE,
        "from app.helper.http import Client\nfrom app.helper.http import gone\n",
        "2 `app.adapters.http` has no `gone`",
    ),
    "__all__ put together": (
        SYMBOL,
        "from app.legacy import fetch\n__all__ = ['fe' + 'tch']\n",
        "1 `__all__` is put together",
    ),
    "comments between names that part": (
        SYMBOL,
        "from app.legacy import (other, # one\n    fetch)\n",
        "1 the names of an import part, and comments stand between them",
    ),
    "syntax of no Python": (MODULE, "import app.helper.http\nif\n", "2 it is not valid Python"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_its_line(tmp_path: Path, case: str) -> None:
    names, source, expected = REFUSED[case]
    files: Files = {"app/m.py": source, "app/feeds.py": "def load(): ...\ndef open(): ...\n"}
    found = plan(tmp_path, files, names, write_=True)
    told = [line for line in refusals(found) if line.startswith("app/m.py:")]
    assert len(told) == 1, told
    assert told[0].startswith(f"app/m.py:{expected}")
    assert (tmp_path / "app/m.py").read_text() == source


def test_one_refusal_keeps_every_file_as_it_is(tmp_path: Path) -> None:
    files = {"app/m.py": "from app.helper.http import get\n", "app/n.py": "from app.helper.http import *\n"}
    found = plan(tmp_path, files, MODULE, write_=True)
    assert [one.path for one in found.rewrites] == ["app/m.py"]
    assert refusals(found) == ["app/n.py:1 takes everything out of `app.helper.http`; name what it takes"]
    assert not found.written
    assert (tmp_path / "app/m.py").read_text() == files["app/m.py"]


def test_a_module_that_would_import_itself(tmp_path: Path) -> None:
    files = {"app/adapters/http.py": "from app.helper.http import get\n"}
    assert refusals(plan(tmp_path, files, MODULE)) == [
        "app/adapters/http.py:1 `app.adapters.http` would import `get` from itself"
    ]


def test_a_root_that_nothing_binds_any_more(tmp_path: Path) -> None:
    """The new module lies in another root package, and the file uses the old root for more than what goes."""
    files = {
        "archgate.toml": 'packages = ["app", "lib"]\n',
        "lib/__init__.py": "",
        "lib/http.py": "def get(): ...\n",
        "app/m.py": "import app.helper.http\napp.helper.http.get()\n",
        "app/n.py": "import app.helper.http\napp.helper.http.get(app.helper)\n",
    }
    found = plan(tmp_path, files, {"app.helper.http": "lib.http"})
    assert [one.after for one in found.rewrites] == [b"import lib.http\nlib.http.get()\n"]
    assert refusals(found) == ["app/n.py:2 `app` is bound by an import that goes, and is needed for more than that"]


def test_files_outside_what_the_leaf_owns(tmp_path: Path) -> None:
    files = {"app/m.py": "from app.helper.http import get\n", "app/adapters/n.py": "from app.helper.http import get\n"}
    found = plan(tmp_path, files, MODULE, "app/adapters/**", write_=True)
    assert refusals(found) == ["app/m.py:0 would be rewritten, and is outside the paths that the leaf owns"]
    assert not found.written
    assert again(tmp_path, MODULE, "app/**", write_=True).written
    assert (tmp_path / "app/m.py").read_text() == "from app.adapters.http import get\n"


def test_what_retires_itself_is_left_alone(tmp_path: Path) -> None:
    files = {"app/helper/http.py": "import app.helper.http\ndef get(): ...\n"}
    assert rewritten(plan(tmp_path, files, MODULE)) == {}


def test_strings_and_tests_are_told_and_left(tmp_path: Path) -> None:
    files = {
        "app/m.py": "import app.helper.http\n\nPATHS = ['app.helper.http.Client', 'app.helper.https']\n",
        "tests/test_m.py": "from app.helper.http import get\npatch('app.helper.http.get')\n",
        "tests/test_n.py": "from app.adapters.http import get\n",
    }
    Host(tmp_path, tmp_path).git("init", "-q")
    found = plan(tmp_path, files, MODULE, write_=True)
    assert [(one.path, one.line, one.message) for one in found.seen] == [
        ("app/m.py", 3, "app.helper.http.Client"),
        ("tests/test_m.py", 2, "app.helper.http.get"),
    ]
    assert found.apart == 1
    assert found.written
    assert (tmp_path / "tests/test_m.py").read_text() == files["tests/test_m.py"]


BAD = {
    "no name": ({"app helper": "app.adapters.http"}, "`app helper` names no module"),
    "a symbol for a module": ({"app.helper.http": "app.feeds:load"}, "puts a symbol in place of a module"),
    "itself": ({"app.helper.http": "app.helper.http"}, "cannot take its own place"),
    "below itself": ({"app.helper": "app.helper.http"}, "is part of `app.helper`"),
    "no such module": ({"app.helper.http": "app.nowhere"}, "the host has no module `app.nowhere`"),
    "no such symbol": ({"app.legacy:fetch": "app.feeds:gone"}, "`app.feeds` binds no `gone`"),
}


@pytest.mark.parametrize("case", BAD)
def test_replacements_that_are_none(tmp_path: Path, case: str) -> None:
    names, message = BAD[case]
    with pytest.raises(InputError, match="INVALID") as raised:
        plan(tmp_path, {}, names)
    assert message in str(raised.value)


def test_nothing_refers_to_it(tmp_path: Path) -> None:
    found = plan(tmp_path, {}, MOVED)
    assert (found.rewrites, found.refused, found.seen, found.apart) == ((), (), (), 0)
    assert set(STANDARD) >= {"app/legacy.py"}
