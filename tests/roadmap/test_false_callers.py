"""NO_CALLER: what a leaf adds, and nothing but tests, imports, dead code or other such additions comes to."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.roadmap.trials import named, told

HOST = {
    "app/main.py": "from app.feed import load\n\ndef run():\n    return load()\n",
    "app/feed.py": "class Feed:\n    def read(self):\n        return 1\n\ndef load():\n    return Feed().read()\n",
    "app/registry.py": "ALL = []\n\ndef register(one):\n    ALL.append(one)\n    return one\n",
    "app/base.py": "class Base:\n    def go(self):\n        return self.step()\n    def step(self):\n"
    "        return 0\n",
}
PORT = "from typing import Protocol\n\nclass Port(Protocol):\n    def fetch(self) -> int: ...\n"
NEW = "def fetch():\n    return 2\n"

Files = Mapping[str, str | None]


def running(*lines: str) -> str:
    return "def run():\n" + "".join(f"    {line}\n" for line in lines) + "    return 1\n"


def main(*lines: str) -> str:
    return "from app.feed import load\n" + "".join(f"{line}\n" for line in lines) + "\ndef run():\n    return load()\n"


ALONE: dict[str, tuple[Files, list[str]]] = {
    "a Protocol": ({"app/ports.py": PORT}, ["app.ports:Port"]),
    "an ABC": (
        {
            "app/ports.py": "import abc\n\nclass Port(abc.ABC):\n    @abc.abstractmethod\n    def go(self): ...\n",
        },
        ["app.ports:Port"],
    ),
    "a dataclass": (
        {"app/dto.py": "from dataclasses import dataclass\n\n@dataclass\nclass Row:\n    a: int\n"},
        ["app.dto:Row"],
    ),
    "a struct": ({"app/dto.py": "from msgspec import Struct\n\nclass Row(Struct):\n    a: int\n"}, ["app.dto:Row"]),
    "a model": ({"app/dto.py": "import pydantic\n\nclass Row(pydantic.BaseModel):\n    a: int\n"}, ["app.dto:Row"]),
    "a named tuple": (
        {"app/dto.py": "from typing import NamedTuple\n\nclass Row(NamedTuple):\n    a: int\n"},
        ["app.dto:Row"],
    ),
    "a function": ({"app/new.py": NEW}, ["app.new:fetch"]),
    "a function in an old module": ({"app/feed.py": HOST["app/feed.py"] + NEW}, ["app.feed:fetch"]),
    "a function that calls itself": ({"app/new.py": "def fetch():\n    return fetch()\n"}, ["app.new:fetch"]),
    "two that call one another": (
        {"app/new.py": "def a():\n    return b()\n\ndef b():\n    return a()\n"},
        ["app.new:a"],
    ),
    "a caller in another new function": (
        {"app/new.py": NEW, "app/other.py": "from app.new import fetch\n\ndef use():\n    return fetch()\n"},
        ["app.other:use"],
    ),
    "a caller that runs in a module that nothing imports": (
        {"app/new.py": NEW, "app/other.py": "from app.new import fetch\n\nfetch()\n"},
        ["app.new:fetch"],
    ),
    "imported and not used": ({"app/new.py": NEW, "app/main.py": main("from app.new import fetch")}, ["app.new:fetch"]),
    "in __all__": (
        {
            "app/new.py": NEW + "__all__ = ['fetch']\n",
            "app/__init__.py": "from app.new import fetch\n__all__ = ['fetch']\n",
        },
        ["app.new:fetch"],
    ),
    "under an alias that nothing uses": (
        {"app/new.py": NEW, "app/main.py": main("from app import new", "taken = new.fetch")},
        ["app.new:fetch"],
    ),
    "in a table that nothing reads": (
        {"app/new.py": NEW, "app/main.py": main("from app.new import fetch", "TABLE = {'fetch': fetch}")},
        ["app.new:fetch"],
    ),
    "called by a test": (
        {
            "app/new.py": NEW,
            "tests/test_new.py": "from app.new import fetch\n\ndef test_a():\n    assert fetch() == 2\n",
        },
        ["app.new:fetch"],
    ),
    "called by a test inside the package": (
        {
            "app/new.py": NEW,
            "app/tests/test_new.py": "from app.new import fetch\n\ndef test_a():\n    assert fetch()\n",
        },
        ["app.new:fetch"],
    ),
    "called under TYPE_CHECKING": (
        {
            "app/new.py": NEW,
            "app/main.py": main(
                "from typing import TYPE_CHECKING", "if TYPE_CHECKING:", "    from app.new import fetch", "    fetch()"
            ),
        },
        ["app.new:fetch"],
    ),
    "called in a dead branch": (
        {"app/new.py": NEW, "app/main.py": main("from app.new import fetch", "if False:", "    fetch()")},
        ["app.new:fetch"],
    ),
    "called behind a return": (
        {"app/new.py": NEW, "app/main.py": "from app.new import fetch\n\ndef run():\n    return 1\n    fetch()\n"},
        ["app.new:fetch"],
    ),
    "called after a false `and`": (
        {"app/new.py": NEW, "app/main.py": main("from app.new import fetch", "x = False and fetch()")},
        ["app.new:fetch"],
    ),
    "said and not called": (
        {"app/new.py": NEW, "app/main.py": running("from app.new import fetch", "fetch")},
        ["app.new:fetch"],
    ),
    "said through its module": (
        {"app/new.py": NEW, "app/main.py": running("import app.new", "app.new.fetch")},
        ["app.new:fetch"],
    ),
    "given to a local that nothing reads": (
        {"app/new.py": NEW, "app/main.py": running("from app.new import fetch", "_ = fetch")},
        ["app.new:fetch"],
    ),
    **{
        f"only said: {line}": (
            {"app/new.py": NEW, "app/main.py": running("from app import new", *line.split("; "))},
            ["app.new:fetch"],
        )
        for line in (
            "(new.fetch, 1)",
            "[new.fetch]",
            "lambda: new.fetch()",
            "(new.fetch() for _ in (1, 2))",
            "later = lambda: new.fetch()",
            "later = (new.fetch, new.fetch)",
            "later = new.fetch; del later",
            "assert new.fetch",
        )
    },
    "the type of a local that nothing reads": (
        {"app/ports.py": PORT, "app/main.py": running("from app.ports import Port", "one: Port")},
        ["app.ports:Port"],
    ),
    "named in a comment": ({"app/new.py": NEW, "app/main.py": main("# fetch() of app.new:fetch")}, ["app.new:fetch"]),
    "named in a docstring": (
        {"app/new.py": NEW, "app/main.py": 'def run():\n    "app.new.fetch"\n    return 1\n'},
        ["app.new:fetch"],
    ),
    "called in a new nested function that nothing calls": (
        {
            "app/new.py": NEW,
            "app/main.py": "from app.new import fetch\n\ndef run():\n    def inner():\n        return fetch()\n"
            "    return 1\n",
        },
        ["app.new:fetch"],
    ),
    "called in a new method that nothing calls": (
        {
            "app/new.py": NEW,
            "app/feed.py": "from app.new import fetch\n"
            + HOST["app/feed.py"].replace("\ndef load", "    def more(self):\n        return fetch()\n\ndef load"),
        },
        ["app.feed:Feed.more"],
    ),
    "a local of the same name": (
        {"app/new.py": NEW, "app/main.py": "def run(fetch):\n    return fetch()\n"},
        ["app.new:fetch"],
    ),
    "another of the same name": (
        {"app/new.py": NEW, "app/main.py": "def fetch():\n    return 1\n\ndef run():\n    return fetch()\n"},
        ["app.new:fetch"],
    ),
    "an adapter that nothing makes": (
        {
            "app/ports.py": PORT,
            "app/adapter.py": "from app.ports import Port\n\nclass Adapter(Port):\n    def fetch(self):\n"
            "        return 1\n",
        },
        ["app.adapter:Adapter", "app.ports:Port"],
    ),
    "a decorator that is new itself": (
        {
            "app/new.py": "def keep(f):\n    return f\n\n@keep\ndef fetch():\n    return 2\n",
            "app/main.py": main("import app.new"),
        },
        ["app.new:fetch"],
    ),
    "a decorator that is a new name": (
        {
            "app/new.py": "keep = lambda f: f\n\n@keep\ndef fetch():\n    return 2\n",
            "app/main.py": main("import app.new"),
        },
        ["app.new:fetch"],
    ),
    "a decorator of Python's": (
        {"app/new.py": "import functools\n\n@functools.cache\ndef fetch():\n    return 2\n"},
        ["app.new:fetch"],
    ),
    "registered in a module that nothing imports": (
        {"app/new.py": "from app.registry import register\n\n@register\ndef fetch():\n    return 2\n"},
        ["app.new:fetch"],
    ),
    "named in the roadmap's policy": (
        {
            "app/new.py": NEW,
            "policies/roadmap.toml": 'schema = 1\nrule = "roadmap"\nkind = "roadmap"\ndocument = "docs/roadmap.md"\n\n'
            '[[leaf]]\nid = "S1-L1"\nadopts = [{symbol = "app.new:fetch", from = ["app.main"]}]\n',
        },
        ["app.new:fetch"],
    ),
}


@pytest.mark.parametrize("case", ALONE)
def test_what_nothing_comes_to(tmp_path: Path, case: str) -> None:
    after, expected = ALONE[case]
    assert named(told(tmp_path, HOST, after), "NO_CALLER") == expected


CALLED: dict[str, Files] = {
    **{
        f"run: {line}": {"app/new.py": NEW, "app/main.py": running("from app import new", *line.split("; "))}
        for line in (
            "(new.fetch(), 1)",
            "later = lambda: new.fetch(); later()",
            "later = (new.fetch, 1); print(later)",
            "assert new.fetch()",
            "(_ for _ in [new.fetch()])",
            "list(new.fetch() for _ in (1, 2))",
        )
    },
    "by what was there": {
        "app/new.py": NEW,
        "app/main.py": "from app.new import fetch\n\ndef run():\n    return fetch()\n",
    },
    "through its module": {
        "app/new.py": NEW,
        "app/main.py": "import app.new\n\ndef run():\n    return app.new.fetch()\n",
    },
    "under another name": {
        "app/new.py": NEW,
        "app/main.py": "from app import new as n\n\ndef run():\n    return n.fetch()\n",
    },
    "relative": {"app/new.py": NEW, "app/main.py": "from .new import fetch\n\ndef run():\n    return fetch()\n"},
    "in a function": {
        "app/new.py": NEW,
        "app/main.py": "def run():\n    from app.new import fetch\n    return fetch()\n",
    },
    "through a package": {
        "app/new.py": NEW,
        "app/__init__.py": "from app.new import fetch\n",
        "app/main.py": "import app\n\ndef run():\n    return app.fetch()\n",
    },
    "through a star": {"app/new.py": NEW, "app/main.py": "from app.new import *\n\ndef run():\n    return fetch()\n"},
    "handed on": {
        "app/new.py": NEW,
        "app/main.py": "from app.new import fetch\n\ndef run():\n    return map(fetch, [])\n",
    },
    "from the same module": {"app/feed.py": HOST["app/feed.py"].replace("return 1", "return fetch()") + "\n" + NEW},
    "through another new function": {
        "app/new.py": "def fetch():\n    return more()\n\ndef more():\n    return 3\n",
        "app/main.py": "from app.new import fetch\n\ndef run():\n    return fetch()\n",
    },
    "through a new class": {
        "app/new.py": "class New:\n    def go(self):\n        return more()\n\ndef more():\n    return 3\n",
        "app/main.py": "from app.new import New\n\ndef run():\n    return New().go()\n",
    },
    "from a nested function": {
        "app/new.py": NEW,
        "app/main.py": "from app.new import fetch\n\ndef run():\n    def inner():\n        return fetch()\n"
        "    return inner\n",
    },
    "through a local": {
        "app/new.py": NEW,
        "app/main.py": running("from app.new import fetch", "call = fetch", "call()"),
    },
    "through a local of what is around": {
        "app/new.py": NEW,
        "app/main.py": "from app.new import fetch\n\ndef run():\n    call = fetch\n    return lambda: call()\n",
    },
    "through a table": {
        "app/new.py": NEW,
        "app/main.py": "from app.new import fetch\n\nTABLE = {'a': fetch}\n\ndef run():\n    return TABLE['a']()\n",
    },
    "when its module is imported": {
        "app/new.py": "def fetch():\n    return 2\n\nX = fetch()\n",
        "app/main.py": main("import app.new"),
    },
    "a port by an annotation": {
        "app/ports.py": PORT,
        "app/main.py": "from app.ports import Port\n\ndef run(port: Port):\n    return port.fetch()\n",
    },
    "a port by a quoted annotation": {
        "app/ports.py": PORT,
        "app/main.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.ports import Port\n\n"
        "def run(port: 'Port | None'):\n    return port.fetch()\n",
    },
    "a class by its subclass": {
        "app/ports.py": PORT,
        "app/main.py": "from app.ports import Port\n\nclass Own(Port):\n    def fetch(self):\n        return 1\n\n"
        "def run():\n    return Own().fetch()\n",
    },
    "an exception": {
        "app/new.py": "class Lost(Exception):\n    pass\n",
        "app/main.py": "from app.new import Lost\n\ndef run():\n    raise Lost\n",
    },
    "a method": {
        "app/feed.py": HOST["app/feed.py"]
        .replace("\ndef load():", "    def more(self):\n        return 2\n\ndef load():")
        .replace("read()", "more()")
    },
    "a method that overrides": {
        "app/feed.py": HOST["app/feed.py"].replace(
            "class Feed:", "from app.base import Base\n\nclass Feed(Base):\n    def step(self):\n        return 1\n"
        )
    },
    "a special method": {
        "app/feed.py": HOST["app/feed.py"].replace(
            "class Feed:", "class Feed:\n    def __len__(self):\n        return 1\n"
        )
    },
    "a method that a framework calls": {
        "app/feed.py": "import ast\n\nclass Feed(ast.NodeVisitor):\n    def read(self):\n        return 1\n"
        "    def visit_Name(self, node):\n"
        "        return 2\n\ndef load():\n    return Feed().read()\n"
    },
    "registered with the host": {
        "app/new.py": "from app.registry import register\n\n@register\ndef fetch():\n    return 2\n",
        "app/main.py": main("import app.new"),
    },
    "registered by a decorator that is new": {
        "app/new.py": "ALL = {}\n\ndef keep(f):\n    ALL[f.__name__] = f\n    return f\n\n@keep\ndef fetch():\n"
        "    return 2\n",
        "app/main.py": "from app.new import ALL\n\ndef run():\n    return ALL['fetch']()\n",
    },
    "by its name at a package": {
        "app/jobs/__init__.py": "from app.jobs.new import fetch\n",
        "app/jobs/new.py": NEW,
        "app/main.py": main("JOBS = ('app.jobs:fetch',)").replace("load()\n", "load(), JOBS\n"),
    },
    "by what stands beside it": {
        "app/new.py": "def fetch(more=lambda: other()):\n    return more()\n\ndef other():\n    return 1\n",
        "app/main.py": main("JOB = 'app.new:fetch'").replace("load()\n", "load(), JOB\n"),
    },
    "as a property": {
        "app/feed.py": HOST["app/feed.py"].replace(
            "\ndef load():", "    def _get(self):\n        return 1\n    value = property(_get)\n\ndef load():"
        )
    },
    "as one of a module that is handed on": {
        "app/new.py": NEW,
        "app/main.py": "from app import new, feed\n\ndef run():\n    return [one.fetch for one in (new, feed)]\n",
    },
    "registered with a framework": {
        "app/new.py": "import flask\nbp = flask.Blueprint('a', 'b')\n\n@bp.route('/')\ndef fetch():\n    return 2\n"
    },
    "a framework's class": {"app/new.py": "from django.db import models\n\nclass Row(models.Model):\n    a = 1\n"},
    "by a script beside the host": {
        "app/new.py": NEW,
        "archgate.toml": 'packages = ["app"]\napart = ["tests/**", "scripts/**"]\nbase = ["main"]\n',
        "scripts/run.py": "from app.new import fetch\n\nfetch()\n",
    },
    "as a console script": {
        "app/new.py": NEW,
        "pyproject.toml": '[project]\nname = "x"\nversion = "1"\n[project.scripts]\nrun = "app.new:fetch"\n',
    },
    "by its name in a string": {
        "app/new.py": NEW,
        "app/main.py": main(
            "import importlib", "JOB = 'app.new.fetch'", "def use():", "    return importlib, JOB"
        ).replace("return load()", "return use()"),
    },
    "as a script": {"app/new.py": NEW + "\nif __name__ == '__main__':\n    fetch()\n"},
    "as a module that runs": {
        "app/cli/__init__.py": "",
        "app/cli/__main__.py": "def fetch():\n    return 2\n\nfetch()\n",
    },
    "what only moved": {
        "app/feed.py": HOST["app/feed.py"].replace("def load", "def unused():\n    return 1\n\ndef load")
    },
    "nothing is new": {"app/feed.py": HOST["app/feed.py"].replace("return 1", "return 2")},
}


@pytest.mark.parametrize("case", CALLED)
def test_what_is_come_to(tmp_path: Path, case: str) -> None:
    before = dict(HOST)
    if case == "what only moved":
        before["app/old.py"] = "def unused():\n    return 1\n"
        after: Files = {**CALLED[case], "app/old.py": None}
    else:
        after = CALLED[case]
    found = told(tmp_path, before, after)
    assert named(found, "NO_CALLER") == [], found


def test_the_proof(tmp_path: Path) -> None:
    after = {
        "app/new.py": "# one\n# two\n" + NEW,
        "app/other.py": "from app.new import fetch\n\ndef use():\n    return fetch()\n",
    }
    found = [one for one in told(tmp_path, HOST, after) if one.code == "NO_CALLER"]
    assert [(one.path, one.line, one.leaf) for one in found] == [("app/other.py", 3, "S1-L1")]
    assert "app.new:fetch" in found[0].message
    assert found[0].blocks


def test_a_method_of_what_nothing_makes_calls_nothing(tmp_path: Path) -> None:
    """Although something else has a method of its name that is called."""
    new = "class New:\n    def read(self):\n        return more()\n\ndef more():\n    return 3\n"
    (found,) = told(tmp_path, HOST, {"app/new.py": new})
    assert found.message.endswith("only through it come app.new:more")


def test_names_in_chinese(tmp_path: Path) -> None:
    after = {
        "app/新.py": "def 取():\n    return 2\n\ndef 存():\n    return 3\n",
        "app/main.py": main("from app.新 import 取", "取()"),
    }
    assert named(told(tmp_path, HOST, after), "NO_CALLER") == ["app.新:存"]
