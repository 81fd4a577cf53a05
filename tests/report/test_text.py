"""The text report: its last word, what it counts, and names that would take over a terminal."""

from pathlib import Path

import pytest

from archgate.gate.base import Base
from archgate.gate.finding import Finding
from archgate.gate.verdict import Examined, Figures, Verdict, unusable
from archgate.host.errors import Problem
from archgate.report.plain import document
from archgate.report.text import render
from tests.hosts.builder import STANDARD, build, policy
from tests.hosts.sample import GOOD

RED = "\x1b[31m"


def verdict(code: str, exit_code: int, **more: str) -> Verdict:
    told = {"subject": "app.m", "object": "app.a", "path": "app/m.py", "message": "it is so", **more}
    finding = Finding(
        code=code, blocks=True, origin="change", rule="edge", id="edge|x|y", line=1, fix="Mend it", **told
    )
    base = Base(f"origin/{RED}main", "0" * 40, "merge-base", tip="", protected=True, on_protected_branch=False)
    figures = Figures(debt=1, debt_at_base=2, exceptions=0, exceptions_at_base=0, unreviewed=3)
    return Verdict("unknown", exit_code, base, Examined(1, 0, 0, 0), (), (finding,), figures=figures)


@pytest.mark.parametrize(
    ("code", "last"),
    [("INVALID", "INVALID: 2 findings"), ("UNREADABLE", "UNKNOWN: 2 findings"), ("VACUOUS", "INVALID: 2 findings")],
)
def test_the_last_line_is_the_verdict(code: str, last: str) -> None:
    problems = [Problem("a.toml", 1, code, "one"), Problem("a.toml", 2, code, "two")]
    assert render(unusable(problems)).splitlines()[-1] == last
    assert unusable(problems).verdict == "unknown"


def test_a_mistake_on_the_command_line_is_no_unknown_host(tmp_path: Path) -> None:
    host = build(tmp_path, STANDARD)
    run = host.run("check", "--rule", "nosuch")
    assert run.out.splitlines()[-1] == "INVALID: 1 finding"
    assert host.run("check", "--rule", "nosuch", "--format", "json").json["verdict"] == "unknown"


def test_unreviewed_is_counted() -> None:
    assert "; 3 unreviewed. " in render(verdict("NEW", 1))


@pytest.mark.parametrize("field", ["subject", "object", "path", "message"])
def test_what_a_terminal_would_obey_is_escaped(field: str) -> None:
    told = render(verdict("NEW", 1, **{field: f"a{RED}b\nPASS: no findings"}))
    assert "\x1b" not in told
    assert "a\\x1b[31mb\\nPASS" in told
    assert "PASS: no findings" not in told.splitlines()


def test_the_ref_of_base_is_escaped() -> None:
    assert "base origin/\\x1b[31mmain 0000000" in render(verdict("NEW", 1))


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("plain, with é and 行", "plain, with é and 行"),
        ("a\tb", "a\\tb"),
        ("\x9b2J", "\\x9b2J"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("one\u2028two", "one\\u2028two"),
    ],
)
def test_a_line_stays_a_line(line: str, shown: str) -> None:
    assert document([line]) == f"{shown}\n"


def test_a_title_that_rings_is_told_and_does_not_ring(tmp_path: Path) -> None:
    """Also the message about it is shown, not obeyed."""
    written = GOOD.replace('title = "What', 'title = "\\u001b[31mWhat')
    run = build(tmp_path, {**STANDARD, "app/m.py": "import app.a", "policies/edge.toml": written}).run("check")
    assert run.exit == 2
    assert "`title` has a control character, U+001B" in run.said
    assert "\x1b" not in run.said


def test_decisions_without_a_reason_are_counted(tmp_path: Path) -> None:
    decision = 'schema = 1\nkind = "fall-back"\nsubject = "S1"\nreason = "unreviewed"\nowner = "core"\n'
    files = {"policies/decisions/one.toml": decision, "policies/loops.toml": policy("cycle", "loops", {})}
    run = build(tmp_path, {**STANDARD, **files}).run("check")
    assert run.exit == 0, run
    assert "; 1 unreviewed. " in run.out
