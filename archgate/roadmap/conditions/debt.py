"""Debt: all that was ever bound to the leaf is gone, or has become an exact exception with a reason."""

from collections.abc import Iterator

from archgate.facts.fact import Item, identity, surplus
from archgate.gate.allowance import allowances
from archgate.gate.assignment import is_of_leaf
from archgate.gate.case import Case
from archgate.gate.measured import Measured
from archgate.policy.reason import UNREVIEWED
from archgate.roadmap.bound_debt_history import Bound, bound_since
from archgate.roadmap.conditions.excused import nothing
from archgate.roadmap.trial import Answer, Trial


def debt(trial: Trial) -> Answer:
    """Whether head's facts under head's law still show what any revision since the leaf began bound to it.

    What the leaf brings to zero is looked for in all of its rules, whoever it is bound to.
    """
    if not trial.span.start:
        return Answer("debt", "unknown", (trial.span.how,), "give the leaf's commits a way to be found")
    history = bound_since(trial.case, trial.span.start, trial.leaf.id)
    rules = trial.terms.rules
    if history.fault:
        return Answer("debt", "unknown", (history.fault,), "judge it where that revision can be read")
    if not history.entries and not (rules and trial.at_base):
        evidence = f"nothing was ever bound to {trial.leaf.id}, and it names no `rules` at base"
        return nothing(trial, "debt", evidence, "bind its debt to it, or name the rules that it brings to zero")
    left, unknown, accepted = _remaining(trial, history.entries)
    left += [line for rule in rules for line in _rule_left(trial.case, rule)]
    if left:
        return Answer("debt", "fails", tuple(dict.fromkeys(left)), "remove it from the code, and then its entry")
    if unknown:
        return Answer("debt", "unknown", tuple(unknown), "keep the rule until the leaf is done")
    zero = [f"no fact of {rule} is left" for rule in rules]
    count = len({(one.rule, one.subject, one.object) for one in history.entries})
    gone = [f"all {count} that were bound to it are gone" + (", or excepted:" if accepted else "")] if count else []
    return Answer("debt", "holds", (*gone, *accepted, *zero))


def _remaining(trial: Trial, entries: tuple[Bound, ...]) -> tuple[list[str], list[str], list[str]]:
    """What is left, what cannot be told, and what was excepted, in words."""
    left: list[str] = []
    unknown: list[str] = []
    accepted: list[str] = []
    case = trial.case
    names = case.successors()
    for bound in entries:
        rule = bound.rule if bound.rule in case.rules() else names.get(bound.rule, "")
        name = identity(bound.rule, bound.item)
        if not rule or case.rules()[rule].kind != bound.kind:
            unknown.append(f"{name}: the law has no rule `{bound.rule}` any more that could see it")
            continue
        measured = case.under_head(rule)
        if measured.fault:
            unknown.append(f"{name}: {measured.fault}")
            continue
        there = _there(measured, bound.item)
        if there is None:
            continue
        reason = _exception(measured, there)
        if reason and reason != UNREVIEWED:
            accepted.append(f"{name}: {reason}")
        else:
            left.append(f"{name}{_why(trial, measured, bound, reason)}")
    return left, unknown, accepted


def _there(measured: Measured, item: Item) -> Item | None:
    """What of an item head still shows; None where nothing."""
    shown = measured.kind.clipped([item], [*measured.facts, *measured.owned])
    return shown[0] if shown else None


def _exception(measured: Measured, there: Item) -> str:
    """The reason for which what is there is accepted exactly, "" where it is not."""
    policy, kind = measured.policy, measured.kind
    for accepted in policy.exceptions:
        item = kind.item(accepted.entry)
        if not accepted.planned and kind.akin(there, item) and not surplus(there.parts, item.parts):
            return accepted.reason
    exact = {owner.module: owner.reason for owner in policy.owners if not owner.planned}
    return exact.get(there.subject.partition(":")[0], "")


def _why(trial: Trial, measured: Measured, bound: Bound, reason: str) -> str:
    if reason:
        return ": its exception is unreviewed"
    now = _bound_now(measured, bound.item)
    if now and not is_of_leaf(trial.leaf.id, now):
        return f": still there, rebound to {now}"
    return ": still there"


def _bound_now(measured: Measured, item: Item) -> str:
    """The leaf that head binds an item to, "" where none."""
    kind = measured.kind
    found = (one.leaf for one in allowances(measured.policy, kind) if kind.akin(one.item, item))
    return next(filter(None, found), "")


def _rule_left(case: Case, rule: str) -> Iterator[str]:
    """The facts of a rule that no exception covers."""
    if rule not in case.rules():
        yield f"{rule}: the law has no such rule any more"
        return
    measured = case.under_head(rule)
    if measured.fault:
        yield f"{rule}: {measured.fault}"
    for fact in measured.facts:
        reason = _exception(measured, fact)
        if not reason or reason == UNREVIEWED:
            yield f"{identity(rule, fact)}: still there, and {rule} is to come to zero"
