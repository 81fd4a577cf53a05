"""How large definitions and files are: one source, one measure, one reason."""

from textwrap import dedent

import pytest

from archgate.index.module import Definition
from tests.index.sources import indexed


def measured(source: str, name: str) -> Definition:
    """The first definition of that name."""
    return next(one for one in indexed(source).definitions if one.name == name)


STATEMENTS = [
    ("def f(): pass", 1, "one"),
    ("def f(): a; b; c", 3, "several on a line count each"),
    ("def f():\n '''A docstring.'''\n return 1", 1, "a docstring is none"),
    ("def f():\n a = 1\n 'what a is'\n return a", 2, "nor is any string that stands alone"),
    ("def f():\n 'only this'", 0, "a docstring alone"),
    ("def f():\n b'bytes'\n f'{x}'\n ...", 3, "bytes, f-strings and dots are no docstrings"),
    ("def f():\n # why\n\n a = (\n  1,\n  2,\n )", 1, "comments and layout are none"),
    ("def f():\n if a: b\n elif c: d\n else: e", 5, "if, elif and three bodies; else is a clause"),
    ("def f():\n try: a\n except E: b\n else: c\n finally: d", 5, "try and four bodies"),
    ("def f():\n match a:\n  case 1: b\n  case _: c", 3, "match and two bodies"),
    ("def f():\n for a in b: c\n else: d", 3, "a loop and its else"),
    ("def f():\n with a: b", 2, "a with"),
    ("def f():\n def g():\n  a\n  b\n return g", 4, "a definition in it: one and all that it holds"),
    ("def f():\n class C:\n  'doc'\n  def m(self): a", 3, "a class in it too"),
    ("@a\n@b(1)\ndef f(x=1): pass", 1, "decorators and defaults are none"),
    ("def f(): return [a for a in b if c] or (lambda: d)", 1, "expressions are none"),
    ("async def f(): await a", 1, "async"),
]

LINES = [
    ("def f(): pass", 1, "one"),
    ("@a\n@b\ndef f():\n pass", 2, "decorators apart"),
    (
        "def f(\n a,\n):\n '''doc'''\n\n # why\n pass\n\n\n# after",
        7,
        "from def to the last line, whatever stands there",
    ),
    ("def f():\n x = '''a\nb\n'''", 4, "a string over several lines"),
]

CYCLOMATIC = [
    ("def f(): pass", 1, "one way"),
    ("def f():\n if a: pass\n elif b: pass\n else: pass", 3, "if and elif"),
    ("def f(): return a if b else c", 2, "a conditional expression"),
    ("def f(): return a and b and c or d", 4, "operands after the first"),
    ("def f(): return 1or a", 2, "a word that follows a number at once"),
    ("def f(): return 0xfor a", 2, "a number that ends like a word"),
    ("def f(): return(a)or(b)", 2, "without blanks"),
    ("def f():\n for a in b: pass\n else: pass", 3, "a loop and its else"),
    ("def f():\n while a: pass", 2, "a while"),
    ("def f():\n for a[b or c] in d or e: pass", 4, "what it goes over and into"),
    ("def f():\n with a or b as c[d or e]: pass", 3, "the items of a with"),
    ("async def f():\n async for a in b: pass\n async with c: pass", 2, "async; a with has one way"),
    ("def f():\n try: a\n except A: b\n except B: c\n else: d\n finally: e", 4, "handlers and else"),
    ("def f():\n try: a\n except* A: b", 1, "except* is not counted"),
    ("def f():\n try: a\n except A if b else C: d", 3, "an expression in a handler"),
    ("def f():\n match a:\n  case 1: b\n  case 2: c", 3, "cases"),
    ("def f():\n match a:\n  case 1: b\n  case _: c", 2, "but for one that takes everything"),
    ("def f():\n match a:\n  case 1: b\n  case c: d", 2, "under whatever name"),
    ("def f():\n match a:\n  case b if c and d: e", 2, "a guard's operands; the case takes everything"),
    ("def f(): assert a", 2, "assert"),
    ("def f(): assert a and b, c or d", 2, "what it tests is not looked at"),
    ("def f(): return [a for a in b for c in d if e if g]", 5, "each for and if of a comprehension"),
    ("def f(): return {a: b for a in b}, {a for a in b}, (a for a in b)", 4, "all sorts of comprehensions"),
    ("def f(): return lambda a=b or c: d and e", 3, "a lambda belongs to the function around"),
    ("def f(): return f'{a or b}'", 2, "an f-string"),
    ("def f():\n 'this and that, or else for ever'\n # if and or\n return 'a and b'", 1, "strings and comments"),
    ("@a or b\ndef f(a: b or c = d and e) -> f or g: pass", 1, "decorators, defaults and annotations are not"),
    ("def f():\n a: b or c = d", 2, "an annotation of a variable is"),
    ("def f():\n def g():\n  if a: pass\n return g", 1, "definitions in it are not"),
    ("def f():\n class C:\n  if a: pass\n return C", 1, "nor are classes"),
    ("class f: pass", 1, "a class"),
    ("class f:\n def m(self):\n  if a: pass\n def n(self): pass", 4, "and its methods"),
    ("class f:\n if a:\n  def m(self): pass", 3, "its own body"),
    ("class f:\n class g:\n  def m(self): pass", 1, "classes in it are not"),
    ("class f(a or b): pass", 1, "nor are bases"),
]

NESTING = [
    ("def f(): pass", 0, "none"),
    ("def f():\n if a: pass", 1, "if"),
    ("def f():\n if a: pass\n elif b: pass\n elif c: pass\n else: pass", 1, "elif is no deeper"),
    ("def f():\n if a: pass\n else:\n  if b: pass", 2, "if in an else is"),
    ("def f():\n if a: pass\n elif b:\n  if c: pass", 2, "in an elif"),
    ("def f():\n for a in b:\n  while c:\n   with d:\n    try: e\n    finally: g", 4, "each sort of block"),
    ("def f():\n match a:\n  case 1:\n   if b: pass", 2, "a match with its cases is one"),
    ("async def f():\n async for a in b:\n  async with c: pass", 2, "async"),
    ("def f():\n if a: pass\n for b in c:\n  if d: pass", 2, "the deepest"),
    ("def f():\n if a:\n  def g():\n   if b: pass", 2, "goes on in a definition, which is none itself"),
    ("if a:\n def f():\n  if b: pass", 1, "begins with the definition"),
    ("class f:\n def m(self):\n  if a: pass", 1, "a class has that of its methods"),
    ("def f(): return [a for b in c if d]", 0, "expressions are none"),
]

ARGUMENTS = [
    ("def f(): pass", 0, "none"),
    ("def f(a, /, b, *c, d=1, **e): pass", 5, "every sort"),
    ("def f(self, cls, _): pass", 3, "whatever their names"),
    ("async def f(a): pass", 1, "async"),
    ("class f:\n def __init__(self, a): pass", 0, "a class has none"),
]

METHOD_ARGUMENTS = [
    ("def f(self, a): pass", 1, "what it is called on is not counted"),
    ("def f(this, /, a): pass", 1, "whatever its name"),
    ("@classmethod\n def f(cls, a): pass", 1, "the class neither"),
    ("def __new__(cls): pass\n def f(self): pass", 0, "nor in what needs no decorator"),
    ("@staticmethod\n def f(a, b): pass", 2, "a static method receives nothing"),
    ("@builtins.staticmethod\n def f(a, b): pass", 2, "by its full name"),
    ("def f(*a): pass", 1, "it is among *args"),
    ("def f(): pass", 0, "no arguments at all"),
    ("if a:\n  def f(self, a): pass", 1, "a method in a block"),
]

METHODS = [
    ("class f: pass", 0, "none"),
    ("class f:\n def a(self): pass\n async def b(self): pass\n def __c(self): pass", 3, "every sort"),
    ("class f:\n @property\n def a(self): pass\n @a.setter\n def a(self, v): pass", 2, "a setter is one"),
    ("class f:\n if a:\n  def b(self): pass\n else:\n  def b(self): pass", 2, "as written, in blocks too"),
    ("class f:\n def a(self):\n  def b(): pass\n class C:\n  def c(self): pass", 1, "those of others are not"),
    ("class f:\n a = lambda self: 1", 0, "a lambda is none"),
    ("def f():\n def g(): pass", 0, "a function has none"),
]

TABLES = {
    "statements": STATEMENTS,
    "lines": LINES,
    "cyclomatic": CYCLOMATIC,
    "nesting": NESTING,
    "arguments": ARGUMENTS,
    "methods": METHODS,
}


@pytest.mark.parametrize(
    ("measure", "source", "expected"),
    [pytest.param(measure, *row[:2], id=f"{measure}: {row[2]}") for measure, table in TABLES.items() for row in table],
)
def test_a_measure_of_f(measure: str, source: str, expected: int) -> None:
    assert getattr(measured(source, "f"), measure) == expected


@pytest.mark.parametrize(("body", "expected"), [pytest.param(*row[:2], id=row[2]) for row in METHOD_ARGUMENTS])
def test_the_arguments_of_a_method_f(body: str, expected: int) -> None:
    assert measured(f"class C:\n {body}", "C.f").arguments == expected


FILES = [
    (b"", 0, 0, "an empty file"),
    (b"a", 1, 1, "a line that nothing ends"),
    (b"a\n", 1, 1, "a line that something ends"),
    (b"\n\n", 2, 0, "blank lines are lines"),
    (b"'doc'\n# why\na\n", 3, 1, "docstrings and comments are lines too"),
    (b"def f():\n if a: b\nclass C: c\n", 3, 5, "all that stands in it"),
    (b"a\r\nb\rc\n", 3, 3, "every sort of line end"),
    (b"a\x0c\nb", 2, 2, "a form feed ends none"),
    (b"\xef\xbb\xbfa\n", 1, 1, "a byte order mark"),
    (b"\xef\xbb\xbf", 0, 0, "nothing else"),
    ("é = '\u2028'\n".encode(), 1, 1, "no other sign ends a line"),
    (b"# coding: latin-1\n'\xe9'; a\n", 2, 1, "another encoding"),
]


@pytest.mark.parametrize(("data", "lines", "statements"), [pytest.param(*row[:3], id=row[3]) for row in FILES])
def test_files(data: bytes, lines: int, statements: int) -> None:
    index = indexed(data)
    assert (index.lines, index.statements) == (lines, statements)


GROWN = """
    def f(a):
        if a:
            return 1
        return 2
"""


def test_what_says_nothing_changes_nothing() -> None:
    dressed = """
        @decorated
        def f(
            a,  # one line each
        ):
            '''Says what it gives.'''

            # and why
            if a:
                return 1
            '''And more.'''
            return 2
    """
    plain, other = measured(GROWN, "f"), measured(dressed, "f")
    for measure in ("statements", "cyclomatic", "nesting", "arguments"):
        assert getattr(plain, measure) == getattr(other, measure)
    assert other.lines > plain.lines


def test_a_chain_of_a_thousand_elifs_is_measured() -> None:
    chain = "".join(f"    elif a == {number}: pass\n" for number in range(1_000))
    found = measured(dedent("def f(a):\n    if a: pass\n") + chain, "f")
    assert (found.statements, found.cyclomatic, found.nesting) == (2_002, 1_002, 1)
