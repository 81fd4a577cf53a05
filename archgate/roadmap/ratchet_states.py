"""States against base: none is raised that the change does not bear out, none falls back without a decision."""

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from archgate.gate.case import Case
from archgate.policy.roadmap_terms import STATES, Claimed
from archgate.roadmap.compared import Compared
from archgate.roadmap.document import Leaf
from archgate.roadmap.readiness import has_reached
from archgate.roadmap.remark import Remark
from archgate.roadmap.trial import Word

CODE: Final = "LEAF_STATE"
MISSING: Final = "EVIDENCE_MISSING"


class GateHolds(Protocol):
    """Asks the gate whether a leaf of head may be called `state`: its verdict, and what that rests on in words."""

    def __call__(self, case: Case, leaf: Leaf, state: Claimed) -> tuple[Word, str]:
        """`holds` and why, or what keeps it from holding."""
        ...


def states_changed(
    compared: Compared, debts: Mapping[str, int], case: Case, gate: GateHolds | None
) -> Iterator[Remark]:
    """States of head that base's do not lead to. `debts` counts the entries and marks bound to each leaf of head.

    No debt and, where base's policy needs acceptance for it, commands and a verification record bear out a state of
    VERIFIED or above; and what a `gate` says of it.
    """
    for leaf in compared.after.roadmap.leaves:
        origins = compared.origins(leaf)
        before = min((old.state for old in origins if old.state), key=STATES.index, default=None)
        fallen = next((old for old in origins if _has_fallen(old, leaf)), None)
        if fallen is not None and not _may_fall(compared, fallen, leaf):
            yield _fallen(fallen, leaf)
        for state in ("VERIFIED", "DELIVERED", "COMPLETE"):
            if leaf.state == state and not has_reached(before, state):
                yield from _raised(compared, leaf, state, has_reached(before, "VERIFIED"), debts)
                yield from _asked(case, leaf, state, gate)


def _has_fallen(old: Leaf, leaf: Leaf) -> bool:
    """Whether a leaf is back behind where it was: from VERIFIED on at any lower state, or unbegun after ACTIVE."""
    if old.state is None or leaf.state is None:
        return False
    done = has_reached(old.state, "VERIFIED") and not has_reached(leaf.state, old.state)
    return done or (old.state == "ACTIVE" and leaf.state == "PLANNED")


def _may_fall(compared: Compared, old: Leaf, leaf: Leaf) -> bool:
    """Whether a decision takes the leaf back, or reverts a commit that base records for it."""
    recorded = {*old.evidence.commits, *(old.section.evidence.commits if old.section else ())}
    reverted = any(commit.startswith(one) for commit in compared.decided.reverted for one in recorded)
    return reverted or bool({old.id, leaf.id} & compared.decided.fallen)


def _fallen(old: Leaf, leaf: Leaf) -> Remark:
    message = f"{leaf.id} was {old.state} at base and is {leaf.state}"
    fix = f"restore the state, or decide it: a `fall-back` decision with subject '{leaf.id}' in policies/decisions/"
    return Remark(leaf.line, CODE, leaf.id, "fall-back", message, fix)


def _raised(
    compared: Compared, leaf: Leaf, state: Claimed, verified: bool, debts: Mapping[str, int]
) -> Iterator[Remark]:
    needs = compared.before.policy.needs.of(state)
    sections = [section for old in compared.origins(leaf) for section in compared.sections(old)]
    sections += [leaf.section] if leaf.section else []
    lacks = [
        name
        for name, there in (
            ("no acceptance commands", any(section.commands for section in sections)),
            ("no verification record", any(section.records for section in sections)),
        )
        if not there
    ]
    told = state == "VERIFIED" and len(lacks) > 1  # by lint, whatever base had
    if lacks and not verified and not told and "acceptance" in needs:
        message = f"{leaf.id} becomes {state} with this change, and it has {' and '.join(lacks)}"
        fix = "write down what was run, and what came of it, or leave the state"
        yield Remark(leaf.line, MISSING, leaf.id, "raised", message, fix)
    if debts.get(leaf.id):
        one = debts[leaf.id] == 1
        message = f"{leaf.id} becomes {state} with this change, and {debts[leaf.id]} "
        message += f"entr{'y or mark is' if one else 'ies and marks are'} bound to it still"
        fix = f"pay it off first: archgate leaf show {leaf.id}, archgate debt --by leaf"
        yield Remark(leaf.line, CODE, leaf.id, "debt", message, fix)


def _asked(case: Case, leaf: Leaf, state: Claimed, gate: GateHolds | None) -> Iterator[Remark]:
    if gate is None:
        return
    verdict, evidence = gate(case, leaf, state)
    if verdict != "holds":
        code: Final = CODE if verdict == "fails" else MISSING
        message = f"{leaf.id} becomes {state} with this change, and its gate says `{verdict}`: {evidence}"
        yield Remark(leaf.line, code, leaf.id, "gate", message, f"see: archgate leaf gate {leaf.id} --state {state}")
