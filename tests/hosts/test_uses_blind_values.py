"""What a name is bound to: assignments, containers, arms, with, walrus, partial, getattr, for capability facts."""

from pathlib import Path

import pytest

from .test_uses_blind import H, R, Row, confirm, f, row

S = "s = requests.Session()"
SESSION = {"requests": "f: Session, f: Session().get"}
BOTH = {"requests": "f: Session, f: Session().get", "httpx": "f: Client, f: Client().get"}
P = "from functools import partial\n"

ASSIGNED = [
    row("a variable", R + f(S, "s.get(u)"), SESSION),
    row("a chain", R + f("a = b = requests", "a.get(u)", "b.post(u)"), {"requests": "f: get, f: post"}),
    row("hand over hand", R + f(S, "t = s", "v = t", "v.get(u)"), SESSION),
    row("a member", R + f("g = requests.get", "g(u)"), {"requests": "f: get"}),
    row("a member of an instance", R + f(S, "g = s.get", "g(u)"), SESSION),
    row("a class", R + f("K = requests.Session", "K().get(u)"), SESSION),
    row(
        "an attribute of an instance",
        R + f(S, "h = s.headers", "h.update(u)"),
        {"requests": "f: Session, f: Session().headers.update"},
    ),
    row(
        "two at once",
        R + H + f("a, b = requests, httpx", "a.get(u)", "b.post(u)"),
        {"requests": "f: get", "httpx": "f: post"},
    ),
    row("two instances at once", R + H + f("a, b = requests.Session(), httpx.Client()", "a.get(u)", "b.get(u)"), BOTH),
    row("one of two", R + f("a, b = requests.Session(), object()", "b.get(u)"), {"requests": "f: Session"}),
    row(
        "nested",
        R + H + f("a, (b, [c]) = u, (requests, [httpx])", "b.get(a)", "c.post(a)"),
        {"requests": "f: get", "httpx": "f: post"},
    ),
    row("with a star before it", R + f("*a, b = u, u, requests", "b.get(u)"), {"requests": "f: get"}),
    row("annotated", R + f("s: object = requests.Session()", "s.get(u)"), SESSION),
    row(
        "bound later in a loop", R + f("s = None", "for x in u:", "    s.get(x)", "    s = requests.Session()"), SESSION
    ),
    row("bound again", R + H + f("c = requests.Session()", "c.get(u)", "c = httpx.Client()"), {**BOTH}),
    row("in a branch", R + f("s = None", "if u:", "    s = requests.Session()", "s.get(u)"), SESSION),
    row("in try", R + f("try:", "    s = requests.Session()", "except OSError:", "    s = None", "s.get(u)"), SESSION),
    row("in finally", R + f("try: pass", "finally:", "    s = requests.Session()", "s.get(u)"), SESSION),
    row("in the else of a loop", R + f("for x in u: pass", "else:", "    s = requests.Session()", "s.get(u)"), SESSION),
    row("in a case", R + f("match u:", "    case 1:", "        s = requests.Session()", "s.get(u)"), SESSION),
    row(
        "at module level",
        R + "s = requests.Session()\n" + f("s.get(u)"),
        {"requests": "<module>: Session, f: Session().get"},
    ),
    row(
        "as a global",
        R + "s = None\n" + f("global s", S, head="def start():") + f("s.get(u)"),
        {"requests": "start: Session, f: Session().get"},
    ),
    row(
        "as a nonlocal",
        R
        + f("s = None", "def start():", "    nonlocal s", "    s = requests.Session()", "def load():", "    s.get(u)"),
        {"requests": "f.start: Session, f.load: Session().get"},
    ),
    row(
        "in the enclosing function",
        R + f(S, "def load():", "    s.get(u)"),
        {"requests": "f: Session, f.load: Session().get"},
    ),
    row(
        "in another function of that name",
        R + f(S) + f("s = object()", "s.get(u)", head="def g(u):"),
        {"requests": "f: Session"},
    ),
    row("to itself", R + f("s = s", "s = requests.Session()", "s.get(u)"), SESSION),
    row("to each other", R + f("a = requests.Session()", "a, b = b, a", "b.get(u)"), SESSION),
]

ARMS = [
    row("a conditional of instances", R + H + f("c = requests.Session() if u else httpx.Client()", "c.get(u)"), BOTH),
    row(
        "a conditional, called on the spot",
        R + H + f("(requests if u else httpx).get(u)"),
        {"requests": "f: get", "httpx": "f: get"},
    ),
    row(
        "a conditional in a conditional",
        R + H + f("(None if u else requests if v else httpx).get(u)"),
        {"requests": "f: get", "httpx": "f: get"},
    ),
    row("one arm that is something else", R + f("c = requests.Session() if u else None", "c.get(u)"), SESSION),
    row("or", R + f("c = u or requests.Session()", "c.get(u)"), SESSION),
    row("and", R + f("c = u and requests.Session()", "c.get(u)"), SESSION),
    row("the test of a conditional is no arm", R + f("c = 1 if requests else 2", "c.get(u)"), {"requests": ""}),
]

CONTAINERS = [
    row("a list", R + f("cs = [requests.Session()]", "cs[0].get(u)"), SESSION),
    row("a tuple", R + H + f("cs = (requests.Session(), httpx.Client())", "cs[u].get(u)"), BOTH),
    row("a dictionary", R + H + f("cs = {'r': requests.Session(), 'h': httpx.Client()}", "cs[u].get(u)"), BOTH),
    row(
        "a dictionary of modules at module level",
        R + H + "CS = {'r': requests, 'h': httpx}\n" + f("CS[u].get(u)"),
        {"requests": "f: get", "httpx": "f: get"},
    ),
    row(
        "a dictionary of classes",
        R + "CS = {'r': requests.Session}\n" + f("CS[u]().get(u)"),
        {"requests": "<module>: &Session, f: Session, f: Session().get"},
    ),
    row(
        "a loop over a literal",
        R + H + f("for c in (requests, httpx):", "    c.get(u)"),
        {"requests": "f: get", "httpx": "f: get"},
    ),
    row("a loop over a list of instances", R + f("cs = [requests.Session()]", "for c in cs:", "    c.get(u)"), SESSION),
    row("a loop over pairs", R + f("for n, c in [(1, requests.Session())]:", "    c.get(n)"), SESSION),
    row(
        "a comprehension over a literal",
        R + H + f("[c.get(u) for c in (requests, httpx)]"),
        {"requests": "f: get", "httpx": "f: get"},
    ),
    row("a container in a container", R + f("cs = {'a': [requests.Session()]}", "cs['a'][0].get(u)"), SESSION),
    row("references in a list", R + f("return [requests.get, requests.post]"), {"requests": "f: &get, f: &post"}),
    row("one of another kind", R + f("cs = [object()]", "cs[0].get(u)"), {"requests": ""}),
    row(
        "a container itself is no capability",
        R + f("cs = [requests.Session()]", "cs.get(u)"),
        {"requests": "f: Session"},
    ),
]

WITH = [
    row("with", R + f("with requests.Session() as s:", "    s.get(u)"), SESSION),
    row(
        "with two",
        R + H + f("with requests.Session() as s, httpx.Client() as c:", "    s.get(u)", "    c.get(u)"),
        BOTH,
    ),
    row(
        "with two in parentheses",
        R
        + H
        + f("with (", "    requests.Session() as s,", "    httpx.Client() as c,", "):", "    s.get(u)", "    c.get(u)"),
        BOTH,
    ),
    row("with a known instance", R + f(S, "with s as t:", "    t.get(u)"), SESSION),
    row("with, and used after it", R + f("with requests.Session() as s: pass", "s.get(u)"), SESSION),
    row("with a response", R + f(S, "with s.get(u) as r:", "    r.read()"), SESSION),
    row("with nothing bound", R + f("with requests.Session(): pass"), {"requests": "f: Session"}),
    row(
        "async with in async with",
        "import aiohttp\n"
        + f(
            "async with aiohttp.ClientSession() as s:",
            "    async with s.get(u) as r:",
            "        await r.json()",
            head="async def f(u):",
        ),
        {"aiohttp": "f: ClientSession, f: ClientSession().get"},
        targets=["aiohttp"],
    ),
    row(
        "with an attribute of self",
        "import requests\n"
        "class A:\n"
        "    def f(self, u):\n"
        "        with requests.Session() as self.s:\n"
        "            self.g(u)\n"
        "    def g(self, u):\n"
        "        self.s.get(u)\n",
        {"requests": "A.f: Session, A.g: Session().get"},
    ),
]

WALRUS = [
    row("a walrus", R + f("if s := requests.Session():", "    s.get(u)"), SESSION),
    row("a walrus, called on the spot", R + f("(s := requests.Session()).get(u)"), SESSION),
    row(
        "a walrus of a module in a condition",
        R + f("while (r := requests) and u:", "    r.get(u)"),
        {"requests": "f: get"},
    ),
    row(
        "a walrus in a comprehension binds outside it",
        R + f("[(s := requests.Session()) for x in u]", "s.get(u)"),
        SESSION,
    ),
    row("a walrus in an argument", R + f("g(s := requests.Session())", "s.get(u)"), SESSION),
]

PARTIAL = [
    row("a partial kept", P + R + f("p = partial(requests.get, timeout=1)", "p(u)"), {"requests": "f: &get, f: get"}),
    row(
        "by the module's alias",
        "import functools as ft\n" + R + f("ft.partial(requests.get)(u)"),
        {"requests": "f: &get, f: get"},
    ),
    row(
        "of a class",
        P + R + f("partial(requests.Session)().get(u)"),
        {"requests": "f: &Session, f: Session, f: Session().get"},
    ),
    row(
        "of a method",
        P + R + f(S, "partial(s.get, u)()"),
        {"requests": "f: Session, f: &Session().get, f: Session().get"},
    ),
    row(
        "of a partial",
        P + R + f("p = partial(partial(requests.get, u), timeout=1)", "p()"),
        {"requests": "f: &get, f: get"},
    ),
    row(
        "at module level",
        P + R + "fetch = partial(requests.get, timeout=1)\n" + f("fetch(u)"),
        {"requests": "<module>: &get, f: get"},
    ),
    row(
        "of a function of the host",
        P + R + f("s.get(1)", head="def g(s):") + f("partial(g, requests.Session())()"),
        {"requests": "f: Session, g: Session().get"},
    ),
    row(
        "a partial of somebody else's",
        "from mine import partial\n" + R + f("partial(requests.get)(u)"),
        {"requests": "f: &get"},
    ),
]

GETATTR = [
    row("getattr, constant", R + f('getattr(requests, "get")(u)'), {"requests": "f: get"}),
    row("getattr, kept", R + f('g = getattr(requests, "get")', "g(u)"), {"requests": "f: get"}),
    row("getattr, with a default", R + f('getattr(requests, "get", None)(u)'), {"requests": "f: get"}),
    row("getattr of an instance", R + f(S, 'getattr(s, "get")(u)'), SESSION),
    row(
        "getattr of getattr",
        R + f('getattr(getattr(requests, "sessions"), "Session")()'),
        {"requests": "f: sessions.Session"},
    ),
    row("getattr by a variable", R + f("getattr(requests, u)(u)"), {"requests": ""}),
    row(
        "a getattr of the host's own",
        R + f("...", head="def getattr(a, b):") + f('getattr(requests, "get")(u)'),
        {"requests": ""},
    ),
]


@pytest.mark.parametrize("row", [*ASSIGNED, *ARMS, *CONTAINERS, *WITH, *WALRUS, *PARTIAL, *GETATTR], ids=str)
def test_values(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
