"""What every format for machines says of a finding: how grave it is, where in the repository, and which one it is."""

import hashlib
import re
from typing import Literal

from archgate.gate.finding import Finding
from archgate.gate.verdict import Verdict

Severity = Literal["error", "warning", "note"]
REMARKABLE = frozenset({"INHERITED", "SWAPPED"})
"""Codes that deserve a look even where they do not block."""


def severity(finding: Finding) -> Severity:
    """`error` for what blocks, `warning` for what deserves a look, `note` for what is only told."""
    if finding.blocks:
        return "error"
    return "warning" if finding.code in REMARKABLE else "note"


def place(verdict: Verdict, finding: Finding) -> str:
    """The path of a finding from the top of the repository, "" where it has none."""
    return "/".join(filter(None, (verdict.folder, finding.path))) if finding.path else ""


def located(verdict: Verdict, finding: Finding) -> str:
    """The place of a finding with its line, `path:line`, as far as there is one."""
    path = place(verdict, finding)
    return f"{path}:{finding.line}" if path and finding.line > 0 else path


def fingerprint(finding: Finding) -> str:
    """What stays the same for a finding while lines move: a digest of its code and id, in hexadecimal.

    A problem without an id goes by its path and message, numbers left out.
    """
    words = re.sub(r"\d+", "", finding.message) if not finding.id else ""
    parts = (finding.code, finding.id, "" if finding.id else finding.path, words)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def about(finding: Finding) -> str:
    """What a finding is about, such as `importer -> imported`; "" where it has no id."""
    return " -> ".join(filter(None, (finding.subject, finding.object))) if finding.id else ""


def headline(finding: Finding) -> str:
    """A finding in a few words: its code, its rule, what it is about."""
    return " ".join(filter(None, (finding.code, finding.rule, about(finding))))


def with_cure(finding: Finding) -> str:
    """What is wrong, and, where something is to be done, what."""
    if not finding.fix or severity(finding) == "note":
        return finding.message
    return f"{finding.message}\n{finding.fix}"
