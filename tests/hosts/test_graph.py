"""The import graph: what stands in a file, and the edges that it gives."""

from pathlib import Path

import pytest

from .builder import STANDARD, Case, arrow, build, case, confirm

STATEMENTS = [
    case("a dotted import is an edge to its last module", "import app.pkg.c", {"app.pkg.c": "eager"}),
    case("an alias changes nothing", "import app.pkg.c as c", {"app.pkg.c": "eager"}),
    case("an alias that is another module's name changes nothing", "import app.a as b", {"app.a": "eager"}),
    case("the root package", "import app", {"app": "eager"}),
    case("several in one statement", "import app.a, app.pkg.c as c", {"app.a": "eager", "app.pkg.c": "eager"}),
    case("several statements on one line", "import app.a; import app.b", {"app.a": "eager", "app.b": "eager"}),
    case("a statement continued with a backslash", "import \\\n    app.pkg \\\n    .c", {"app.pkg.c": "eager"}),
    case("spaces round the dots", "import app . pkg . c", {"app.pkg.c": "eager"}),
    case("a module taken from its package", "from app.pkg import c", {"app.pkg.c": "eager"}),
    case("a name taken from a package", "from app.pkg import helper", {"app.pkg": "eager"}),
    case("a name taken from a module", "from app.pkg.c import helper", {"app.pkg.c": "eager"}),
    case(
        "modules and names in one statement, over several lines",
        "from app.pkg import (  # what we need\n    c,\n    helper as h,\n    d as e,\n)",
        {"app.pkg": "eager", "app.pkg.c": "eager", "app.pkg.d": "eager"},
    ),
    case(
        "a module wins over a name that its package binds",
        {"app/pkg/__init__.py": "c = 1", "app/m.py": "from app.pkg import c"},
        {"app.pkg.c": "eager"},
    ),
    case("a name of a module is no module beside it", "from app.a import b", {"app.a": "eager"}),
    case("a package taken from the root", "from app import pkg", {"app.pkg": "eager"}),
    case(
        "a soft keyword is a module like any other", "import app.match", {"app.match": "eager"}, beside="app/match.py"
    ),
    case("a module called __main__ imports", {"app/__main__.py": "import app.a"}, {"app.__main__ -> app.a": "eager"}),
    case("and is imported", "import app.__main__", {"app.__main__": "eager"}, beside="app/__main__.py"),
    case("the package's __init__ imports", {"app/pkg/__init__.py": "import app.a"}, {"app.pkg -> app.a": "eager"}),
    case("a name that only begins like the root is another's", "import application, app_x.a, appx", {}),
    case("nothing is implicitly relative", "import a\nimport pkg.c\nfrom b import x", {}),
    case(
        "the standard library and others are no first-party edges",
        "import os.path, requests\nfrom json import loads",
        {},
    ),
    case(
        "a module called like one of the standard library's",
        {"app/json.py": "", "app/m.py": "import json\nfrom . import json as ours"},
        {"app.json": "eager"},
    ),
    case("two ways give both kinds", "import app.a\ndef f():\n    import app.a", {"app.a": "eager lazy"}),
    case(
        "three ways give three kinds",
        """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            import app.a
        def f():
            import app.a
        import importlib
        importlib.import_module("app.a")
        """,
        {"app.a": "dynamic lazy typing"},
    ),
    case(
        "two importers are two edges",
        {"app/m.py": "import app.a", "app/b.py": "import app.a"},
        {"app.m -> app.a": "eager", "app.b -> app.a": "eager"},
    ),
]

STRINGS = [
    case("a docstring names a module", '"""See app.a and `import app.b`."""', {}),
    case("a doctest imports", 'def f():\n    """\n    >>> import app.a\n    """', {}),
    case("a salt, a settings list", 'SALT = "app.a"\nINSTALLED_APPS = ["app.a", "app.pkg.c"]', {}),
    case("a comment", "# import app.a\nx = 1  # from app import b", {}),
    case("a quoted annotation", 'def f(x: "app.a.Thing") -> "app.b.Other": ...', {}),
    case("the argument of any other function", 'load("app.a")\nfind("app.b", __name__)', {}),
    case("code in a string", 'exec("import app.a")\neval("__import__(\'app.b\')")', {}),
]

TIMES = [
    case("in a function", "def f():\n    import app.a", {"app.a": "lazy"}),
    case("in an async function", "async def f():\n    from app import a", {"app.a": "lazy"}),
    case("in a method", "class C:\n    def f(self):\n        import app.a", {"app.a": "lazy"}),
    case("in a nested function", "def f():\n    def g():\n        import app.a", {"app.a": "lazy"}),
    case("in a class body", "class C:\n    import app.a", {"app.a": "eager"}),
    case("in a class in a class", "class C:\n    class D:\n        from app import a", {"app.a": "eager"}),
    case("in a class body in a function", "def f():\n    class C:\n        import app.a", {"app.a": "lazy"}),
    case(
        "in try, except, else and finally",
        (
            "try:\n"
            "    import app.a\n"
            "except ImportError:\n"
            "    import app.b\n"
            "else:\n"
            "    import app.pkg.c\n"
            "finally:\n"
            "    import app.pkg.d"
        ),
        {"app.a": "eager", "app.b": "eager", "app.pkg.c": "eager", "app.pkg.d": "eager"},
    ),
    case(
        "in try and except*",
        "try:\n    import app.a\nexcept* ValueError:\n    import app.b",
        {"app.a": "eager", "app.b": "eager"},
    ),
    case(
        "in if, elif and else",
        "if x:\n    import app.a\nelif y:\n    import app.b\nelse:\n    import app.pkg.c",
        {"app.a": "eager", "app.b": "eager", "app.pkg.c": "eager"},
    ),
    case("in nested ifs", "if x:\n    if y:\n        if z:\n            import app.a", {"app.a": "eager"}),
    case("on the line of the if", "if x: import app.a", {"app.a": "eager"}),
    case("in with", "with open(x) as f, g():\n    import app.a", {"app.a": "eager"}),
    case(
        "in for and its else",
        "for x in y:\n    import app.a\nelse:\n    import app.b",
        {"app.a": "eager", "app.b": "eager"},
    ),
    case(
        "in while and its else",
        "while x:\n    import app.a\nelse:\n    import app.b",
        {"app.a": "eager", "app.b": "eager"},
    ),
    case(
        "in match",
        "match x:\n    case 1:\n        import app.a\n    case {'k': [*_]} if y:\n        import app.b",
        {"app.a": "eager", "app.b": "eager"},
    ),
    case(
        "in async with and async for, in a function",
        "async def f():\n    async with x:\n        import app.a\n    async for y in z:\n        import app.b",
        {"app.a": "lazy", "app.b": "lazy"},
    ),
    case(
        "in a match in a try in a method",
        (
            "class C:\n"
            "    def f(self):\n"
            "        try:\n"
            "            match self:\n"
            "                case 1:\n"
            "                    import app.a\n"
            "        finally:\n"
            "            pass"
        ),
        {"app.a": "lazy"},
    ),
    case("after a return that never ends", "def f():\n    return 1\n    import app.a", {"app.a": "lazy"}),
    case('under if __name__ == "__main__"', 'if __name__ == "__main__":\n    import app.a', {"app.a": "eager"}),
    case("a from-future line changes nothing", "from __future__ import annotations\nimport app.a", {"app.a": "eager"}),
]

STARS = [
    case("a star import is an edge to its module", "from app.a import *", {"app.a": "eager"}),
    case("of a package", "from app.pkg import *", {"app.pkg": "eager"}),
    case("relative", "from .pkg import *", {"app.pkg": "eager"}),
    case("of the own package", "from . import *", {"app": "eager"}),
    case("under try", "try:\n    from app.pkg.c import *\nexcept ImportError:\n    pass", {"app.pkg.c": "eager"}),
    case(
        "a chain of star imports with __all__ is an edge for each link",
        {
            "app/m.py": "from app.a import *",
            "app/a.py": "from app.b import *\n__all__ = ['thing']",
            "app/b.py": "from app.pkg.c import *\n__all__ = ['thing']",
            "app/pkg/c.py": "thing = 1",
        },
        {"app.m -> app.a": "eager", "app.a -> app.b": "eager", "app.b -> app.pkg.c": "eager"},
    ),
    case(
        "a ring of star imports ends",
        {"app/a.py": "from app.b import *", "app/b.py": "from app.a import *"},
        {"app.a -> app.b": "eager", "app.b -> app.a": "eager"},
    ),
    case("of what is not there", "from app.nothere import *", None, unresolved=["app.nothere"]),
]


OPTIONS = [
    case(
        "the packages on the way are implied",
        "import app.pkg.c",
        {"app.pkg.c": "eager", "app.pkg": "implied", "app": "implied"},
        options=["--implied"],
    ),
    case(
        "also of what is taken from a package",
        "from app.pkg import c",
        {"app.pkg.c": "eager", "app.pkg": "implied", "app": "implied"},
        options=["--implied"],
    ),
    case(
        "also of a name",
        "from app.pkg.c import f",
        {"app.pkg.c": "eager", "app.pkg": "implied", "app": "implied"},
        options=["--implied"],
    ),
    case(
        "one written and implied is both",
        "import app.pkg.c\nimport app.pkg",
        {"app.pkg.c": "eager", "app.pkg": "eager implied", "app": "implied"},
        options=["--implied"],
    ),
    case("implied edges are kept apart", "import app.pkg.c", {"app.pkg.c": "eager"}),
    case("externals are told when asked for", "import requests", {"requests": "eager"}, options=["--external"]),
    case("a lazy external", "def f():\n    from httpx import get", {"httpx": "lazy"}, options=["--external"]),
    case(
        "externals beside first-party edges",
        "import requests, app.a",
        {"requests": "eager", "app.a": "eager"},
        options=["--external"],
    ),
    case("a dynamic external", '__import__("requests")', {"requests": "dynamic"}, options=["--external"]),
]

TABLES = STATEMENTS + STRINGS + TIMES + STARS + OPTIONS


@pytest.mark.parametrize("row", TABLES, ids=str)
def test_graph(row: Case, tmp_path: Path) -> None:
    confirm(row, tmp_path)


def test_two_import_lines_are_one_edge_with_two_places(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.a\n\nx = 1\nfrom app.a import thing\n"})
    (fact,) = host.facts("imports")
    assert (fact["subject"], fact["object"], fact["kinds"]) == ("app.m", "app.a", ["eager"])
    assert fact["places"] == [{"path": "app/m.py", "line": 1}, {"path": "app/m.py", "line": 4}]


def test_places_of_several_kinds_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "def f():\n    import app.a\n\n\nimport app.a\n"})
    (fact,) = host.facts("imports")
    assert fact["kinds"] == ["eager", "lazy"]
    assert [place["line"] for place in fact["places"]] == [2, 5]


def test_facts_imports_has_the_schema_and_sorted_facts(tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, "app/m.py": "import app.b, app.a", "app/a.py": "import app.pkg.c"})
    answer = host.run("facts", "imports", "--format", "json").json
    assert answer["schema"] == 1
    assert answer["rule"] == "imports"
    assert [arrow(fact) for fact in answer["facts"]] == ["app.a -> app.pkg.c", "app.m -> app.a", "app.m -> app.b"]
    assert answer["facts"][0]["id"] == "imports|app.a|app.pkg.c"
