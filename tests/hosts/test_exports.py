"""Symbols that are handed on from more than one place: what counts as a door, and what does not."""

from pathlib import Path

import pytest

from tests.hosts.builder import STANDARD, Files, build

POLICY = """
schema = 1
rule = "doors"
kind = "exports"
title = "One door to each thing"

[scope]
modules = ["app"]
compat = ["app.pkg.d"]
"""
BELL = {"app/a.py": "LOUD = 1\n\n\ndef ring(): ...\n\n\nclass 钟: ...\n"}
CASES: dict[str, tuple[Files, list[str]]] = {
    "one package hands it on": (
        {"app/pkg/__init__.py": "from app.a import ring\n", "app/m.py": "from app.pkg import ring\n"},
        [],
    ),
    "two do, and both are used": (
        {
            "app/pkg/__init__.py": "from app.a import ring\n",
            "app/b.py": "from app.a import ring\n",
            "app/m.py": "from app.pkg import ring\nfrom app.b import ring as r\n",
        },
        ["app.a:ring app.b app/b.py:1", "app.a:ring app.pkg app/pkg/__init__.py:1"],
    ),
    "two name it in __all__": (
        {
            "app/pkg/__init__.py": 'from app.a import 钟\n__all__ = ["钟"]\n',
            "app/b.py": 'x = 1\nfrom app.a import 钟 as Bell\n__all__ = ["Bell"]\n',
        },
        ["app.a:钟 app.b app/b.py:2", "app.a:钟 app.pkg app/pkg/__init__.py:1"],
    ),
    "who imports it for itself is no door": (
        {
            "app/pkg/__init__.py": "from app.a import ring\n",
            "app/b.py": "from app.a import ring\n",
            "app/m.py": "from app.pkg import ring\n",
        },
        [],
    ),
    "one after the other": (
        {
            "app/pkg/__init__.py": "from app.pkg.c import ring\n",
            "app/pkg/c.py": "from app.a import ring\n",
            "app/m.py": "from app.pkg import ring\n",
        },
        ["app.a:ring app.pkg app/pkg/__init__.py:1", "app.a:ring app.pkg.c app/pkg/c.py:1"],
    ),
    "a star hands on": (
        {
            "app/pkg/__init__.py": "from app.a import *\n",
            "app/b.py": "from app.a import LOUD\n",
            "app/m.py": "from app.pkg import LOUD\nfrom app.b import LOUD as l\n",
        },
        ["app.a:LOUD app.b app/b.py:1", "app.a:LOUD app.pkg app/pkg/__init__.py:1"],
    ),
    "compat is free": (
        {
            "app/pkg/d.py": "from app.a import ring\n",
            "app/b.py": "from app.a import ring\n",
            "app/m.py": "from app.pkg.d import ring\nfrom app.b import ring as r\n",
        },
        [],
    ),
    "a module is no symbol": (
        {
            "app/pkg/__init__.py": "from app import a\n",
            "app/b.py": "from app import a\n",
            "app/m.py": "from app.pkg import a\nfrom app.b import a as x\n",
        },
        [],
    ),
    "what is not the host's": (
        {
            "app/pkg/__init__.py": "from json import loads\n",
            "app/b.py": "from json import loads\n",
            "app/m.py": "from app.pkg import loads\nfrom app.b import loads as l\n",
        },
        [],
    ),
}


@pytest.mark.parametrize(("files", "facts"), CASES.values(), ids=CASES)
def test_doors(files: Files, facts: list[str], tmp_path: Path) -> None:
    host = build(tmp_path, {**STANDARD, **BELL, "policies/doors.toml": POLICY, **files})
    shown = host.run("facts", "doors", "--format", "json").json["facts"]
    places = [
        f"{fact['subject']} {fact['object']} {one['path']}:{one['line']}" for fact in shown for one in fact["places"]
    ]
    assert places == facts


def test_a_second_door_is_new_and_a_frozen_one_may_go(tmp_path: Path) -> None:
    files, _ = CASES["two do, and both are used"]
    host = build(tmp_path, {**STANDARD, **BELL, "policies/doors.toml": POLICY, **files}, git=True)
    verdict = host.run("check", "--unprotected", "--format", "json").json
    assert [one["code"] for one in verdict["findings"]] == ["NEW", "NEW"]
    assert "app.b hands on app.a:ring, as app.pkg does" in verdict["findings"][0]["message"]
    assert host.run("policy", "freeze", "doors").exit == 0
    assert host.run("check", "--unprotected").exit == 0
    (host.root / "app/b.py").write_text("", encoding="utf-8")
    (host.root / "app/m.py").write_text("from app.pkg import ring\n", encoding="utf-8")
    verdict = host.run("check", "--unprotected", "--format", "json").json
    assert [one["code"] for one in verdict["findings"]] == ["STALE", "STALE"]
