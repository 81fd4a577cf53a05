"""Import statements: what each asks for, when it runs, and where it stands."""

import pytest

from tests.index.sources import indexed, told

STATEMENTS = [
    ("import a", ["eager import a as a"], "a module binds its name"),
    ("import a.b.c", ["eager import a.b.c as a"], "a dotted module binds its root"),
    ("import a.b as c", ["eager import a.b as c"], "an alias binds the module itself"),
    ("import a, b.c", ["eager import a as a", "eager import b.c as b"], "two modules in one statement"),
    ("from a import b", ["eager from a import b as b"], "a name"),
    (
        "from a import (\n  b as c,\n  d,\n)",
        ["eager from a import b as c", "eager from a import d as d"],
        "several names",
    ),
    ("from . import a", ["eager from . import a as a"], "relative, without a module"),
    ("from ...x.y import a", ["eager from ...x.y import a as a"], "relative, three levels"),
    ("from a import *", ["eager from a import *"], "a star binds no name that can be read"),
    ("from .a import *", ["eager from .a import *"], "a relative star"),
    ("def f():\n import a", ["lazy import a as a"], "in a function it is lazy"),
    ("async def f():\n import a", ["lazy import a as a"], "in an async function too"),
    ("class C:\n import a", ["eager import a as a"], "a class body runs at once"),
    ("def f():\n class C:\n  import a", ["lazy import a as a"], "a class body in a function runs with it"),
    ("class C:\n def f(self):\n  import a", ["lazy import a as a"], "a method is a function"),
    ("import ａpp", ["eager import app as app"], "identifiers are what Python makes of them (NFKC)"),
    ("import 应用.核心", ["eager import 应用.核心 as 应用"], "identifiers in any script"),
    ("if x: import a; import b", ["eager import a as a", "eager import b as b"], "on one line"),
    ("'import a'\nx = 'from b import c'\n# import d", [], "texts and comments import nothing"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in STATEMENTS])
def test_statements(source: str, expected: list[str]) -> None:
    assert [told(found) for found in indexed(source).imports] == expected


CONDITIONS = [
    ("import a", False, "at module level"),
    ("if x:\n import a", True, "in if"),
    ("if x:\n pass\nelif y:\n import a", True, "in elif"),
    ("if x:\n pass\nelse:\n import a", True, "in else"),
    ("while x:\n import a", True, "in while"),
    ("for x in y:\n import a", True, "in for"),
    ("for x in y:\n pass\nelse:\n import a", True, "in for-else"),
    ("with x:\n import a", True, "in with"),
    ("try:\n import a\nfinally:\n pass", True, "in try"),
    ("try:\n pass\nexcept E:\n import a", True, "in except"),
    ("try:\n pass\nexcept* E:\n import a", True, "in except*"),
    ("try:\n pass\nexcept E:\n pass\nelse:\n import a", True, "in try-else"),
    ("try:\n pass\nfinally:\n import a", True, "in finally"),
    ("match x:\n case 1:\n  import a", True, "in match"),
    ("if x:\n def f():\n  import a", False, "a function is a scope of its own"),
    ("if x:\n class C:\n  import a", False, "so is a class"),
    ("def f():\n async with x:\n  import a", True, "in async with"),
    ("async def f():\n async for x in y:\n  import a", True, "in async for"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in CONDITIONS])
def test_conditional(source: str, expected: bool) -> None:
    assert [found.conditional for found in indexed(source).imports] == [expected]


TOLERANCE = [
    ("try:\n import a\nexcept ImportError:\n pass", True, "ImportError"),
    ("try:\n import a\nexcept ModuleNotFoundError:\n pass", True, "ModuleNotFoundError"),
    ("try:\n import a\nexcept Exception:\n pass", True, "Exception"),
    ("try:\n import a\nexcept BaseException:\n pass", True, "BaseException"),
    ("try:\n import a\nexcept:\n pass", True, "a bare except"),
    ("try:\n import a\nexcept (OSError, ImportError):\n pass", True, "in a tuple"),
    ("try:\n import a\nexcept OSError:\n pass\nexcept ImportError:\n pass", True, "the second handler"),
    ("try:\n import a\nexcept* ImportError:\n pass", True, "except*"),
    ("import builtins\ntry:\n import a\nexcept builtins.ImportError:\n pass", True, "by its full name"),
    ("try:\n import a\nexcept OSError:\n pass", False, "another exception"),
    ("try:\n import a\nfinally:\n pass", False, "no handler"),
    ("try:\n pass\nexcept ImportError:\n import a", False, "the handler is not protected"),
    ("try:\n pass\nexcept ImportError:\n pass\nelse:\n import a", False, "nor is else"),
    ("try:\n pass\nexcept ImportError:\n pass\nfinally:\n import a", False, "nor finally"),
    ("try:\n with x:\n  if y:\n   import a\nexcept ImportError:\n pass", True, "nested blocks are"),
    ("try:\n try:\n  import a\n except OSError:\n  pass\nexcept ImportError:\n pass", True, "by the outer try"),
    ("try:\n class C:\n  import a\nexcept ImportError:\n pass", True, "a class body runs in the try"),
    ("try:\n def f():\n  import a\nexcept ImportError:\n pass", False, "a function runs later"),
    (
        "class ImportError(Exception): pass\ntry:\n import a\nexcept ImportError:\n pass",
        False,
        "a local class of that name",
    ),
    ("from contextlib import suppress\nwith suppress(ImportError):\n import a", True, "suppress"),
    ("from contextlib import suppress as s\nwith x, s(OSError, ImportError):\n import a", True, "suppress, renamed"),
    ("import contextlib as c\nwith c.suppress(Exception):\n import a", True, "suppress by its module"),
    ("import contextlib\nwith contextlib.suppress(OSError):\n import a", False, "suppress for another exception"),
    ("from .own import suppress\nwith suppress(ImportError):\n import a", False, "another suppress"),
    ("def suppress(*x): ...\nwith suppress(ImportError):\n import a", False, "a suppress of the file's own"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in TOLERANCE])
def test_tolerant(source: str, expected: bool) -> None:
    assert [found.tolerant for found in indexed(source).imports if found.module == "a"] == [expected]


def test_line_and_definition() -> None:
    source = """
        import a
        class C:
            import b
            def f(self):
                from c import (
                    d,
                )
                def g():
                    import e
    """
    places = [(found.module, found.line, found.definition) for found in indexed(source).imports]
    assert places == [("a", 2, ""), ("b", 4, "C"), ("c", 6, "C.f"), ("e", 10, "C.f.g")]


LINE_ENDS = [
    (b"x = 1\nimport a\n", "LF"),
    (b"x = 1\r\nimport a\r\n", "CRLF"),
    (b"x = 1\rimport a\r", "CR"),
    (b"\xef\xbb\xbfx = 1\nimport a", "a byte order mark"),
    (b"x = 1\n\x0cimport a\n", "a form feed"),
]


@pytest.mark.parametrize("data", [pytest.param(data, id=idea) for data, idea in LINE_ENDS])
def test_line_ends(data: bytes) -> None:
    assert [(found.module, found.line) for found in indexed(data).imports] == [("a", 2)]
