"""A verdict as JSON."""

from msgspec import Struct

from archgate.gate.base import Base
from archgate.gate.finding import Finding
from archgate.gate.verdict import Examined, RuleCount, Verdict, Word
from archgate.report.encode import SCHEMA, to_json


class BaseDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """What was judged against: the ref as it was named, its one commit, and what that commit is."""

    ref: str
    oid: str
    mode: str


class CheckDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate check`."""

    schema: int
    verdict: Word
    exit: int
    protected: bool
    base: BaseDocument | None
    examined: Examined
    rules: tuple[RuleCount, ...]
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]


def render(verdict: Verdict) -> str:
    """The verdict as a `CheckDocument`."""
    return to_json(
        CheckDocument(
            schema=SCHEMA,
            verdict=verdict.verdict,
            exit=verdict.exit,
            protected=bool(verdict.base and verdict.base.protected),
            base=_base(verdict.base),
            examined=verdict.examined,
            rules=verdict.rules,
            findings=verdict.findings,
            notes=verdict.notes,
        )
    )


def _base(base: Base | None) -> BaseDocument | None:
    if base is None or not base.oid:
        return None
    return BaseDocument(base.ref, base.oid, base.mode)
