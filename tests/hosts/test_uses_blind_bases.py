"""What a class inherits, from the host and from a library, for capability facts."""

from pathlib import Path

import pytest

from .builder import Files
from .test_uses_blind import H, R, Row, confirm, row
from .test_uses_blind_classes import INIT, LOAD, methods

B = "app.base -> requests"


def apart(child: str, *bodies: str, base: str = "Base", inits: str = INIT) -> Files:
    """A base in a file of its own, and a class over it."""
    return {
        "app/base.py": methods("class Base:", inits),
        "app/m.py": methods(child, *bodies, before=f"from app.base import {base}\n"),
    }


OF_BASE = {B: "Base.__init__: Session", "requests": "A.load: Session().get"}

BASES = [
    row(
        "of the base",
        methods("class Base:", INIT) + methods("class A(Base):", LOAD, before=""),
        {"requests": "Base.__init__: Session, A.load: Session().get"},
    ),
    row(
        "of the base's base",
        methods("class Top:", INIT) + "class Base(Top): ...\n" + methods("class A(Base):", LOAD, before=""),
        {"requests": "Top.__init__: Session, A.load: Session().get"},
    ),
    row("of a base in another file", apart("class A(Base):", LOAD), OF_BASE),
    row(
        "of a base by its module",
        {**apart("class A(Base):"), "app/m.py": methods("class A(base.Base):", LOAD, before="from app import base\n")},
        OF_BASE,
    ),
    row(
        "of a base under an alias",
        {
            **apart("class A(Base):"),
            "app/m.py": methods("class A(K):", LOAD, before="from app.base import Base as K\n"),
        },
        OF_BASE,
    ),
    row(
        "of a base through a re-export",
        {
            **apart("class A(Base):"),
            "app/p/__init__.py": "from ..base import Base\n",
            "app/m.py": methods("class A(Base):", LOAD, before="from app.p import Base\n"),
        },
        OF_BASE,
    ),
    row("of a base with a parameter", apart("class A(Base[int]):", LOAD), OF_BASE),
    row(
        "of a mixin, the second base",
        {
            **apart("class A(Base):"),
            "app/m.py": methods("class A(dict, Base):", LOAD, before="from app.base import Base\n"),
        },
        OF_BASE,
    ),
    row(
        "of a base with a metaclass beside it",
        {
            **apart("class A(Base):"),
            "app/m.py": methods("class A(Base, metaclass=type):", LOAD, before="from app.base import Base\n"),
        },
        OF_BASE,
    ),
    row(
        "a class attribute of a base in another file",
        {
            "app/base.py": "import requests\nclass Base:\n    s = requests.Session()\n",
            "app/m.py": methods("class A(Base):", LOAD, before="from app.base import Base\n"),
        },
        {B: "Base: Session", "requests": "A.load: Session().get"},
    ),
    row(
        "a factory method of a base in another file",
        apart("class A(Base):", "load(self, u); self.make().get(u)", inits="make(self); return requests.Session()"),
        {B: "Base.make: Session", "requests": "A.load: Session().get"},
    ),
    row(
        "not of a class beside it",
        methods("class Base:", INIT) + "class Left(Base): ...\n" + methods("class A:", LOAD, before=""),
        {"requests": "Base.__init__: Session"},
    ),
    row(
        "not of a class that shares a base",
        methods("class Left(Base):", INIT, before="import requests\nclass Base: ...\n")
        + methods("class A(Base):", LOAD, before=""),
        {"requests": "Left.__init__: Session"},
    ),
    row(
        "a chain of two files",
        {
            **apart("class A(Base):"),
            "app/mid.py": "from .base import Base\nclass Mid(Base): ...\n",
            "app/m.py": methods("class A(Mid):", LOAD, before="from .mid import Mid\n"),
        },
        OF_BASE,
    ),
    row(
        "a ring of bases",
        "import requests\n"
        "class A(B):\n"
        "    s = requests.Session()\n"
        "class B(A):\n"
        "    def load(self, u):\n"
        "        self.s.get(u)\n",
        {"requests": "A: Session, B.load: Session().get"},
    ),
]

SUBCLASS = [
    row("a base class", R + "class S(requests.Session): ...\n", {"requests": "S: <Session"}),
    row("a base class by name", "from requests import Session as T\nclass S(T): ...\n", {"requests": "S: <Session"}),
    row(
        "two bases of two libraries",
        R + H + "class S(requests.Session, httpx.Client): ...\n",
        {"requests": "S: <Session", "httpx": "S: <Client"},
    ),
    row("a base in a function", R + "def f():\n    class S(requests.Session): ...\n", {"requests": "f.S: <Session"}),
    row("a base in a class", R + "class A:\n    class S(requests.Session): ...\n", {"requests": "A.S: <Session"}),
    row(
        "a subclass that is made and used",
        R + "class S(requests.Session): ...\ndef f(u):\n    S().get(u)\n",
        {"requests": "S: <Session, f: Session().get"},
    ),
    row(
        "a subclass that is made",
        R + "class S(requests.Session): ...\ndef f(u):\n    return S()\n",
        {"requests": "S: <Session"},
    ),
    row(
        "a subclass in another file",
        {
            "app/base.py": R + "class S(requests.Session): ...\n",
            "app/m.py": "from .base import S\ndef f(u):\n    with S() as s:\n        s.get(u)\n",
        },
        {B: "S: <Session", "requests": "f: Session().get"},
    ),
    row(
        "a subclass of a subclass in another file",
        {
            "app/base.py": R + "class S(requests.Session): ...\n",
            "app/m.py": "from .base import S\nclass T(S): ...\ndef f(u):\n    T().get(u)\n",
        },
        {B: "S: <Session", "requests": "f: Session().get"},
    ),
    row(
        "its members in its own methods",
        methods("class S(requests.Session):", "load(self, u); self.get(u)"),
        {"requests": "S: <Session, S.load: Session().get"},
    ),
    row(
        "its own methods are the host's",
        methods("class S(requests.Session):", "load(self, u); return u") + "def f(u):\n    S().load(u)\n",
        {"requests": "S: <Session"},
    ),
    row(
        "a parameter annotated with it",
        R + "class S(requests.Session): ...\ndef f(s: S):\n    s.get(1)\n",
        {"requests": "S: <Session, f: Session().get"},
    ),
    row(
        "kept on self",
        methods("class A:", "__init__(self); self.s = S()", LOAD, before=R + "class S(requests.Session): ...\n"),
        {"requests": "S: <Session, A.load: Session().get"},
    ),
    row(
        "a base of a submodule",
        "from http import client\nclass S(client.HTTPConnection): ...\n",
        {"http.client": "S: <HTTPConnection"},
    ),
]


@pytest.mark.parametrize("row", [*BASES, *SUBCLASS], ids=str)
def test_bases(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
