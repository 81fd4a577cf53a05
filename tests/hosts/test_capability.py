"""Capabilities: which definition of which module reaches which registered target, and by which operation."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from .builder import Files, Host, build, policy

GROUPS = ("raw_transport", "vendor_sdk", "database_broker")

Uses = Mapping[str, Iterable[str]]


def asked(folder: Path, files: Files | str, *, groups: Iterable[str] = GROUPS, targets: Iterable[str] = ()) -> Host:
    """A host under a rule without entries; files may be the text of `app/m.py` alone."""
    files = {"app/m.py": files} if isinstance(files, str) else files
    law = policy("capability", "egress", {"modules": ["app"], "groups": list(groups), "targets": list(targets)})
    return build(folder, {"app/__init__.py": "", **files, "policies/egress.toml": law})


def facts(folder: Path, files: Files | str, **scope: Iterable[str]) -> dict[str, list[str]]:
    """The facts as `module -> target` (of `app.m` the target alone), each with its uses."""
    return {
        f"{fact['subject']} -> {fact['object']}".removeprefix("app.m -> "): [
            f"{use['definition']}: {use['operation']}" + (f" x{use['count']}" if use["count"] > 1 else "")
            for use in fact["uses"]
        ]
        for fact in asked(folder, files, **scope).facts("egress")
    }


LOOK = "def f(u):\n    "


@pytest.mark.parametrize(
    ("idea", "source", "expected"),
    [
        ("an import alone is a foothold", "import requests", {"requests": []}),
        ("of a module that re-exports it too", "from requests import Session\n__all__ = ['Session']", {"requests": []}),
        ("of a database it is none", "import redis\nimport sqlalchemy as sa", {}),
        ("a database counts when it is made", "import redis\nr = redis.Redis()", {"redis": ["<module>: Redis"]}),
        ("exceptions are no foothold", "from botocore.exceptions import ClientError", {}),
        ("errors are none", "from openai.errors import Gone", {}),
        ("used in annotations only", "import requests\ndef f(r: requests.Response) -> 'requests.Session': ...", {}),
        (
            "in except, raise and isinstance only",
            "import requests\ntry:\n    pass\nexcept requests.Timeout as e:\n    raise requests.HTTPError() from e\n"
            "isinstance(1, requests.Session)",
            {},
        ),
        ("besides a plain mention it is one", "import requests\nx: requests.Session\ny = requests", {"requests": []}),
        ("a reference passed on", f"import requests\n{LOOK}submit(requests.get, u)", {"requests": ["f: &get"]}),
        ("a reference returned", f"import requests\n{LOOK}return requests.get", {"requests": ["f: &get"]}),
        (
            "a reference in a container, called",
            f'import requests\n{LOOK}{{"g": requests.get}}[k](u)',
            {"requests": ["f: &get", "f: get"]},
        ),
        (
            "an instance handed on is a binding",
            f"import requests\n{LOOK}s = requests.Session()\n    g(s)\n    return s",
            {"requests": ["f: Session"]},
        ),
        (
            "partial",
            f"from functools import partial\nimport requests\n{LOOK}partial(requests.get)(u)",
            {"requests": ["f: &get", "f: get"]},
        ),
        ("a URL in a docstring", '"""See https://example.org and requests.get()."""\nunknown.get()', {}),
        ("another part of the package", "import urllib.parse\nurllib.parse.quote('x')", {}),
        (
            "the response is no capability",
            f"import requests\n{LOOK}requests.get(u).json()",
            {"requests": ["f: get"]},
        ),
        (
            "what a capital makes is one",
            f"import requests\n{LOOK}requests.Session().get(u)",
            {"requests": ["f: Session", "f: Session().get"]},
        ),
        (
            "each operation has its own count",
            f"import requests\n{LOOK}requests.Session().get()\n    requests.get(u)\n    requests.get(u)",
            {"requests": ["f: Session", "f: Session().get", "f: get x2"]},
        ),
        (
            "async with",
            "import httpx\nasync def f(u):\n    async with httpx.AsyncClient() as c:\n        await c.get(u)",
            {"httpx": ["f: AsyncClient", "f: AsyncClient().get"]},
        ),
        (
            "both arms of a condition",
            f"from requests import Session as S\nfrom httpx import Client as H\n{LOOK}C = S if fast else H\n    C().post(u)",
            {"httpx": ["f: Client", "f: Client().post"], "requests": ["f: Session", "f: Session().post"]},
        ),
        (
            "both branches",
            f"import requests, httpx\n{LOOK}if u:\n        c = requests.Session()\n    else:\n        c = httpx.Client()\n"
            "    c.get(u)",
            {"httpx": ["f: Client", "f: Client().get"], "requests": ["f: Session", "f: Session().get"]},
        ),
        (
            "an annotated parameter",
            "import httpx\nasync def f(c: httpx.AsyncClient): await c.get(1)",
            {"httpx": ["f: AsyncClient().get"]},
        ),
        ("quoted", "import httpx\ndef f(c: 'httpx.Client'): c.get(1)", {"httpx": ["f: Client().get"]}),
        (
            "optional",
            "import httpx\nfrom typing import Optional\ndef f(c: httpx.Client | None, d: Optional['httpx.Client']):\n"
            "    c.get(1)\n    d.post(1)",
            {"httpx": ["f: Client().get", "f: Client().post"]},
        ),
        (
            "kept on self, it counts in every method",
            """
            import httpx
            class Feed:
                def early(self): self.client.get(1)
                def __init__(self, client: httpx.Client):
                    self.client = client
                def late(self): self.client.post(1)
            """,
            {"httpx": ["Feed.early: Client().get", "Feed.late: Client().post"]},
        ),
        (
            "set in try, None in except, cleared in close",
            """
            import requests
            class Feed:
                def __init__(self):
                    try:
                        self.client = requests.Session()
                    except Exception:
                        self.client = None
                def close(self): self.client = None
                def load(self): return self.client.get(1)
            """,
            {"requests": ["Feed.__init__: Session", "Feed.load: Session().get"]},
        ),
        (
            "an alias below the function",
            "import requests\ndef f(): transport.get(1)\ntransport = requests",
            {"requests": ["f: get"]},
        ),
        (
            "two classes with one attribute name",
            """
            import requests, httpx
            class A:
                def __init__(self): self.c = requests.Session()
                def f(self): self.c.get(1)
            class B:
                def __init__(self): self.c = httpx.Client()
                def f(self): self.c.get(1)
            """,
            {
                "httpx": ["B.__init__: Client", "B.f: Client().get"],
                "requests": ["A.__init__: Session", "A.f: Session().get"],
            },
        ),
        (
            "under TYPE_CHECKING nothing, in its else all",
            """
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                import httpx
            else:
                import requests
            def f(u): requests.get(u)
            """,
            {"requests": ["f: get"]},
        ),
        (
            "two parts of one package",
            "import http.client\nimport http.cookies\nhttp.client.HTTPConnection('x').request('GET', '/')",
            {"http.client": ["<module>: HTTPConnection", "<module>: HTTPConnection().request"]},
        ),
        (
            "a star of a library",
            f"from requests import *\n{LOOK}get(u)\n    print(u)",
            {"requests": ["f: get"]},
        ),
        (
            "imported by a literal call",
            'import importlib\nr = importlib.import_module("requests")\nr.get(1)',
            {"requests": ["<module>: get"]},
        ),
        (
            "a derived class",
            """
            import requests
            class Mine(requests.Session):
                def load(self, u):
                    super().post(u)
                    return self.get(u)
            def f(u): Mine().put(u)
            """,
            {
                "requests": [
                    "Mine.load: Session().get",
                    "Mine.load: Session().post",
                    "Mine: <Session",
                    "f: Session().put",
                ]
            },
        ),
        (
            "lambdas, comprehensions, defaults and decorators belong to the definition around",
            """
            import requests
            class Feed:
                kept = requests.get(1)
                def f(self, d=requests.get(2)):
                    g = lambda u: requests.post(u)
                    return [requests.put(u) for u in d]
                @requests.hook(1)
                def h(self): ...
            """,
            {"requests": ["Feed.f: post", "Feed.f: put", "Feed: get x2", "Feed: hook"]},
        ),
        (
            "calling the target itself",
            "from socket import getaddrinfo as g\ng('x')\n",
            {"socket": ["<module>: getaddrinfo"]},
        ),
    ],
)
def test_in_one_module(idea: str, source: str, expected: Uses, tmp_path: Path) -> None:
    assert facts(tmp_path, source) == expected, idea


SHADOWED = "import requests as r\nx = r\n"


@pytest.mark.parametrize(
    ("idea", "body"),
    [
        ("parameter", "def f(requests): requests.get(1)"),
        ("for target", "def f(xs):\n    for requests in xs: requests.get(1)"),
        ("comprehension target", "def f(xs): return [requests.get(1) for requests in xs]"),
        ("lambda parameter", "f = lambda requests: requests.get(1)"),
        ("except as", "def f():\n    try: pass\n    except E as requests: requests.get(1)"),
        ("match capture", "def f(x):\n    match x:\n        case [requests]: requests.get(1)"),
        ("with target", "def f(x):\n    with x as requests: requests.get(1)"),
    ],
)
def test_shadowed(idea: str, body: str, tmp_path: Path) -> None:
    assert facts(tmp_path, f"import requests\nprint(requests)\n{body}") == {"requests": []}, idea


def test_a_class_body_does_not_leak(tmp_path: Path) -> None:
    source = "import requests\nclass C:\n    requests = None\n    def f(self): requests.get(1)"
    assert facts(tmp_path, source) == {"requests": ["C.f: get"]}


@pytest.mark.parametrize(
    ("idea", "files", "expected"),
    [
        (
            "a helper is credited with what its callers pass",
            {
                "app/helper.py": "def helper(client): client.get(1)\n",
                "app/m.py": "import requests\nfrom app.helper import helper\nhelper(requests.Session())\n",
                "app/n.py": "import httpx\nfrom app import helper as h\nh.helper(client=httpx.Client())\nh.helper(object())",
            },
            {
                "app.helper -> httpx": ["helper: Client().get"],
                "app.helper -> requests": ["helper: Session().get"],
                "app.n -> httpx": ["<module>: Client"],
                "requests": ["<module>: Session"],
            },
        ),
        (
            "nothing passed, nothing credited",
            {"app/m.py": "def helper(client): client.get(1)\nhelper(object())"},
            {},
        ),
        (
            "the host's own module of that name",
            {
                "app/requests.py": "class X: ...",
                "app/m.py": "from . import requests\nfrom .requests import X\nrequests.get(1)",
            },
            {},
        ),
        (
            "through a re-export",
            {
                "app/net/__init__.py": "",
                "app/net/http.py": "import requests\n",
                "app/m.py": "from app.net.http import requests\ndef f(u): requests.get(u)",
                "app/n.py": "import app.net.http as h\ndef f(u): h.requests.get(u)",
            },
            {"app.n -> requests": ["f: get"], "app.net.http -> requests": [], "requests": ["f: get"]},
        ),
        (
            "a subclass sees its base's attributes",
            {
                "app/base.py": "import requests\nclass Base:\n    def __init__(self): self.s = requests.Session()",
                "app/m.py": "from .base import Base\nclass Feed(Base):\n    def f(self): self.s.get(1)",
            },
            {"app.base -> requests": ["Base.__init__: Session"], "requests": ["Feed.f: Session().get"]},
        ),
        (
            "a mixin sees what the class that takes it in sets",
            {
                "app/mixin.py": "class Loads:\n    def f(self): self.s.get(1)",
                "app/m.py": "import requests\nfrom .mixin import Loads\nclass Feed(Loads):\n"
                "    def __init__(self): self.s = requests.Session()",
            },
            {"app.mixin -> requests": ["Loads.f: Session().get"], "requests": ["Feed.__init__: Session"]},
        ),
        (
            "siblings do not see each other",
            {
                "app/m.py": """
                import requests, httpx
                class Base: ...
                class A(Base):
                    def f(self):
                        self.s = requests.Session()
                        self.s.get(1)
                class B(Base):
                    def f(self):
                        self.s = httpx.Client()
                        self.s.get(1)
                """
            },
            {"httpx": ["B.f: Client", "B.f: Client().get"], "requests": ["A.f: Session", "A.f: Session().get"]},
        ),
        (
            "a function that gives a client",
            {
                "app/made.py": "import httpx\ndef make(): return httpx.Client()",
                "app/m.py": "from .made import make\ndef f(u): make().get(u)",
            },
            {"app.made -> httpx": ["make: Client"], "httpx": ["f: Client().get"]},
        ),
        (
            "an object's attribute and method",
            {
                "app/feed.py": "import httpx\nclass Feed:\n    def __init__(self): self.c = httpx.Client()\n"
                "    def give(self): return self.c\n    @property\n    def p(self): return self.c",
                "app/m.py": "from .feed import Feed\ndef f(u):\n    x = Feed()\n    x.c.get(u)\n    x.give().put(u)\n    x.p.head(u)",
            },
            {
                "app.feed -> httpx": ["Feed.__init__: Client"],
                "httpx": ["f: Client().get", "f: Client().head", "f: Client().put"],
            },
        ),
    ],
)
def test_across_modules(idea: str, files: Files, expected: Uses, tmp_path: Path) -> None:
    assert facts(tmp_path, files) == expected, idea


def test_the_longest_prefix_wins(tmp_path: Path) -> None:
    source = "from google import genai\nimport google.other\ngenai.Client()\ngoogle.other.run()"
    found = facts(tmp_path, source, groups=[], targets=["google", "google.genai"])
    assert found == {"google": ["<module>: other.run"], "google.genai": ["<module>: Client"]}


def test_a_symbol_of_the_host_is_a_target(tmp_path: Path) -> None:
    files = {
        "app/net.py": "class Client:\n    def get(self): ...",
        "app/m.py": "from app.net import Client\ndef f(): Client().get()",
    }
    assert facts(tmp_path, files, groups=[], targets=["app.net.Client"]) == {"app.net.Client": ["f: ()", "f: ().get"]}


@pytest.mark.parametrize(
    ("idea", "source", "expected"),
    [
        ("exec and eval", "exec(x)\neval(x)", {"eval": ["<module>: ()"], "exec": ["<module>: ()"]}),
        ("not a method of that name", "x.exec(1)\ndef eval(x): ...\neval(1)", {}),
        ("an import by literal is seen", "import importlib\nimportlib.import_module('app.x')", {}),
        (
            "by computed name not",
            "from importlib import import_module as im\ndef f(n): return im(n)",
            {"importlib.import_module": ["f: ()"]},
        ),
        ("nor __import__", "def f(n): return __import__(n)", {"__import__": ["f: ()"]}),
        ("sys.modules", "import sys\ndef f(n): return sys.modules[n]", {"sys.modules": ["f: []"]}),
        ("runpy", "import runpy\nrunpy.run_path('x')", {"runpy": ["<module>: run_path"]}),
        (
            "a file as a module",
            "import importlib.util\nimportlib.util.spec_from_file_location('a', 'b')",
            {"importlib.util.spec_from_file_location": ["<module>: ()"]},
        ),
        (
            "computed getattr on a module",
            "from app import other\ndef f(n, o):\n    getattr(o, n)\n    getattr(other, 'x')\n    return getattr(other, n)",
            {"getattr": ["f: ()"]},
        ),
        ("of a library too", "import math\ndef f(n): return getattr(math, n)", {"getattr": ["f: ()"]}),
    ],
)
def test_opaque(idea: str, source: str, expected: Uses, tmp_path: Path) -> None:
    files = {"app/m.py": source, "app/other.py": ""}
    assert facts(tmp_path, files, groups=["opaque"]) == expected, idea


@pytest.mark.parametrize(
    ("source", "advice"),
    [("def f(n): exec(n)", "so that it can be followed"), ("import requests\nrequests.get(1)", "through a port")],
)
def test_what_to_do_depends_on_the_target(source: str, advice: str, tmp_path: Path) -> None:
    (finding,) = asked(tmp_path, source, groups=["opaque", "raw_transport"]).check()["findings"]
    assert advice in finding["fix"]


def test_layout_changes_nothing(tmp_path: Path) -> None:
    one = "import requests\nimport httpx\ndef f(u):\n    requests.get(u)\n    httpx.Client().get(u)\n"
    other = "# said\nimport httpx\n\nimport requests\n\n\ndef f(u):\n\n    httpx.Client(\n    ).get(u)  # here\n    requests.get(u)\n"
    assert facts(tmp_path / "one", one) == facts(tmp_path / "other", other)
