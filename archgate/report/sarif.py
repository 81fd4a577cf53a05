"""A verdict as SARIF 2.1.0, for code scanning: results, help for each rule, fingerprints that outlive moved lines."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from archgate.gate.codes import CODES
from archgate.gate.finding import Finding
from archgate.gate.verdict import RuleCount, Verdict
from archgate.report.encode import to_json
from archgate.report.severity import fingerprint, place, severity, with_cure
from archgate.version import VERSION

CAP = 5_000
"""The results that a run carries: GitHub shows no more of an upload. Blocking ones come first."""
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(verdict: Verdict) -> str:
    """The SARIF log of one run."""
    return to_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(verdict)]})


def _run(verdict: Verdict) -> dict[str, Any]:
    shown = verdict.findings[:CAP]
    ids = sorted({_rule_id(finding) for finding in shown})
    rules = {rule.rule: rule for rule in verdict.rules}
    driver = {
        "name": "archgate",
        "version": VERSION,
        "semanticVersion": VERSION,
        "rules": [_descriptor(name, rules) for name in ids],
    }
    return {
        "tool": {"driver": driver},
        "invocations": [_invocation(verdict, len(verdict.findings) - len(shown))],
        "results": [_result(verdict, finding, ids) for finding in shown],
        "properties": {"verdict": verdict.verdict, "base": verdict.base.oid if verdict.base else ""},
    }


def _rule_id(finding: Finding) -> str:
    return f"{finding.rule}/{finding.code}" if finding.rule else finding.code


def _descriptor(name: str, rules: dict[str, RuleCount]) -> dict[str, Any]:
    """The page of a rule and a code: what the code means, and what to do."""
    rule, _, code = name.rpartition("/")
    row, of = CODES[code], f" Rule `{rule}`" if rule else ""
    kind = f" of kind `{rules[rule].kind}`" if rule in rules else ""
    about = f"{of}{kind}." if of else ""
    more = f"For more run: archgate explain {code}"
    return {
        "id": name,
        "shortDescription": {"text": row.meaning},
        "fullDescription": {"text": f"{row.meaning}{about}"},
        "help": {
            "text": "\n".join(filter(None, (row.meaning + about, row.cure, more))),
            "markdown": "\n\n".join(
                filter(None, (f"**{code}**{about}", row.meaning, row.cure, f"`archgate explain {code}`"))
            ),
        },
        "defaultConfiguration": {"level": "error" if row.exit else "note"},
    }


def _invocation(verdict: Verdict, left_out: int) -> dict[str, Any]:
    told = [*verdict.notes]
    if left_out:
        told.append(f"{left_out} more findings are left out: a run carries {CAP}. See: archgate check --format json")
    return {
        "executionSuccessful": verdict.verdict != "unknown",
        "exitCode": verdict.exit,
        "toolExecutionNotifications": [
            {"level": "warning" if left_out and text == told[-1] else "note", "message": {"text": text}}
            for text in told
        ],
    }


def _result(verdict: Verdict, finding: Finding, ids: Sequence[str]) -> dict[str, Any]:
    name = _rule_id(finding)
    result: dict[str, Any] = {
        "ruleId": name,
        "ruleIndex": ids.index(name),
        "level": severity(finding),
        "message": {"text": with_cure(finding)},
        "locations": [_location(verdict, finding)],
        "partialFingerprints": {"archgate/v1": fingerprint(finding)},
        "properties": {key: value for key in ("id", "leaf", "owner") if (value := getattr(finding, key))},
    }
    if verdict.base is not None and verdict.base.oid:
        result["baselineState"] = _state(finding)
    return result


def _state(finding: Finding) -> str:
    """Whether base lacks what the finding tells of; codes that are only told are of what base has, in some form."""
    if not CODES[finding.code].exit:
        return "unchanged"
    return "updated" if finding.code in ("GREW", "SHRUNK") else "new"


def _location(verdict: Verdict, finding: Finding) -> dict[str, Any]:
    path = place(verdict, finding)
    location: dict[str, Any] = {}
    if path:
        physical: dict[str, Any] = {"artifactLocation": {"uri": quote(path), "uriBaseId": "%SRCROOT%"}}
        if finding.line > 0:
            physical["region"] = {"startLine": finding.line}
        location["physicalLocation"] = physical
    if finding.id and finding.subject:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.subject, "kind": "module"}]
    return location
