"""A verdict as JSON."""

import msgspec

from archgate.gate.base import Base
from archgate.gate.verdict import Verdict
from archgate.report.encode import SCHEMA, to_json


def render(verdict: Verdict) -> str:
    """The verdict in the form that DESIGN section 10 fixes."""
    return to_json(
        {
            "schema": SCHEMA,
            "verdict": verdict.verdict,
            "exit": verdict.exit,
            "protected": bool(verdict.base and verdict.base.protected),
            "base": _base(verdict.base),
            "examined": msgspec.to_builtins(verdict.examined),
            "rules": [msgspec.to_builtins(count) for count in verdict.rules],
            "findings": [msgspec.to_builtins(finding) for finding in verdict.findings],
            "notes": list(verdict.notes),
        }
    )


def _base(base: Base | None) -> dict[str, str] | None:
    if base is None or not base.oid:
        return None
    return {"ref": base.ref, "oid": base.oid, "mode": base.mode}
