"""Capability facts by what the source says of its values: aliases of types, results, fields, contexts by hand."""

from pathlib import Path

import pytest

from .test_uses_blind import H, R, Row, confirm, f, row

DEPENDS = "from typing import Annotated\nfrom fastapi import Depends\n"
C = "def f(c: C):"
GET = {"httpx": "f: Client().get"}
BOTH = {"httpx": "f: Client().get, f: AsyncClient().get"}

ALIASES = [
    row(
        "an alias with metadata, in another file",
        {
            "app/deps.py": DEPENDS + H + "def make(): ...\nC = Annotated[httpx.Client, Depends(make)]\n",
            "app/m.py": "from app.deps import C\n" + f("c.get(1)", head=C),
        },
        GET,
    ),
    row("an alias of a union", H + "C = httpx.Client | httpx.AsyncClient\n" + f("c.get(1)", head=C), BOTH),
    row(
        "an alias of a union, quoted where it is used",
        H + "C = httpx.Client | None\n" + f("c.get(1)", head='def f(c: "C"):'),
        GET,
    ),
    row(
        "an alias of an old union",
        "from typing import Union\n" + H + "C = Union[httpx.Client, 'httpx.AsyncClient']\n" + f("c.get(1)", head=C),
        BOTH,
    ),
    row(
        "an alias of what may be missing",
        "import typing as t\n" + H + "C = t.Optional[httpx.Client]\n" + f("c.get(1)", head=C),
        GET,
    ),
    row(
        "an alias that says so, quoted",
        "from typing import TypeAlias\n" + H + "C: TypeAlias = 'httpx.Client'\n" + f("c.get(1)", head=C),
        GET,
    ),
    row(
        "a type variable with a bound",
        "from typing import TypeVar\n" + H + "C = TypeVar('C', bound=httpx.Client)\n" + f("c.get(1)", head=C),
        GET,
    ),
    row(
        "a type variable with constraints",
        "from typing import TypeVar\n"
        + H
        + "C = TypeVar('C', httpx.Client, httpx.AsyncClient)\n"
        + f("c.get(1)", head=C),
        BOTH,
    ),
    row(
        "a subscript that only looks like it is an element",
        R + "Union = {'a': requests.Session()}\n" + f("Union['a'].get(1)"),
        {"requests": "<module>: Session, f: Session().get"},
    ),
]

RESULTS = [
    row(
        "a result by annotation",
        H + f("return u['client']", head="def make(u) -> httpx.Client:") + f("make(u).get(1)"),
        GET,
    ),
    row(
        "a method's, waited for, quoted",
        H
        + "class A:\n    async def make(self) -> 'httpx.Client | None': ...\n"
        + "    async def load(self):\n        (await self.make()).get(1)\n",
        {"httpx": "A.load: Client().get"},
    ),
    row(
        "a property's",
        H
        + "class A:\n    @property\n    def c(self) -> httpx.Client: ...\n    def load(self):\n        self.c.get(1)\n",
        {"httpx": "A.load: Client().get"},
    ),
    row(
        "what a context manager says that it yields",
        "from collections.abc import Iterator\nfrom contextlib import contextmanager\n"
        + H
        + "@contextmanager\n"
        + f("yield pool.take()", head="def make() -> Iterator[httpx.Client]:")
        + f("with make() as c:", "    c.get(1)"),
        GET,
    ),
    row(
        "a result that is a response is none",
        R + f("return cache[u]", head="def load(u) -> requests.Response:") + f("load(u).json()"),
        {},
    ),
]

FIELDS = [
    row(
        "a field's factory",
        "from dataclasses import dataclass, field\n"
        + H
        + "@dataclass\nclass A:\n    c: object = field(default_factory=httpx.Client)\n"
        + "    def load(self):\n        self.c.get(1)\n",
        {"httpx": "A: &Client, A.load: Client().get"},
    ),
    row(
        "a field's factory that is a lambda",
        "import dataclasses as d\n"
        + H
        + "@d.dataclass\nclass A:\n    c: object = d.field(default_factory=lambda: httpx.Client())\n"
        + "    def load(self):\n        self.c.get(1)\n",
        {"httpx": "A: Client, A.load: Client().get"},
    ),
    row(
        "a field's factory that is the host's function, and a default",
        "import attr\n"
        + H
        + f("return httpx.Client()", head="def make():")
        + "@attr.s\nclass A:\n    c = attr.ib(factory=make)\n    d = attr.ib(default=httpx.AsyncClient())\n"
        + "    def load(self):\n        self.c.get(1)\n        self.d.put(1)\n",
        {"httpx": "make: Client, A: AsyncClient, A.load: Client().get, A.load: AsyncClient().put"},
    ),
    row(
        "a class's keyword is handed a member",
        R + "class A(metaclass=requests.Meta): ...\n",
        {"requests": "A: &Meta"},
    ),
]

DETOURS = [
    row(
        "a context that is entered by hand",
        H + f("c = httpx.Client().__enter__()", "c.get(1)"),
        {"httpx": "f: Client, f: Client().__enter__, f: Client().get"},
    ),
    row(
        "a context that a class enters for its own",
        H
        + "class A:\n    async def __aenter__(self):\n"
        + "        self.c = await httpx.AsyncClient().__aenter__()\n        return self\n"
        + f("async with A() as a:", "    await a.c.get(1)", head="async def f():"),
        {
            "httpx": "A.__aenter__: AsyncClient, A.__aenter__: AsyncClient().__aenter__, f: AsyncClient().get",
        },
    ),
    row(
        "the rest of a list that is taken apart",
        R + f("first, *rest = u, requests.Session()", "rest[0].get(1)"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "a part of a list",
        R + f("many = [requests.Session()]", "for s in many[:1]:", "    s.get(1)"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "two dicts in one",
        R + "A = {'a': requests.Session()}\n" + f("d = A | {'b': u}", "d['a'].get(1)"),
        {"requests": "<module>: Session, f: Session().get"},
    ),
    row(
        "the next one of an asynchronous generator",
        H
        + f("yield httpx.AsyncClient()", head="async def many():")
        + f("c = await anext(many())", "await c.get(1)", head="async def f():"),
        {"httpx": "many: AsyncClient, f: AsyncClient().get"},
    ),
]


@pytest.mark.parametrize("row", [*ALIASES, *RESULTS, *FIELDS, *DETOURS], ids=str)
def test_what_is_said_is_followed(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
