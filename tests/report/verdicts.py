"""Verdicts to be shown, made by hand."""

from archgate.gate.base import Base
from archgate.gate.codes import CODES
from archgate.gate.finding import Finding
from archgate.gate.verdict import Examined, RuleCount, Verdict

OID = "3f2c1ab" + "0" * 33
BASE = Base("origin/main", OID, "merge-base", OID, protected=True, on_protected_branch=False)


def finding(code: str = "NEW", **given: object) -> Finding:
    """A finding of rule `egde`; what is not given is that of one import."""
    fields: dict[str, object] = {
        "code": code,
        "blocks": bool(CODES[code].exit),
        "origin": "inherited" if code == "INHERITED" else "change",
        "rule": "edge",
        "id": "edge|app.core|app.http",
        "subject": "app.core",
        "object": "app.http",
        "path": "app/core.py",
        "line": 7,
        "message": "app.core imports app.http",
        "fix": "Take it through a port",
        **given,
    }
    return Finding(**fields)  # type: ignore[arg-type]


def problem(code: str, path: str, message: str, line: int = 0) -> Finding:
    """A finding about a file, of no rule."""
    return finding(code, rule="", id="", subject=path, object="", path=path, line=line, message=message)


def verdict(*findings: Finding, base: Base | None = BASE, folder: str = "", notes: tuple[str, ...] = ()) -> Verdict:
    """A verdict with these findings."""
    blocking = [one for one in findings if one.blocks]
    code = max((CODES[one.code].exit for one in blocking), default=0)
    return Verdict(
        verdict="unknown" if code > 1 else "fail" if code else "pass",
        exit=code,
        base=base,
        examined=Examined(files=5, excluded=0, apart=1, unreadable=0),
        rules=(RuleCount("edge", "boundary", 3, 2, 1, 0, len(blocking)), RuleCount("rings", "cycle", 0, 0, 0, 0, 0)),
        findings=findings,
        rules_in_all=2,
        notes=notes,
        folder=folder,
    )


ALL_CODES = verdict(
    *(finding(code, id=f"edge|{code}|x") for code, row in CODES.items() if row.exit == 1),
    *(problem(code, f"app/{code}.py", "it is not valid Python", 3) for code, row in CODES.items() if row.exit > 1),
    *(finding(code, id=f"edge|{code}|x", path="", line=0) for code, row in CODES.items() if not row.exit),
    notes=("law: base's own is invalid",),
)
"""Every code there is; those that are only told have no place."""
HOSTILE = "a | b `c` <script>&amp; *d*\n::error file=x::gone\r\n%0A,:\x00\x1b[31m ￾ é"
"""What must stay text whatever the format."""
