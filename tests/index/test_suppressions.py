"""Suppressions in sources: what of a comment or mark counts, and under which name."""

import pytest

from .sources import indexed

COMMENTS = [
    ("x = 1", [], "none"),
    ("x = 1  # noqa", ["noqa"], "bare"),
    ("x = 1  # NOQA", ["noqa"], "in capitals"),
    ("x = 1  #noqa", ["noqa"], "without a space"),
    ("x = 1  # noqa: E501", ["noqa:E501"], "with a code"),
    ("x = 1  # noqa : E501", ["noqa:E501"], "a space before the colon"),
    ("x = 1  # noqa:E501,W291", ["noqa:E501", "noqa:W291"], "codes count one each"),
    ("x = 1  # noqa: E501 W291", ["noqa:E501", "noqa:W291"], "codes without a comma"),
    ("x = 1  # noqa: E501W291", ["noqa:E501", "noqa:W291"], "joined codes"),
    ("x = 1  # noqa: e501", ["noqa:E501"], "a code in small letters, which Flake8 takes"),
    ("x = 1  # noqa: E501 because", ["noqa:E501"], "with a reason"),
    ("x = 1  # noqa: because", ["noqa"], "what Flake8 takes for a bare one"),
    ("x = 1  # why # noqa", ["noqa"], "behind another comment"),
    ("x = 1  # why noqa", [], "a mere mention"),
    ("x = 1  # ruff: ignore[E501, F401]", ["noqa:E501", "noqa:F401"], "ruff's own"),
    ("x = 1  # type: ignore  # noqa", ["noqa", "type-ignore"], "two on a line"),
    ("# ruff: noqa", ["noqa-file"], "the whole file"),
    ("# flake8: noqa: E501", ["noqa-file:E501"], "the whole file, by Flake8"),
    ("# FLAKE8=NOQA", ["noqa-file"], "the whole file, as Flake8 takes it too"),
    ("# ruff: file-ignore[E501]", ["noqa-file:E501"], "the whole file, by ruff's own"),
    ("x = 1  # ruff: noqa", [], "not alone on its line"),
    ("# ruff: disable[E501]\nx = 1\n# ruff: enable[E501]", ["noqa-range:E501"], "a range"),
    ("x = 1  # ruff: disable[E501]", [], "a range that begins nowhere"),
    ("x = 1  # type: ignore", ["type-ignore"], "bare"),
    ("x = 1  #type:ignore", ["type-ignore"], "without spaces"),
    ("x = 1  # type: ignore[misc, arg-type]", ["type-ignore:arg-type", "type-ignore:misc"], "with codes"),
    ("x = 1  # type: ignore []", ["type-ignore"], "without a code in its brackets"),
    ("x = 1  # type: ignored", [], "another word"),
    ("x = 1  # type: int", [], "a type"),
    ("# type: ignore\nx = 1", ["type-ignore-file"], "above all statements"),
    ("#!/bin/x\n# type: ignore\n'''Doc.'''", ["type-ignore-file"], "above the docstring"),
    ("x = 1\n# type: ignore", ["type-ignore"], "alone, but not above all"),
    ("\ufeff# type: ignore\nx = 1", ["type-ignore-file"], "behind a byte order mark"),
    ("# mypy: ignore-errors", ["mypy:ignore-errors"], "mypy's option"),
    ("# mypy: ignore_errors=True, strict", ["mypy:ignore-errors"], "beside one that tightens"),
    ("# mypy: disallow-untyped-defs", [], "one that tightens"),
    ("# mypy: disallow-untyped-defs=False", ["mypy:disallow-untyped-defs"], "one that no longer tightens"),
    (
        '# mypy: disable-error-code="misc, arg-type"',
        ["mypy:disable-error-code:arg-type", "mypy:disable-error-code:misc"],
        "codes of mypy",
    ),
    ("x = 1  # mypy: ignore-errors", [], "mypy reads options alone on a line"),
    ("x = 1  # pyright: ignore", ["pyright"], "bare"),
    ("x = 1  # pyright: ignore[reportCall]", ["pyright:reportCall"], "with a rule"),
    ("# pyright: basic, reportCall=false", ["pyright-file:basic", "pyright-file:reportCall"], "the whole file"),
    ("# pyright: strict, reportCall=error", [], "what tightens"),
    ("x = 1  # pragma: no cover", ["no-cover"], "not covered"),
    ("x = 1  # PRAGMA NO COVER", ["no-cover"], "in capitals"),
    ("x = 1  # pragma: no branch", ["no-branch"], "not branching"),
    ("x = 1  # pragma: once", [], "no such pragma"),
    ("x = 1  # pylint: disable=no-member,C0301", ["pylint:C0301", "pylint:no-member"], "messages"),
    ("x = 1  # pylint: disable=no-member invalid-name", ["pylint:invalid-name", "pylint:no-member"], "no comma"),
    ("# pylint: disable-next=no-member", ["pylint:no-member"], "for the next line"),
    ("# pylint: enable=no-member", [], "switched on"),
    ("# pylint: enable=x1, disable=no-member", ["pylint:no-member"], "off after on"),
    ("# pylint: skip-file", ["pylint-file"], "the whole file"),
    ("x = 1  # nosec", ["nosec"], "bare"),
    ("x = 1  # nosec B101, B602", ["nosec:B101", "nosec:B602"], "with tests"),
    ("x = 1  # nosec: assert_used", ["nosec:assert_used"], "a test by its name"),
    ("x = 1  # nosec because", ["nosec"], "with a reason"),
    ("x = '# noqa'", [], "in a string"),
    ("x = '''\n# noqa\n'''", [], "in a long string"),
    ("x = 'it\\'s # noqa'", [], "in a string with an escaped quote"),
    ("x = f'{1:#x} # noqa'", [], "in a formatted string"),
    ("x = f\"{'#'}\"  # noqa", ["noqa"], "behind a string with a string in it"),
    ("x = '中'  # noqa: E501 中文", ["noqa:E501"], "beside other scripts"),
    ("x = 1  # noqa\r\ny = 1  # noqa\r\n", ["noqa", "noqa"], "as often as it stands there"),
]

PYTEST = "import pytest\n"

SKIPS = [
    (PYTEST + "@pytest.mark.skip\ndef test(): ...", ["skip"], "a decorator"),
    (PYTEST + "@pytest.mark.skip(reason='x')\nclass Test: ...", ["skip"], "called"),
    (PYTEST + "@pytest.mark.skipif(True, reason='x')\ndef test(): ...", ["skipif"], "on a condition"),
    (PYTEST + "@pytest.mark.xfail\ndef test(): ...", ["xfail"], "expected to fail"),
    (PYTEST + "@pytest.mark.slow\ndef test(): ...", [], "another mark"),
    (PYTEST + "def test():\n    pytest.skip('x')", ["skip"], "in a test"),
    (PYTEST + "def test():\n    pytest.xfail('x')", ["xfail"], "failing in a test"),
    (PYTEST + "pytest.importorskip('x')", ["skipif"], "on an import"),
    (PYTEST + "pytestmark = [pytest.mark.skip]", ["skip"], "a whole module"),
    (PYTEST + "X = pytest.param(1, marks=pytest.mark.skip)", ["skip"], "an argument"),
    (PYTEST + "off = pytest.mark.skip('x')\n@off\ndef test(): ...\n@off\ndef tast(): ...", ["skip"] * 3, "by a name"),
    ("import pytest as p\np.skip()", ["skip"], "an alias"),
    ("from pytest import mark as m\nm.skip", ["skip"], "an imported part"),
    ("from pytest import skip as s\ns()", ["skip"], "an imported name"),
    ("def test():\n    import pytest\n    pytest.skip()", ["skip"], "an import in a function"),
    ("import other as pytest\npytest.skip()", [], "something else of that name"),
    ("from .pytest import skip\nskip()", [], "a module of the host"),
    ("import unittest\n@unittest.skipUnless(1, '')\nclass T: ...", ["skipif"], "unittest, on a condition"),
    ("import unittest\n@unittest.expectedFailure\ndef t(): ...", ["xfail"], "unittest, expected to fail"),
    ("from unittest import SkipTest\nraise SkipTest", ["skip"], "raised"),
    ("class T:\n    def t(self):\n        self.skipTest('x')", ["skip"], "a method"),
    ("import typing as t\n@t.no_type_check\ndef f(): ...", ["no-type-check"], "unchecked types"),
    ("x = 'pytest.mark.skip'", [], "in a string"),
]


@pytest.mark.parametrize(
    ("source", "expected"), [pytest.param(*row[:2], id=f"{row[2]}: {row[0][:30]!r}") for row in [*COMMENTS, *SKIPS]]
)
def test_suppressions(source: str, expected: list[str]) -> None:
    assert sorted(name for name, _ in indexed(source.encode()).suppressions) == expected


def test_they_stand_on_their_lines() -> None:
    source = b"'''\r\n'''\r\nx = 1  # noqa\r\n\r\ny = (1,  # nosec\r\n)\r\n"
    assert indexed(source).suppressions == (("noqa", 3), ("nosec", 5))


def test_a_file_in_another_encoding() -> None:
    source = "# coding: latin-1\nx = 'ü'  # noqa: E501\n".encode("latin-1")
    assert indexed(source).suppressions == (("noqa:E501", 2),)
