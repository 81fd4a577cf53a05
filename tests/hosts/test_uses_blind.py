"""Capability facts: what is asked of them, one row a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from .builder import Files, Host, build, policy

TARGETS = ("boto3", "botocore", "google.genai", "http.client", "httpx", "redis", "requests", "urllib.request")
"""What rows ask for unless they say otherwise: names that ship in a registry, none a prefix of another."""


@dataclass(frozen=True)
class Row:
    """A host and the whole of its capability facts: `module -> target` to its sorted uses."""

    idea: str
    files: Files
    uses: Mapping[str, list[str]]
    scope: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.idea


def row(idea: str, source: str | Files, uses: Mapping[str, str], **scope: Sequence[str]) -> Row:
    """A row. `source` is the text of `app/m.py`, or files; `uses`: `target` (of `app.m`) or `module -> target` to its
    uses, parted by commas, empty for a foothold. `scope` replaces what the policy asks for.
    """
    files = {"app/m.py": source} if isinstance(source, str) else source
    whole = {
        key if " -> " in key else f"app.m -> {key}": sorted(filter(None, text.split(", ")))
        for key, text in uses.items()
    }
    asked = {"modules": ["app"], **(scope if {"groups", "targets"} & set(scope) else {"targets": TARGETS, **scope})}
    return Row(idea, {"app/__init__.py": "", **files}, whole, asked)


def host(folder: Path, files: Files, scope: Mapping[str, object], *blocks: str) -> Host:
    """A host with the policy `egress` over it."""
    return build(folder, {"policies/egress.toml": policy("capability", "egress", scope, *blocks), **files})


def worded(use: Mapping[str, Any]) -> str:
    """A use of the JSON as policies write it."""
    times = f" x{use['count']}" if use["count"] > 1 else ""
    return f"{use['definition']}: {use['operation']}{times}"


def stated(facts: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Facts in the form in which rows expect them."""
    return {f"{fact['subject']} -> {fact['object']}": sorted(map(worded, fact["uses"])) for fact in facts}


def confirm(row: Row, folder: Path) -> None:
    """Hold a row against what archgate says: these facts with these uses, and nothing else."""
    assert stated(host(folder, row.files, row.scope).facts("egress")) == row.uses


def f(*body: str, head: str = "def f(u):") -> str:
    """A function with this body."""
    return "\n".join((head, *(f"    {line}" for line in body))) + "\n"


R = "import requests\n"
H = "import httpx\n"

FOOTHOLDS = [
    row("an import of grade import is a foothold", R, {"requests": ""}),
    row("so is one that is only handed on", "from requests import Session", {"requests": ""}),
    row("a database is none", "import redis", {}),
    row("what is imported from exceptions is none", "from botocore.exceptions import ClientError", {}),
    row("what is imported from errors is none", "from google.genai.errors import APIError", {}),
    row("used only in an annotation", R + f("pass", head="def f(s: requests.Session):"), {}),
    row("used only in except", R + f("try: g()", "except requests.Timeout: pass"), {}),
    row("used only in raise", R + f("raise requests.Timeout"), {}),
    row("used only in isinstance", R + f("return isinstance(u, requests.Response)"), {}),
]

HANDED_ON = [
    row("passed", R + f("submit(requests.get, u)"), {"requests": "f: &get"}),
    row("returned", R + f("return requests.get"), {"requests": "f: &get"}),
    row(
        "put into a container, and called out of it",
        R + f("k = 'g'", "{'g': requests.get}[k](u)"),
        {"requests": "f: &get, f: get"},
    ),
    row("an instance returned", R + f("s = requests.Session()", "return s"), {"requests": "f: Session"}),
    row("an instance passed", R + f("s = requests.Session()", "g(s)"), {"requests": "f: Session"}),
    row(
        "partial, and its call",
        "from functools import partial\n" + R + f("partial(requests.get)(u)"),
        {"requests": "f: &get, f: get"},
    ),
]

NOTHING = [
    row("a URL in a docstring", f('"""See https://requests.get/ for requests.get()."""'), {}),
    row("a name from nowhere", f("unknown.get(u)"), {}),
    row("a sibling of a registered module", "import urllib.parse\n" + f("urllib.parse.quote(u)"), {}),
]

OPERATIONS = [
    row("a response is no capability", R + f("requests.get(u).json()"), {"requests": "f: get"}),
    row("a session is one", R + f("requests.Session().get(u)"), {"requests": "f: Session, f: Session().get"}),
    row(
        "each operation has its own count",
        R + f("requests.Session().get(u)", "requests.get(u)", "requests.get(u)"),
        {"requests": "f: Session, f: Session().get, f: get x2"},
    ),
    row(
        "async with",
        H + f("async with httpx.AsyncClient() as c:", "    await c.get(u)", head="async def f(u):"),
        {"httpx": "f: AsyncClient, f: AsyncClient().get"},
    ),
]

UNIONS = [
    row(
        "both arms of a conditional",
        "from requests import Session as S\nfrom httpx import Client as H\n" + f("C = S if fast else H", "C().post(u)"),
        {"requests": "f: Session, f: Session().post", "httpx": "f: Client, f: Client().post"},
    ),
    row(
        "one library in one branch, another in the other",
        R + H + f("if u:", "    c = requests.Session()", "else:", "    c = httpx.Client()", "c.get(u)"),
        {"requests": "f: Session, f: Session().get", "httpx": "f: Client, f: Client().get"},
    ),
    row(
        "a helper called with clients of two libraries",
        R + H + f("c.get()", head="def helper(c):") + f("helper(requests.Session())", "helper(httpx.Client())"),
        {"requests": "f: Session, helper: Session().get", "httpx": "f: Client, helper: Client().get"},
    ),
    row(
        "a helper called with something else",
        R + f("c.get()", head="def helper(c):") + f("helper(object())"),
        {"requests": ""},
    ),
    row("bound below its use", R + f("transport.get(u)") + "transport = requests\n", {"requests": "f: get"}),
]

ANNOTATED = [
    row(
        f"a parameter annotated {text}",
        H + f("c.get(u)", head=f"def f(c: {text}, u):"),
        {"httpx": "f: AsyncClient().get"},
    )
    for text in ("httpx.AsyncClient", '"httpx.AsyncClient"', "httpx.AsyncClient | None")
]

KEPT = """
    import httpx
    class Feed:
        def __init__(self, client: httpx.AsyncClient):
            self.client = client
        async def load(self, u):
            await self.client.get(u)
        async def save(self, u):
            await self.client.post(u)
    """
ABOVE = """
    import requests
    class Feed:
        def load(self, u):
            self.client.get(u)
        def __init__(self):
            try:
                self.client = requests.Session()
            except OSError:
                self.client = None
        def close(self):
            self.client = None
    """
TWO_CLASSES = """
    import requests
    class A:
        def __init__(self):
            self.client = requests.Session()
    class B:
        def __init__(self):
            self.client = object()
        def load(self, u):
            self.client.get(u)
    """
ACROSS = {
    "app/base.py": "import requests\nclass Base:\n    def __init__(self):\n        self.client = requests.Session()\n",
    "app/m.py": "from app.base import Base\nclass Feed(Base):\n    def load(self, u):\n        self.client.get(u)\n",
}

ATTRIBUTES = [
    row("kept on self", KEPT, {"httpx": "Feed.load: AsyncClient().get, Feed.save: AsyncClient().post"}),
    row("set below, maybe None, cleared", ABOVE, {"requests": "Feed.__init__: Session, Feed.load: Session().get"}),
    row("no leak between classes", TWO_CLASSES, {"requests": "A.__init__: Session"}),
    row(
        "of a base in another file",
        ACROSS,
        {"app.base -> requests": "Base.__init__: Session", "requests": "Feed.load: Session().get"},
    ),
]

SHADOWED = [
    row(f"not the module: {idea}", R + source, {"requests": ""})
    for idea, source in (
        ("a parameter", f("requests.get(u)", head="def f(requests, u):")),
        ("a for target", f("for requests in u:", "    requests.get(u)")),
        ("a comprehension target", f("return [requests.get(u) for requests in u]")),
        ("a lambda parameter", f("return lambda requests: requests.get(u)")),
        ("an except target", f("try: g()", "except OSError as requests:", "    requests.get(u)")),
        ("a match capture", f("match u:", "    case requests:", "        requests.get(u)")),
        ("a with target", f("with g() as requests:", "    requests.get(u)")),
    )
]

OWN = "def get(u): ...\nclass X:\n    def get(self): ...\n"
HANDS = {"app/net/__init__.py": "", "app/net/http.py": R}

MODULES = [
    row(
        "the host's own module",
        {"app/requests.py": OWN, "app/m.py": "from . import requests\n" + f("requests.get(u)")},
        {},
    ),
    row("a name of it", {"app/requests.py": OWN, "app/m.py": "from .requests import X\n" + f("X().get()")}, {}),
    row(
        "the library through a re-export",
        {**HANDS, "app/m.py": "from app.net.http import requests\n" + f("requests.get(u)")},
        {"app.net.http -> requests": "", "requests": "f: get"},
    ),
    row(
        "as an attribute of a host module",
        {**HANDS, "app/m.py": "import app.net.http as h\n" + f("h.requests.get(u)")},
        {"app.net.http -> requests": "", "requests": "f: get"},
    ),
    row("a star import of a library", "from requests import *\n" + f("get(u)"), {"requests": "f: get"}),
    row(
        "two modules of one package",
        "import http.client\nimport http.cookies\n" + f("http.client.HTTPConnection(u)"),
        {"http.client": "f: HTTPConnection"},
    ),
    row("a typing import", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import requests\n", {}),
    row(
        "the else of one",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\nelse:\n    import requests\n"
        + f("requests.get(u)"),
        {"requests": "f: get"},
    ),
    row(
        "the longest prefix wins",
        "import google.auth\nfrom google import genai\n" + f("genai.Client()", "google.auth.default()"),
        {"google.genai": "f: Client", "google": "f: auth.default"},
        targets=["google", "google.genai"],
    ),
    row("a literal import_module", 'import importlib\nimportlib.import_module("requests")\n', {"requests": ""}),
    row(
        "calls on what it returns",
        "import importlib\n" + f('m = importlib.import_module("requests")', "m.get(u)"),
        {"requests": "f: get"},
    ),
]


@pytest.mark.parametrize(
    "row",
    [
        *FOOTHOLDS,
        *HANDED_ON,
        *NOTHING,
        *OPERATIONS,
        *UNIONS,
        *ANNOTATED,
        *ATTRIBUTES,
        *SHADOWED,
        *MODULES,
    ],
    ids=str,
)
def test_what_is_asked_of_capability_facts(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)


def test_lines_comments_layout_and_import_order_change_no_identity(tmp_path: Path) -> None:
    one = "import httpx\nimport requests\n" + f("requests.get(u)", "httpx.get(u)")
    head = '"""Words."""\n# a comment\nimport requests\nimport httpx\n\n\n'
    other = head + f("# why", "requests.get(", "    u", ")", "", "httpx.get(u)")
    first, second = (
        host(
            tmp_path / name, {"app/__init__.py": "", "app/m.py": text}, {"modules": ["app"], "targets": TARGETS}
        ).facts("egress")
        for name, text in (("one", one), ("other", other))
    )
    assert [(fact["id"], fact["amount"]) for fact in first] == [(fact["id"], fact["amount"]) for fact in second]
    assert stated(first) == stated(second) == {"app.m -> httpx": ["f: get"], "app.m -> requests": ["f: get"]}
    assert {fact["id"] for fact in first} == {"egress|app.m|httpx", "egress|app.m|requests"}


def test_the_hands_that_a_capability_went_through_are_explained(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", **HANDS, "app/m.py": "from app.net.http import requests\n" + f("requests.get(u)")}
    done = host(tmp_path, files, {"modules": ["app"], "targets": TARGETS}).run("explain", "egress|app.m|requests")
    assert "app.net.http" in done.out or "app/net/http.py" in done.out, done
    assert "app/m.py" in done.out, done
