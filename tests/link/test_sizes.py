"""Sizes of a linked host: everything in it once, each with a name of its own."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from archgate.host.configuration import read_configuration
from archgate.host.tree import DiskTree
from archgate.host.universe import survey
from archgate.index.build import index_files
from archgate.index.cache import NoCache
from archgate.link.host import link
from archgate.link.sizes import Size, names_of, sizes
from tests.hosts.builder import build
from tests.index.sources import indexed


def sizes_of(folder: Path, files: Mapping[str, str | bytes]) -> list[Size]:
    """The sizes of a host that has these files."""
    tree = DiskTree(build(folder, files).root, None)
    universe = survey(tree, read_configuration(tree))
    return [*sizes(link(universe, index_files(tree, sorted(universe.sources), NoCache())))]


NAMES = [
    ("def f(): pass\nclass C:\n def m(self): pass", ["f", "C", "C.m"], "qualified, without <locals>"),
    ("def f():\n def g():\n  def h(): pass", ["f", "f.g", "f.g.h"], "in functions too"),
    ("def f(): pass\ndef f(): pass\ndef f(): pass", ["f", "f#2", "f#3"], "by order"),
    ("if a:\n def f(): pass\nelse:\n def f(): pass", ["f", "f#2"], "in branches"),
    ("try:\n import a\nexcept E:\n def f(): pass\n class f: pass", ["f", "f#2"], "a class and a function of one name"),
    ("@o\ndef f(): pass\n@o\ndef f(): pass\ndef f(): pass", ["f", "f#2", "f#3"], "overloads"),
    ("class C:\n @p\n def a(self): pass\n @a.s\n def a(self, v): pass", ["C", "C.a", "C.a#2"], "setters"),
    ("class C:\n def f(self): pass\nclass D:\n def f(self): pass", ["C", "C.f", "D", "D.f"], "each scope for itself"),
    (
        "class C:\n def f(self): pass\nclass C:\n def f(self): pass\n def f(self): pass",
        ["C", "C.f", "C#2", "C#2.f", "C#2.f#2"],
        "what stands in the second one",
    ),
    ("def f():\n def g(): pass\ndef g(): pass\ndef f(): pass", ["f", "f.g", "g", "f#2"], "a name of an outer scope"),
    ("@(lambda: 1)\ndef f():\n @d(\n  1)\n def g(): pass\n@d\ndef g(): pass", ["f", "f.g", "g"], "decorators"),
    ("async def 测(): pass\ndef 测(): pass", ["测", "测#2"], "any script"),
]


@pytest.mark.parametrize(("source", "expected"), [pytest.param(*row[:2], id=row[2]) for row in NAMES])
def test_names(source: str, expected: list[str]) -> None:
    assert names_of(indexed(source).definitions) == expected


HOST = {
    "app/__init__.py": "",
    "app/b.py": """
        '''Two lines of code.'''
        @decorator
        def run(a, *, b=1):
            if a:
                return b

        class Runner:
            def run(self, a):
                return a or self

            def run(self):
                def inner(): pass
                return inner
    """,
    "app/a.py": "import os\n",
}


def test_every_file_class_and_function_is_there_in_order(tmp_path: Path) -> None:
    assert sizes_of(tmp_path, HOST) == [
        Size("app", "", "file", "app/__init__.py", 1, 0, 0),
        Size("app.a", "", "file", "app/a.py", 1, statements=1, lines=1),
        Size("app.b", "", "file", "app/b.py", 1, statements=10, lines=13, definitions=5),
        Size("app.b", "Runner", "class", "app/b.py", 7, statements=6, lines=7, cyclomatic=4, methods=2),
        Size("app.b", "Runner.run", "function", "app/b.py", 8, 1, 2, cyclomatic=2, arguments=1),
        Size("app.b", "Runner.run#2", "function", "app/b.py", 11, 3, 3, cyclomatic=1),
        Size("app.b", "Runner.run#2.inner", "function", "app/b.py", 12, 1, 1, cyclomatic=1),
        Size("app.b", "run", "function", "app/b.py", 3, 2, 3, cyclomatic=2, nesting=1, arguments=2),
    ]


def test_what_cannot_be_read_has_no_size(tmp_path: Path) -> None:
    found = sizes_of(tmp_path, {"app/__init__.py": "", "app/bad.py": "def f(:"})
    assert [size.path for size in found] == ["app/__init__.py"]


def test_a_file_that_cannot_be_imported_has_a_size(tmp_path: Path) -> None:
    found = sizes_of(tmp_path, {"app/__init__.py": "", "app/my-script.py": "def f(): pass"})
    assert [(size.module, size.name) for size in found] == [
        ("app", ""),
        ("app/my-script.py", ""),
        ("app/my-script.py", "f"),
    ]


def test_no_two_names_in_a_file_are_equal_and_all_are_the_qualified_ones_but_for_numbers() -> None:
    for path in sorted(Path(__file__).parents[2].rglob("*.py")):
        definitions = indexed(path.read_bytes()).definitions
        names = names_of(definitions)
        assert len({*names}) == len(names), path
        assert [re.sub(r"#\d+", "", name) for name in names] == [one.name for one in definitions], path
