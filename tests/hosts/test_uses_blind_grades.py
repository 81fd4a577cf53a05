"""What ships: registries, grades, what is no foothold, and code that can't be seen through."""

import json
from pathlib import Path

import pytest

from .test_uses_blind import TARGETS, H, R, Row, confirm, f, host, row

NO_FOOTHOLD = [
    row(f"no foothold: {idea}", source, {})
    for idea, source in (
        ("except of a name", "from requests import Timeout\n" + f("try: g()", "except Timeout: pass")),
        ("except of several", R + H + f("try: g()", "except (requests.Timeout, httpx.TimeoutException): pass")),
        (
            "except of a submodule",
            "import requests.exceptions\n" + f("try: g()", "except requests.exceptions.Timeout: pass"),
        ),
        (
            "except of a module called exceptions",
            "from requests import exceptions\n" + f("try: g()", "except exceptions.Timeout: pass"),
        ),
        (
            "a module called exceptions, for something else",
            "from requests.exceptions import Timeout\n" + f("x = Timeout"),
        ),
        ("a module called errors, lazily", f("from httpx.errors import Any", "raise Any")),
        ("raise of a name", "from requests import Timeout\n" + f("raise Timeout from None")),
        ("isinstance of several", R + H + f("return isinstance(u, (requests.Session, httpx.Client))")),
        ("isinstance of a name", "from requests import Session\n" + f("return isinstance(u, Session)")),
        ("an annotation of a variable", R + f("s: requests.Session")),
        ("an annotation of an attribute", "import requests\nclass A:\n    s: requests.Session | None = None\n"),
        ("an annotation of a result", R + f("...", head="def f() -> requests.Response:")),
        ("an annotation of the rest", R + f("...", head="def f(*a: requests.Session, **k: requests.Session):")),
        ("an annotation in an annotation", R + f("...", head="def f(s: dict[str, list[requests.Session]]):")),
        ("an annotation in a string", R + f("...", head='def f(s: "list[requests.Session]"):')),
        (
            "all of them",
            R
            + f(
                "try: g()",
                "except requests.Timeout: raise requests.ConnectionError",
                "return isinstance(s, requests.Session)",
                head="def f(s: requests.Session):",
            ),
        ),
        (
            "in a typing import",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import requests\n    from httpx import Client\n",
        ),
    )
]

FOOTHOLD = [
    row(f"a foothold: {idea}", source, {"requests": ""})
    for idea, source in (
        ("a submodule", "import requests.sessions\n"),
        ("a name of a submodule", "from requests.sessions import Session\n"),
        ("a star import", "from requests import *\n"),
        ("in a function", f("import requests")),
        ("in try", "try:\n    import requests\nexcept ImportError:\n    pass\n"),
        ("in a branch", "if g():\n    import requests\n"),
        ("in a class", "class A:\n    import requests\n"),
        ("under an alias", "import requests as r\n"),
        ("__import__", '__import__("requests")\n'),
        ("one exception and one that is none", "from requests.exceptions import Timeout\nimport requests\n"),
        ("in except and elsewhere", R + f("try: g()", "except requests.Timeout: pass", "return requests")),
        ("in an annotation and elsewhere", R + f("return requests", head="def f(s: requests.Session):")),
        ("in __all__", R + '__all__ = ["requests"]\n'),
    )
]

MIXED = [
    row(
        "in except, and called", R + f("try: requests.get(u)", "except requests.Timeout: pass"), {"requests": "f: get"}
    ),
    row(
        "in isinstance, and passed",
        R + f("return isinstance(g(requests.get), requests.Response)"),
        {"requests": "f: &get"},
    ),
    row(
        "a call in an annotated default",
        H + f("c.get(1)", head="def f(c: httpx.Client = httpx.Client()):"),
        {"httpx": "<module>: Client, f: Client().get"},
    ),
    row(
        "an annotation that is seen and a parameter that is used",
        H + f("c.get(1)", head="def f(c: httpx.Client, d: httpx.Client):"),
        {"httpx": "f: Client().get"},
    ),
]

GRADES = [
    row("a raw transport is one by import", R + H, {"requests": "", "httpx": ""}, groups=["raw_transport"]),
    row(
        "a vendor's kit is one by import",
        "import boto3\nimport stripe\n",
        {"boto3": "", "stripe": ""},
        groups=["vendor_sdk"],
    ),
    row(
        "a database is one by use",
        "import redis, sqlalchemy\nfrom psycopg2 import connect\n",
        {},
        groups=["database_broker"],
    ),
    row(
        "a database that is used",
        "import redis\n" + f("redis.Redis().get(u)"),
        {"redis": "f: Redis, f: Redis().get"},
        groups=["database_broker"],
    ),
    row("a database that is named in targets", "import redis\n", {}, targets=["redis"]),
    row(
        "a database in an annotation",
        "from sqlalchemy.orm import Session\n" + f("...", head="def f(s: Session):"),
        {},
        groups=["database_broker"],
    ),
    row(
        "a database by an annotation",
        "from sqlalchemy.orm import Session\n" + f("s.execute(1)", head="def f(s: Session):"),
        {"sqlalchemy": "f: orm.Session().execute"},
        groups=["database_broker"],
    ),
    row(
        "a reference to a database",
        "import redis\n" + f("return redis.Redis"),
        {"redis": "f: &Redis"},
        groups=["database_broker"],
    ),
    row(
        "a base class of a database",
        "import redis\nclass A(redis.Redis): ...\n",
        {"redis": "A: <Redis"},
        groups=["database_broker"],
    ),
    row("a group that is not asked for", R + "import boto3\n", {"boto3": ""}, groups=["vendor_sdk"]),
    row("several groups", R + "import boto3\n", {"boto3": "", "requests": ""}, groups=["raw_transport", "vendor_sdk"]),
    row(
        "a group and a name",
        R + "import acme_sdk\n",
        {"acme_sdk": "", "requests": ""},
        groups=["raw_transport"],
        targets=["acme_sdk"],
    ),
    row("a name that ships nowhere is one by import", "import acme_sdk.x\n", {"acme_sdk": ""}, targets=["acme_sdk"]),
    row(
        "no transport: names that only sound so",
        "import urllib.parse, urllib.error, http.cookies, http\n",
        {},
        groups=["raw_transport"],
    ),
    row(
        "the transports of the standard library",
        "import urllib.request, http.client\n" + f("urllib.request.urlopen(u)", "http.client.HTTPSConnection(u)"),
        {"urllib.request": "f: urlopen", "http.client": "f: HTTPSConnection"},
        groups=["raw_transport"],
    ),
]


@pytest.mark.parametrize("row", [*NO_FOOTHOLD, *FOOTHOLD, *MIXED, *GRADES], ids=str)
def test_grades(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)


OPAQUE = [
    ("import_module of a variable", "import importlib\n" + f("importlib.import_module(u)"), 1),
    ("import_module under an alias", "from importlib import import_module as im\n" + f("im(u)"), 1),
    ("import_module of a formatted string", "import importlib\n" + f("importlib.import_module(f'app.{u}')"), 1),
    ("import_module of a literal", "import importlib\n" + f("importlib.import_module('app.x')"), 0),
    ("import_module of a folded literal", "import importlib\n" + f("importlib.import_module('app' + '.x')"), 0),
    ("__import__ of a variable", f("__import__(u)"), 1),
    ("__import__ of a literal", f("__import__('app')"), 0),
    ("exec", f("exec(u)"), 1),
    ("eval", f("eval(u)"), 1),
    ("eval of the module of builtins", "import builtins as b\n" + f("b.eval(u)"), 1),
    ("exec by another name", "from builtins import exec as run\n" + f("run(u)"), 1),
    ("the module of builtins, for something else", "import builtins\n" + f("builtins.print(u)"), 0),
    ("eval of a library", "import pandas\n" + f("pandas.eval(u)", "u.eval()"), 0),
    ("a parameter called eval", f("eval(1)", head="def f(eval):"), 0),
    ("a function of the host called exec", f("...", head="def exec(x):") + f("exec(1)"), 0),
    ("runpy", "import runpy\n" + f("runpy.run_path(u)"), 1),
    ("runpy by name", "from runpy import run_module\n" + f("run_module(u)"), 1),
    ("sys.modules by a variable", "import sys\n" + f("return sys.modules[u]"), 1),
    ("sys.modules under an alias", "from sys import modules as m\n" + f("return m[u]"), 1),
    ("spec_from_file_location", "import importlib.util\n" + f("importlib.util.spec_from_file_location(u, u)"), 1),
    (
        "spec_from_file_location by name",
        "from importlib.util import spec_from_file_location as s\n" + f("s(u, u)"),
        1,
    ),
    ("getattr on a module by a variable", "import app.x\n" + f("getattr(app.x, u)"), 1),
    ("getattr on a library by a variable", R + f("getattr(requests, u)"), 1),
    ("getattr on a module by a literal", R + f("getattr(requests, 'get')"), 0),
    ("getattr on anything else", f("getattr(u, u)"), 0),
    ("getattr on self", "class A:\n    def f(self, u):\n        getattr(self, u)\n", 0),
    ("twice", f("eval(u)", "eval(u)"), 2),
    ("a string that reads so", f('"""eval(u), exec(u), sys.modules[u]"""', "g('eval(u)')"), 0),
    ("a comment that reads so", "# eval(u)\n", 0),
    ("importlib that is only imported", "import importlib, runpy, sys\n", 0),
]


@pytest.mark.parametrize(("idea", "source", "amount"), OPAQUE, ids=[row[0] for row in OPAQUE])
def test_opaque(idea: str, source: str, amount: int, tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/x.py": "", "app/m.py": source}
    facts = host(tmp_path, files, {"modules": ["app"], "groups": ["opaque"]}).facts("egress")
    assert {fact["subject"] for fact in facts} == ({"app.m"} if amount else set()), idea
    assert sum(use["count"] for fact in facts for use in fact["uses"]) == amount, facts


def test_the_same_bytes_on_one_process_and_on_two_and_from_another_folder(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/m.py": R + H + f("c = requests.Session() if u else httpx.Client()", "c.get(u)"),
    }
    scope = {"modules": ["app"], "targets": TARGETS}
    outs = {
        host(tmp_path / name, files, scope)
        .run("facts", "egress", "--processes", name, "--no-cache", "--format", "json")
        .out
        for name in ("1", "2")
    }
    assert len(outs) == 1
    assert json.loads(outs.pop())["facts"]


def test_facts_uses_lists_what_is_registered_nowhere_too(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/m.py": R + "import acme_sdk\n" + f("acme_sdk.call(u)", "requests.get(u)")}
    small = host(tmp_path, files, {"modules": ["app"], "targets": TARGETS})
    assert {"app.m -> acme_sdk", "app.m -> requests"} <= {
        f"{fact['subject']} -> {fact['object']}" for fact in small.facts("uses")
    }
    (fact,) = small.facts("uses", "--target", "requests")
    assert fact["subject"] == "app.m"
    assert {fact["subject"] for fact in small.facts("uses", "--module", "app.m")} == {"app.m"}


ENDLESS = [
    ("a function passed to itself", R + f("return g(g)", head="def g(g):") + "def h(x):\n    return x(x)\nh(h)\n"),
    ("a function that returns itself", R + f("return a", head="def a():") + "a()()()()\n"),
    ("a value that grows", R + f("s = requests.Session()", "while u:", "    s = s.Session()", "    s.x")),
    (
        "an attribute that grows",
        R + "class A:\n    def f(self):\n        self.s = requests.Session()\n        self.s = self.s.Adapter()\n",
    ),
    ("a container in itself", R + f("x = [requests.Session()]", "x = [x]", "x[0][0].put(u)")),
    (
        "a hundred hands",
        R + "".join(f"def g{n}(s): g{n + 1}(s)\n" for n in range(100)) + "def g100(s): ...\ng0(requests.Session())\n",
    ),
    (
        "a thousand classes in a chain",
        R + "class C0: ...\n" + "".join(f"class C{n}(C{n - 1}): ...\n" for n in range(1, 1000)),
    ),
    (
        "partial of partial",
        "from functools import partial\n" + R + f("p = requests.get", "while u:", "    p = partial(p, u)", "p()"),
    ),
]


@pytest.mark.parametrize(("idea", "source"), ENDLESS, ids=[row[0] for row in ENDLESS])
def test_what_would_grow_for_ever_is_bounded_and_the_rest_still_said(idea: str, source: str, tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/m.py": source, "app/plain.py": R + f("requests.get(u)")}
    done = host(tmp_path, files, {"modules": ["app"], "targets": TARGETS}).run("facts", "egress", "--format", "json")
    assert "Traceback" not in done.said, idea
    assert {"app.plain"} <= {fact["subject"] for fact in done.json["facts"]}, done
