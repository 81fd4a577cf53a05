"""`archgate leaf gate ID`: whether a leaf may be called verified, delivered or complete."""

from collections.abc import Sequence

from msgspec import Struct

from archgate.gate.case import Case
from archgate.gate.finding import Finding
from archgate.host.commits import fetch
from archgate.host.errors import InputError, invalid
from archgate.policy.roadmap_terms import Claimed, LeafTerms, RoadmapPolicy
from archgate.roadmap.binding import leaf_names
from archgate.roadmap.conditions.delivered import remote_branch
from archgate.roadmap.document import Claim, Leaf, Roadmap
from archgate.roadmap.false_completion import false_completions
from archgate.roadmap.identifiers import canonical
from archgate.roadmap.judging import LeafVerdict, joined, judge_leaf
from archgate.roadmap.span import span_of
from archgate.roadmap.trial import Asked, Trial
from archgate.run.nearest import nearest
from archgate.run.opening import Options, open_case, stand
from archgate.run.roadmap import policy_of, read_document, roadmap_findings


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
        court = _court(open_case(ground, options), asked)
        wanted = _wanted(court.roadmap, name)
        leaf = court.roadmap.leaf(wanted)
        if leaf is not None:
            return _judged(court, leaf, state)
        parent = next((one for one in court.roadmap.parents if one.id == wanted), None)
        claimed = state or _claimed(parent.claim if parent else None)
        children = court.roadmap.children(wanted)
        return joined(wanted, claimed, [_judged(court, child, claimed) for child in children])


def _court(case: Case, asked: Asked) -> Court:
    own = policy_of(case.law)
    before = case.base_law.roadmap if case.base_law else None
    findings = roadmap_findings(case)
    wrong = [one for one in findings if one.code == "INVALID"]
    if wrong:
        raise invalid(wrong[0].message, wrong[0].fix, wrong[0].path, wrong[0].line)
    return Court(case, read_document(case.head.tree, own), before or own, asked, findings)


def _wanted(roadmap: Roadmap, name: str) -> str:
    names = leaf_names(roadmap)
    wanted = name if name in names else canonical(name)
    if wanted not in names:
        raise invalid(f"there is no leaf `{name}` in {roadmap.path}", nearest(wanted, names))
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
    if court.asked.fetch:
        _fetch(trial)
    about = [one for one in court.findings if leaf.id in (one.leaf, one.subject)]
    return judge_leaf(trial, [*about, *false_completions(trial)])


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


def _fetch(trial: Trial) -> None:
    git = trial.case.git
    place = remote_branch(git, trial) if git else None
    if git is None or place is None:
        return
    try:
        fetch(git, *place)
    except InputError as error:
        raise invalid(f"--fetch: {error.problems[0].message}", "see: git fetch", code="UNREADABLE") from None
