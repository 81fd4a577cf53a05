"""Whose name it is: imports, re-exports and the host's own modules, for capability facts."""

from pathlib import Path

import pytest

from .builder import configuration
from .test_uses_blind import HANDS, OWN, H, R, Row, confirm, f, row

IMPORTS = [
    row("an alias", "import requests as r\n" + f("r.get(u)"), {"requests": "f: get"}),
    row("a name under an alias", "from requests import get as fetch\n" + f("fetch(u)"), {"requests": "f: get"}),
    row("two in one line", "import os, requests\n" + f("requests.get(u)", "os.stat(u)"), {"requests": "f: get"}),
    row("a submodule of a library", "import requests.sessions\n" + f("requests.get(u)"), {"requests": "f: get"}),
    row(
        "a submodule under an alias",
        "import requests.adapters as ad\n" + f("ad.HTTPAdapter()"),
        {"requests": "f: adapters.HTTPAdapter"},
    ),
    row(
        "a class of a submodule",
        "from requests.sessions import Session\n" + f("Session().get(u)"),
        {"requests": "f: sessions.Session, f: sessions.Session().get"},
    ),
    row(
        "a library under an alias that is its own root",
        "import redis.asyncio as redis\n" + f("redis.Redis().get(u)"),
        {"redis": "f: asyncio.Redis, f: asyncio.Redis().get"},
    ),
    row(
        "a dotted target by its parent's name",
        "import urllib.request\n" + f("urllib.request.urlopen(u)"),
        {"urllib.request": "f: urlopen"},
    ),
    row(
        "a dotted target from its parent",
        "from urllib import request, parse\n" + f("request.urlopen(parse.quote(u))"),
        {"urllib.request": "f: urlopen"},
    ),
    row(
        "two modules of one parent, the other last",
        "import urllib.request\nimport urllib.parse\n" + f("urllib.request.urlopen(u)"),
        {"urllib.request": "f: urlopen"},
    ),
    row(
        "a function that is a target",
        "import socket\n" + f("socket.getaddrinfo(u, 80)", "socket.htons(1)"),
        {"socket.getaddrinfo": "f: ()"},
        targets=["socket.getaddrinfo"],
    ),
    row(
        "a target taken by name",
        "from socket import getaddrinfo as look\n" + f("look(u, 80)"),
        {"socket.getaddrinfo": "f: ()"},
        targets=["socket.getaddrinfo"],
    ),
    row(
        "a target below a target",
        "import socket\n" + f("socket.getaddrinfo(u, 80)", "socket.create_connection(u)"),
        {"socket.getaddrinfo": "f: ()", "socket": "f: create_connection"},
        targets=["socket", "socket.getaddrinfo"],
    ),
    row("a longer name is another", "import requests_mock, requestsx.get\n" + f("requests_mock.get(u)"), {}),
    row(
        "one of two libraries, whichever is there",
        "try:\n    import httpx as http\nexcept ImportError:\n    import requests as http\n" + f("http.get(u)"),
        {"requests": "f: get", "httpx": "f: get"},
    ),
    row(
        "a library or nothing",
        "try:\n    import requests\nexcept ImportError:\n    requests = None\n" + f("requests.get(u)"),
        {"requests": "f: get"},
    ),
    row("in a function", f("import requests", "requests.get(u)"), {"requests": "f: get"}),
    row("of another function", f("import requests") + f("requests.get(u)", head="def g(u):"), {"requests": ""}),
    row(
        "one alias in two functions",
        f("import requests as h", "h.get(u)") + f("import httpx as h", "h.post(u)", head="def g(u):"),
        {"requests": "f: get", "httpx": "g: post"},
    ),
    row(
        "in a class body, read through self",
        "class C:\n    import requests\n    def f(self, u):\n        self.requests.get(u)\n",
        {"requests": "C.f: get"},
    ),
    row(
        "in a class body, which is no scope for its methods",
        "class C:\n    import requests\n    def f(self, u):\n        requests.get(u)\n",
        {"requests": ""},
    ),
    row(
        "declared global",
        f("global requests", "import requests") + f("requests.get(u)", head="def g(u):"),
        {"requests": "g: get"},
    ),
    row(
        "typing under an alias",
        "import typing as t\nif t.TYPE_CHECKING:\n    import requests\n" + f("requests.get(u)"),
        {},
    ),
    row(
        "typing, the other way round",
        "from typing import TYPE_CHECKING as TC\nif not TC:\n    import requests\n" + f("requests.get(u)"),
        {"requests": "f: get"},
    ),
    row(
        "__import__",
        f('__import__("requests").get(u)'),
        {"requests": "f: get"},
    ),
    row(
        "__import__ of a dotted name gives its root",
        f('__import__("urllib.request").request.urlopen(u)'),
        {"urllib.request": "f: urlopen"},
    ),
    row(
        "import_module of a dotted name gives its leaf",
        "from importlib import import_module as im\n" + f('im("urllib" + ".request").urlopen(u)'),
        {"urllib.request": "f: urlopen"},
    ),
    row(
        "star imports of two libraries",
        "from requests import *\nfrom httpx import *\n" + f("get(u)", "print(u)"),
        {"requests": "f: get", "httpx": "f: get"},
    ),
    row("a name that is spelled in two ways", "import requests as ﬁ\n" + f("fi.get(u)"), {"requests": "f: get"}),
    row(
        "names of other alphabets",
        "import requests as сеть\nclass Löser:\n    def größe(self, u):\n        сеть.get(u)\n",
        {"requests": "Löser.größe: get"},
    ),
]

Z = "app.net.http -> requests"

OWN_MODULES = [
    row(
        "the host's own, dotted",
        {"app/requests.py": OWN, "app/m.py": "import app.requests as requests\n" + f("requests.get(u)")},
        {},
    ),
    row(
        "the host's own, a package",
        {"app/httpx/__init__.py": OWN, "app/m.py": "from .httpx import X\n" + f("X().get()")},
        {},
    ),
    row(
        "the host's own, from above",
        {
            "app/requests.py": OWN,
            "app/p/__init__.py": "",
            "app/p/m.py": "from .. import requests\n" + f("requests.get(u)"),
        },
        {},
    ),
    row(
        "the library, in the module of its name",
        {"app/requests.py": R + f("requests.get(u)")},
        {"app.requests -> requests": "f: get"},
    ),
    row(
        "the library, through the module of its name",
        {"app/requests.py": R, "app/m.py": "from . import requests\n" + f("requests.requests.get(u)")},
        {"app.requests -> requests": "", "requests": "f: get"},
    ),
    row(
        "a root package of the host",
        {
            "archgate.toml": configuration("app", "requests"),
            "requests/__init__.py": OWN,
            "app/m.py": R + f("requests.get(u)", "requests.X().get()"),
        },
        {},
    ),
    row(
        "a root package of the host, a name of it",
        {
            "archgate.toml": configuration("app", "requests"),
            "requests/__init__.py": OWN,
            "app/m.py": "from requests import get\n" + f("get(u)"),
        },
        {},
    ),
]

REEXPORTS = [
    row(
        "a name handed on",
        {"app/net/__init__.py": "from requests import get", "app/m.py": "from .net import get\n" + f("get(u)")},
        {"app.net -> requests": "", "requests": "f: get"},
    ),
    row(
        "under another name",
        {**HANDS, "app/m.py": "from .net.http import requests as r\n" + f("r.get(u)")},
        {Z: "", "requests": "f: get"},
    ),
    row(
        "as an attribute, dotted",
        {**HANDS, "app/m.py": "import app.net.http\n" + f("app.net.http.requests.get(u)")},
        {Z: "", "requests": "f: get"},
    ),
    row(
        "as an attribute of a module taken by name",
        {**HANDS, "app/m.py": "from app.net import http\n" + f("http.requests.get(u)")},
        {Z: "", "requests": "f: get"},
    ),
    row(
        "by a star import",
        {**HANDS, "app/m.py": "from app.net.http import *\n" + f("requests.get(u)")},
        {Z: "", "requests": "f: get"},
    ),
    row(
        "by a star import that __all__ allows",
        {
            **HANDS,
            "app/net/http.py": "import requests as _r\n__all__ = ['_r']\n",
            "app/m.py": "from app.net.http import *\n" + f("_r.get(u)"),
        },
        {Z: "", "requests": "f: get"},
    ),
    row(
        "not by a star import that __all__ forbids",
        {
            **HANDS,
            "app/net/http.py": R + "__all__ = ['x']\nx = 1\n",
            "app/m.py": "from app.net.http import *\n" + f("requests.get(u)"),
        },
        {Z: ""},
    ),
    row(
        "not by a star import of a private name",
        {
            **HANDS,
            "app/net/http.py": "import requests as _r\n",
            "app/m.py": "from app.net.http import *\n" + f("_r.get(u)"),
        },
        {Z: ""},
    ),
    row(
        "by a star import of a star import of the library",
        {
            **HANDS,
            "app/net/http.py": "from requests import *\n",
            "app/m.py": "from app.net.http import *\n" + f("get(u)"),
        },
        {Z: "", "requests": "f: get"},
    ),
    row(
        "a variable of another module",
        {
            **HANDS,
            "app/net/http.py": R + "session = requests.Session()\n",
            "app/m.py": "from app.net.http import session\n" + f("session.get(u)"),
        },
        {Z: "<module>: Session", "requests": "f: Session().get"},
    ),
    row(
        "a function-local import of another module's variable",
        {
            **HANDS,
            "app/net/http.py": R + "session = requests.Session()\n",
            "app/m.py": f("from app.net.http import session as s", "s.get(u)"),
        },
        {Z: "<module>: Session", "requests": "f: Session().get"},
    ),
    row(
        "in a ring that ends nowhere",
        {
            "app/a.py": "from app.b import requests\n",
            "app/b.py": "from app.a import requests\n",
            "app/m.py": "from app.a import requests\n" + f("requests.get(u)"),
        },
        {},
    ),
    row(
        "of one library under another's name",
        {"app/net.py": "import httpx as requests\n", "app/m.py": "from .net import requests\n" + f("requests.get(u)")},
        {"app.net -> httpx": "", "httpx": "f: get"},
    ),
]

HOST_TARGETS = [
    row(
        "a class of the host is a target",
        {
            "app/net.py": "class Client:\n    def get(self, u): ...\n",
            "app/m.py": "from app.net import Client\n" + f("Client().get(u)"),
        },
        {"app.net.Client": "f: (), f: ().get"},
        targets=["app.net.Client"],
    ),
    row(
        "a module of the host is a target",
        {"app/net.py": "def fetch(u): ...\n", "app/m.py": "from app import net\n" + f("net.fetch(u)")},
        {"app.net": "f: fetch"},
        targets=["app.net"],
    ),
]

ASKED = [
    row(
        "only in the modules asked for",
        {"app/a.py": R, "app/core/__init__.py": "", "app/core/x.py": R, "app/corex.py": R},
        {"app.core.x -> requests": ""},
        modules=["app.core"],
    ),
    row(
        "only in just that module",
        {"app/core/__init__.py": R, "app/core/x.py": R},
        {"app.core -> requests": ""},
        modules=["=app.core"],
    ),
    row(
        "through a module that is not asked about",
        {**HANDS, "app/m.py": "from .net.http import requests\n" + f("requests.get(u)")},
        {"requests": "f: get"},
        modules=["app.m"],
    ),
    row("only the targets asked for", R + H, {"httpx": ""}, targets=["httpx"]),
]


@pytest.mark.parametrize("row", [*IMPORTS, *OWN_MODULES, *REEXPORTS, *HOST_TARGETS, *ASKED], ids=str)
def test_names(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
