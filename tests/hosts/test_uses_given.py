"""What reaches a function by roundabout ways: packed, spread, unpacked, or beside the function, which is run later."""

from pathlib import Path

import pytest

from .test_uses_blind import H, R, Row, confirm, f, row

S, C = "requests.Session()", "httpx.Client()"
GET = f("s.get(1)", head="def g(s):")
PUT = f("c.put(1)", head="def k(c):")
MADE = {"requests": "f: Session"}
PASSED = {"requests": "f: Session, g: Session().get"}

PACKED = [
    row("in *args, by index", R + f("a[0].get(1)", head="def g(*a):") + f(f"g({S})"), PASSED),
    row("in *args, another index", R + f("a[1].get(1)", head="def g(*a):") + f(f"g({S})"), MADE),
    row(
        "in *args, behind a parameter",
        R + H + f("a[0].get(1)", head="def g(x, *a):") + f(f"g({C}, {S})"),
        {**PASSED, "httpx": "f: Client"},
    ),
    row("in *args, by a loop", R + f("for s in a:", "    s.get(1)", head="def g(*a):") + f(f"g(1, {S})"), PASSED),
    row("in *args, unpacked", R + f("x, s = a", "s.get(1)", head="def g(*a):") + f(f"g(1, {S})"), PASSED),
    row(
        "in *args of a method",
        R + "class A:\n    def g(self, *a):\n        a[0].get(1)\n" + f(f"A().g({S})"),
        {"requests": "A.g: Session().get, f: Session"},
    ),
    row("in **kwargs, by key", R + f("k['s'].get(1)", head="def g(**k):") + f(f"g(s={S})"), PASSED),
    row("in **kwargs, by get", R + f("k.get('s').get(1)", head="def g(**k):") + f(f"g(s={S})"), PASSED),
    row("in **kwargs, taken out", R + f("s = k.pop('s')", "s.get(1)", head="def g(**k):") + f(f"g(s={S})"), PASSED),
    row("in **kwargs, another key", R + f("k['t'].get(1)", head="def g(**k):") + f(f"g(s={S})"), MADE),
    row(
        "in **kwargs, by the values",
        R + f("for s in k.values():", "    s.get(1)", head="def g(**k):") + f(f"g(s={S})"),
        PASSED,
    ),
    row("beside **kwargs", R + f("k['s'].get(1)", head="def g(s=None, **k):") + f(f"g(s={S})"), MADE),
    row(
        "annotated *args",
        H + f("for c in a:", "    c.get(1)", head="def f(*a: httpx.Client):"),
        {"httpx": "f: Client().get"},
    ),
]

SPREAD = [
    row("a tuple", R + GET + f(f"a = ({S},)", "g(*a)"), PASSED),
    row("a display in the call", R + GET + f(f"g(*[{S}])"), PASSED),
    row("a dict", R + GET + f(f"k = {{'s': {S}}}", "g(**k)"), PASSED),
    row("a dict by another key", R + GET + f(f"k = {{'t': {S}}}", "g(**k)"), MADE),
    row("the second of a tuple", R + f("s.get(1)", head="def g(x, s):") + f(f"g(*(1, {S}))"), PASSED),
    row("not the first of a tuple", R + f("x.get(1)", head="def g(x, s):") + f(f"g(*(1, {S}))"), MADE),
    row("behind another", R + f("s.get(1)", head="def g(x, s):") + f(f"g(u, *({S},))"), PASSED),
    row("*args handed on", R + GET + f("g(*a)", head="def h(*a):") + f(f"h({S})"), PASSED),
    row("**kwargs handed on", R + GET + f("g(**k)", head="def h(**k):") + f(f"h(s={S})"), PASSED),
    row(
        "*args handed on to *args",
        R + f("a[0].get(1)", head="def g(*a):") + f("g(*a)", head="def h(*a):") + f(f"h({S})"),
        PASSED,
    ),
    row("by index only", R + GET + f(f"a = [{S} for _ in u]", "g(*a)"), MADE),
]

UNPACKED = [
    row(
        "the rest behind a star",
        R + H + f(f"s, *r = {S}, {C}", "r[0].get(1)"),
        {"requests": "f: Session", "httpx": "f: Client, f: Client().get"},
    ),
    row(
        "what stands before a star",
        R + H + f(f"s, *r = {S}, {C}", "s.get(1)"),
        {"requests": "f: Session, f: Session().get", "httpx": "f: Client"},
    ),
    row(
        "what stands behind a star",
        R + H + f(f"*r, c = 1, {S}, {C}", "c.get(1)"),
        {"requests": "f: Session", "httpx": "f: Client, f: Client().get"},
    ),
    row("a star that takes nothing", R + f(f"s, *r = ({S},)", "for x in r:", "    x.get(1)"), MADE),
    row(
        "the rest of a variable",
        R + f(f"a = [1, {S}]", "x, *r = a", "for s in r:", "    s.get(1)"),
        {"requests": "f: Session, f: Session().get"},
    ),
]


def run(idea: str, call: str, more: str = "") -> Row:
    return row(idea, R + more + GET + f(call), PASSED)


RUN = [
    run("by an executor", f"pool.submit(g, {S})"),
    run("by an executor, by keyword", f"pool.submit(g, s={S})"),
    run("in a thread of asyncio", f"await asyncio.to_thread(g, {S})", "import asyncio\n"),
    run("in an executor of a loop", f"loop.run_in_executor(None, g, {S})"),
    run("by a loop, soon", f"loop.call_soon(g, {S})"),
    run("by a loop, later", f"loop.call_later(5, g, {S})"),
    run("by a task group", f"nursery.start_soon(g, {S})"),
    run("behind a response", f"tasks.add_task(g, {S})"),
    run("when a stack closes", f"stack.callback(g, {S})"),
    run("in a thread", f"threading.Thread(target=g, args=({S},)).start()", "import threading\n"),
    run("in a thread, by keyword", f"Thread(target=g, kwargs={{'s': {S}}})", "from threading import Thread\n"),
    run("by a timer", f"Timer(5, g, [{S}])", "from threading import Timer\n"),
    run("in a process of a pool", f"pool.apply_async(g, ({S},))"),
    run("for each", f"list(map(g, [{S}]))"),
    run("for each, by an executor", f"pool.map(g, [{S}])"),
    row(
        "a lambda, for each",
        R + f(f"return list(map(lambda s: s.get(u), [{S}]))"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row(
        "a method",
        R + f"class A:\n    def g(self, s):\n        s.get(1)\n    def f(self):\n        pool.submit(self.g, {S})\n",
        {"requests": "A.f: Session, A.g: Session().get"},
    ),
    row("a member, for each", R + f("return list(map(requests.get, u))"), {"requests": "f: &get"}),
    row("a member is handed on once", R + f("pool.submit(requests.get, u)"), {"requests": "f: &get"}),
    row(
        "a member given to a function is handed on once",
        R + f("c(1)", head="def g(c):") + f("pool.submit(g, requests.get)"),
        {"requests": "f: &get, g: get"},
    ),
    row("what stands before the function is not its own", R + GET + f(f"loop.run_in_executor({S}, g, 1)"), MADE),
    row("a name that runs nothing", R + GET + f(f"pool.register(g, {S})"), MADE),
    row("for each of what is no container", R + GET + f(f"list(map(g, {S}))"), MADE),
]


@pytest.mark.parametrize("row", [*PACKED, *SPREAD, *UNPACKED, *RUN], ids=str)
def test_row(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
