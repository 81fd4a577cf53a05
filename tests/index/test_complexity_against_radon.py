"""Cyclomatic complexity is what radon says of every definition, be it in a function, a class or a block."""

import ast
import warnings
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from radon.visitors import ComplexityVisitor

import archgate
from tests.index.sources import indexed

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def ours(source: str | bytes) -> dict[int, int]:
    """The complexity of every definition by the line of its `def` or `class`."""
    return {one.end - one.lines + 1: one.cyclomatic for one in indexed(source).definitions}


def radons(source: str | bytes) -> dict[int, int]:
    """What radon says of the same; each definition is handed to it, since it leaves out classes in functions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about numbers with a word right behind
        module = ast.parse(source)
    return {node.lineno: _radons(node) for node in ast.walk(module) if isinstance(node, DEFINITIONS)}


def _radons(node: ast.AST) -> int:
    visitor = ComplexityVisitor.from_ast(node)
    (found,) = (one.real_complexity for one in visitor.classes) if visitor.classes else map(_own, visitor.functions)
    return int(found)


def _own(function: object) -> int:
    return function.complexity  # type: ignore[attr-defined, no-any-return]


EXPRESSIONS = [
    "a",
    "(a or b)",
    "(a and b or not c)",
    "(a if b else c)",
    "(a if b or c else d if e else f)",
    "[a for b in c]",
    "{a for b in c if d if e and f}",
    "{a: b for c in d for e in f}",
    "sum(a for b in c if d)",
    "(lambda a=b or c, *d, e=f if g else h: i or j)",
    "f'{a or b:{c if d else e}} or and for'",
    "'and or for else'",
    "(a := b or c)",
    "a[b or c:d and e]",
    "a(*b or c, d=e or f, **g or h)",
    "{**(a or b), c: d or e}",
    "-(1or a)",
    "(0xfor a)",
    "(a.b\n  .c(d\n  or e))",
    "(\n # if and or\n a\n)",
    "(a < b < c == d)",
    "(1jor a)",
    "\\\na",
]
"""One or more of every sort that branches, with the words where they mean nothing too."""

SIMPLE = [
    "{}",
    "x = {}",
    "x: {} = {}",
    "x: {}",
    "x[{}] += {}",
    "return {}",
    "yield {}",
    "assert {}, {}",
    "raise E({}) from {}",
    "del x[{}]",
    "import a.b as c, d",
    "from ..a import b as c",
    "global g, h",
    "pass",
    "'doc, and or else'",
    "x; {}; y",
]

COMPOUND = [
    "if {}:\n{body}",
    "if {}:\n{body}\nelif {}:\n{body}\nelse:\n{body}",
    "if {}: pass\nelse: x = {}",
    "for x[{}] in {}:\n{body}",
    "for x in {}:\n{body}\nelse:\n{body}",
    "while {}:\n{body}",
    "while {}:\n{body}\nelse:\n{body}",
    "with a({}) as b[{}], c({}):\n{body}",
    "try:\n{body}\nfinally:\n{body}",
    "try:\n{body}\nexcept {}:\n{body}\nexcept E as e:\n{body}\nelse:\n{body}\nfinally:\n{body}",
    "try:\n{body}\nexcept* E({}):\n{body}\nelse:\n{body}",
    "match {}:\n case 1:\n{body}\n case [a, *b] if {}:\n{body}",
    "match {}:\n case A(x=1) as b:\n{body}\n case {{'k': v, **r}}:\n{body}\n case c if {}:\n{body}",
    "@d({})\ndef f(a: {}={}, *b, c={}) -> {}:\n{body}",
    "class C({}, metaclass={}):\n{body}",
    "def f(): x = {}",
    "async def f():\n async with a({}):\n{body}\n async for b in {}:\n{body}\n return [c async for c in d if {}]",
]


def filled(template: str, expressions: Iterator[str], body: str = "pass") -> str:
    """A template with an expression in each place."""
    parts = template.replace("{body}", "\0").replace("{{", "\1").replace("}}", "\2").split("{}")
    text = parts[0] + "".join(next(expressions) + part for part in parts[1:])
    return text.replace("\1", "{").replace("\2", "}").replace("\0", indent(body, "  "))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_every_expression_in_every_place(expression: str) -> None:
    def everywhere() -> Iterator[str]:
        while True:
            yield expression

    for template in [*SIMPLE, *COMPOUND]:
        source = f"def around():\n{indent(filled(template, everywhere()), ' ')}\n yield\n"
        assert ours(source) == radons(source), source


def blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Statements that hold others, in lists."""
    compound = st.builds(
        lambda template, expressions, body: filled(template, iter(expressions), body),
        st.sampled_from(COMPOUND),
        st.lists(st.sampled_from(EXPRESSIONS), min_size=6, max_size=6),
        inner,
    )
    return st.lists(st.one_of(compound, simple), min_size=1, max_size=4).map("\n".join)


simple = st.builds(
    lambda template, expressions: filled(template, iter(expressions)),
    st.sampled_from([one for one in SIMPLE if "return" not in one and "yield" not in one]),
    st.lists(st.sampled_from(EXPRESSIONS), min_size=2, max_size=2),
)
sources = st.recursive(simple, blocks, max_leaves=12)


@given(sources)
@settings(max_examples=300, deadline=None)
def test_any_source(body: str) -> None:
    source = f"class Around:\n def f(self):\n{indent(body, '  ')}\n"
    assert ours(source) == radons(source)


@given(sources, st.sampled_from(["\r\n", "\r"]), st.sampled_from(["", "# é\n", "'„ﬁ'\n"]))
@settings(max_examples=50, deadline=None)
def test_any_line_end_and_script(body: str, end: str, first: str) -> None:
    source = f"{first}def f():\n{indent(body, '  ')}\n"
    assert ours(source.replace("\n", end).encode()) == radons(source)


def test_archgate_itself() -> None:
    files = sorted(Path(archgate.__file__).parent.rglob("*.py"))
    assert len(files) > 200
    for path in files:
        data = path.read_bytes()
        assert ours(data) == radons(data), path


def test_what_radon_shows_of_a_class_follows() -> None:
    source = dedent("""
        class C:
            def a(self):
                if x or y: pass
            def b(self): pass
            if z:
                def c(self):
                    def d(): pass
    """)
    (theirs,) = ComplexityVisitor.from_code(source).classes
    found = next(one for one in indexed(source).definitions if one.name == "C")
    assert (found.cyclomatic, found.methods) == (theirs.real_complexity, len(theirs.methods))
    assert found.cyclomatic // found.methods + (found.methods > 1) == theirs.complexity
