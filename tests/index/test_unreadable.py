"""Files that cannot be read: the reason, the line, and the Python that could."""

import gc
import sys
import warnings

import pytest

from archgate.index.dialect import needed_version
from archgate.index.module import Unreadable
from archgate.index.parse import index_source
from tests.index.sources import indexed

REASONS = [
    (b"x = 1\ny = = 2\n", "it is not valid Python", 2, "nonsense"),
    (b"x = 1\n  y = 2\n", "its indentation is wrong", 2, "indentation"),
    (b"if x:\n\ty\n        z\n", "tabs and spaces are mixed in its indentation", 3, "tabs and spaces"),
    (b"x = 1\n\0", "it holds a NUL byte", 2, "a NUL byte"),
    (b"x = 1\n# \xff\n", "it is not valid UTF-8", 2, "invalid UTF-8 in a comment"),
    (b"x = 1\ny = '\xff'\n", "it is not valid UTF-8", 2, "invalid UTF-8 in a string"),
    (b"# coding: ascii\nx = '\xe9'", "it is not valid ASCII", 2, "invalid for its cookie"),
    (b"# coding: nope\nx = 1\n", "it declares the encoding nope, which Python does not know", 1, "an unknown cookie"),
    (b"# coding: hex\nx = 1\n", "it declares the encoding hex, which Python does not know", 1, "a cookie for no text"),
    (
        b"\xef\xbb\xbf# coding: latin-1\nx = 1\n",
        "it has a byte order mark of UTF-8 and declares the encoding iso-8859-1",
        1,
        "a cookie against the mark",
    ),
    (b"x = 1\n<<<<<<< HEAD\ny = 2\n", "it holds the markers of a merge conflict", 2, "a merge conflict"),
    (b"(" * 3000 + b")" * 3000, "it is nested too deeply for Python to parse", 1, "3,000 parentheses"),
]


@pytest.mark.parametrize(("data", "reason", "line"), [pytest.param(*row[:3], id=row[3]) for row in REASONS])
def test_reasons(data: bytes, reason: str, line: int) -> None:
    assert index_source(data) == Unreadable(reason, line)


READABLE = [
    (b"# coding: latin-1\nimport caf\xe9\n", "café", "latin-1 by its cookie"),
    (b"#!x\n# -*- coding: iso-8859-15 -*-\nimport \xbc\n", "Œ", "a cookie in the second line"),
    (b"# vim: set fileencoding=utf-8-unix :\nimport caf\xc3\xa9\n", "café", "an editor's name for UTF-8"),
    (b"x = 1\n# coding: latin-1\nimport caf\xc3\xa9\n", "café", "no cookie below code"),
    (b"# coding: utf-7\n+AGkAbQBwAG8AcgB0- a\n", "a", "a disguise"),
]


@pytest.mark.parametrize(("data", "module"), [pytest.param(*row[:2], id=row[2]) for row in READABLE])
def test_encodings(data: bytes, module: str) -> None:
    assert [found.module for found in indexed(data).imports] == [module]


def test_disguised_calls_are_found() -> None:
    assert [found.module for found in indexed(b"# coding: utf-7\n+AF8AXwBpAG0AcABvAHIAdABfAF8-('a')\n").imports] == [
        "a"
    ]


VERSIONS = [
    ("type X = int", "3.12", "a type alias"),
    ("type X[T] = list[T]", "3.12", "a generic alias"),
    ("def f[T, *Ts, **P](a: T) -> T: ...", "3.12", "a generic function"),
    ("def f[**P, T](a: T) -> T: ...", "3.12", "a list that begins with two stars"),
    ("class C[*Ts, T]: ...", "3.12", "a list that begins with one"),
    ("class A[T: int](B): pass", "3.12", "a generic class"),
    ("f'{a['b']}'", "3.12", "the same quotes in an f-string"),
    ("f'{'\\n'.join(a)}'", "3.12", "a backslash in an f-string"),
    ("f'''{\n# c\na!r:>{w}}'''", "3.12", "a comment in an f-string"),
    ("class A[T = int]: pass", "3.13", "a default of a type parameter"),
    ("type X[T = int] = T", "3.13", "a default in an alias"),
    ("t'hello {x}'", "3.14", "a template string"),
    ("try:\n pass\nexcept a.B, C:\n pass", "3.14", "exceptions without parentheses"),
    ("type X = int\ntry: pass\nexcept A, B: pass", "3.14", "the newest of several"),
    ("lazy import x", "3.15", "a lazy import"),
    ("lazy from x import y", "3.15", "a lazy from"),
    ("[*x for x in y]", "3.15", "a star in a comprehension"),
    ("type X = (", "", "nonsense that begins like an alias"),
    ("def f[1 + 1](): pass", "", "no type parameters"),
    ("def f[T(:", "", "nonsense in a definition"),
    ("f'{1 +}'", "", "nonsense in an f-string"),
    ("f'{'", "", "an f-string without end"),
    ("f'{a['b']}' 1", "", "an f-string before nonsense"),
    ("f'\\x{a['b']}'", "", "a wrong escape"),
    ("t'{1 +}'", "", "nonsense in a template string"),
    ("print 'x'", "", "Python 2"),
    ("try:\n print 'x'\nexcept A, e:\n pass", "", "Python 2 that looks new"),
    ("x[a=b] = 1", "", "nonsense in a subscript"),
]


@pytest.mark.parametrize(("source", "version"), [pytest.param(*row[:2], id=row[2]) for row in VERSIONS])
def test_needed_version(source: str, version: str) -> None:
    running = ".".join(map(str, sys.version_info[:2]))
    known = version if version and _later(version, running) else ""
    assert needed_version(source.encode()) == known


def test_the_message_names_the_version() -> None:
    found = index_source(b"import a\nlazy import x\n")
    if sys.version_info < (3, 15):
        assert found == Unreadable("it has syntax of Python 3.15: run archgate with Python 3.15 or newer", 2, "3.15")


def _later(version: str, than: str) -> bool:
    return [*map(int, version.split("."))] > [*map(int, than.split("."))]


MONSTERS = [
    (b"x = " + b"+".join([b"1"] * 20_000), "20,000 terms"),
    (b"x = " + b"-" * 20_000 + b"1", "20,000 signs"),
    (b"x = a" + b".b" * 20_000, "20,000 attributes"),
    (b"x = import_module" + b"()" * 900, "900 calls"),
    (b"if a: pass\n" + b"elif b: import c\n" * 5_000, "5,000 elifs"),
    (b"from a import b\nif " + b"not " * 900 + b"b:\n import c", "900 nots"),
    (b"if " + b"a and b or (" * 150 + b"a" + b")" * 150 + b":\n import c", "150 conditions in one another"),
    (b"import_module\nx = " + b"('a' +" * 150 + b"'b'" + b")" * 150, "150 strings in one another"),
    (b"import_module\n" + b"".join(b"a%d = a%d + a%d\n" % (n, n + 1, n + 1) for n in range(60)), "names that double"),
    (
        b"__import__\na = ''\n" + b"".join(b"a%d = f'{a%d}{a%d}'\n" % (n, n + 1, n + 1) for n in range(60)),
        "and fold to nothing",
    ),
    (b"x = lambda: " * 900 + b"1", "900 lambdas"),
    (b"import_module\n" + b"a = b\nb = a\nc = a or b\na = c or b\na('x')\n", "aliases in a ring"),
]


@pytest.mark.parametrize("data", [pytest.param(data, id=idea) for data, idea in MONSTERS])
def test_monsters(data: bytes) -> None:
    assert index_source(data) is not None


def test_large_tables() -> None:
    table = b"import a\nTABLE = [\n" + b"    ('key', 1234567, 2.5),\n" * 200_000 + b"]\nimport b\n"
    assert [found.module for found in indexed(table).imports] == ["a", "b"]


def test_many_imports() -> None:
    source = b"".join(b"import a%d\n" % number for number in range(10_000))
    assert len(indexed(source).imports) == 10_000


def test_depth_does_not_depend_on_the_caller() -> None:
    data = b"x = " + b"+".join([b"1"] * 2_800) + b"\nimport a\n"

    def deep(depth: int) -> object:
        return index_source(data) if depth == 0 else deep(depth - 1)

    assert deep(700) == index_source(data)


def test_warnings_stay_silent_and_collection_stays_as_it_was() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert indexed(b"x = '\\d'\n1 is 1\n").names == ("x",)
    assert gc.isenabled()
