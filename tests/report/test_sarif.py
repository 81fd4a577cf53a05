"""SARIF: valid against the standard, told apart without lines, with help, states and a cap that is told.

`ARCHGATE_SARIF_SCHEMA=FILE`, the schema that OASIS publishes, adds the check against all of it (with `jsonschema`).
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from archgate.gate.verdict import Verdict
from archgate.report import sarif
from tests.report.verdicts import ALL_CODES, HOSTILE, finding, problem, verdict

SCHEMA = os.environ.get("ARCHGATE_SARIF_SCHEMA", "")

Shape = Mapping[str, Any]
TEXT: Shape = {"text": str}
SHAPES: dict[str, Shape] = {
    "log": {"$schema": str, "version": ("2.1.0",), "runs": ["run"]},
    "run": {"tool": {"driver": "driver"}, "invocations": ["invocation"], "results": ["result"], "properties": dict},
    "driver": {"name": str, "version": str, "semanticVersion": str, "rules": ["rule"]},
    "rule": {
        "id": str,
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "help": {"text": str, "markdown": str},
        "defaultConfiguration": {"level": ("none", "note", "warning", "error")},
    },
    "invocation": {"executionSuccessful": bool, "exitCode": int, "toolExecutionNotifications": ["notification"]},
    "notification": {"level": ("none", "note", "warning", "error"), "message": TEXT},
    "result": {
        "ruleId": str,
        "ruleIndex": int,
        "level": ("none", "note", "warning", "error"),
        "message": TEXT,
        "locations": ["location"],
        "partialFingerprints": {"archgate/v1": str},
        "properties": dict,
        "baselineState?": ("new", "unchanged", "updated", "absent"),
    },
    "location": {"physicalLocation?": "physical", "logicalLocations?": ["logical"]},
    "physical": {"artifactLocation": {"uri": str, "uriBaseId": ("%SRCROOT%",)}, "region?": {"startLine": int}},
    "logical": {"fullyQualifiedName": str, "kind": ("module",)},
}
"""The objects of the standard that are used, with their required and optional (`?`) properties and closed values."""


def misfits(thing: Any, shape: Any, at: str = "log") -> list[str]:
    """Where a document departs from a shape."""
    if isinstance(shape, str):
        return misfits(thing, SHAPES[shape], at)
    if isinstance(shape, list):
        return [fault for n, item in enumerate(thing) for fault in misfits(item, shape[0], f"{at}[{n}]")]
    if isinstance(shape, tuple):
        return [] if thing in shape else [f"{at}: {thing!r}"]
    if isinstance(shape, type):
        return [] if type(thing) is shape else [f"{at}: {thing!r}"]
    known = {key.removesuffix("?"): value for key, value in shape.items()}
    missing = [f"{at}.{key} is missing" for key in shape if not key.endswith("?") and key not in thing]
    unknown = [f"{at}.{key} is unknown" for key in thing if key not in known]
    inner = [fault for key in known if key in thing for fault in misfits(thing[key], known[key], f"{at}.{key}")]
    return missing + unknown + inner


def log(given: Verdict) -> Any:
    return json.loads(sarif.render(given))


def results(given: Verdict) -> list[Any]:
    found: list[Any] = log(given)["runs"][0]["results"]
    return found


VERDICTS = {
    "every code": ALL_CODES,
    "nothing": verdict(),
    "no base": verdict(finding(), base=None),
    "hostile": verdict(finding(message=HOSTILE, path="app/a b%/ü.py", subject="app.ü")),
    "capped": verdict(*(finding(id=f"edge|{n}|x") for n in range(sarif.CAP + 3))),
}


@pytest.mark.parametrize("given", VERDICTS.values(), ids=VERDICTS)
def test_the_structure_is_that_of_the_standard(given: Verdict) -> None:
    document = log(given)
    assert misfits(document, "log") == []
    run = document["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[one["ruleIndex"]]["id"] for one in run["results"]] == [one["ruleId"] for one in run["results"]]
    lines = [
        one["physicalLocation"].get("region", {})
        for r in run["results"]
        for one in r["locations"]
        if "physicalLocation" in one
    ]
    assert all(line.get("startLine", 1) >= 1 for line in lines)


@pytest.mark.skipif(not SCHEMA, reason="ARCHGATE_SARIF_SCHEMA names no file")
@pytest.mark.parametrize("given", VERDICTS.values(), ids=VERDICTS)
def test_it_is_valid_against_the_published_schema(given: Verdict) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft4Validator(json.loads(Path(SCHEMA).read_text(encoding="utf-8")))
    assert [error.message for error in validator.iter_errors(log(given))] == []


def test_a_result_says_all() -> None:
    [one] = results(verdict(finding(leaf="S2-L7"), folder="services/api"))
    assert one["ruleId"] == "edge/NEW"
    assert one["level"] == "error"
    assert one["message"]["text"] == "app.core imports app.http\nTake it through a port"
    assert one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "services/api/app/core.py"
    assert one["locations"][0]["physicalLocation"]["region"] == {"startLine": 7}
    assert one["properties"] == {"id": "edge|app.core|app.http", "leaf": "S2-L7"}


@pytest.mark.parametrize(
    ("code", "state", "level"),
    [
        ("NEW", "new", "error"),
        ("GREW", "updated", "error"),
        ("SHRUNK", "updated", "error"),
        ("LAUNDERED", "new", "error"),
        ("INHERITED", "unchanged", "warning"),
        ("MOVED", "unchanged", "note"),
    ],
)
def test_baseline_and_level(code: str, state: str, level: str) -> None:
    [one] = results(verdict(finding(code)))
    assert (one["baselineState"], one["level"]) == (state, level)


def test_without_a_base_there_is_no_baseline() -> None:
    assert "baselineState" not in results(verdict(finding(), base=None))[0]


@pytest.mark.parametrize(
    ("idea", "other", "same"),
    [
        ("another line", finding(line=90), True),
        ("another message of the same fact", finding(message="with lines app/core.py:90"), True),
        ("another fact", finding(id="edge|app.core|app.db"), False),
        ("another code", finding("GREW"), False),
    ],
)
def test_fingerprints_of_facts(idea: str, other: Any, same: bool) -> None:
    ours, theirs = (results(verdict(one))[0]["partialFingerprints"] for one in (finding(), other))
    assert (ours == theirs) is same, idea


def test_fingerprints_of_problems_know_no_lines() -> None:
    one, other, third = (
        results(verdict(problem("INVALID", path, f"line {line} of it is wrong", line)))[0]["partialFingerprints"]
        for path, line in (("policies/a.toml", 3), ("policies/a.toml", 14), ("policies/b.toml", 3))
    )
    assert one == other != third


def test_the_cap_is_told_and_spares_what_blocks() -> None:
    run = log(VERDICTS["capped"])["runs"][0]
    assert len(run["results"]) == sarif.CAP
    [told] = run["invocations"][0]["toolExecutionNotifications"]
    assert told["level"] == "warning"
    assert told["message"]["text"].startswith("3 more findings are left out")


def test_a_run_without_verdict_was_no_success() -> None:
    [invocation] = log(verdict(problem("UNREADABLE", "app/a.py", "it is not valid Python")))["runs"][0]["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 3)
