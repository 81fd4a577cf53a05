"""Everything but the names that change keeps its bytes, and the way back gives the old bytes."""

import json
import subprocess
import sys
from pathlib import Path

import libcst
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archgate.host.errors import InputError
from archgate.policy.store import Change, write_files
from archgate.report.retirement import render
from archgate.run import retire as use_case
from tests.hosts.builder import build
from tests.roadmap.retiring import MODULE, MOVED, RENAMED, STANDARD, SYMBOL, again, plan, refusals

BYTES = {
    "CRLF": (b"import app.helper.http\r\n\r\nx = 1\r\n", b"import app.adapters.http\r\n\r\nx = 1\r\n"),
    "mixed line ends": (b"x = 1\r\nimport app.helper.http\ny = 2\r\n", b"x = 1\r\nimport app.adapters.http\ny = 2\r\n"),
    "byte order mark": (b"\xef\xbb\xbfimport app.helper.http\n", b"\xef\xbb\xbfimport app.adapters.http\n"),
    "latin-1": (
        b"# coding: latin-1\nx = '\xe9'; import app.helper.http  # \xe9\n",
        b"# coding: latin-1\nx = '\xe9'; import app.adapters.http  # \xe9\n",
    ),
    "tabs, form feeds, no last line end": (
        b"\x0c\nif 1:\n\tx = 1 \\\n\t\t+ 2\t\n\timport app.helper.http",
        b"\x0c\nif 1:\n\tx = 1 \\\n\t\t+ 2\t\n\timport app.adapters.http",
    ),
    "other scripts": (
        "说明 = '中文'; from app.helper import http  # 注释\n".encode(),
        "说明 = '中文'; from app.adapters import http  # 注释\n".encode(),
    ),
}


@pytest.mark.parametrize("case", BYTES)
def test_bytes_that_no_name_is_in_stay(tmp_path: Path, case: str) -> None:
    before, after = BYTES[case]
    assert [one.after for one in plan(tmp_path, {"app/m.py": before}, MODULE).rewrites] == [after]


def test_a_split_keeps_line_ends_and_indentation(tmp_path: Path) -> None:
    source = b"def f():\r\n\tfrom app.legacy import fetch, other\r\n"
    assert [one.after for one in plan(tmp_path, {"app/m.py": source}, MOVED).rewrites] == [
        b"def f():\r\n\tfrom app.feeds import fetch\r\n\tfrom app.legacy import other\r\n"
    ]


def test_names_in_other_scripts(tmp_path: Path) -> None:
    files = {"app/旧.py": "取 = 1\n", "app/新.py": "得 = 1\n", "app/m.py": "from app.旧 import 取\nx = {'取': 取}\n"}
    found = plan(tmp_path, files, {"app.旧:取": "app.新:得"})
    assert [one.after.decode() for one in found.rewrites] == ["from app.新 import 得\nx = {'取': 得}\n"]
    assert "+from app.新 import 得\n" in render(found)


def test_an_encoding_that_cannot_write_the_new_name(tmp_path: Path) -> None:
    files = {"app/新.py": "a = 1\n", "app/m.py": b"# coding: latin-1\nimport app.feeds\n"}
    assert refusals(plan(tmp_path, files, {"app.feeds": "app.新"})) == [
        "app/m.py:0 its encoding iso-8859-1 cannot write the new name"
    ]


def test_a_file_that_would_not_come_back_unchanged(tmp_path: Path) -> None:
    found = plan(tmp_path, {"app/m.py": b"import app.helper.http\rx = 1\r"}, MODULE)
    assert refusals(found) == ["app/m.py:0 the rewriter would not give its text back unchanged"]


def test_syntax_that_the_rewriter_does_not_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(source: str) -> libcst.Module:
        raise libcst.ParserSyntaxError("new", lines=source.splitlines(), raw_line=2, raw_column=0)

    monkeypatch.setattr(libcst, "parse_module", unknown)
    found = plan(tmp_path, {"app/m.py": "import app.helper.http\nx = 1\n", "app/n.py": "x = 1\n"}, MODULE)
    assert refusals(found) == ["app/m.py:2 it has syntax that the rewriter cannot read"]


def test_a_file_that_changes_meanwhile_stops_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes between reading and writing keeps what was written, in every file."""

    def late(root: Path, changes: list[Change], lock: Path) -> None:
        (root / "app/n.py").write_text("mine = 1\n")
        write_files(root, changes, lock)

    monkeypatch.setattr(use_case, "write_files", late)
    files = {"app/m.py": "import app.helper.http\n", "app/n.py": "import app.helper.http\n"}
    with pytest.raises(InputError, match="has changed meanwhile"):
        plan(tmp_path, files, MODULE, write_=True)
    assert (tmp_path / "app/m.py").read_text() == "import app.helper.http\n"
    assert (tmp_path / "app/n.py").read_text() == "mine = 1\n"


PIECES = (
    "import app.helper.http",
    "import app.helper.http as h; h.get()",
    "import os, app.helper.http  # why",
    "from app.helper import http",
    "from app.helper import (http)",
    "from app.helper.http import (\n    get,  # a\n    Client\n)",
    "from .helper.http import get",
    "from .helper import http as other",
    "from app.legacy import fetch",
    "from app.legacy import fetch as f",
    "def f():\n\tfrom app.legacy import fetch as fetch\n\treturn fetch",
    "app.helper.http.get(app.helper . other)",
    "http.get(http=http)",
    "x: 'app.helper.http.Client' = fetch",
    "try:\n    from app.helper.http import get\nexcept ImportError:\n    pass",
    "# app.helper.http",
    "fetch()",
    "class A:\n    b = [fetch for c in fetch if http]",
    "\x0c",
)

ROUNDS = (MODULE, RENAMED, SYMBOL, MOVED)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=8),
    ends=st.sampled_from(["\n", "\r\n"]),
    names=st.sampled_from(ROUNDS),
)
def test_there_and_back_gives_the_same_bytes(
    tmp_path: Path, pieces: list[str], ends: str, names: dict[str, str]
) -> None:
    source = "".join(f"{piece}\n" for piece in pieces).replace("\n", ends).encode()
    found = plan(tmp_path, {"app/m.py": source}, names, write_=True)
    if found.refused:
        assert (tmp_path / "app/m.py").read_bytes() == source
        return
    compile((tmp_path / "app/m.py").read_bytes(), "m.py", "exec")
    assert again(tmp_path, names).rewrites == ()
    back = again(tmp_path, {new: old for old, new in names.items()}, write_=True)
    assert back.refused == ()
    assert (tmp_path / "app/m.py").read_bytes() == source


def test_the_imports_are_the_same_but_for_the_name(tmp_path: Path) -> None:
    """Nothing is lost or gained in the graph, whatever its edges' kinds, and Python can read the result."""
    names = {"app.helper": "app.lib"}
    files = {
        **{path: text for path, text in STANDARD.items() if not path.startswith("app/helper/")},
        "app/lib/__init__.py": "from .http import Client\n__all__ = ['Client']\n",
        "app/lib/http.py": "from ..helper.deep import a\nfrom app.helper import deep\nclass Client: ...\n",
        "app/lib/deep.py": "a = 1\n",
        "app/m.py": "import app.helper.deep\nfrom .helper import http, Client\ndef f():\n    import app.helper.http\n",
        "app/n.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.helper.deep import a\n",
        "app/o.py": "import importlib\nimportlib.import_module('app.helper.http')\n",
    }
    original = {path.replace("app/lib/", "app/helper/"): text for path, text in files.items()}
    before = build(tmp_path / "before", original)
    expected = {json.dumps(fact).replace("app.helper", "app.lib") for fact in edges(before.facts("imports"))}
    after = build(tmp_path / "after", files)
    assert again(after.root, names, write_=True).written
    assert {json.dumps(fact) for fact in edges(after.facts("imports"))} == expected
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(after.root)], check=True)


def edges(facts: list[dict[str, object]]) -> list[list[object]]:
    return [[fact["subject"], fact["object"], fact["kinds"]] for fact in facts]


def test_what_a_reader_sees(tmp_path: Path) -> None:
    files = {"app/m.py": "import os\nfrom app.helper import http", "app/n.py": "from app.helper.http import *\n"}
    assert render(plan(tmp_path, files, MODULE)) == (
        "diff --git a/app/m.py b/app/m.py\n"
        "--- a/app/m.py\n"
        "+++ b/app/m.py\n"
        "@@ -1,2 +1,2 @@\n"
        " import os\n"
        "-from app.helper import http\n"
        "\\ No newline at end of file\n"
        "+from app.adapters import http\n"
        "\\ No newline at end of file\n"
        "REFUSED  app/n.py:1: takes everything out of `app.helper.http`; name what it takes\n"
        "REFUSED: nothing was written, 1 use cannot be rewritten\n"
    )
