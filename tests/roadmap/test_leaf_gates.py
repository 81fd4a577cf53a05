"""Whether the gate holds where the leaf owns, compat is contained, and how a whole verdict is told."""

import sys
from pathlib import Path

import pytest

from tests.roadmap.story import HEAD, begin, law, plan

PLAN = plan("S1-L1 Bells | ACTIVE | none | x", "S1-L2 Keys | PLANNED | none | x")
EDGE = """schema = 1
rule = "edge"
kind = "boundary"
title = "Nobody takes compat"

[scope]
from = ["app.main", "app.bell"]
to = ["app.compat"]
"""
IMPORT = {"app/bell.py": "import app.compat\n"}
START = {**PLAN, "policies/edge.toml": EDGE}


def test_rules_hold_where_it_owns(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("gates", owns='["app/bell.py"]')})
    story.commit({"app/more.py": ""})
    verdict = story.gate()
    assert (verdict["gates"], verdict.evidence("gates"), verdict.exit) == ("holds", "2 rules hold for what it owns", 0)
    story.commit({"app/main.py": "import app.compat\n"})
    assert story.gate().evidence("gates") == "2 rules hold for what it owns; 1 finding elsewhere"
    story.commit(IMPORT)
    verdict = story.gate()
    assert (verdict["gates"], verdict.exit) == ("fails", 1)
    assert verdict.evidence("gates") == "NEW app/bell.py:1 edge|app.bell|app.compat"


def test_what_was_there_before_counts_where_it_owns(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **IMPORT, **law("gates", owns='["app/bell.py"]')})
    story.commit({"app/more.py": ""})
    assert story.gate().evidence("gates") == "INHERITED app/bell.py:1 edge|app.bell|app.compat"


def test_rules_that_it_names_hold_everywhere(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("gates", owns='["app/bell.py"]', rules='["edge"]')})
    story.commit({"app/main.py": "import app.compat\n"})
    assert story.gate()["gates"] == "fails"


def test_a_leaf_that_owns_nothing_holds_only_if_all_does(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("gates")})
    story.commit({"app/more.py": ""})
    assert story.gate()["gates"] == "holds"
    story.commit(IMPORT)
    assert (story.gate()["gates"], story.gate().exit) == ("unknown", 3)


def test_what_a_change_says_that_it_owns_hides_nothing_of_it(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("gates", "scope")})
    story.commit({**IMPORT, **law("gates", "scope", owns='["app/main.py"]')})
    verdict = story.gate()
    assert (verdict["gates"], verdict["scope"], verdict.exit) == ("unknown", "unknown", 3)
    assert verdict.evidence("scope") == "only this change itself says what S1-L1 owns"


def test_a_source_that_cannot_be_read_leaves_it_unknown(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("gates", owns='["app/bell.py"]')})
    story.commit({"app/broken.py": "def (\n"})
    assert (story.gate()["gates"], story.gate().exit) == ("unknown", 3)


SUITE = f"{sys.executable} -m pytest -p no:cacheprovider -q tests"
PROOF = "\n### S1-L1 Bells\n\n**Acceptance**\n\n```sh\n{}\n```\n\n**Verification (2024-05-06)**\n\n- tried\n"
FULL = ("acceptance", "gates"), {"owns": '["app/bell.py"]', "full_suite": "true"}

# Each row: the suite that the policy names, the commands of the leaf, what is asked for, and what the gates say.
SUITES = {
    "nobody knows which it is": ("", SUITE, ("--run",), "unknown", "nobody knows which it is"),
    "it was not asked for": (SUITE, SUITE, (), "not asked", "not asked"),
    "it holds": (SUITE, SUITE, ("--run",), "holds", "holds"),
    "it fails": (SUITE, SUITE, ("--run",), "fails", "fails"),
    "only a part was run": (SUITE, f"{SUITE}/test_bell.py", ("--run",), "unknown", "is not shown"),
}


@pytest.mark.parametrize("name", SUITES)
def test_the_full_suite(name: str, tmp_path: Path) -> None:
    suite, command, asked, word, words = SUITES[name]
    needs, keys = FULL
    head = f"suite = '{suite}'\n" if suite else ""
    document = {"docs/roadmap.md": START["docs/roadmap.md"] + PROOF.format(command)}
    story = begin(tmp_path, {**START, **law(*needs, head=head, **keys), **document})
    story.commit(
        {"tests/test_bell.py": f"def test_ring():\n    assert {name != 'it fails'}\n", "app/bell.py": "X = 1\n"}
    )
    verdict = story.gate("S1-L1", *asked)
    assert verdict["gates"] == word
    assert words in verdict.evidence("gates")


COMPAT = {
    "nobody": ({}, "holds"),
    "a canonical module": (IMPORT, "fails"),
    "only for its types": (
        {"app/bell.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import app.compat\n"},
        "fails",
    ),
    "in a function": ({"app/bell.py": "def ring():\n    from app import compat\n"}, "fails"),
    "compat itself": ({"app/compat/x.py": "import app.compat\n"}, "holds"),
    "a test": ({"app/tests/__init__.py": "", "app/tests/test_x.py": "import app.compat\n"}, "holds"),
}


@pytest.mark.parametrize(("files", "verdict"), COMPAT.values(), ids=COMPAT)
def test_compat_is_contained(files: dict[str, str], verdict: str, tmp_path: Path) -> None:
    story = begin(tmp_path, {**PLAN, **law("compat", head='compat = ["app.compat"]\n')})
    story.commit(files)
    assert story.gate()["compat"] == verdict


def test_what_is_compat_is_said_at_base(tmp_path: Path) -> None:
    story = begin(tmp_path, {**PLAN, **law("compat", head='compat = ["app.compat"]\n')})
    story.commit({**IMPORT, **law("compat", head='compat = ["app.bell", "app.compat"]\n')})
    verdict = story.gate()
    assert (verdict["compat"], verdict.evidence("compat")) == (
        "fails",
        "app/bell.py:1 app.bell imports app.compat",
    )


def test_without_compat_roots_nothing_is_examined(tmp_path: Path) -> None:
    story = begin(tmp_path, {**PLAN, **law("compat")})
    assert (story.gate()["compat"], story.gate().exit) == ("unknown", 3)


def test_the_verdict_is_told_condition_by_condition(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("gates", "compat", owns='["app/bell.py"]')})
    story.commit(IMPORT)
    run = story.repository.archgate("leaf", "gate", "S1-L1")
    assert run.exit == 1
    lines = run.stdout.splitlines()
    assert lines[0] == "S1-L1 Bells, asked for VERIFIED"
    assert "gates       fails" in lines
    assert "            NEW app/bell.py:1 edge|app.bell|app.compat" in lines
    assert "compat      unknown" in lines
    assert "delivered   not asked" in lines
    assert lines[-1] == "FAILS: S1-L1 is not VERIFIED"


def test_all_conditions_are_in_the_json_in_one_order(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, "policies/roadmap.toml": HEAD})
    verdict = story.gate("S1-L1", "--state", "COMPLETE")
    assert verdict.exit == 3
    assert [one["id"] for one in verdict.report["conditions"]] == [
        *("debt", "switched", "one-door", "compat", "acceptance"),
        *("matrices", "gates", "scope", "delivered", "dependents"),
    ]
    assert verdict.report.keys() == {"schema", "leaf", "state", "verdict", "conditions", "findings"}


def test_an_unknown_leaf_has_a_neighbour(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, "policies/roadmap.toml": HEAD})
    run = story.repository.archgate("leaf", "gate", "S1-L11")
    assert (run.exit, "did you mean `S1-L1`?" in run.stderr) == (2, True)


def test_a_policy_that_is_wrong_is_invalid(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("gates", retires='["app.gone"]')})
    story.commit(plan("S1-L1 Bells | PLANNED | none | x"))
    run = story.repository.archgate("leaf", "gate", "S1-L1")
    assert (run.exit, run.stdout, "VACUOUS  policies/roadmap.toml:" in run.stderr) == (2, "", True)


def test_what_the_roadmap_says_against_a_parent_fails_it(tmp_path: Path) -> None:
    document = plan("S1-L1.1 Bells | PLANNED | none | x", "S1-L1 Parent | VERIFIED | none | x")
    story = begin(tmp_path, {**law("dependents"), **document})
    verdict = story.gate("S1-L1")
    assert (verdict["dependents"], verdict.exit) == ("holds", 1)
    assert [one["subject"] for one in verdict.report["findings"]] == ["S1-L1"]


def test_what_verified_needs_is_said_at_base(tmp_path: Path) -> None:
    story = begin(tmp_path, {**START, **law("compat")})
    story.commit(law("dependents"))
    assert (story.gate()["compat"], story.gate()["dependents"]) == ("unknown", "not asked")
