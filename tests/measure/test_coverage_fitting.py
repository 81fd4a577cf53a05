"""Whether a report can be of the file as it is: what every compiler keeps is listed, and where none begins is not."""

import ast
import tokenize
from pathlib import Path

import pytest

from archgate.measure.coverage_exclusions import excludable_lines
from archgate.measure.coverage_fitting import Leeway, misfit
from archgate.measure.coverage_report import Lines
from archgate.measure.coverage_statements import certain_statements, possible_lines

WHOLE = Leeway((), False, True)

CERTAIN = [
    ("statements one after the other", "x = 1\ny = f(\n    2\n)\nz += y\n", [1, 2, 5]),
    ("constants and what does nothing", "pass\n1\n'a'\n...\nx = 1\n", [5]),
    ("declarations", "def f():\n    global x\n    y: int\n    z: int = 1\n", [1, 4]),
    ("what comes after a return", "def f():\n    return 1\n    x = 2\n", [1, 2]),
    (
        "what a branch hides that always leaves",
        "def f(a):\n if a:\n  return 1\n else:\n  raise E\n x = 2\n",
        [1, 2, 3, 5],
    ),
    ("a branch whose condition is constant", "if False:\n x = 1\nif __debug__:\n y = 1\nif not 0:\n z = 1\n", []),
    ("what comes after an endless loop", "while True:\n    x = 1\ny = 2\n", []),
    ("a loop and what follows", "for a in b:\n    c = a\nd = 1\n", [1, 2, 3]),
    ("handlers of what can fail", "try:\n    x()\nexcept E:\n    y()\nfinally:\n    z()\n", [2, 4, 6]),
    ("handlers of what cannot", "try:\n    pass\nexcept E:\n    y()\n", []),
    ("two in one line", "x = (\n    1); y = 2\nif a: b = 1\n", [1, 3]),
    ("a line that goes on", "if a: \\\n  b = 1\n", [1]),
    ("definitions that are their docstring", "class A: 'doc'\n\n\ndef f(): 'doc'\n", []),
    ("decorators", "@a\n@b\ndef f():\n    x = 1\n", [3, 4]),
    ("a guard", "match a:\n    case 1 if False:\n        x = 1\n", []),
    ("annotations of the compiler", "def __annotate__(f):\n    x = 1\n", [1]),
    ("another module's future", "from __future__ import annotations\nimport a\n", [2]),
]


@pytest.mark.parametrize(("source", "lines"), [pytest.param(*row[1:], id=row[0]) for row in CERTAIN])
def test_what_every_compiler_keeps(source: str, lines: list[int]) -> None:
    assert sorted(certain_statements(ast.parse(source), source.encode().split(b"\n"))) == lines


def test_where_something_begins() -> None:
    source = "@a\nclass B:\n x = (\n  1\n )\n\n\nmatch x:\n # a comment\n case (\n  1\n ):\n  pass\n"
    assert sorted(possible_lines(ast.parse(source))) == [1, 2, 3, 8, 9, 10, 11, 13]


SOURCE = '"""Doc."""\n\n\ndef f(x):\n    """Doc."""\n    y = x\n    return y\n\n\ndef g(): "Doc."\n'
WITHOUT_DOC = SOURCE.replace('    """Doc."""\n    y', "    z = 1\n    y")
LONGER = SOURCE.replace("return y\n\n", "print(y)\n    return y\n")
GUARDED = "if a:  # pragma: no cover\n    b = 1\nelse:\n    c = 1\n"

FITS = [
    ("as it is", SOURCE, [4, 6, 7], []),
    ("a definition that is its docstring, as coverage.py leaves it out", "class A: 'doc'\nx = 1\n", [2], []),
    ("a clause that a comment excludes", GUARDED, [4], [1, 2]),
    ("a body that a comment at the decorator excludes", "@a  # pragma: no cover\ndef f():\n    b = 1\n", [], [1, 2, 3]),
    ("a function that only has a type", "def f(\n    a,\n) -> int: ...\n", [], [1, 2, 3]),
    ("what is for type checkers", "x = 1\n\nif TYPE_CHECKING:\n    import a\n", [1], [2, 3, 4]),
]


@pytest.mark.parametrize(("source", "listed", "excluded"), [pytest.param(*row[1:], id=row[0]) for row in FITS])
def test_a_report_of_this_file(source: str, listed: list[int], excluded: list[int]) -> None:
    for left_out in (frozenset(excluded), None):
        assert misfit("a.py", source.encode(), Lines(frozenset(listed), frozenset(), left_out), WHOLE) == ""


MISFITS = [
    ("a docstring became a statement", WITHOUT_DOC, [4, 6, 7], [], "the statement in line 5"),
    ("a statement came at the end", LONGER, [4, 6, 7], [], "line 8"),
    ("a line inside a statement", "x = (\n    1\n)\n", [1, 2], [], "line 2 of a.py, where none begins"),
    ("a definition came", "x = 1\ndef late():\n    return 1\n", [1], [], "`late` in line 2"),
    ("lines are left out without a reason", "x = 1\ny = 1\n", [1], [2], "leaves out line 2"),
    ("the other clause is left out as well", GUARDED, [], [1, 2, 3, 4], "leaves out line 3"),
]


@pytest.mark.parametrize(("source", "ran", "excluded", "said"), [pytest.param(*row[1:], id=row[0]) for row in MISFITS])
def test_a_report_of_another_file(source: str, ran: list[int], excluded: list[int], said: str) -> None:
    assert said in misfit("a.py", source.encode(), Lines(frozenset(ran), frozenset(), frozenset(excluded)), WHOLE)


def test_a_pattern_of_the_configuration_is_a_reason() -> None:
    lines = Lines(frozenset([1]), frozenset(), frozenset([2]))
    assert misfit("a.py", b"x = 1\ny = 1\n", lines, Leeway(("y = ",), False, True)) == ""
    assert misfit("a.py", b"x = 1\ny = 1\n", lines, Leeway((), True, True)) == ""
    assert "is none" in misfit("a.py", b"x = 1\ny = 1\n", lines, Leeway(("(",), False, True))


def test_a_report_of_another_tool_may_list_less() -> None:
    assert misfit("a.py", b"x = 1\ny = 1\n", Lines(frozenset([1]), frozenset()), Leeway((), False, False)) == ""


@pytest.mark.parametrize("module", [ast, tokenize])
def test_what_the_running_python_keeps(module: object) -> None:
    """The lines that its compiler gives instructions for hold the certain ones, docstrings and exclusions aside."""
    path = Path(str(getattr(module, "__file__", "")))
    data = path.read_bytes()
    tree = ast.parse(data)
    kept = set(_lines(compile(tree, str(path), "exec")))
    assert certain_statements(tree, data.split(b"\n")).keys() <= kept | excludable_lines(tree, data, ())


def _lines(code: object) -> list[int]:
    from types import CodeType

    assert isinstance(code, CodeType)
    own = [line for _, _, line in code.co_lines() if line]
    return own + [line for one in code.co_consts if isinstance(one, CodeType) for line in _lines(one)]
