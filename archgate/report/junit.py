"""A verdict as JUnit XML: a suite for each rule, a case for each finding, and one that passes where nothing blocks."""

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from archgate.gate.codes import CODES, FAIL
from archgate.gate.finding import Finding
from archgate.gate.verdict import Verdict
from archgate.report.severity import headline, located, place, with_cure
from archgate.report.summary import summary

LAW = "law"
"""The suite of findings that no rule owns: files that cannot be read, configuration."""
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no place for."""


def render(verdict: Verdict) -> str:
    """The document; what only is told stands in its suite's output."""
    names = [LAW, *(rule.rule for rule in verdict.rules)]
    names += sorted({finding.rule for finding in verdict.findings if finding.rule} - set(names))
    suites = [_suite(verdict, name, [one for one in verdict.findings if (one.rule or LAW) == name]) for name in names]
    root = Element("testsuites", {"name": "archgate", **_numbers(suites)})
    root.extend(suites)
    indent(root)
    text: str = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- {summary(verdict)} -->\n{text}\n'


def _numbers(suites: Sequence[Element]) -> dict[str, str]:
    return {key: str(sum(int(suite.get(key, "0")) for suite in suites)) for key in ("tests", "failures", "errors")}


def _suite(verdict: Verdict, name: str, findings: Sequence[Finding]) -> Element:
    blocking = [finding for finding in findings if finding.blocks]
    errors = sum(_is_error(finding) for finding in blocking)
    suite = Element(
        "testsuite",
        name=_clean(f"archgate.{name}"),
        tests=str(max(1, len(blocking))),
        failures=str(len(blocking) - errors),
        errors=str(errors),
        skipped="0",
    )
    for finding in blocking:
        suite.append(_case(verdict, name, finding))
    if not blocking:
        SubElement(suite, "testcase", classname=_clean(f"archgate.{name}"), name="holds")
    told = [f"{headline(finding)}: {finding.message}" for finding in findings if not finding.blocks]
    if told:
        SubElement(suite, "system-out").text = _clean("\n".join(told))
    return suite


def _is_error(finding: Finding) -> bool:
    """Whether a finding is no failure but keeps the verdict from being reached."""
    return CODES[finding.code].exit > FAIL


def _case(verdict: Verdict, suite: str, finding: Finding) -> Element:
    path = place(verdict, finding)
    case = Element("testcase", classname=_clean(f"archgate.{suite}"), name=_clean(headline(finding)))
    if path:
        case.set("file", _clean(path))
    if finding.line > 0:
        case.set("line", str(finding.line))
    fault = SubElement(case, "error" if _is_error(finding) else "failure", type=finding.code)
    fault.set("message", _clean(finding.message))
    fault.text = _clean("\n".join(filter(None, (located(verdict, finding), with_cure(finding)))))
    return case


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
