"""Imports by a call: a name that can be read from the file is an edge, anything else is none."""

from pathlib import Path

import pytest

from .builder import Case, case, confirm

DYNAMIC = {"app.a": "dynamic"}
CHILD = {"app.pkg -> app.pkg.c": "dynamic"}
BOTH = {"app.a": "dynamic", "app.b": "dynamic"}

SPELLINGS = [
    case("importlib.import_module", 'import importlib\nimportlib.import_module("app.a")', DYNAMIC),
    case("importlib under an alias", 'import importlib as il\nil.import_module("app.a")', DYNAMIC),
    case("from importlib", 'from importlib import import_module\nimport_module("app.a")', DYNAMIC),
    case("from importlib, under an alias", 'from importlib import import_module as im\nim("app.a")', DYNAMIC),
    case("__import__", '__import__("app.a")', DYNAMIC),
    case("builtins.__import__", 'import builtins\nbuiltins.__import__("app.a")', DYNAMIC),
    case("importlib.__import__", 'import importlib\nimportlib.__import__("app.a")', DYNAMIC),
    case("a name that it was assigned to", 'import importlib\nload = importlib.import_module\nload("app.a")', DYNAMIC),
    case(
        "importlib brought in by a submodule's import",
        'import importlib.util\nimportlib.import_module("app.a")',
        DYNAMIC,
    ),
    case(
        "imported in the function that calls it",
        'def f():\n    from importlib import import_module\n    import_module("app.a")',
        DYNAMIC,
    ),
    case(
        "imported below the function that calls it",
        'def f():\n    importlib.import_module("app.a")\nimport importlib',
        DYNAMIC,
    ),
    case("by keyword", 'import importlib\nimportlib.import_module(name="app.a")', DYNAMIC),
    case("__import__ by keyword", '__import__(name="app.a")', DYNAMIC),
    case("written in full-width letters", 'import importlib\nｉmportlib.ｉmport_module("app.a")', DYNAMIC),
    case("a raw string", 'import importlib\nimportlib.import_module(r"app.a")', DYNAMIC),
    case("a string with an escape", 'import importlib\nimportlib.import_module("app\\x2ea")', DYNAMIC),
    case("a name for a name of the module", '__import__("app.pkg.c")', {"app.pkg.c": "dynamic"}),
]

IM = "from importlib import import_module\n"

POSITIONS = [
    case("in a function", IM + 'def f():\n    return import_module("app.a")', DYNAMIC),
    case("in a decorator", IM + '@register(import_module("app.a"))\ndef f(): ...', DYNAMIC),
    case("as a decorator's root", IM + '@import_module("app.a").register\nclass C: ...', DYNAMIC),
    case("in a class's decorator", IM + '@register(mod=import_module("app.a"))\nclass C: ...', DYNAMIC),
    case("as a base class", IM + 'class C(import_module("app.a").Base): ...', DYNAMIC),
    case(
        "as a default",
        IM + 'def f(x=import_module("app.a"), *, y=import_module("app.b")): ...',
        {"app.a": "dynamic", "app.b": "dynamic"},
    ),
    case("in a lambda", IM + 'f = lambda: import_module("app.a")', DYNAMIC),
    case("in a comprehension", IM + 'x = [import_module("app.a") for _ in y]', DYNAMIC),
    case("in a comprehension's condition", IM + 'x = {k: 1 for k in y if import_module("app.a")}', DYNAMIC),
    case("in an f-string", IM + "x = f\"{import_module('app.a')}\"", DYNAMIC),
    case("as an argument", IM + 'x = getattr(import_module("app.a"), "thing")', DYNAMIC),
    case("in a walrus", IM + 'if (x := import_module("app.a")): ...', DYNAMIC),
    case("in a match's subject", IM + 'match import_module("app.a"):\n    case _: ...', DYNAMIC),
    case("in a match's guard", IM + 'match x:\n    case _ if import_module("app.a"): ...', DYNAMIC),
    case("in a with's head", IM + 'with import_module("app.a") as x: ...', DYNAMIC),
    case("in a dict in a list in a tuple", IM + 'x = ([{"k": import_module("app.a")}],)', DYNAMIC),
    case("in a class body", IM + 'class C:\n    x = import_module("app.a")', DYNAMIC),
    case("in an await", IM + 'async def f():\n    await g(import_module("app.a"))', DYNAMIC),
    case(
        "in a return, a raise, an assert and a del",
        IM + 'def f():\n    assert import_module("app.a")\n    raise import_module("app.b").E',
        {"app.a": "dynamic", "app.b": "dynamic"},
    ),
    case("twice, in two lines", IM + 'import_module("app.a")\nimport_module("app.a")', DYNAMIC),
    case("dynamic and eager", IM + 'import app.a\nimport_module("app.a")', {"app.a": "dynamic eager"}),
]

FOLDED = [
    case("a concatenation", IM + 'import_module("app" + ".a")', DYNAMIC),
    case("a concatenation of three", IM + 'import_module("app" + "." + "a")', DYNAMIC),
    case("adjacent strings", IM + 'import_module("app" ".a")', DYNAMIC),
    case(
        "adjacent strings over lines",
        IM + 'import_module(\n    "app"\n    ".pkg"\n    ".c"\n)',
        {"app.pkg.c": "dynamic"},
    ),
    case("an f-string without a hole", IM + 'import_module(f"app.a")', DYNAMIC),
    case("an f-string with a constant", IM + "import_module(f\"app.{'a'}\")", DYNAMIC),
    case("a constant name", IM + 'NAME = "app.a"\nimport_module(NAME)', DYNAMIC),
    case("a constant name in an f-string", IM + 'ROOT = "app"\nimport_module(f"{ROOT}.a")', DYNAMIC),
    case("a constant name in a concatenation", IM + 'ROOT = "app"\nimport_module(ROOT + ".a")', DYNAMIC),
    case("a constant name of a constant name", IM + 'ROOT = "app"\nNAME = ROOT + ".a"\nimport_module(NAME)', DYNAMIC),
    case("a constant of the function", IM + 'def f():\n    name = "app.a"\n    import_module(name)', DYNAMIC),
    case(
        "a constant of the module, in a function",
        IM + 'ROOT = "app"\ndef f():\n    import_module(f"{ROOT}.a")',
        DYNAMIC,
    ),
    case("an annotated constant", IM + 'from typing import Final\nNAME: Final = "app.a"\nimport_module(NAME)', DYNAMIC),
]

MAY = [
    case("a name bound twice", IM + 'NAME = "app.a"\nNAME = "app.b"\nimport_module(NAME)', BOTH),
    case(
        "a name bound twice, once to something unknown",
        IM + 'if y:\n    NAME = "app.a"\nelse:\n    NAME = z\nimport_module(NAME)',
        DYNAMIC,
    ),
    case("a condition", IM + 'import_module("app.a" if x else "app.b")', BOTH),
    case("a parameter's default", IM + 'def f(name="app.a"):\n    import_module(name)', DYNAMIC),
    case("format", IM + 'import_module("app.{}".format("a"))', DYNAMIC),
    case("join", IM + 'import_module(".".join(["app", "a"]))', DYNAMIC),
    case("a loop over names", IM + 'for name in ("app.a", "app.b"):\n    import_module(name)', BOTH),
    case("a comprehension over names", IM + '[import_module(name) for name in ["app.a", "app.b"]]', BOTH),
    case("a starred tuple", IM + 'import_module(*("app.a",))', DYNAMIC),
    case("keywords in a dictionary", IM + 'import_module(**{"name": "app.a"})', DYNAMIC),
    case("partial", IM + 'import functools\nfunctools.partial(import_module, "app.a")()', DYNAMIC),
    case("an attribute that holds the function", IM + 'class A: ...\nA.load = import_module\nA.load("app.a")', DYNAMIC),
    case(
        "a folded name of the function", 'import importlib\ngetattr(importlib, "import_" + "module")("app.a")', DYNAMIC
    ),
]

RELATIVE = [
    case("a relative name and __package__", IM + 'import_module(".a", __package__)', DYNAMIC),
    case("a relative name and __package__ by keyword", IM + 'import_module(".a", package=__package__)', DYNAMIC),
    case("a relative name and a literal package", IM + 'import_module(".c", "app.pkg")', {"app.pkg.c": "dynamic"}),
    case(
        "two dots and __package__",
        {"app/pkg/c.py": IM + 'import_module("..a", package=__package__)'},
        {"app.pkg.c -> app.a": "dynamic"},
    ),
    case(
        "a relative name and __name__, in a package",
        {"app/pkg/__init__.py": IM + 'import_module(".c", __name__)'},
        CHILD,
    ),
    case(
        "__package__ in an __init__ is the package itself",
        {"app/pkg/__init__.py": IM + 'import_module(".c", __package__)'},
        CHILD,
    ),
    case(
        "__name__ and a concatenation, in a package",
        {"app/pkg/__init__.py": IM + 'import_module(__name__ + ".c")'},
        CHILD,
    ),
    case(
        "__name__ in an f-string, in a package", {"app/pkg/__init__.py": IM + 'import_module(f"{__name__}.c")'}, CHILD
    ),
    case("__package__ in an f-string, in a module", IM + 'import_module(f"{__package__}.a")', DYNAMIC),
    case(
        "__package__ in a folder without __init__",
        {"app/ns/x.py": IM + 'import_module(".y", __package__)', "app/ns/y.py": ""},
        {"app.ns.x -> app.ns.y": "dynamic"},
    ),
    case("an absolute name needs no package", IM + 'import_module("app.a", __package__)', DYNAMIC),
    case("one level too many", IM + 'import_module("..a", __package__)', {}, unresolved=["*"]),
]

NOTHING = [
    case("a name that is not known", IM + "def f(name):\n    import_module(name)", {}),
    case("an f-string with an unknown hole", IM + 'def f(x):\n    import_module(f"app.{x}")', {}),
    case("a concatenation with an unknown part", IM + 'import_module("app." + x)', {}),
    case("a parameter of a constant's name", IM + 'NAME = "app.a"\ndef f(NAME):\n    import_module(NAME)', {}),
    case("a method of that name", 'def f(self):\n    self.import_module("app.a")', {}),
    case("a function of that name, the file's own", 'def import_module(name): ...\nimport_module("app.a")', {}),
    case(
        "a function of that name, another module's",
        'from app.b import import_module\nimport_module("app.a")',
        {"app.b": "eager"},
    ),
    case(
        "the host's own importlib",
        {"app/importlib.py": "", "app/m.py": 'from app import importlib\nimportlib.import_module("app.a")'},
        {"app.importlib": "eager"},
    ),
    case(
        "another function of importlib",
        'import importlib.util\nimportlib.util.find_spec("app.a")\nimportlib.reload(x)',
        {},
    ),
    case("not called, only handed on", IM + 'load(import_module, "app.a")', {}),
    case("never imported", 'import_module("app.a")', {}),
    case("without an argument", IM + "import_module()\n__import__()", {}),
    case("bytes and numbers are no names", IM + 'import_module(b"app.a")\n__import__(1)', {}),
    case(
        "an empty name, and dots only",
        IM + 'import_module("")\nimport_module("app..a")\n__import__("app.a.")',
        None,
        unresolved=None,
    ),
]


@pytest.mark.parametrize("row", SPELLINGS + POSITIONS + FOLDED + MAY + RELATIVE + NOTHING, ids=str)
def test_dynamic(row: Case, tmp_path: Path) -> None:
    confirm(row, tmp_path)
