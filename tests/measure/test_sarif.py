"""Reports in SARIF: what counts, where it stands, and what shows that a report is not of this tree."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from archgate.measure.diagnostics_scope import DiagnosticsScope as Scope
from tests.host.repository import commit, git
from tests.measure.benches import KIND, commit_tree, counts, fault, made, view_of

REPORT = "reports/r.sarif"
SARIF = Scope(tool="sarif", files=(REPORT,))
SOURCE = "def f():\n    eval('1')\n    eval('2')\n"


def at(uri: str, line: int = 2, **location: Any) -> dict[str, Any]:
    """A location of a result."""
    artifact = {"uri": uri, **location} if uri else location
    return {"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": line}}}


def result(uri: str = "app/m.py", line: int = 2, **keys: Any) -> dict[str, Any]:
    """A result of rule B307."""
    return {"ruleId": "B307", "message": {"text": "no"}, "locations": [at(uri, line)], **keys}


def report(*results: Any, **keys: Any) -> str:
    """A report of one run."""
    driver = {"name": "bandit", "version": "1.8", "rules": [{"id": "B307"}]}
    run = {"tool": {"driver": driver}, "results": list(results), **keys}
    return json.dumps({"version": "2.1.0", "runs": [{key: value for key, value in run.items() if value != "absent"}]})


def view_with(tmp_path: Path, text: str) -> Any:
    """A host with a report."""
    return view_of(made(tmp_path / "host", {"app/m.py": SOURCE, "app/数 据.py": SOURCE, REPORT: text}))


@pytest.mark.parametrize(
    ("idea", "results", "expected"),
    [
        ("one", [result()], {"app.m:f|B307": 1}),
        ("two in a definition", [result(), result(line=3)], {"app.m:f|B307": 2}),
        ("suppressed all the same", [result(suppressions=[{"kind": "inSource"}])], {"app.m:f|B307": 1}),
        ("passed", [result(kind="pass")], {}),
        ("not applicable", [result(kind="notApplicable")], {}),
        ("gone", [result(baselineState="absent")], {}),
        ("known before", [result(baselineState="unchanged")], {"app.m:f|B307": 1}),
        ("a note", [result(level="note")], {}),
        ("an error", [result(level="error")], {"app.m:f|B307": 1}),
        ("by the rule's number", [result(ruleId="", ruleIndex=0)], {"app.m:f|B307": 1}),
        ("by the rule itself", [result(ruleId="", rule={"id": "X1"})], {"app.m:f|X1": 1}),
        ("a name in percents", [result("app/%E6%95%B0%20%E6%8D%AE.py")], {"app/数 据.py:f|B307": 1}),
        ("a dot in front", [result("./app/m.py")], {"app.m:f|B307": 1}),
        ("none", [], {}),
    ],
)
def test_what_counts(tmp_path: Path, idea: str, results: list[Any], expected: dict[str, int]) -> None:
    assert counts(view_with(tmp_path, report(*results)), SARIF) == expected, idea


def test_levels_are_chosen(tmp_path: Path) -> None:
    view = view_with(tmp_path, report(result(level="note"), result(level="error")))
    assert counts(view, Scope(tool="sarif", files=(REPORT,), levels=("note",))) == {"app.m:f|B307": 1}


NESTED = {"SRC": {"uri": "file://ROOT/"}, "P": {"uri": "app/", "uriBaseId": "SRC"}}


@pytest.mark.parametrize(
    ("idea", "uri", "bases", "base"),
    [
        ("of this machine", "file://ROOT/app/m.py", {}, ""),
        ("below a base", "app/m.py", {"SRC": {"uri": "file://ROOT/"}}, "SRC"),
        (
            "below a base in a base",
            "m.py",
            {"SRC": {"uri": "file://ROOT/"}, "P": {"uri": "app/", "uriBaseId": "SRC"}},
            "P",
        ),
        ("below a base of another machine", "app/m.py", {"SRC": {"uri": "file:///other/checkout/"}}, "SRC"),
        ("below a base that is not given", "app/m.py", {}, "%SRCROOT%"),
    ],
)
def test_where_it_stands(tmp_path: Path, idea: str, uri: str, bases: dict[str, Any], base: str) -> None:
    location = {"uriBaseId": base} if base else {}
    text = report({**result(), "locations": [at(uri, **location)]}, originalUriBaseIds=bases)
    assert counts(view_with(tmp_path, text.replace("ROOT", str(tmp_path / "host"))), SARIF) == {"app.m:f|B307": 1}, idea


def test_artifacts_are_named_by_number(tmp_path: Path) -> None:
    digest = hashlib.sha256(SOURCE.encode()).hexdigest()
    artifacts = [{"location": {"uri": "app/m.py"}, "hashes": {"sha-256": digest}}]
    text = report({**result(), "locations": [at("", index=0)]}, artifacts=artifacts)
    assert counts(view_with(tmp_path, text), SARIF) == {"app.m:f|B307": 1}
    other = text.replace(digest, "0" * 64)
    assert "other bytes of app/m.py" in fault(view_with(tmp_path / "other", other), SARIF)


def test_other_files_are_told(tmp_path: Path) -> None:
    view = view_with(tmp_path, report(result(), result(REPORT), result(level="note")))
    assert counts(view, SARIF) == {"app.m:f|B307": 1}
    assert KIND.untold(view, SARIF) == [
        "1 rows of sarif outside the host's files",
        "1 notes of sarif that are no errors",
    ]
    assert KIND.ruler(view, SARIF)["version"] == "bandit 1.8"


def test_all_may_stand_in_files_that_are_not_the_hosts(tmp_path: Path) -> None:
    view = view_with(tmp_path, report(result(REPORT)))
    assert counts(view, SARIF) == {}
    assert KIND.untold(view, SARIF) == ["1 rows of sarif outside the host's files"]


FAILED = [{"executionSuccessful": False, "toolExecutionNotifications": [{"message": {"text": "out of memory"}}]}]
LOUD = [{"executionSuccessful": True, "toolExecutionNotifications": [{"message": {"text": "bad"}, "level": "error"}]}]


@pytest.mark.parametrize(
    ("idea", "text", "words"),
    [
        ("cut off", report(result())[:-20], "is no SARIF"),
        ("something else", "[]", "is no SARIF"),
        ("an old one", '{"version": "1.0.0", "runs": []}', "SARIF 1.0.0"),
        ("no run", '{"version": "2.1.0", "runs": []}', "no run"),
        ("no results at all", report(results="absent"), "came to no results"),
        ("failed", report(invocations=FAILED), "bandit failed: out of memory"),
        ("says an error", report(invocations=LOUD), "bandit failed: bad"),
        ("a line that is not there", report(result(line=5)), "app/m.py:5, which has 4 lines"),
        ("a file that is not there", report(result("app/x.py")), "app/x.py, which is not there"),
        ("all elsewhere", report(result("file:///elsewhere/app/m.py")), "none below the root"),
        ("no rule", report(result(ruleId="")), "no usable id"),
    ],
)
def test_no_measure(tmp_path: Path, idea: str, text: str, words: str) -> None:
    assert words in fault(view_with(tmp_path, text), SARIF), idea


def test_a_report_that_is_not_there(tmp_path: Path) -> None:
    assert "run the tool" in fault(view_of(made(tmp_path / "host", {})), SARIF)


def test_a_report_outside_the_root(tmp_path: Path) -> None:
    (tmp_path / "r.sarif").write_text(report(), "utf-8")
    assert "outside the root" in fault(view_of(made(tmp_path / "host", {REPORT: "-> ../../r.sarif"})), SARIF)


def test_another_tree_has_no_report(tmp_path: Path) -> None:
    root = made(tmp_path / "host", {"app/m.py": SOURCE, REPORT: report()})
    git(root, "init", "--quiet", "--initial-branch=main")
    view = view_of(root, tree=commit_tree(root, commit(root)))
    assert KIND.unmeasured(view, SARIF)
    assert not KIND.unmeasured(view_of(root), SARIF)
    assert "work tree only" in fault(view, SARIF)


@pytest.mark.parametrize(
    ("idea", "scope", "words"),
    [
        ("no report", Scope(tool="sarif"), "names no report"),
        ("a report for ruff", Scope(tool="ruff", files=("x",)), "`files` is nothing to ruff"),
    ],
)
def test_scopes(idea: str, scope: Scope, words: str) -> None:
    [message] = [message for _, message in KIND.check(scope, ())]
    assert words in message, idea
