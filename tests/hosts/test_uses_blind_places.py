"""Where a use stands and how it is counted: definitions, operations, amounts, places, for capability facts."""

from pathlib import Path

import pytest

from .test_uses_blind import TARGETS, H, R, Row, confirm, f, host, row

GET = {"requests": "f: get"}

DEFINITIONS = [
    row("the top level", R + "requests.get(1)\n", {"requests": "<module>: get"}),
    row("a branch of it", R + 'if __name__ == "__main__":\n    requests.get(1)\n', {"requests": "<module>: get"}),
    row("a package", {"app/p/__init__.py": R + f("requests.get(u)")}, {"app.p -> requests": "f: get"}),
    row("a function", R + f("requests.get(u)"), GET),
    row("a coroutine", R + f("requests.get(u)", head="async def f(u):"), GET),
    row(
        "a function of a function",
        R + f("def g(v):", "    def h(w):", "        requests.get(w)"),
        {"requests": "f.g.h: get"},
    ),
    row("a method", R + "class A:\n    def f(self):\n        requests.get(1)\n", {"requests": "A.f: get"}),
    row("a class body", R + "class A:\n    x = requests.get(1)\n", {"requests": "A: get"}),
    row(
        "a class of a class",
        R + "class A:\n    class B:\n        def f(self):\n            requests.get(1)\n",
        {"requests": "A.B.f: get"},
    ),
    row(
        "a method of a class of a function",
        R + f("class A:", "    def g(self):", "        requests.get(1)"),
        {"requests": "f.A.g: get"},
    ),
    row(
        "a function of a method",
        R + "class A:\n    def f(self):\n        def g():\n            requests.get(1)\n",
        {"requests": "A.f.g: get"},
    ),
    row("a lambda is its definition's", R + f("return lambda x: requests.get(x)"), GET),
    row("a lambda at the top", R + "g = lambda x: requests.get(x)\n", {"requests": "<module>: get"}),
    row("a lambda in a class", R + "class A:\n    g = lambda x: requests.get(x)\n", {"requests": "A: get"}),
    row(
        "a lambda in a default of a method",
        R + "class A:\n    def f(self, g=lambda: requests.get(1)): ...\n",
        {"requests": "A: get"},
    ),
    row("a comprehension is its definition's", R + f("return [requests.get(x) for x in u]"), GET),
    row(
        "a comprehension in a class",
        R + "class A:\n    x = {y: requests.get(y) for y in 'ab'}\n",
        {"requests": "A: get"},
    ),
    row("a generator in a comprehension", R + f("return {x: list(requests.get(y) for y in x) for x in u}"), GET),
    row(
        "a default is the enclosing definition's",
        R + f("...", head="def f(x=requests.get(1)):"),
        {"requests": "<module>: get"},
    ),
    row(
        "a default of a method is the class's",
        R + "class A:\n    def f(self, x=requests.get(1)): ...\n",
        {"requests": "A: get"},
    ),
    row("a default of a function of a function", R + f("def g(*, x=requests.get(1)): ..."), GET),
    row(
        "a decorator is the enclosing definition's",
        R + "@requests.hook(1)\n" + f("..."),
        {"requests": "<module>: hook"},
    ),
    row(
        "a decorator of a method is the class's",
        R + "class A:\n    @requests.hook(1)\n    def f(self): ...\n",
        {"requests": "A: hook"},
    ),
    row("a decorator of a class", R + f("@requests.hook(1)", "class A: ..."), {"requests": "f: hook"}),
    row("an argument of a decorator", R + "@retry(requests.get)\n" + f("..."), {"requests": "<module>: &get"}),
    row("an argument of a class head", R + "class A(metaclass=make(requests.get)): ...\n", {"requests": "A: &get"}),
    row(
        "two functions",
        R + f("requests.get(u)") + f("requests.get(u)", head="def g(u):"),
        {"requests": "f: get, g: get"},
    ),
    row(
        "two functions of one name",
        R + "if 1:\n    def f(): requests.get(1)\nelse:\n    def f(): requests.get(2)\n",
        {"requests": "f: get x2"},
    ),
    row(
        "a getter and its setter",
        R
        + (
            "class A:\n"
            "    @property\n"
            "    def x(self): return requests.get(1)\n"
            "    @x.setter\n"
            "    def x(self, v): requests.get(v)\n"
        ),
        {"requests": "A.x: get x2"},
    ),
]

EVERYWHERE = [
    row(f"wherever an expression may stand: {idea}", R + f(*lines.split("\n"), head=head), GET)
    for idea, lines, head in (
        ("a formatted string", "return f'{requests.get(u).text!r:>{u}}'", "def f(u):"),
        ("a format in a formatted string", "return f'{u:>{requests.get(u)}}'", "def f(u):"),
        ("an assertion", "assert u, requests.get(u)", "def f(u):"),
        ("a subscript", "return u[requests.get(u)]", "def f(u):"),
        ("a slice", "return u[1:requests.get(u)]", "def f(u):"),
        ("a target of an assignment", "u[requests.get(u)] = 1", "def f(u):"),
        ("an augmented assignment", "u += requests.get(u)", "def f(u):"),
        ("a star argument", "g(*requests.get(u), **{})", "def f(u):"),
        ("a double star argument", "g(**requests.get(u))", "def f(u):"),
        ("a comparison", "return 1 < u < requests.get(u)", "def f(u):"),
        ("an operand", "return -requests.get(u)", "def f(u):"),
        ("yield", "x = yield requests.get(u)", "def f(u):"),
        ("yield from", "yield from requests.get(u)", "def f(u):"),
        ("await", "return (await requests.get(u))", "async def f(u):"),
        ("an async for", "async for x in requests.get(u): pass", "async def f(u):"),
        ("an async comprehension", "return [x async for x in requests.get(u)]", "async def f(u):"),
        ("a condition of a comprehension", "return [x for x in u if requests.get(x)]", "def f(u):"),
        ("a match subject", "match requests.get(u):\n    case 1: pass", "def f(u):"),
        ("a guard", "match u:\n    case 1 if requests.get(u): pass", "def f(u):"),
        ("a case", "match u:\n    case _:\n        requests.get(u)", "def f(u):"),
        ("an except clause's body", "try: pass\nexcept* ValueError:\n    requests.get(u)", "def f(u):"),
        ("an else of a loop", "while u: pass\nelse:\n    requests.get(u)", "def f(u):"),
        ("a with item", "with requests.get(u): pass", "def f(u):"),
        ("a test", "return 1 if requests.get(u) else 2", "def f(u):"),
        ("raise from", "raise u from requests.get(u)", "def f(u):"),
        ("delete", "del u[requests.get(u)]", "def f(u):"),
        ("an argument of its own response", "u.x(requests.get(u).text).y()", "def f(u):"),
        ("a key of a dictionary", "return {requests.get(u): 1, **u}", "def f(u):"),
    )
]

OPERATIONS = [
    row(
        "a class below a class",
        "import stripe\n" + f("stripe.Customer.create(u).save()"),
        {"stripe": "f: Customer.create"},
        targets=["stripe"],
    ),
    row(
        "an attribute of an instance",
        R + f("requests.Session().headers.update(u)"),
        {"requests": "f: Session, f: Session().headers.update"},
    ),
    row(
        "a long path",
        "from google import genai\n" + f("genai.Client().aio.models.generate_content(u)"),
        {"google.genai": "f: Client, f: Client().aio.models.generate_content"},
    ),
    row(
        "a class that an instance makes",
        R + f("requests.Session().Request(u).prepare()"),
        {"requests": "f: Session, f: Session().Request, f: Session().Request().prepare"},
    ),
    row(
        "arguments are not told",
        R + f("requests.Session(1, x=2).get(u, timeout=[3])"),
        {"requests": "f: Session, f: Session().get"},
    ),
    row("an operation in an operation", R + f("requests.get(requests.post(u))"), {"requests": "f: get, f: post"}),
    row("a member that is compared", R + f("return u == requests.codes.ok"), {"requests": ""}),
    row("a member that is passed", R + f("g(requests.codes.ok)"), {"requests": "f: &codes.ok"}),
    row("a member that is passed by keyword", R + f("g(x=requests.get)"), {"requests": "f: &get"}),
    row(
        "a member of an instance that is passed",
        R + f("s = requests.Session()", "g(s.get)"),
        {"requests": "f: Session, f: &Session().get"},
    ),
    row(
        "a member of an instance that is returned",
        R + f("return requests.Session().get"),
        {"requests": "f: Session, f: &Session().get"},
    ),
    row("a name that is passed", "from requests import get\n" + f("g(get)"), {"requests": "f: &get"}),
    row("a class that is passed", R + f("g(requests.Session)"), {"requests": "f: &Session"}),
    row("a member in a tuple", R + f("return (requests.get, 1)"), {"requests": "f: &get"}),
    row("a member in a set", R + f("x = {requests.get, requests.put}"), {"requests": "f: &get, f: &put"}),
    row("a member in a container that is passed", R + f("g([requests.get])"), {"requests": "f: &get"}),
    row("the target itself is passed", R + f("g(requests)"), {"requests": ""}),
    row("the target itself in a container", R + f("return [requests]"), {"requests": ""}),
    row("a member that is only read", R + f("requests.get"), {"requests": ""}),
    row("an item that is set", R + f("s = requests.Session()", "s.headers['x'] = 1"), {"requests": "f: Session"}),
    row("an attribute that is set", R + f("s = requests.Session()", "s.verify = False"), {"requests": "f: Session"}),
    row(
        "a name that is nothing's", R + f("g(requests_get)", "u.requests.get(1)", "g('requests.get')"), {"requests": ""}
    ),
]

COUNTS = [
    row("three times", R + f("requests.get(u)", "requests.get(u)", "requests.get(u)"), {"requests": "f: get x3"}),
    row(
        "in three dresses",
        "import requests\nfrom requests import get as g\n"
        + f("requests.get(u)", "g(u)", "requests.Session()", "h = requests.get", "h(u)"),
        {"requests": "f: get x3, f: Session"},
    ),
    row("twice in one line", R + f("requests.get(u), requests.get(u)"), {"requests": "f: get x2"}),
    row(
        "references and calls apart",
        R + f("g(requests.get)", "requests.get(u)", "g(requests.get)"),
        {"requests": "f: &get x2, f: get"},
    ),
    row(
        "in each definition for itself",
        R + f("requests.get(u)", "requests.get(u)") + f("requests.get(u)", head="def g(u):"),
        {"requests": "f: get x2, g: get"},
    ),
    row(
        "once, however many bindings agree",
        R + f("s = requests.Session()", "s = requests.Session()", "s.get(u)"),
        {"requests": "f: Session x2, f: Session().get"},
    ),
    row(
        "two libraries by one call",
        R + H + f("c = requests if u else httpx", "c.get(u)", "c.get(u)"),
        {"requests": "f: get x2", "httpx": "f: get x2"},
    ),
]


@pytest.mark.parametrize("row", [*DEFINITIONS, *EVERYWHERE, *OPERATIONS, *COUNTS], ids=str)
def test_places(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)


def test_a_use_has_its_places(tmp_path: Path) -> None:
    source = R + f("requests.get(u)", "requests.post(u)", "requests.get(u)")
    (fact,) = host(
        tmp_path, {"app/__init__.py": "", "app/m.py": source}, {"modules": ["app"], "targets": TARGETS}
    ).facts("egress")
    places = {use["operation"]: [(place["path"], place["line"]) for place in use["places"]] for use in fact["uses"]}
    assert places == {"get": [("app/m.py", 3), ("app/m.py", 5)], "post": [("app/m.py", 4)]}


def test_a_foothold_has_its_import_for_a_place(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/m.py": "# one\n# two\n" + R}
    (fact,) = host(tmp_path, files, {"modules": ["app"], "targets": TARGETS}).facts("egress")
    assert (fact["uses"], fact["places"]) == ([], [{"path": "app/m.py", "line": 3}])
