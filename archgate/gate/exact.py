"""Verdict 1: the facts of head's tree under head's law equal head's entries."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from archgate.facts.fact import Difference, Fact, Item, Place
from archgate.facts.kind import Kind
from archgate.gate.allowance import Allowance, Finder, allowances, finder, items_of, landed
from archgate.gate.finding import Finding, finding_about
from archgate.gate.measured import Measured, exactly
from archgate.host.phrases import some


class Disagreement(Struct, frozen=True):
    """A finding of verdict 1 with the difference that it tells of (none where an owner is concerned)."""

    finding: Finding
    difference: Difference | None = None


def exact(measured: Measured) -> list[Disagreement]:
    """Every disagreement between the facts of a rule and its policy's entries.

    What a measure that is not whole does not show has not gone.
    """
    kind = measured.kind
    entries = allowances(measured.policy, kind)
    settled = landed(entries)
    compared = kind.compare(measured.facts, items_of(settled))
    differences = [one for one in compared if one.over or not measured.fault]
    entry_of = finder(kind, settled)
    plan_of = finder(kind, (allowance for allowance in entries if allowance.planned))
    found = [_disagreement(measured, difference, entry_of, plan_of) for difference in differences]
    found.extend(_landed_owners(measured))
    return found + _swapped(measured, found)


def survived(measured: Measured) -> Iterator[Finding]:
    """What the host shows and survives: told, never red; an entry for it would be one that nothing needs (STALE)."""
    for fact in measured.told:
        message = f"{fact.subject} asks for {fact.object}, which is not there, and survives it"
        yield replace(finding_about(measured.kind.unlisted, measured.policy.rule, fact, message), blocks=False)


def _disagreement(measured: Measured, difference: Difference, entry_of: Finder, plan_of: Finder) -> Disagreement:
    awaited = plan_of(difference.item) if difference.over else None
    if awaited is not None and _within(difference, awaited):
        message = f"what was planned for {awaited.planned} has landed"
        return Disagreement(_about(measured, "SHRUNK", difference, message, awaited), difference)
    entry = entry_of(difference.allowed) if difference.allowed else None
    code = _code(measured.kind, difference)
    message = measured.kind.describe(measured.view, measured.policy.scope, difference)
    return Disagreement(_about(measured, code, difference, message, entry), difference)


def _code(kind: Kind, difference: Difference) -> str:
    if difference.over:
        return kind.unlisted if difference.allowed is None else "GREW"
    return "STALE" if difference.observed is None else "SHRUNK"


def _within(difference: Difference, awaited: Allowance) -> bool:
    parts = awaited.item.parts
    return not parts or all(n <= parts.get(part, 0) for part, n in difference.over.items())


def _about(measured: Measured, code: str, difference: Difference, message: str, entry: Allowance | None) -> Finding:
    fact = difference.item
    spot = measured.kind.place(difference)
    if entry is not None and not isinstance(fact, Fact):
        spot = Place(_home(measured, entry), entry.line)
    return finding_about(
        code,
        measured.policy.rule,
        fact,
        f"{message}. {measured.policy.title}{_standing(code, measured)}",
        fix=_cure(code, measured, fact),
        leaf=entry.leaf if entry else "",
        owner=entry.owner if entry else "",
        path=spot.path if spot else "",
        line=spot.line if spot else 0,
    )


def _home(measured: Measured, entry: Allowance) -> str:
    return measured.policy.ledger if entry.section == "debt" else measured.policy.path


def _standing(code: str, measured: Measured) -> str:
    path = measured.policy.ledger
    if code in ("NEW", "UNRESOLVED"):
        return f"; no entry in {path} covers this"
    return f"; its entry in {path} allows less" if code == "GREW" else ""


def _cure(code: str, measured: Measured, item: Item) -> str:
    if code in ("STALE", "SHRUNK"):
        return "archgate fixture write" if measured.kind.marked else "archgate policy shrink"
    return measured.kind.advice(item)


def _landed_owners(measured: Measured) -> Iterator[Disagreement]:
    for owner in measured.policy.owners:
        if not owner.planned:
            continue
        permits = measured.view.permits([exactly(owner.module)])
        if any(permits(fact.subject) for fact in measured.owned):
            item = Item(owner.module, "", {})
            message = f"the owner planned for {owner.planned} has landed: its mark goes"
            yield Disagreement(
                finding_about(
                    "SHRUNK",
                    measured.policy.rule,
                    item,
                    message,
                    fix="archgate policy shrink",
                    path=measured.policy.path,
                    line=owner.line,
                )
            )


def _swapped(measured: Measured, found: Sequence[Disagreement]) -> list[Disagreement]:
    came = [one for one in found if one.difference and one.difference.over]
    went = [one for one in found if one.difference and one.difference.under and not one.difference.over]
    more = sum(sum(one.difference.over.values()) for one in came if one.difference)
    less = sum(sum(one.difference.under.values()) for one in went if one.difference)
    if not came or more != less:
        return []
    new, old = came[0].finding, went[0].finding
    message = f"{more} came and {less} went: {_names(came)} for {_names(went)}; an equal total is not the same debt"
    item = came[0].difference.item if came[0].difference else Item(new.subject, new.object, {})
    told = finding_about("SWAPPED", measured.policy.rule, item, message, fix=f"undo {new.id}; then settle {old.id}")
    return [Disagreement(told)]


def _names(found: Sequence[Disagreement]) -> str:
    return some([one.finding.id for one in found], 3)
