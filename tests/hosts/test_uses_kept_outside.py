"""Capability facts through attributes of objects of which nothing is known but what the file itself puts there."""

from pathlib import Path

import pytest

from .test_uses_blind import H, R, Row, confirm, f, row

LOCAL = "import threading\n" + R
MAKE = f("if not hasattr(local, 's'):", "    local.s = requests.Session()", "return local.s", head="def make():")
MADE = {"requests": "make: Session, f: Session().get"}
APP = "from fastapi import FastAPI\n" + H + "app = FastAPI()\n"
START = f("app.state.client = httpx.Client()", head="def start():")

ROWS = [
    row("a local of threads", LOCAL + "local = threading.local()\n" + MAKE + f("make().get(u)"), MADE),
    row("read before it is set", LOCAL + f("local.s.get(u)") + "local = threading.local()\n" + MAKE, MADE),
    row(
        "kept by a class",
        LOCAL
        + "class A:\n    def __init__(self):\n        self.local = threading.local()\n"
        + "    def make(self):\n        self.local.s = requests.Session()\n"
        + "    def load(self, u):\n        self.local.s.get(u)\n",
        {"requests": "A.make: Session, A.load: Session().get"},
    ),
    row(
        "not that of another class",
        LOCAL
        + "class A:\n    def make(self):\n        self.local.s = requests.Session()\n"
        + "class B:\n    def load(self, u):\n        self.local.s.get(u)\n",
        {"requests": "A.make: Session"},
    ),
    row(
        "the state of an application",
        APP + START + f("return app.state.client.get(1)"),
        {"httpx": "start: Client, f: Client().get"},
    ),
    row("not another attribute", APP + START + f("return app.state.cache.get(1)"), {"httpx": "start: Client"}),
    row("not another variable's", APP + START + f("other.state.client.get(1)"), {"httpx": "start: Client"}),
    row(
        "an object of a library's own",
        "from flask import g\n" + R + f("g.s = requests.Session()", head="def make():") + f("g.s.get(u)"),
        MADE,
    ),
    row(
        "a parameter inside its function",
        R + f("u.s = requests.Session()", "u.s.get(1)") + f("u.s.get(1)", head="def g(u):"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "a function's",
        R + f("f.s.get(u)") + "f.s = requests.Session()\n",
        {"requests": "<module>: Session, f: Session().get"},
    ),
    row(
        "an attribute of a capability itself",
        R + f("s = requests.Session()", "s.inner = requests.get", "s.inner(u)"),
        {"requests": "f: Session, f: Session().inner, f: get"},
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_kept_outside(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
