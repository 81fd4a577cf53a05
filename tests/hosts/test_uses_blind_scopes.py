"""Whose name it is: Python's scopes and what stands in front of a module's name in them, for capability facts."""

from pathlib import Path

import pytest

from .test_uses_blind import R, Row, confirm, f, row

SHADOWED = [
    row(f"not the module: {idea}", R + source, {"requests": ""})
    for idea, source in (
        ("the rest of the arguments", f("requests.get()", head="def f(*requests):")),
        ("the rest of the keywords", f("requests.get()", head="def f(**requests):")),
        ("a keyword-only parameter", f("requests.get()", head="def f(*, requests=None):")),
        ("a parameter of the enclosing function", f("def g(u):", "    requests.get(u)", head="def f(requests):")),
        ("a local variable, bound below", f("requests.get(u)", "requests = u")),
        ("a part of a for target", f("for i, (requests, *x) in u:", "    requests.get(i)")),
        ("a loop variable, after the loop", f("for requests in u: pass", "requests.get(u)")),
        ("a part of a with target", f("with g() as (requests, x):", "    requests.get(x)")),
        ("a walrus", f("if (requests := g()):", "    requests.get(u)")),
        ("a walrus in a comprehension", f("[(requests := x) for x in u]", "requests.get(u)")),
        (
            "a target of a nested comprehension",
            f("return {r: s for r in u for s in [requests.get(r) for requests in r]}"),
        ),
        ("a key of a mapping pattern", f("match u:", "    case {'a': requests}:", "        requests.get(u)")),
        ("the rest of a mapping pattern", f("match u:", "    case {**requests}:", "        requests.get(u)")),
        ("the rest of a sequence pattern", f("match u:", "    case [_, *requests]:", "        requests.get(u)")),
        ("a pattern's as", f("match u:", "    case str() as requests:", "        requests.get(u)")),
        ("a class of a function", f("class requests:", "    def get(u): ...", "requests.get(u)")),
        ("a function in a function", f("def requests(): ...", "requests.get(u)")),
        ("another import in a function", f("from app import requests", "requests.get(u)")),
        ("a variable of an outer function", f("requests = u", "def g():", "    return requests.get(u)")),
        ("a deleted one", f("requests = u", "del requests", "requests.get(u)")),
        ("a name of a class body, in that body", "class C:\n    requests = object()\n    x = requests.get(1)\n"),
    )
] + [
    row(
        "another library in a function",
        R + f("import httpx as requests", "requests.get(u)"),
        {"requests": "", "httpx": "f: get"},
    ),
]

SEEN = [
    row("a name of a class body does not leak into methods", R + source, {"requests": "C.f: get"})
    for source in (
        "class C:\n    requests = None\n    def f(self, u):\n        requests.get(u)\n",
        "class C:\n    def requests(self): ...\n    def f(self, u):\n        requests.get(u)\n",
        "class C:\n    for requests in 1, 2: pass\n    def f(self, u):\n        return [requests.get(x) for x in u]\n",
    )
] + [
    row(
        "a comprehension's target ends with it",
        R + f("[requests for requests in u]", "requests.get(u)"),
        {"requests": "f: get"},
    ),
    row(
        "what a comprehension runs over is outside it",
        R + f("return [r for requests in requests.get(u)]"),
        {"requests": "f: get"},
    ),
    row("a lambda's parameter ends with it", R + f("g(lambda requests: 1)", "requests.get(u)"), {"requests": "f: get"}),
    row(
        "a lambda's default is outside it",
        R + f("return lambda requests=requests: requests.get(u)"),
        {"requests": "f: get"},
    ),
    row(
        "a parameter's default is outside it",
        R + f("requests.get(1)", head="def f(requests=requests):"),
        {"requests": "f: get"},
    ),
    row(
        "a parameter of one function",
        R + f("g(requests)", head="def f(requests):") + f("requests.get(1)", head="def g():"),
        {"requests": "g: get"},
    ),
    row(
        "a global that is also set to None",
        R + f("global requests", "requests = None") + f("requests.get(1)", head="def g():"),
        {"requests": "g: get"},
    ),
    row(
        "an outer name in a function of a function",
        f("import requests", "def g(v):", "    return requests.get(v)"),
        {"requests": "f.g: get"},
    ),
    row("a capture beside", R + f("match u:", "    case {'a': x}:", "        requests.get(x)"), {"requests": "f: get"}),
    row(
        "a class pattern is no capture",
        R + f("match u:", "    case requests.Response(): pass", "requests.get(u)"),
        {"requests": "f: get"},
    ),
]


@pytest.mark.parametrize("row", [*SHADOWED, *SEEN], ids=str)
def test_scopes(row: Row, tmp_path: Path) -> None:
    confirm(row, tmp_path)
