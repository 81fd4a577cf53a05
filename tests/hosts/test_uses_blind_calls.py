"""What goes into a function and what comes out: annotations, defaults, arguments, results, for capability facts."""

from pathlib import Path

import pytest

from .test_uses_blind import H, R, Row, confirm, f, row

CLIENT = {"httpx": "f: Client().get"}
S = "requests.Session()"
GET = f("s.get(1)", head="def g(s):")
PASSED = {"requests": "f: Session, g: Session().get"}

ANNOTATED = [
    row(f"{idea}: {text}", before + H + f("c.get(u)", head=f"def f(c: {text}, u=1):"), CLIENT)
    for idea, before, text in (
        ("Optional", "from typing import Optional\n", "Optional[httpx.Client]"),
        ("Optional by the module's alias", "import typing as t\n", "t.Optional[httpx.Client]"),
        ("Optional of a string", "from typing import Optional\n", 'Optional["httpx.Client"]'),
        ("None first", "", "None | httpx.Client"),
        ("a union in a string", "", '"httpx.Client | None"'),
        ("Optional in a string", "import typing\n", '"typing.Optional[httpx.Client]"'),
        ("Union", "from typing import Union\n", "Union[int, httpx.Client]"),
        ("with a default", "", "httpx.Client | None = None"),
    )
] + [
    row("by name", "from httpx import Client as C\n" + f("c.get(u)", head="def f(c: C, u):"), CLIENT),
    row("keyword-only", H + f("c.get(u)", head="def f(*, c: httpx.Client, u):"), CLIENT),
    row("positional-only", H + f("c.get(u)", head="def f(c: httpx.Client, /, u):"), CLIENT),
    row(
        "async",
        H + f("await c.get(u)", head="async def f(c: httpx.AsyncClient, u):"),
        {"httpx": "f: AsyncClient().get"},
    ),
    row(
        "with annotations postponed",
        "from __future__ import annotations\n" + H + f("c.get(u)", head="def f(c: httpx.Client, u):"),
        CLIENT,
    ),
    row(
        "of two libraries",
        R + H + f("c.get(1)", head="def f(c: requests.Session | httpx.Client):"),
        {**CLIENT, "requests": "f: Session().get"},
    ),
    row(
        "used in a function of the function",
        H + f("def g():", "    c.get(1)", head="def f(c: httpx.Client):"),
        {"httpx": "f.g: Client().get"},
    ),
    row("bound to another name", H + f("d = c", "d.get(1)", head="def f(c: httpx.Client):"), CLIENT),
    row(
        "a name that is not the library's",
        "class Client: ...\n" + H + f("c.get(1)", head="def f(c: Client):"),
        {"httpx": ""},
    ),
    row("by the host's alias for it", "import httpx\nC = httpx.Client\n" + f("c.get(1)", head="def f(c: C):"), CLIENT),
    row(
        "through a re-export",
        {
            "app/net.py": "from httpx import Client\n",
            "app/m.py": "from app.net import Client\n" + f("c.get(1)", head="def f(c: Client):"),
        },
        {"app.net -> httpx": "", **CLIENT},
    ),
    row("never used", H + f("pass", head="def f(c: httpx.Client):"), {}),
    row("a result that is annotated and nothing else", H + f("pass", head="def f() -> httpx.Client:"), {}),
    row(
        "in a string and nothing else",
        "from httpx import Client\n" + f("pass", head='def f(c: "Client") -> "list[Client]":'),
        {},
    ),
]

DEFAULTS = [
    row("a module", R + f("http.get(1)", head="def f(http=requests):"), {"requests": "f: get"}),
    row("a member", R + f("get(1)", head="def f(get=requests.get):"), {"requests": "f: get"}),
    row("an instance", R + f("s.get(1)", head=f"def f(s={S}):"), {"requests": "<module>: Session, f: Session().get"}),
    row("keyword-only", R + f("http.get(1)", head="def f(*, http=requests):"), {"requests": "f: get"}),
    row(
        "None, and then made",
        R + f(f"s = s or {S}", "s.get(1)", head="def f(s=None):"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "None, and then made in a branch",
        R + f("if s is None:", f"    s = {S}", "s.get(1)", head="def f(s=None):"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "the second of three",
        R + f("b.get(1)", "c.get(1)", head="def f(a, b=requests, c=None):"),
        {"requests": "f: get"},
    ),
]

ARGUMENTS = [
    row("by position", R + GET + f(f"g({S})"), PASSED),
    row("by keyword", R + GET + f(f"g(s={S})"), PASSED),
    row(
        "the second of two",
        R + f("a.get(1)", "b.put(1)", head="def g(a, b):") + f(f"g(1, {S})"),
        {"requests": "f: Session, g: Session().put"},
    ),
    row("keyword-only", R + f("s.get(1)", head="def g(*, s):") + f(f"g(s={S})"), PASSED),
    row("from a call above the definition", R + f(f"g({S})") + GET, PASSED),
    row("a module", R + f("m.get(1)", head="def g(m):") + f("g(requests)"), {"requests": "g: get"}),
    row("a member", R + f("c(1)", head="def g(c):") + f("g(requests.get)"), {"requests": "f: &get, g: get"}),
    row(
        "a class",
        R + f("K().get(1)", head="def g(K):") + f("g(requests.Session)"),
        {"requests": "f: &Session, g: Session, g: Session().get"},
    ),
    row("handed on", R + GET + f("g(x)", head="def h(x):") + f(f"h({S})"), PASSED),
    row("into a recursion", R + f("s.get(1)", "g(s)", head="def g(s):") + f(f"g({S})"), PASSED),
    row("awaited", R + f("s.get(1)", head="async def g(s):") + f(f"await g({S})", head="async def f(u):"), PASSED),
    row("to an alias of the function", R + GET + "k = g\n" + f(f"k({S})"), PASSED),
    row(
        "to a function of the function",
        R + f("def g(s):", "    s.get(1)", f"g({S})"),
        {"requests": "f: Session, f.g: Session().get"},
    ),
    row(
        "to one of two functions",
        R + GET + f("s.put(1)", head="def k(s):") + f(f"(g if u else k)({S})"),
        {"requests": "f: Session, g: Session().get, k: Session().put"},
    ),
    row("to another function only", R + GET + f("...", head="def k(s):") + f(f"k({S})"), {"requests": "f: Session"}),
    row("a response", R + GET + f("g(requests.get(u))"), {"requests": "f: get"}),
]

FILES = [
    row(
        "an argument from another file",
        {"app/m.py": GET, "app/a.py": "from app.m import g\n" + R + f(f"g({S})")},
        {"app.a -> requests": "f: Session", "requests": "g: Session().get"},
    ),
    row(
        "arguments of two libraries from two files",
        {
            "app/m.py": GET,
            "app/a.py": "from app.m import g\n" + R + f(f"g({S})"),
            "app/b.py": "from app import m\n" + H + f("m.g(httpx.Client())"),
        },
        {
            "app.a -> requests": "f: Session",
            "app.b -> httpx": "f: Client",
            "requests": "g: Session().get",
            "httpx": "g: Client().get",
        },
    ),
    row(
        "an argument through a re-export of the function",
        {
            "app/m.py": GET,
            "app/p/__init__.py": "from ..m import g as go\n",
            "app/a.py": "import app.p\n" + R + f(f"app.p.go({S})"),
        },
        {"app.a -> requests": "f: Session", "requests": "g: Session().get"},
    ),
    row(
        "a result from another file",
        {
            "app/a.py": R + f(f"return {S}", head="def make():"),
            "app/m.py": "from app.a import make\n" + f("make().get(u)"),
        },
        {"app.a -> requests": "make: Session", "requests": "f: Session().get"},
    ),
    row(
        "a result, handed to a third file",
        {
            "app/a.py": R + f(f"return {S}", head="def make():"),
            "app/b.py": GET,
            "app/m.py": "from app.a import make\nfrom app.b import g\n" + f("g(make())"),
        },
        {"app.a -> requests": "make: Session", "app.b -> requests": "g: Session().get"},
    ),
    row(
        "a result of a function-local import",
        {"app/a.py": R + f(f"return {S}", head="def make():"), "app/m.py": f("from .a import make", "make().get(u)")},
        {"app.a -> requests": "make: Session", "requests": "f: Session().get"},
    ),
]

RESULTS = [
    row(
        "an instance",
        R + f(f"return {S}", head="def make():") + f("make().get(u)"),
        {"requests": "make: Session, f: Session().get"},
    ),
    row(
        "by a variable",
        R + f(f"s = {S}", "return s", head="def make():") + f("s = make()", "s.get(u)"),
        {"requests": "make: Session, f: Session().get"},
    ),
    row("a module", R + f("return requests", head="def lib():") + f("lib().get(u)"), {"requests": "f: get"}),
    row(
        "a member",
        R + f("return requests.get", head="def make():") + f("make()(u)"),
        {"requests": "make: &get, f: get"},
    ),
    row(
        "a class",
        R + f("return requests.Session", head="def make():") + f("make()().get(u)"),
        {"requests": "make: &Session, f: Session, f: Session().get"},
    ),
    row(
        "one of two",
        R + H + f("if u:", f"    return {S}", "return httpx.Client()", head="def make(u):") + f("make(u).get(u)"),
        {"requests": "make: Session, f: Session().get", "httpx": "make: Client, f: Client().get"},
    ),
    row(
        "awaited",
        H
        + f("return httpx.AsyncClient()", head="async def make():")
        + f("c = await make()", "await c.get(u)", head="async def f(u):"),
        {"httpx": "make: AsyncClient, f: AsyncClient().get"},
    ),
    row(
        "with",
        R + f(f"return {S}", head="def make():") + f("with make() as s:", "    s.get(u)"),
        {"requests": "make: Session, f: Session().get"},
    ),
    row(
        "what went in",
        R + f("return x", head="def same(x):") + f(f"same({S}).get(u)"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "through two functions",
        R + f(f"return {S}", head="def a():") + f("return a()", head="def b():") + f("b().get(u)"),
        {"requests": "a: Session, f: Session().get"},
    ),
    row(
        "of a lambda",
        R + f"make = lambda: {S}\n" + f("make().get(u)"),
        {"requests": "<module>: Session, f: Session().get"},
    ),
    row(
        "of a function of the function",
        R + f("def make():", f"    return {S}", "make().get(u)"),
        {"requests": "f.make: Session, f: Session().get"},
    ),
    row(
        "a response",
        R + f("return requests.get(1)", head="def load():") + f("load().json()"),
        {"requests": "load: get"},
    ),
    row("nothing", R + f(f"s = {S}", head="def make():") + f("make().get(u)"), {"requests": "make: Session"}),
    row(
        "what a function of the function returns is its own",
        R + f("def inner():", f"    return {S}", head="def make():") + f("make().get(u)"),
        {"requests": "make.inner: Session"},
    ),
]

MADE = [
    row(
        "a client that is made",
        "import boto3\n" + f('boto3.client("s3").put_object()'),
        {"boto3": "f: client, f: client().put_object"},
    ),
    row(
        "a resource that is made",
        "import boto3\n" + f('r = boto3.resource("s3")', "r.Bucket(u).upload_file(u)"),
        {"boto3": "f: resource, f: resource().Bucket, f: resource().Bucket().upload_file"},
    ),
    row(
        "a client of a session",
        "import boto3\n" + f("s = boto3.Session()", 'c = s.client("s3")', "c.get_object()"),
        {"boto3": "f: Session, f: Session().client, f: Session().client().get_object"},
    ),
    row(
        "from_url",
        "import redis\n" + f("r = redis.from_url(u)", "r.get(u)"),
        {"redis": "f: from_url, f: from_url().get"},
    ),
    row(
        "from_url of a class",
        "from redis import Redis\n" + f("Redis.from_url(u).get(u)"),
        {"redis": "f: Redis.from_url, f: Redis.from_url().get"},
    ),
    row(
        "a cursor of a connection",
        "import psycopg2\n" + f("with psycopg2.connect(u) as c, c.cursor() as k:", "    k.execute(u)"),
        {"psycopg2": "f: connect, f: connect().cursor, f: connect().cursor().execute"},
        targets=["psycopg2"],
    ),
    row(
        "what is not made",
        "import boto3\n" + f('boto3.client("s3").get_object().read()'),
        {"boto3": "f: client, f: client().get_object"},
    ),
    row(
        "a target that ships nowhere makes nothing",
        "import acme_sdk\n" + f("acme_sdk.connect(u).get(u)"),
        {"acme_sdk": "f: connect"},
        targets=["acme_sdk"],
    ),
    row(
        "a class of a target that ships nowhere",
        "import acme_sdk\n" + f("acme_sdk.Client(u).get(u)"),
        {"acme_sdk": "f: Client, f: Client().get"},
        targets=["acme_sdk"],
    ),
]


@pytest.mark.parametrize("row", [*ANNOTATED, *DEFAULTS, *ARGUMENTS, *FILES, *RESULTS, *MADE], ids=str)
def test_calls(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
