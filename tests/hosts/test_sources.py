"""Which files are the host's, under which names, and how their bytes are read."""

import unicodedata
from pathlib import Path

import pytest

from .builder import STANDARD, Case, build, case, confirm

A = {"app.a": "eager"}
AB = {"app.a": "eager", "app.b": "eager"}

BYTES = [
    case("latin-1 with a cookie", "# -*- coding: latin-1 -*-\nimport app.a  # café".encode("latin-1"), A),
    case(
        "a cookie in Vim's dress",
        "# vim: set fileencoding=iso-8859-15 :\nX = '€'\nimport app.a".encode("iso-8859-15"),
        A,
    ),
    case(
        "a cookie below the interpreter line",
        "#!/usr/bin/env python\n# coding=cp1252\nX = '€'\nimport app.a".encode("cp1252"),
        A,
    ),
    case("a cookie below a blank line", "\n# coding: latin-1\nX = 'é'\nimport app.a".encode("latin-1"), A),
    case("a Chinese encoding", "# coding: gb18030\nX = '模块'\nimport app.a".encode("gb18030"), A),
    case(
        "a Japanese encoding with backslash bytes",
        "# coding: shift_jis\nX = 'ソース表'\nimport app.a".encode("shift_jis"),
        A,
    ),
    case(
        "a name that only the cookie makes readable",
        {"app/café.py": "", "app/m.py": "# coding: latin-1\nfrom app import café".encode("latin-1")},
        {"app.café": "eager"},
    ),
    case("a byte order mark", b"\xef\xbb\xbfimport app.a", A),
    case("a byte order mark and a cookie that agrees", b"\xef\xbb\xbf# coding: utf-8\nimport app.a", A),
    case("a byte order mark alone", b"\xef\xbb\xbf", {}),
    case("an empty file", b"", {}),
    case("only blank lines and comments", b"\n\n# x\n\t\n", {}),
    case("no newline at the end", b"import app.a\nimport app.b", AB),
    case("Windows newlines", b"import app.a\r\nif x:\r\n    import app.b\r\n", AB),
    case("old Macintosh newlines", b"import app.a\rimport app.b\r", AB),
    case("mixed newlines", b"import app.a\r\nx = 1\nif x:\r    import app.b\r\n", AB),
    case("a form feed before a statement", b"\x0cimport app.a\n\x0c\nimport app.b\n", AB),
    case("a form feed in an indentation", b"if x:\n\x0c    import app.a\n", A),
    case("tabs", b"if x:\n\timport app.a\n\tif y:\n\t        import app.b\n", AB),
    case("UTF-8 without a cookie", "X = '模块 ☃ \U0001f600'\nimport app.a", A),
    case("a cookie on the third line is a comment", b"# a\n# b\n# coding: nosuch\nimport app.a\n", A),
    case("a cookie after code is a comment", b"import app.a\n# coding: nosuch\n", A),
    case("invalid escapes are only warned of by Python", b"X = '\\d \\q'\nimport app.a\n", A),
    case("a carriage return in a string", b"X = 'a\\r\\n'\nimport app.a\n", A),
    case("Python's end-of-file letter in a comment", b"# \x1a\nimport app.a\n", A),
]

NAMES = [
    case(
        "a module in another script",
        {"app/模块.py": "import app.a", "app/m.py": "from app import 模块"},
        {"app.模块 -> app.a": "eager", "app.m -> app.模块": "eager"},
    ),
    case(
        "a package in another script",
        {"app/пакет/__init__.py": "", "app/пакет/ñ.py": "from .. import a", "app/m.py": "import app.пакет.ñ"},
        {"app.пакет.ñ -> app.a": "eager", "app.m -> app.пакет.ñ": "eager"},
    ),
    case(
        "a ligature is read as Python reads it",
        {"app/file.py": "", "app/m.py": "import app.ﬁle"},
        {"app.file": "eager"},
    ),
    case("full-width letters are read as Python reads them", "import ａpp.ａ", A),
    case(
        "a combining accent in the source",
        {"app/café.py": "", "app/m.py": "import app." + unicodedata.normalize("NFD", "café")},
        {"app.café": "eager"},
    ),
    case(
        "a combining accent in the file's name",
        {unicodedata.normalize("NFD", "app/café.py"): "", "app/m.py": "import app.café"},
        {"app.café": "eager"},
    ),
    case(
        "a .pyw is a module",
        {"app/window.pyw": "import app.a", "app/m.py": "import app.window"},
        {"app.window -> app.a": "eager", "app.m -> app.window": "eager"},
    ),
    case(
        "a suffix in upper case: it can be run, and is named by its path",
        {"app/tool.PY": "import app.a"},
        {"app/tool.PY -> app.a": "eager"},
    ),
    case(
        "a suffix in upper case is not what Python imports",
        {"app/tool.Py": "", "app/m.py": "import app.tool"},
        {"app.m -> app": "eager"},
        unresolved=["app.tool"],
    ),
    case(
        "a suffix in upper case beside one in lower case",
        {"app/tool.PY": "import app.a", "app/tool.py": "import app.b"},
        {"app/tool.PY -> app.a": "eager", "app.tool -> app.b": "eager"},
    ),
    case(
        "a name that is no identifier is named by its path",
        {"app/my-script.py": "import app.a"},
        {"app/my-script.py -> app.a": "eager"},
    ),
    case(
        "a name that begins with a digit, which importlib takes",
        {"app/pkg/0001_initial.py": "def f():\n    import app.a"},
        {"app.pkg.0001_initial -> app.a": "lazy"},
    ),
    case("a name with two dots", {"app/x.test.py": "import app.a"}, {"app/x.test.py -> app.a": "eager"}),
    case("a name with a blank", {"app/a copy.py": "import app.a"}, {"app/a copy.py -> app.a": "eager"}),
    case(
        "a folder that is no identifier",
        {"app/my-plugins/x.py": "import app.a"},
        {"app/my-plugins/x.py -> app.a": "eager"},
    ),
    case(
        "a package whose folder is no identifier",
        {"app/my-plugins/__init__.py": "", "app/my-plugins/x.py": "from app import a"},
        {"app/my-plugins/x.py -> app.a": "eager"},
    ),
    case("a folder called like a file", {"app/odd.py/x.py": "import app.a"}, {"app/odd.py/x.py -> app.a": "eager"}),
    case("a stub is no source", {"app/a.pyi": "import app.b", "app/c.pyi": "import app.nothere"}, {}),
    case("compiled files are no source", {"app/__pycache__/a.cpython-311.pyc": b"\0\0", "app/m.py": "import app.a"}, A),
    case(
        "a notebook and a template are no source", {"app/n.ipynb": "import app.b", "app/t.py.j2": "import {{ x }}"}, {}
    ),
]


@pytest.mark.parametrize("path", ["tool.PY", "scripts/tool.Py"])
def test_a_suffix_in_upper_case_is_somebody_s(path: str, tmp_path: Path) -> None:
    findings = build(tmp_path, {**STANDARD, path: ""}).check()["findings"]
    assert [(finding["code"], finding["path"]) for finding in findings] == [("UNCLAIMED", path)]


@pytest.mark.parametrize("row", BYTES + NAMES, ids=str)
def test_sources(row: Case, tmp_path: Path) -> None:
    confirm(row, tmp_path)


@pytest.mark.parametrize(
    ("idea", "data", "line"),
    [
        ("Windows newlines count once", b"x = 1\r\n\r\nimport app.a\r\n", 3),
        ("a carriage return alone ends a line", b"x = 1\r\rimport app.a\r", 3),
        ("a form feed ends no line", b"x = 1\n\x0c\nimport app.a\n", 3),
        ("a form feed in a docstring ends no line", b'"""a\x0cb\x0bc"""\nimport app.a\n', 2),
        ("Unicode's line separators end no line", "'''a\u2028b\u2029c\x85d'''\nimport app.a\n".encode(), 2),
        ("a byte order mark is no line", b"\xef\xbb\xbfimport app.a\n", 1),
        ("a continued line counts", b"x = 1 + \\\n    2\nimport app.a\n", 3),
        ("lines of a string count", b'"""\n\n\n"""\nimport app.a\n', 5),
    ],
)
def test_lines_are_counted_as_python_counts_them(idea: str, data: bytes, line: int, tmp_path: Path) -> None:
    (fact,) = build(tmp_path, {**STANDARD, "app/m.py": data}).facts("imports")
    assert fact["places"] == [{"path": "app/m.py", "line": line}], idea


def test_a_module_beside_a_package_of_its_name_is_told_and_read(tmp_path: Path) -> None:
    files = {
        "app/x.py": "import app.a",
        "app/x/__init__.py": "import app.b",
        "app/x/y.py": "",
        "app/m.py": "import app.x\nfrom app.x import y",
    }
    host = build(tmp_path, {**STANDARD, **files})
    assert host.edges() == {
        "app.m -> app.x": "eager",
        "app.m -> app.x.y": "eager",
        "app.x -> app.b": "eager",
        "app/x.py -> app.a": "eager",
    }
    run = host.run("check")
    assert run.exit == 0
    assert "app/x.py" in run.said
