"""BASELINE_ONLY and TESTS_ONLY: a leaf of code that changed no code."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from archgate.policy.roadmap_terms import LeafKind, LeafTerms
from archgate.roadmap.false_completion import false_completions
from tests.roadmap.trials import DOCUMENT, TABLE, judged, named, repository, told

HOST = {
    "app/main.py": '"""The start."""\n\n\ndef run():\n    return 1\n',
    "policies/egress.toml": 'schema = 1\nrule = "egress"\nkind = "capability"\ntitle = "No network"\n\n[scope]\n'
    'modules = ["app"]\ngroups = ["raw_transport"]\n',
    "tests/test_main.py": "from app.main import run\n\ndef test_run():\n    assert run() == 1\n",
    "mypy-baseline.json": "{}\n",
    "app/more.py": "import os\nimport sys\n",
}
CODE = HOST["app/main.py"].replace("return 1", "return 2")
TESTS = HOST["tests/test_main.py"].replace("== 1", "in (1, 2)")
LAW = HOST["policies/egress.toml"].replace("No network", "No network at all")
COMMENT = HOST["app/main.py"].replace("    return", "    # now it is better\n    return").replace("The start", "It")

CASES: dict[str, tuple[Mapping[str, str | None], LeafKind, list[str]]] = {
    "code": ({"app/main.py": CODE}, "code", []),
    "code that went": ({"app/main.py": None}, "code", []),
    "code with tests and law": (
        {"app/main.py": CODE, "tests/test_main.py": TESTS, "policies/egress.toml": LAW},
        "code",
        [],
    ),
    "law": ({"policies/egress.toml": LAW}, "code", ["BASELINE_ONLY"]),
    "law of a governance leaf": ({"policies/egress.toml": LAW}, "governance", []),
    "law of a leaf of tests": ({"policies/egress.toml": LAW}, "tests", ["BASELINE_ONLY"]),
    "a baseline": ({"mypy-baseline.json": '{"a": 1}\n'}, "code", ["BASELINE_ONLY"]),
    "a document": ({DOCUMENT: TABLE + "More.\n", "README.md": "# Host\n"}, "code", ["BASELINE_ONLY"]),
    "comments": ({"app/main.py": COMMENT}, "code", ["BASELINE_ONLY"]),
    "layout": (
        {"app/main.py": HOST["app/main.py"].replace("return 1", "return (\n        1\n    )")},
        "code",
        ["BASELINE_ONLY"],
    ),
    "an empty module": ({"app/more/__init__.py": ""}, "code", ["BASELINE_ONLY"]),
    "a fixture in disguise": ({"app/data/fixture.json": "[1]\n"}, "code", ["BASELINE_ONLY"]),
    "a baseline in disguise": ({"app/egress_baseline.py": "ALLOWED = ['a']\n"}, "code", ["BASELINE_ONLY"]),
    "records of debt in disguise": ({"app/known_debt.json": "[1]\n"}, "code", ["BASELINE_ONLY"]),
    "code that is called a snapshot": (
        {"app/snapshot.py": "def a():\n    return 1\n\n\na()\n"},
        "code",
        ["NO_CALLER"],
    ),
    "the order of imports": ({"app/more.py": "import sys\nimport os\n"}, "code", ["BASELINE_ONLY"]),
    "a version": ({"app/__init__.py": '__version__ = "2"\n'}, "code", ["BASELINE_ONLY"]),
    "tests": ({"tests/test_main.py": TESTS}, "code", ["TESTS_ONLY"]),
    "tests and documents": ({"tests/test_main.py": TESTS, "README.md": "# Host\n"}, "code", ["TESTS_ONLY"]),
    "tests and comments": ({"tests/test_main.py": TESTS, "app/main.py": COMMENT}, "code", ["TESTS_ONLY"]),
    "tests inside the package": (
        {"app/tests/test_a.py": "def test_a():\n    assert int('1')\n"},
        "code",
        ["TESTS_ONLY"],
    ),
    "a fixture of tests": ({"tests/fixtures/a.json": "[1]\n"}, "code", ["TESTS_ONLY"]),
    "tests of a leaf of tests": ({"tests/test_main.py": TESTS}, "tests", []),
    "tests of a governance leaf": ({"tests/test_main.py": TESTS}, "governance", ["TESTS_ONLY"]),
    "tests and law of a governance leaf": (
        {"tests/test_main.py": TESTS, "policies/egress.toml": LAW},
        "governance",
        [],
    ),
    "another language": ({"app/query.sql": "select 1;\n"}, "code", []),
    "nothing": ({}, "code", []),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_changed(tmp_path: Path, case: str) -> None:
    after, kind, codes = CASES[case]
    found = told(tmp_path, HOST, after, LeafTerms("S1-L1", kind=kind))
    assert [one.code for one in found] == codes, found


def test_the_place(tmp_path: Path) -> None:
    (found,) = told(tmp_path, HOST, {"tests/test_main.py": TESTS})
    assert (found.path, found.subject, found.leaf) == ("tests/test_main.py", "S1-L1", "S1-L1")


def test_uncommitted_work_counts(tmp_path: Path) -> None:
    made = repository(tmp_path, HOST)
    made.write("mypy-baseline.json", '{"a": 1}\n')
    assert named(judged(made, false_completions), "BASELINE_ONLY") == ["S1-L1"]
    made.write("app/main.py", CODE)
    assert judged(made, false_completions) == []
