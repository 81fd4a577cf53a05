"""Strings of frozen files: names, paths, leaf ids and selectors that a person may have mistyped."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from archgate.host.naming import is_word
from archgate.host.printable import control_fault, printable
from archgate.host.selectors import selector_fault
from archgate.policy.problems import FORMAT, Reporter
from archgate.policy.reason import UNREVIEWED, weakness

DRIVE = re.compile(r"[A-Za-z]:[/\\]")
RULE = re.compile(r"[^\W_][\w.-]*")
ORDINAL = re.compile(r"#[1-9][0-9]*$")
"""What tells a definition from those of its name before it in one scope: `run#2`."""
MOST = 10**9
"""What an entry counts at the most."""
REASON_FIX = f"say what stands in the way, or write `{UNREVIEWED}`"


def fault_of_path(text: str) -> str:
    """What is wrong with a string that may be a path, "" where nothing is: paths are relative and use `/`."""
    if "\\" in text:
        return f"`{text}` has a backslash: paths are written with `/`"
    if text.startswith("/") or DRIVE.match(text):
        return f"`{text}` is an absolute path: paths are relative to the root"
    if "/" in text and {".", ".."} & set(text.split("/")):
        return f"`{text}` goes through `.` or `..`: paths are relative to the root and plain"
    return ""


def fault_of_owner(text: str) -> str:
    """What is wrong with the module of an owner block: exact, or all modules below one."""
    exact = text.removesuffix(".**")
    if not exact.strip() or "*" in exact or exact.startswith("="):
        return f"`{text}` is not exact: write `app.module`, or `app.package.**`"
    return fault_of_path(exact) or selector_fault(exact)


def fault_of_leaf(text: str) -> str:
    """What is wrong with a leaf id: any word will do."""
    if not text or " " in text or not text.isprintable():
        return f"`{printable(text)}` is no leaf id: one word such as `S2-L7`"
    return ""


def fault_of_module(text: str) -> str:
    """What is wrong with a dotted module name, a `module:definition` or the path of a file that is no module."""
    if "/" in text:
        return fault_of_path(text)
    module, colon, definition = text.partition(":")
    names = [ORDINAL.sub("", name) for name in definition.split(".")] if colon else []
    parts = [*module.split("."), *names]
    if all(is_word(part) or part == "<module>" for part in parts):
        return ""
    return f"`{text}` is no module: write `app.module`, or `app.module:definition`"


def fault_of_rule(text: str) -> str:
    """What is wrong with the name of a rule, which is also a file's name and the first part of ids."""
    if RULE.fullmatch(text):
        return ""
    return f"`{text}` is no name for a rule: letters, digits, hyphens"


def report_strings(raw: Mapping[str, Any], report: Reporter) -> None:
    """Tell the strings of an entry or a scope, alone or in lists, that are paths and wrong as such."""
    for key, value in raw.items():
        if isinstance(value, str):
            _report_string(key, value, None, report)
        elif isinstance(value, list):
            for number, element in enumerate(value):
                if isinstance(element, str):
                    _report_string(key, element, number, report)


def _report_string(key: str, text: str, element: int | None, report: Reporter) -> None:
    report_control(key, text, report, element)
    if "/" in text or "\\" in text:
        fault = fault_of_path(text)
        if fault:
            report(key, f"`{key}`: {fault}", element=element)


def report_control(key: str, text: str, report: Reporter, element: int | None = None) -> None:
    """Tell a text with a character that terminals obey: reports print it as it is."""
    fault = control_fault(text)
    if fault:
        report(key, f"`{key}` {fault}", "write it on one line, in letters", element=element)


def report_numbers(raw: Mapping[str, Any], report: Reporter) -> None:
    """Tell the numbers of an entry that count nothing: there are no more than so many things in any host."""
    for key, value in raw.items():
        if isinstance(value, int) and not 0 <= value <= MOST:
            report(key, f"`{key}` must be a number from 0 to {MOST}")


def report_order(raw: Mapping[str, Any], report: Reporter) -> None:
    """Tell the lists of strings of an entry that are not sorted or name a thing twice: they stand for sets."""
    for key, value in raw.items():
        if isinstance(value, list) and all(isinstance(element, str) for element in value):
            _report_list(key, value, report)


def _report_list(key: str, value: list[str], report: Reporter) -> None:
    if value != sorted(value):
        number = next(n for n in range(1, len(value)) if value[n] < value[n - 1])
        report(key, f"`{key}` is not sorted: `{value[number]}`", FORMAT, element=number)
    if len(set(value)) < len(value):
        number = next(n for n, element in enumerate(value) if element in value[:n])
        report(key, f"`{key}` names `{value[number]}` twice", "keep one of them", element=number)


def report_reason(reason: str, report: Reporter) -> None:
    """Tell a reason that gives none."""
    fault = control_fault(reason, prose=True) or weakness(reason)
    if fault:
        report("reason", f"`reason` {fault}", REASON_FIX)


def report_composition(raw: Mapping[str, Any], report: Reporter) -> None:
    """Tell the strings of a table that are not in Unicode's normal form C."""
    for key, value in raw.items():
        elements = value if isinstance(value, list) else [value]
        for number, element in enumerate(elements):
            if isinstance(element, str) and not unicodedata.is_normalized("NFC", element):
                at = number if isinstance(value, list) else None
                report(key, f"`{key}`: `{element}` is not in Unicode's normal form C", FORMAT, element=at)
