"""Capability facts that real hosts have shown to be wrong: what is not invented, and what is not missed."""

from pathlib import Path

import pytest

from .test_uses_blind import Row, confirm, f, row

R = "import requests\n"

ROWS = [
    row(
        "an attribute that is read from itself again and again is read once",
        R
        + "class A:\n    def __init__(self):\n        self.g = requests.get\n"
        + "    def unwrap(self):\n        self.g = self.g.inner\n    def load(self, u):\n        self.g(u)\n",
        {"requests": "A.load: get, A.load: get.inner"},
    ),
    row(
        "so are two that take turns",
        R + f("s = requests.Session()", "while u:", "    s = s.left.right", "s.get(u)"),
        {"requests": "f: Session, f: Session().get, f: Session().left.right.get"},
    ),
    row(
        "an element of a known key is not that of another key",
        R + f("d = {'a': requests.Session()}", "d.get('b').get(u)", "d.pop('a').post(u)"),
        {"requests": "f: Session, f: Session().post"},
    ),
    row(
        "what is stored under an unknown key may be under any",
        R + f("d = {}", "d[u] = requests.Session()", "d.get('b').get(u)"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "a reference that is appended is handed on once",
        R + f("d = []", "d.append(requests.get)"),
        {"requests": "f: &get"},
    ),
    row(
        "a private method's name with its class in front is no class",
        R + f("c = requests.Api()", "c._Api__build(u).run()"),
        {"requests": "f: Api, f: Api()._Api__build"},
    ),
    row(
        "a class may take a name of its module for its own",
        R + "class A:\n    requests = requests\n    def load(self, u):\n        self.requests.get(u)\n",
        {"requests": "A.load: get"},
    ),
    row(
        "a name that the class has bound before is its own",
        R + "class A:\n    requests = None\n    x = requests\n    def load(self, u):\n        self.x.get(u)\n",
        {"requests": ""},
    ),
    row("what a version says is no use", R + f("return requests.__version__"), {"requests": ""}),
    row("what is done with a response is none", R + f("r.json()", head="def f(r: requests.Response):"), {}),
    row(
        "a column of a table is data",
        "import sqlalchemy as sa\nclass T:\n    name = sa.Column()\n    def f(self):\n        self.name.lower()\n",
        {"sqlalchemy": "T: Column"},
        groups=["database_broker"],
    ),
    row(
        "what calling an instance gives is no client",
        R + f("s = requests.Session()", "s(u).get(u)"),
        {"requests": "f: Session, f: Session()"},
    ),
    row(
        "what a maker of sessions makes is a session",
        "from sqlalchemy import orm\nS = orm.sessionmaker()\n" + f("S().execute(u)", "orm.scoped_session(S)().flush()"),
        {
            "sqlalchemy": "<module>: orm.sessionmaker, f: orm.scoped_session, f: orm.scoped_session(), "
            "f: orm.scoped_session()().flush, f: orm.sessionmaker(), f: orm.sessionmaker()().execute"
        },
        groups=["database_broker"],
    ),
    row(
        "constants of a client library are no client",
        "from aiohttp import hdrs\nfrom aiohttp.client_exceptions import ClientError\n" + f("return hdrs.ACCEPT"),
        {},
        groups=["raw_transport"],
    ),
    row(
        "a library's plain helpers are no broker",
        "from kombu.utils.encoding import safe_str\nimport kombu\n" + f("safe_str(u)", "kombu.Producer(u).publish(u)"),
        {"kombu": "f: Producer, f: Producer().publish"},
        groups=["database_broker"],
    ),
]

BASE = """class Base:
    def open(self):
        self.client = self.connect()
    def connect(self): ...
    def close(self):
        self.client.close()
"""
BELOW = "from app.base import Base\nimport {0}\nclass {1}(Base):\n    def connect(self):\n        return {0}.{2}()\n"
LOAD = "    def load(self, u):\n        self.client.get(u)\n"

SIBLINGS = [
    row(
        "what a method of one class below gives is not held by the next, and by the base",
        {
            "app/base.py": BASE,
            "app/a.py": BELOW.format("requests", "A", "Session") + LOAD,
            "app/b.py": BELOW.format("httpx", "B", "Client") + LOAD,
        },
        {
            "app.base -> requests": "Base.close: Session().close",
            "app.base -> httpx": "Base.close: Client().close",
            "app.a -> requests": "A.connect: Session, A.load: Session().get",
            "app.b -> httpx": "B.connect: Client, B.load: Client().get",
        },
    ),
    row(
        "also where both give the same",
        {
            "app/base.py": BASE,
            "app/a.py": BELOW.format("requests", "A", "Session") + LOAD,
            "app/b.py": BELOW.format("requests", "B", "Session") + LOAD,
        },
        {
            "app.base -> requests": "Base.close: Session().close",
            "app.a -> requests": "A.connect: Session, A.load: Session().get",
            "app.b -> requests": "B.connect: Session, B.load: Session().get",
        },
    ),
    row(
        "a class between has it from above and from below",
        {
            "app/base.py": BASE,
            "app/m.py": "from app.base import Base\nclass M(Base):\n" + LOAD,
            "app/a.py": BELOW.format("requests", "A", "Session").replace(
                "app.base import Base", "app.m import M as Base"
            ),
        },
        {
            "app.base -> requests": "Base.close: Session().close",
            "app.m -> requests": "M.load: Session().get",
            "app.a -> requests": "A.connect: Session",
        },
    ),
]


@pytest.mark.parametrize("row", [*ROWS, *SIBLINGS], ids=str)
def test_what_real_hosts_have_shown(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)


KEPT = {"requests": "f: Session, f: Session().get"}

HIDDEN = [
    row(
        "what a host class gives to with",
        R
        + "class A:\n    def __enter__(self):\n        return requests.Session()\n    def __exit__(self, *a): ...\n"
        + f("with A() as s:", "    s.get(u)"),
        {"requests": "A.__enter__: Session, f: Session().get"},
    ),
    row(
        "what a host class gives to async with",
        R
        + "class A:\n    async def __aenter__(self):\n        return requests.Session()\n"
        + f("async with A() as s:", "    s.get(u)", head="async def f(u):"),
        {"requests": "A.__aenter__: Session, f: Session().get"},
    ),
    row("by globals()", R + f('globals()["requests"].get(u)'), {"requests": "f: get"}),
    row(
        "into globals()",
        f("import requests as r", 'globals()["late"] = r', head="def g():") + f("late.get(u)"),
        {"requests": "f: get"},
    ),
    row("by vars()", R + f('vars(requests)["get"](u)'), {"requests": "f: get"}),
    row("by __dict__", R + f('requests.__dict__["get"](u)'), {"requests": "f: get"}),
    row("a dict by keywords", R + f("d = dict(a=requests.Session(), b=1)", "d['a'].get(u)"), KEPT),
    row("setdefault", R + f("d = {}", "d.setdefault('a', requests.Session()).get(u)"), KEPT),
    row(
        "closing",
        "import contextlib\n" + R + f("with contextlib.closing(requests.Session()) as s:", "    s.get(u)"),
        KEPT,
    ),
    row("a copy", "import copy\n" + R + f("copy.copy(requests.Session()).get(u)"), KEPT),
    row(
        "a star import below the name's default",
        {
            "app/local.py": R + "CLIENT = requests.Session()\n",
            "app/settings.py": "CLIENT = None\ntry:\n    from .local import *\nexcept ImportError:\n    pass\n",
            "app/m.py": "from app import settings\n" + f("settings.CLIENT.get(1)"),
        },
        {"app.local -> requests": "<module>: Session", "requests": "f: Session().get"},
    ),
    row(
        "but what the file defines is its own",
        {
            "app/local.py": R + f("return requests.Session()", head="def make():"),
            "app/m.py": "from .local import *\n" + f("return u", head="def make(u=1):") + f("make().get(1)"),
        },
        {"app.local -> requests": "make: Session"},
    ),
    row(
        "a module that __import__ gives for a list of names",
        f("__import__('urllib.request', fromlist=['urlopen']).urlopen(u)"),
        {"urllib.request": "f: urlopen"},
    ),
    row(
        "waited for",
        "import asyncio\nimport httpx\n"
        + f("return httpx.AsyncClient()", head="async def g():")
        + f("(await asyncio.wait_for(g(), 1)).get(u)", head="async def f(u):"),
        {"httpx": "g: AsyncClient, f: AsyncClient().get"},
    ),
]


@pytest.mark.parametrize("row", HIDDEN, ids=str)
def test_detours_that_are_followed(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
