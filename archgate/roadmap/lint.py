"""`archgate roadmap lint`: what the document says against itself, and nothing that only git or the code can tell."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from archgate.gate.finding import Finding
from archgate.host.phrases import did_you_mean, meant_or_known
from archgate.policy.roadmap_terms import STATES, RoadmapPolicy
from archgate.roadmap.claims import claims
from archgate.roadmap.dependencies import Dependencies, circles, dependencies
from archgate.roadmap.document import Claim, Roadmap
from archgate.roadmap.evidence_asked import evidence_asked
from archgate.roadmap.identifiers import stage_of
from archgate.roadmap.remark import Remark, finding_from
from archgate.roadmap.unknown_names import MANY


class Linted(Struct, frozen=True):
    """What every check looks at."""

    roadmap: Roadmap
    policy: RoadmapPolicy
    dependencies: Dependencies


def lint(roadmap: Roadmap, policy: RoadmapPolicy) -> list[Finding]:
    """Every finding about a document, sorted by line."""
    linted = Linted(roadmap, policy, dependencies(roadmap))
    remarks = [remark for check in CHECKS for remark in check(linted)]
    return [finding_from(remark, roadmap.path) for remark in sorted(set(remarks))]


def _faults(linted: Linted) -> Iterator[Remark]:
    for fault in linted.roadmap.faults:
        message = f"{fault.leaf} {fault.message}" if fault.leaf else fault.message
        yield Remark(fault.line, "ROADMAP", fault.leaf, "document", message)


def _words(linted: Linted) -> Iterator[Remark]:
    """State words that are none."""
    for leaf in linted.roadmap.leaves:
        yield from _word(leaf.id, leaf.claim)
        if leaf.section and leaf.section.status:
            yield from _word(leaf.id, leaf.section.status)


def _word(leaf: str, claim: Claim) -> Iterator[Remark]:
    if claim.state is None and not claim.word:
        yield Remark(claim.line, "ROADMAP", leaf, "state", f"{leaf} has no state", f"write one of {', '.join(STATES)}")
    elif claim.state is None:
        message = f"{leaf} is in the unknown state `{claim.word}`"
        fix = did_you_mean(claim.word, STATES) or f"write one of {', '.join(STATES)}"
        yield Remark(claim.line, "ROADMAP", leaf, "state", message, fix)


def _stages(linted: Linted) -> Iterator[Remark]:
    """Leaves that stand under another stage than their ids say."""
    for leaf in linted.roadmap.leaves:
        if "-" in leaf.id and leaf.stage != stage_of(leaf.id):
            message = f"{leaf.id} is listed under stage {leaf.stage}"
            fix = f"move its row to {stage_of(leaf.id)}, or give it an id of {leaf.stage}"
            yield Remark(leaf.line, "ROADMAP", leaf.id, "stage", message, fix)


def _missing(linted: Linted) -> Iterator[Remark]:
    roadmap = linted.roadmap
    known = {leaf.id for leaf in roadmap.leaves} | {stage.id for stage in roadmap.stages}
    for one in linted.dependencies.missing:
        message = f"{one.leaf.id} depends on `{one.term.text}`, which is no leaf, parent or stage"
        many = did_you_mean(one.term.name, known) or "name a leaf, a parent, a stage, `none` or `all`"
        fix = meant_or_known(one.term.name, known) if len(known) < MANY else many
        yield Remark(one.leaf.line, "ROADMAP", one.leaf.id, one.term.name, message, fix)


def _circles(linted: Linted) -> Iterator[Remark]:
    for circle in circles(linted.dependencies):
        leaf = linted.roadmap.leaf(circle[0])
        assert leaf is not None
        way = " -> ".join((*circle, circle[0]))
        message = f"none of these leaves can ever begin, each waits for the next: {way}"
        yield Remark(leaf.line, "ROADMAP", leaf.id, "depends", message, "take out the dependency that is not meant")


def _claims(linted: Linted) -> Iterator[Remark]:
    yield from claims(linted.roadmap, linted.policy, linted.dependencies)


def _evidence(linted: Linted) -> Iterator[Remark]:
    yield from evidence_asked(linted.roadmap)


Check = Callable[[Linted], Iterator[Remark]]
CHECKS: tuple[Check, ...] = (_faults, _words, _stages, _missing, _circles, _claims, _evidence)
"""Every check of the document alone. What git knows of commit ids, and what debt is bound to, is asked elsewhere."""
