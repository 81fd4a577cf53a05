"""Capability facts where the contract leaves room: the reading that misses nothing, or says nothing it can't know."""

from pathlib import Path

import pytest

from .test_uses_blind import HANDS, H, R, Row, confirm, f, row

Z = "app.net.http -> requests"
INIT = "    def __init__(self):\n        self.s = requests.Session()\n"
LOAD = "    def load(self, u):\n        self.s.get(u)\n"

READINGS = [
    row("an exception that is made and raised is no foothold and no use", R + f("raise requests.Timeout(u)"), {}),
    row(
        "an annotation by a typing import is one",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import httpx\n"
        + f("c.get(u)", head='def f(c: "httpx.Client", u):'),
        {"httpx": "f: Client().get"},
    ),
    row(
        "an import through a re-export, never used, is a foothold",
        {**HANDS, "app/m.py": "from app.net.http import requests\n"},
        {Z: "", "requests": ""},
    ),
    row(
        "an import of another module's instance is no foothold",
        {
            "app/net/__init__.py": "",
            "app/net/http.py": R + "s = requests.Session()\n",
            "app/m.py": "from app.net.http import s\n",
        },
        {Z: "<module>: Session"},
    ),
    row(
        "a re-export of a re-export",
        {
            **HANDS,
            "app/net/__init__.py": "from .http import requests as web\n",
            "app/m.py": "from app.net import web\n" + f("web.get(u)"),
        },
        {Z: "", "app.net -> requests": "", "requests": "f: get"},
    ),
    row(
        "a ring of re-exports that ends in the library",
        {
            "app/a.py": "from app.b import web\n",
            "app/b.py": "from app.a import web\nimport requests as web\n",
            "app/m.py": "from app.a import web\n" + f("web.get(u)"),
        },
        {"app.a -> requests": "", "app.b -> requests": "", "requests": "f: get"},
    ),
    row(
        "a mixin sees what the class that it is mixed into keeps",
        R + "class Mixin:\n" + LOAD + "class A(Mixin):\n" + INIT,
        {"requests": "A.__init__: Session, Mixin.load: Session().get"},
    ),
    row(
        "a mixin sees it across files",
        {
            "app/mixin.py": "class Mixin:\n" + LOAD,
            "app/m.py": R + "from app.mixin import Mixin\nclass A(dict, Mixin):\n" + INIT,
        },
        {"requests": "A.__init__: Session", "app.mixin -> requests": "Mixin.load: Session().get"},
    ),
    row(
        "a base's constructor is called by super",
        R
        + "class Base:\n    def __init__(self, s):\n        self.s = s\n"
        + LOAD
        + "class A(Base):\n    def __init__(self):\n        super().__init__(requests.Session())\n",
        {"requests": "A.__init__: Session, Base.load: Session().get"},
    ),
    row(
        "a base's constructor is called by the subclass's name",
        R
        + "class Base:\n    def __init__(self, s):\n        self.s = s\n"
        + LOAD
        + "class A(Base): ...\nA(requests.Session())\n",
        {"requests": "<module>: Session, Base.load: Session().get"},
    ),
    row(
        "an attribute of an instance, read from outside",
        R + "class A:\n" + INIT + f("a = A()", "a.s.get(u)"),
        {"requests": "A.__init__: Session, f: Session().get"},
    ),
    row(
        "a property",
        R + "class A:\n    @property\n    def s(self):\n        return requests.Session()\n" + LOAD,
        {"requests": "A.s: Session, A.load: Session().get"},
    ),
    row(
        "a cached property",
        "from functools import cached_property\n"
        + R
        + "class A:\n    @cached_property\n    def s(self):\n        return requests.Session()\n"
        + LOAD,
        {"requests": "A.s: Session, A.load: Session().get"},
    ),
    row(
        "an attribute of self, annotated",
        H
        + (
            "class A:\n"
            "    def __init__(self, c):\n"
            "        self.c: httpx.Client = c\n"
            "    def load(self, u):\n"
            "        self.c.get(u)\n"
        ),
        {"httpx": "A.load: Client().get"},
    ),
    row("a variable, annotated", H + f("c: httpx.Client = g()", "c.get(u)"), {"httpx": "f: Client().get"}),
    row(
        "a parameter, annotated with metadata",
        "from typing import Annotated\n" + H + f("c.get(1)", head="def f(c: Annotated[httpx.Client, 1]):"),
        {"httpx": "f: Client().get"},
    ),
    row(
        "a pair that a function gives",
        R + f("return requests.Session(), 1", head="def make():") + f("s, _ = make()", "s.get(u)"),
        {"requests": "make: Session, f: Session().get"},
    ),
    row(
        "a container that a function gives",
        R + f("return [requests.Session()]", head="def make():") + f("make()[0].get(u)"),
        {"requests": "make: Session, f: Session().get"},
    ),
    row(
        "an item that is set later",
        R + f("cs = {}", "cs[u] = requests.Session()", "cs[u].get(u)"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "a lambda that is called with a client",
        R + f("(lambda s: s.get(u))(requests.Session())"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "a whole subject that is captured",
        R + f("match requests.Session():", "    case s:", "        s.get(u)"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "a module's member through getattr of a named constant",
        R + 'NAME = "get"\n' + f("getattr(requests, NAME)(u)"),
        {"requests": "f: get"},
    ),
    row(
        "a result of a decorated function",
        "from functools import cache\n"
        + R
        + "@cache\n"
        + f("return requests.Session()", head="def make():")
        + f("make().get(u)"),
        {"requests": "make: Session, f: Session().get"},
    ),
    row(
        "a call by super in a subclass",
        R + "class S(requests.Session):\n    def get(self, u):\n        return super().get(u)\n",
        {"requests": "S: <Session, S.get: Session().get"},
    ),
    row(
        "a method that the subclass has for itself",
        R + "class S(requests.Session):\n    def get(self, u):\n        return u\n" + f("S().get(u)"),
        {"requests": "S: <Session"},
    ),
    row(
        "a value that is yielded by a context manager",
        "from contextlib import contextmanager\n"
        + R
        + "@contextmanager\n"
        + f("yield requests.Session()", head="def open():")
        + f("with open() as s:", "    s.get(u)"),
        {"requests": "open: Session, f: Session().get"},
    ),
    row(
        "a static method that is the library's",
        R + "class A:\n    g = staticmethod(requests.get)\n    def load(self, u):\n        self.g(u)\n",
        {"requests": "A: &get, A.load: get"},
    ),
    row(
        "several references in one assignment are no container",
        R + f("a, b = requests.get, requests.put", "a(u)"),
        {"requests": "f: get"},
    ),
    row(
        "a subclass of an exception of a library is a use",
        R + "class E(requests.RequestException): ...\n",
        {"requests": "E: <RequestException"},
    ),
]


@pytest.mark.parametrize("row", READINGS, ids=str)
def test_readings(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
