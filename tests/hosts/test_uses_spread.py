"""Capability facts through `*args` and `**kwargs`: what they gather, and what they hand on."""

from pathlib import Path

import pytest

from .test_uses_blind import R, Row, confirm, f, row

S = "requests.Session()"
GET = f("s.get(1)", head="def g(n, s=None):")
PASSED = {"requests": "f: Session, g: Session().get"}
BASE = "class Base:\n    def __init__(self, s=None):\n        self.s = s\n    def load(self):\n        self.s.get(1)\n"
BELOW = "class A(Base):\n    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n"
KEPT = {"requests": "f: Session, Base.load: Session().get"}

ROWS = [
    row(
        "gathered by position",
        R + f("for s in all:", "    s.get(1)", head="def g(*all):") + f(f"g(u, {S})"),
        PASSED,
    ),
    row(
        "gathered by position, one of them",
        R + f("all[1].get(1)", "all[0].put(1)", head="def g(n, *all):") + f(f"g(1, u, {S})"),
        PASSED,
    ),
    row(
        "gathered by name, one of them",
        R + f("all['s'].get(1)", "all['n'].put(1)", head="def g(**all):") + f(f"g(n=1, s={S})"),
        PASSED,
    ),
    row(
        "gathered by name, taken out",
        R + f("all.pop('s', None).get(1)", head="def g(n=1, **all):") + f(f"g(s={S})"),
        PASSED,
    ),
    row("handed on by position", R + GET + f("g(*a)", head="def h(*a):") + f(f"h(1, {S})"), PASSED),
    row("handed on after another", R + GET + f("g(1, *a)", head="def h(*a):") + f(f"h({S})"), PASSED),
    row("handed on by name", R + GET + f("g(1, **a)", head="def h(**a):") + f(f"h(s={S})"), PASSED),
    row(
        "not to another name", R + GET + f("g(1, **a)", head="def h(**a):") + f(f"h(n={S})"), {"requests": "f: Session"}
    ),
    row(
        "handed on twice, by name: not followed",
        R + GET + f("g(*a, **k)", head="def h(*a, **k):") + f("h(1, *a, **k)", head="def i(*a, **k):") + f(f"i(s={S})"),
        {"requests": "f: Session"},
    ),
    row(
        "handed on twice, by position",
        R + GET + f("g(*a)", head="def h(*a):") + f("h(1, *a)", head="def i(*a):") + f(f"i({S})"),
        PASSED,
    ),
    row("a list at the call", R + GET + f(f"many = [1, {S}]", "g(*many)"), PASSED),
    row("a dict at the call", R + GET + f(f"g(1, **{{'s': {S}}})"), PASSED),
    row("to the constructor above", R + BASE + BELOW + f(f"A({S}).load()"), KEPT),
    row("to the constructor above, by name", R + BASE + BELOW + f(f"A(s={S}).load()"), KEPT),
    row(
        "to the constructor above, in another file",
        {
            "app/base.py": BASE,
            "app/m.py": R + "from app.base import Base\n" + BELOW + f(f"A({S}).load()"),
        },
        {"requests": "f: Session", "app.base -> requests": "Base.load: Session().get"},
    ),
    row(
        "to the fields of a dataclass",
        R
        + "from dataclasses import dataclass\n@dataclass\nclass A:\n    n: int\n    s: object\n"
        + "    def g(self):\n        self.s.get(1)\n"
        + f("A(*a, **k)", head="def h(*a, **k):")
        + f(f"h(1, {S})", f"h(n=1, s={S})"),
        {"requests": "f: Session x2, A.g: Session().get"},
    ),
    row("a member that is spread is handed to nobody", R + GET + f("g(*requests.defaults)"), {"requests": ""}),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_spread_arguments(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
