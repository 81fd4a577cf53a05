"""The closed table of what a finding can be: what it means, whether it blocks, which exit code it calls for."""

from msgspec import Struct

PASS, FAIL, INVALID_INPUT, UNKNOWN = 0, 1, 2, 3


class Code(Struct, frozen=True):
    """One row: `exit` is 0 for what is only told; `meaning` is the code's page in one sentence, `cure` the way out."""

    name: str
    exit: int
    meaning: str
    cure: str


_ROWS = (
    Code("NEW", FAIL, "The host shows a fact that no entry of the policy covers.", "Remove the fact from the code."),
    Code("GREW", FAIL, "The host shows more of a fact than its entry allows.", "Take the addition out of the code."),
    Code("STALE", FAIL, "An entry stands for nothing any more.", "Run: archgate policy shrink"),
    Code("SHRUNK", FAIL, "The host shows less than an entry has frozen.", "Run: archgate policy shrink"),
    Code("SWAPPED", FAIL, "As much went as came: the total is equal, the debt is not.", "Take what is new out."),
    Code(
        "LAUNDERED",
        FAIL,
        "The law of the protected revision does not allow what this change's own law was made to allow.",
        "Take the violation out; if code only moved, say so: archgate policy move OLD NEW.",
    ),
    Code("REOPENED", FAIL, "Debt that was paid off before is taken up again.", "Take it out of the code again."),
    Code(
        "LOOSENED",
        FAIL,
        "The law sees or forbids less than at the protected revision.",
        "Restore it, or bring a `loosen` decision in a change that touches nothing but the law.",
    ),
    Code(
        "REASSIGNED",
        FAIL,
        "Debt is bound to another leaf than at the protected revision.",
        "Restore the leaf, or in a change without host source run: archgate policy reassign",
    ),
    Code(
        "DIMMED",
        FAIL,
        "A use is no longer resolved although the call stands unchanged.",
        "Restore what made it visible; its entry cannot shrink while the call stands.",
    ),
    Code("UNCLAIMED", FAIL, "A Python file is in no list.", "Name it in `packages`, `exclude` or `apart`."),
    Code("UNRESOLVED", FAIL, "An import of the host reaches nothing in the host.", "Mend the import."),
    Code(
        "ROADMAP",
        FAIL,
        "The roadmap cannot be right as it is written, or as a whole it asks for less than at the protected revision.",
        "Mend the named line of the document.",
    ),
    Code(
        "LEAF_STATE",
        FAIL,
        "A leaf is in a state that the roadmap, the debt bound to it or the change does not bear out.",
        "Take the state back, or bring first what it stands on.",
    ),
    Code(
        "LEAF_RESCOPED",
        FAIL,
        "A leaf is gone, or asks for less than at the protected revision.",
        "Restore it, or decide it: a `drop-leaf`, `rename` or `rescope` decision in a change without host source.",
    ),
    Code(
        "EVIDENCE_MISSING",
        FAIL,
        "A state or a tick asks for evidence, and none is recorded, or none that git bears out.",
        "Record it in the leaf's row or section.",
    ),
    Code(
        "BASELINE_ONLY",
        FAIL,
        "A leaf of code changed no code: only baselines, policies, fixtures, documents or comments.",
        "Deliver the code that the leaf is about.",
    ),
    Code(
        "NO_CALLER",
        FAIL,
        "A leaf brings an abstraction or a function that nothing outside of tests comes to.",
        "Let the canonical code call it, or take it out.",
    ),
    Code("TODO_LEFT", FAIL, "A leaf leaves work for later in what it owns.", "Do it, or take it out of the leaf."),
    Code("TESTS_ONLY", FAIL, "A leaf of code changed nothing but tests.", "Deliver the code that the leaf is about."),
    Code(
        "MOVE_ONLY",
        FAIL,
        "A leaf moved code and changed no edge of it, and no fact is gone.",
        "Take out the dependency that the leaf is about, beside moving the code.",
    ),
    Code(
        "OLD_DOOR",
        FAIL,
        "What a leaf retires or moves can still be imported from its old place, outside of the compat roots.",
        "Take the old export out, or let a module of a compat root have it.",
    ),
    Code(
        "DEBT_ACCEPTED",
        FAIL,
        "A leaf accepted new debt: an entry, exception or mark that allows what was not there before it.",
        "Take the debt out of the code, and the entry with it.",
    ),
    Code("INVALID", INVALID_INPUT, "Configuration or policy is wrong.", "Mend the named line."),
    Code("VACUOUS", INVALID_INPUT, "A selector matches no module of the host.", "Correct the selector, or remove it."),
    Code("DECISION_INVALID", INVALID_INPUT, "A decision is wrong.", "Mend the named line."),
    Code("UNREADABLE", UNKNOWN, "A source could not be read or parsed, so there is no verdict.", "Mend the file."),
    Code(
        "UNMEASURED",
        UNKNOWN,
        "A measure could not be taken, so there is no verdict.",
        "Mend what it names; then check again.",
    ),
    Code("BASE_UNKNOWN", UNKNOWN, "The protected revision cannot be found.", "Run: git fetch, or name one: --base REF"),
    Code("INHERITED", PASS, "The protected revision shows it too.", "Mend it there; here it is told."),
    Code("BEHIND", PASS, "The protected branch has paid off what is still listed here.", "Rebase or merge it."),
    Code("MOVED", PASS, "Debt went from one place to another, no more of it than before.", ""),
    Code("WIDENED", PASS, "The law sees more than before; what it newly sees was there at base.", ""),
    Code("RESOLVED", PASS, "An unchanged call is newly seen for what it is.", ""),
    Code("PLANNED", PASS, "An exception that was approved ahead of its code has landed.", ""),
    Code("REVERTED", PASS, "Debt came back by the proven revert of the change that removed it.", ""),
)

CODES = {row.name: row for row in _ROWS}
"""Every code by its name."""


def exit_code(codes: list[str]) -> int:
    """The exit code of several findings at once: 2, then 3, then 1, then 0."""
    exits = {CODES[code].exit for code in codes}
    return next((code for code in (INVALID_INPUT, UNKNOWN, FAIL) if code in exits), PASS)
