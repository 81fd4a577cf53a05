"""`archgate leaf gate ID`: whether a leaf may be called verified, delivered or complete."""

from collections.abc import Sequence

from msgspec import Struct

from archgate.gate.case import Case
from archgate.gate.codes import CODES, INVALID_INPUT
from archgate.gate.finding import Finding
from archgate.host.commits import fetch
from archgate.host.errors import InputError, Problem, invalid
from archgate.host.phrases import meant_or_listed
from archgate.host.tree import DiskTree
from archgate.measure import known_kinds
from archgate.policy.law import read_law
from archgate.policy.roadmap_terms import Claimed, LeafTerms, RoadmapPolicy
from archgate.roadmap.conditions.delivered import remote_branch
from archgate.roadmap.document import Claim, Leaf, Roadmap
from archgate.roadmap.false_completion import false_completions
from archgate.roadmap.from_tree import read_document
from archgate.roadmap.identifiers import canonical
from archgate.roadmap.leaf_commits import span_of
from archgate.roadmap.leaf_verdict import LeafVerdict, joined, judge_leaf
from archgate.roadmap.trial import Asked, Trial
from archgate.roadmap.unknown_names import leaf_names
from archgate.run.opening import Ground, Options, open_case, stand
from archgate.run.roadmap import policy_of, roadmap_findings


class Court(Struct, frozen=True):
    """What every leaf of one run is judged with. `policy` is base's where base has one."""

    case: Case
    roadmap: Roadmap
    policy: RoadmapPolicy
    asked: Asked
    findings: Sequence[Finding]


def gate(options: Options, name: str, state: Claimed | None, asked: Asked) -> LeafVerdict:
    """The verdict on a leaf, or on a parent by all of its leaves, for the state that is asked for.

    Without one it is the state that it claims, where that is VERIFIED or further, else VERIFIED. Raises InputError
    where there is no roadmap, no such leaf, or a law that cannot be used.
    """
    with stand(options) as ground:
        if asked.fetch:
            _fetch(ground)
        court = _court(open_case(ground, options), asked)
        wanted = _wanted(court.roadmap, name)
        leaf = court.roadmap.leaf(wanted)
        if leaf is not None:
            return _judged(court, leaf, state)
        parent = next((one for one in court.roadmap.parents if one.id == wanted), None)
        claimed = state or _claimed(parent.claim if parent else None)
        children = court.roadmap.children(wanted)
        verdicts = [_judged(court, child, claimed) for child in children]
        return joined(wanted, claimed, verdicts, _about(court, wanted))


def _court(case: Case, asked: Asked) -> Court:
    own = policy_of(case.law)
    before = case.base_law.roadmap if case.base_law else None
    findings = roadmap_findings(case)
    wrong = [one for one in findings if CODES[one.code].exit == INVALID_INPUT]
    if wrong:
        raise InputError(Problem(one.path, one.line, one.code, one.message, one.fix) for one in wrong)
    return Court(case, read_document(case.head.tree, own), before or own, asked, findings)


def _wanted(roadmap: Roadmap, name: str) -> str:
    names = leaf_names(roadmap)
    wanted = name if name in names else canonical(name)
    if wanted not in names:
        raise invalid(f"there is no leaf `{name}` in {roadmap.path}", meant_or_listed(wanted, names))
    return wanted


def _judged(court: Court, leaf: Leaf, state: Claimed | None) -> LeafVerdict:
    terms, at_base = _terms(court, leaf.id)
    trial = Trial(
        case=court.case,
        roadmap=court.roadmap,
        policy=court.policy,
        leaf=leaf,
        terms=terms,
        span=span_of(court.case, policy_of(court.case.law), leaf),
        state=state or _claimed(leaf.claim),
        at_base=at_base,
        asked=court.asked,
    )
    return judge_leaf(trial, [*_about(court, leaf.id), *false_completions(trial)])


def _about(court: Court, name: str) -> list[Finding]:
    """What was found of a leaf or parent in the roadmap."""
    return [one for one in court.findings if name in (one.leaf, one.subject)]


def _terms(court: Court, name: str) -> tuple[LeafTerms, bool]:
    """What is asked of a leaf: by base where that says something of it or there is none, else by head."""
    if court.case.base_law is None:
        return court.policy.leaf(name), not court.case.base.oid
    if any(one.id == name for one in court.policy.leaves) and court.case.base_law.roadmap is not None:
        return court.policy.leaf(name), True
    return policy_of(court.case.law).leaf(name), False


def _claimed(claim: Claim | None) -> Claimed:
    state = claim.state if claim else None
    if state == "VERIFIED" or state == "DELIVERED" or state == "COMPLETE":
        return state
    return "VERIFIED"


def _fetch(ground: Ground) -> None:
    """Ask the remote where its branch stands, before anything is held against it."""
    law = read_law(DiskTree(ground.root, ground.git), known_kinds())
    place = remote_branch(ground.git, policy_of(law).header) if ground.git else None
    if ground.git is None or place is None:
        return
    try:
        fetch(ground.git, *place)
    except InputError as error:
        raise invalid(f"--fetch: {error.problems[0].message}", "see: git fetch", code="UNREADABLE") from None
