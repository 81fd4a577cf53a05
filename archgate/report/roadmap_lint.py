"""What `archgate roadmap lint` found, as text or JSON."""

from collections.abc import Iterator

from msgspec import Struct

from archgate.gate.codes import INVALID_INPUT, exit_code
from archgate.gate.finding import Finding
from archgate.gate.verdict import code_of
from archgate.host.phrases import number_of
from archgate.report.encode import SCHEMA, to_json
from archgate.report.plain import document
from archgate.report.text import finding_lines


class Linting(Struct, frozen=True):
    """The document, how many stages and leaves it has, every finding, and what is said beside them."""

    document: str
    stages: int
    leaves: int
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    @property
    def exit(self) -> int:
        """The exit code that the findings call for."""
        return exit_code([code_of(finding) for finding in self.findings if finding.blocks])


class LintDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate roadmap lint`."""

    schema: int
    document: str
    exit: int
    stages: int
    leaves: int
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]


def render(linting: Linting, form: str) -> str:
    """The findings in the format `text` or `json`."""
    return {"text": _text, "json": _json}[form](linting)


def _json(linting: Linting) -> str:
    numbers = (linting.exit, linting.stages, linting.leaves)
    return to_json(LintDocument(SCHEMA, linting.document, *numbers, linting.findings, linting.notes))


def _text(linting: Linting) -> str:
    return document(_lines(linting))


def _lines(linting: Linting) -> Iterator[str]:
    for finding in linting.findings:
        yield from finding_lines(finding)
        yield ""
    yield from linting.notes
    count = len(linting.findings)
    word = "PASS" if not linting.exit else "INVALID" if linting.exit == INVALID_INPUT else "FAIL"
    yield f"{linting.document}: {number_of(linting.leaves, 'leaf', 'leaves')} in {number_of(linting.stages, 'stage')}"
    yield f"{word}: " + (number_of(count, "finding") if count else "no findings")
