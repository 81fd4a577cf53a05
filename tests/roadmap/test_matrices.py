"""The condition `matrices`: rows name tests, which are there and assert."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from archgate.roadmap.conditions.matrices import Named, matrices, names_in
from archgate.roadmap.trial import Answer
from tests.roadmap.trials import DOCUMENT, TABLE, judged, repository

HEADER = "**Acceptance matrix**\n\n| Scenario | Must show | Test |\n|---|---|---|\n"
CHINESE = "**Failure injection matrix**\n\n| 注入点 | 预期持久结果 | 测试 |\n|---|---|---|\n"
ASSERTS = "def test_a(tmp_path):\n    assert tmp_path.exists()\n"


def verdict(tmp_path: Path, cell: str, files: Mapping[str, str], header: str = HEADER) -> Answer:
    row = f"| two claims | one wins | {cell} |\n"
    return judged(repository(tmp_path, {DOCUMENT: TABLE + header + row, **files}), matrices)


CELLS = {
    "`tests/test_a.py::test_a`": [Named("tests/test_a.py", "test_a")],
    "tests/test_a.py::TestC::test_y[1-x], and more": [Named("tests/test_a.py", "TestC.test_y")],
    "./tests/test_a.py::test_a、tests/b/test_b.py::test_b": [
        Named("tests/test_a.py", "test_a"),
        Named("tests/b/test_b.py", "test_b"),
    ],
    "TestC::test_y": [Named("", "TestC.test_y")],
    "tests.test_a.TestC.test_y": [Named("", "tests.test_a.TestC.test_y", is_sure=False)],
    "test_a": [Named("", "test_a", is_sure=False)],
    "tests/test_a.py": [Named("tests/test_a.py", "")],
    "only the latest wins": [],
    "": [],
}


@pytest.mark.parametrize("cell", CELLS)
def test_the_names_in_a_cell(cell: str) -> None:
    assert list(names_in(cell)) == CELLS[cell]


def test_a_name_beside_chinese() -> None:
    assert Named("", "test_a", is_sure=False) in names_in("见test_a，通过")


NAMED = {
    "whole": ("tests/test_a.py::test_a", "holds"),
    "with a parameter": ("tests/test_a.py::test_a[1]", "holds"),
    "bare": ("test_a", "holds"),
    "dotted": ("tests.test_a.test_a", "holds"),
    "none": ("it is obvious", "fails"),
    "a file alone": ("tests/test_a.py", "fails"),
    "another file": ("tests/test_b.py::test_a", "fails"),
    "another name": ("tests/test_a.py::test_b", "fails"),
    "bare and nowhere": ("test_nowhere", "fails"),
    "a helper": ("tests/test_a.py::helper", "fails"),
    "the host's own code": ("app/test_x.py::test_a", "holds"),
    "code that is no test": ("app/x.py::test_a", "fails"),
    "in a folder of another name": ("checks/test_z.py::test_a", "holds"),
    "one that holds and one that is not there": ("tests/test_a.py::test_a, tests/test_a.py::test_b", "fails"),
}
FILES = {
    "tests/test_a.py": ASSERTS + "def helper(x):\n    assert x\n",
    "app/x.py": ASSERTS,
}


@pytest.mark.parametrize("case", NAMED)
def test_what_a_row_names(tmp_path: Path, case: str) -> None:
    cell, word = NAMED[case]
    path = cell.partition("::")[0]
    more = {path: ASSERTS} if path in ("app/test_x.py", "checks/test_z.py") else {}
    extra = {"archgate.toml": 'packages = ["app"]\napart = ["tests/**", "checks/**"]\nbase = ["main"]\n'}
    found = verdict(tmp_path, cell, {**FILES, **more, **extra})
    assert found.verdict == word, found
    if word == "fails":
        assert found.evidence[0].startswith(f"{DOCUMENT}:17: ")


def test_a_bare_name_must_be_the_only_one(tmp_path: Path) -> None:
    found = verdict(tmp_path, "test_a", {"tests/test_a.py": ASSERTS, "tests/test_b.py": ASSERTS})
    assert found.verdict == "fails"
    assert "tests/test_a.py, tests/test_b.py" in found.evidence[0]


def test_a_chinese_matrix(tmp_path: Path) -> None:
    cell = "tests/test_租约.py::test_接管"
    files = {"tests/test_租约.py": "def test_接管(x):\n    assert x\n"}
    assert verdict(tmp_path, cell, files, CHINESE).verdict == "holds"
    (tmp_path / "second").mkdir()
    assert verdict(tmp_path / "second", "接管", files, CHINESE).verdict == "fails"


def test_no_matrix_is_unknown(tmp_path: Path) -> None:
    found = judged(repository(tmp_path, {}), matrices)
    assert found.verdict == "unknown"
    assert "[needs]" in found.next


def test_a_table_of_another_sort_is_no_matrix(tmp_path: Path) -> None:
    header = "**State machine**\n\n| Now | Then | Why |\n|---|---|---|\n"
    assert verdict(tmp_path, "x", {}, header).verdict == "unknown"


def body(text: str) -> str:
    return "def test_a(x):\n" + "".join(f"    {line}\n" for line in text.split("\n"))


ASSERTING = {
    "assert": (body("assert x"), True),
    "raises": ("import pytest\n" + body("with pytest.raises(ValueError):\n    x()"), True),
    "warns": ("import pytest\n" + body("with pytest.warns(UserWarning):\n    x()"), True),
    "unittest": (
        "import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(f(), 1)\n",
        True,
    ),
    "mock": (body("x.assert_called_once_with(1)"), True),
    "mock, never called": (body("x.assert_called_once_with"), False),
    "numpy": (body("np.testing.assert_allclose(x, 1)"), True),
    "raise": (body("if x:\n    raise AssertionError('no')"), True),
    "fail": ("import pytest\n" + body("if x:\n    pytest.fail('no')"), True),
    "in a loop": (body("for y in x:\n    assert y"), True),
    "async": ("async def test_a(x):\n    assert await x\n", True),
    "nothing": (body("x()"), False),
    "a docstring": (body('"""assert x"""'), False),
    "a comparison": (body("x == 1"), False),
    "a print": (body("print('assert', x)"), False),
    "true": (body("assert True"), False),
    "a number": (body("assert 1"), False),
    "a text": (body("assert 'it works'"), False),
    "a tuple": (body("assert (x, 'message')"), False),
    "or true": (body("assert x or True"), False),
    "not false": (body("assert not False"), False),
    "itself": (body("assert x == x"), False),
    "constants by name": (body("y = 1\nz = (2, -1)\nassert y + 1 in z"), False),
    "constants and what is asked": (body("y = 1\nassert x() == y"), True),
    "a name that is given something too": (body("y = 1\ny = x()\nassert y == 1"), True),
    "a name that a loop counts up": (body("y = 0\nfor _ in x():\n    y += 1\nassert y == 2"), True),
    "a list that is filled": (body("y = []\nx(y)\nassert y == [1]"), True),
    "constants": (body("assert 1 == 1"), False),
    "a lambda": (body("assert lambda: x"), False),
    "unittest, constants": ("class TestT:\n    def test_a(self): self.assertTrue(True)\n", False),
    "unittest, itself": ("class TestT:\n    def test_a(self, x): self.assertEqual(x, x)\n", False),
    "behind a return": (body("return\nassert x"), False),
    "behind a skip": ("import pytest\n" + body("pytest.skip('later')\nassert x"), False),
    "in a dead branch": (body("if False:\n    assert x"), False),
    "under TYPE_CHECKING": (body("if TYPE_CHECKING:\n    assert x"), False),
    "in an empty loop": (body("for y in []:\n    assert y"), False),
    "caught": (body("try:\n    assert x\nexcept AssertionError:\n    pass"), False),
    "caught with all else": (body("try:\n    assert x\nexcept Exception:\n    pass"), False),
    "caught by all means": (body("try:\n    assert x\nexcept:\n    pass"), False),
    "suppressed": (body("with suppress(AssertionError):\n    assert x"), False),
    "another error is caught": (body("try:\n    assert x\nexcept ValueError:\n    pass"), True),
    "caught and told": (body("try:\n    assert x\nexcept AssertionError:\n    raise"), True),
    "in a function that nothing calls": (body("def check():\n    assert x"), False),
    "in a function of its own": (body("def check():\n    assert x\ncheck()"), True),
    "in a helper": ("def check(x):\n    assert x\n" + body("check(x)"), True),
    "in a helper's helper": ("def one(x):\n    assert x\ndef two(x):\n    one(x)\n" + body("two(x)"), True),
    "in a helper that is handed on": ("def check(x):\n    assert x\n" + body("each(check)"), True),
    "in a helper that asserts nothing": ("def assert_all(x):\n    pass\n" + body("assert_all(x)"), False),
    "helpers in a circle": ("def one(x):\n    two(x)\ndef two(x):\n    one(x)\n" + body("two(x)"), False),
    "in a method": (
        "class TestT:\n    def check(self, x):\n        assert x\n    def test_a(self): self.check(1)\n",
        True,
    ),
    "in an inherited method": (
        "class Base:\n    def check(self, x): assert x\nclass TestT(Base):\n    def test_a(self): self.check(1)\n",
        True,
    ),
    "in another file": ("from tests.checks import check\n" + body("check(x)"), True),
    "in another file, by its module": ("from tests import checks\n" + body("checks.check(x)"), True),
    "in another file, relative": ("from .checks import check as look\n" + body("look(x)"), True),
    "in another file that asserts nothing": ("from tests.checks import assert_none\n" + body("assert_none(x)"), False),
    "in the code under test": ("from app.own import check\n" + body("check(x)"), False),
    "skipped": ("import pytest\n@pytest.mark.skip\n" + body("assert x"), False),
    "skipped with a reason": ("import pytest\n@pytest.mark.skip(reason='x')\n" + body("assert x"), False),
    "skipped always": ("import pytest\n@pytest.mark.skipif(True, reason='x')\n" + body("assert x"), False),
    "skipped elsewhere": (
        "import pytest\n@pytest.mark.skipif(sys.platform == 'x', reason='x')\n" + body("assert x"),
        True,
    ),
    "expected to fail": ("import pytest\n@pytest.mark.xfail\n" + body("assert x"), False),
    "a skipped class": ("import pytest\n@pytest.mark.skip\nclass TestT:\n    def test_a(self, x): assert x\n", False),
    "a skipped module": ("import pytest\npytestmark = pytest.mark.skip\n" + body("assert x"), False),
    "one mark of a module": (
        "import pytest\npytestmark = [pytest.mark.x, pytest.mark.skip]\n" + body("assert x"),
        False,
    ),
    "no parameters": ("import pytest\n@pytest.mark.parametrize('x', [])\n" + body("assert x"), False),
    "no parameters, by name": (
        "import pytest\nALL = []\n@pytest.mark.parametrize('x', ALL)\n" + body("assert x"),
        False,
    ),
    "parameters": ("import pytest\n@pytest.mark.parametrize('x', [1, 2])\n" + body("assert x"), True),
    "skipped parameters": (
        "import pytest\n@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.skip)])\n" + body("assert x"),
        False,
    ),
    "a fixture": ("import pytest\n@pytest.fixture\n" + body("assert x"), False),
    "a class that is not collected": (
        "class TestT:\n    def __init__(self): self.x = 1\n    def test_a(self): assert self.x\n",
        False,
    ),
    "inside a function": ("def outer(x):\n    def test_a():\n        assert x\n", False),
    "the last one of a name": (body("assert x") + body("pass"), False),
    "a module is there": ("from app import own\n" + body("assert own"), False),
    "a function is there": ("from app.own import check\n" + body("assert check is not None"), False),
    "a function of a module is there": ("from app import own\n" + body("assert own and callable(own.check)"), False),
    "a function of its own is there": ("def helper():\n    pass\n" + body("assert helper"), False),
    "a function is there, or something holds": ("from app.own import check\n" + body("assert x == 1 or check"), False),
    "a value is true": ("from app.own import VALUE\n" + body("assert VALUE"), True),
    "a value of a module is no None": ("from app import own\n" + body("assert own.VALUE is not None"), True),
    "a parameter of the name of a function": (
        "from app.own import check\n" + body("assert check").replace("x", "check"),
        True,
    ),
    "what a function gives": ("from app.own import check\n" + body("y = check(1)\nassert y is not None"), True),
    "a function, and what it gives": ("from app import own\n" + body("assert own.check and own.check(x)"), True),
}
CHECKS = "def check(x):\n    assert x\ndef assert_none(x):\n    pass\n"


@pytest.mark.parametrize("case", ASSERTING)
def test_what_asserts(tmp_path: Path, case: str) -> None:
    source, holds = ASSERTING[case]
    files = {"tests/test_a.py": source, "tests/checks.py": CHECKS, "app/own.py": CHECKS + "VALUE = 1\n"}
    found = verdict(tmp_path, "test_a", files)
    assert (found.verdict == "holds") is holds, found
