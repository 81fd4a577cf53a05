"""The three verdicts joined: head by head's law, head by base's law, the law itself."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from archgate.gate.base import Base
from archgate.gate.behind import behind
from archgate.gate.binding import reassigned
from archgate.gate.case import Case
from archgate.gate.codes import CODES, exit_code
from archgate.gate.exact import Disagreement, exact, survived
from archgate.gate.finding import Finding, findings_of
from archgate.gate.growth import Spoken, growth, proven, widening
from archgate.gate.inherited import inherit
from archgate.gate.loosened import loosened
from archgate.gate.marks import mismeasured, strict
from archgate.gate.resolution import dimmed, with_one_cure
from archgate.gate.sight import (
    nothing_examined,
    unclaimed,
    unjudged,
    unmeasured,
    unreadable,
    untold,
    vacuous,
)
from archgate.host.errors import Problem

UNSETTLED = 2
"""From this exit code on there is no verdict."""
Word = Literal["pass", "fail", "partial", "unknown"]


class RuleCount(Struct, frozen=True):
    """The numbers of one rule: facts in all, entries of debt and exceptions, facts of owners, blocking findings."""

    rule: str
    kind: str
    facts: int
    debt: int
    exceptions: int
    owned: int
    findings: int


class Examined(Struct, frozen=True):
    """How many files were looked at, and how many were not, and why."""

    files: int
    excluded: int
    apart: int
    unreadable: int


class Verdict(Struct, frozen=True):
    """What the gate says: the word, the exit code, what it was judged against, and every finding, sorted.

    `rules_in_all` is the number of rules of the law; fewer in `rules` means that the run was narrowed. `notes` are said
    beside the verdict, `figures` are the totals that the text report closes with. `folder` is archgate's root below the
    top of the repository, "" where they are one.
    """

    verdict: Word
    exit: int
    base: Base | None
    examined: Examined
    rules: tuple[RuleCount, ...]
    findings: tuple[Finding, ...]
    rules_in_all: int = 0
    notes: tuple[str, ...] = ()
    figures: "Figures | None" = None
    folder: str = ""


class Figures(Struct, frozen=True):
    """Totals over the rules judged: debt entries, the same at base (None without base), blocks without a reason."""

    debt: int
    debt_at_base: int | None
    exceptions: int
    exceptions_at_base: int | None
    unreviewed: int


def judge(case: Case, rules: Sequence[str], above: Iterable[Finding] = (), notes: Sequence[str] = ()) -> Verdict:
    """The verdict on a case, for the rules of head named in `rules`.

    `above` is what was found beside the facts, `notes` what is said of that.
    """
    findings = tuple(sorted({*with_one_cure(_findings(case, rules)), *above}, key=_order))
    code = exit_code([code_of(finding) for finding in findings if finding.blocks])
    in_all = len(case.rules())
    word: Word = "unknown" if code >= UNSETTLED else "fail" if code else "partial" if len(rules) < in_all else "pass"
    return Verdict(
        verdict=word,
        exit=code,
        base=case.base,
        examined=_examined(case),
        rules=tuple(_count(case, rule, findings) for rule in rules),
        findings=findings,
        rules_in_all=in_all,
        notes=(*case.base.notes, *case.notes, *unjudged(case.host), *untold(case, rules), *notes),
        figures=_figures(case, rules),
        folder=_folder(case),
    )


def unusable(problems: Sequence[Problem]) -> Verdict:
    """The verdict where the input cannot be used: none, with every problem told."""
    findings = tuple(sorted(findings_of(problems), key=_order))
    return Verdict(
        verdict="unknown",
        exit=exit_code([finding.code for finding in findings]),
        base=None,
        examined=Examined(files=0, excluded=0, apart=0, unreadable=0),
        rules=(),
        findings=findings,
    )


def _folder(case: Case) -> str:
    if case.git is None:
        return ""
    top, root = case.git.layout.top.resolve(), case.git.root.resolve()
    return root.relative_to(top).as_posix().removeprefix(".") if root.is_relative_to(top) else ""


def code_of(finding: Finding) -> str:
    """What is inherited blocks as a failure where it blocks: on the protected branch itself."""
    return "NEW" if finding.code == "INHERITED" else finding.code


def _order(finding: Finding) -> tuple[bool, int, Finding]:
    return (not finding.blocks, list(CODES).index(finding.code), finding)


def _findings(case: Case, rules: Sequence[str]) -> Iterator[Finding]:
    """What cannot be seen, and the three verdicts: exact, no growth, law."""
    yield from _unseen(case, rules)
    first = [one for rule in rules for one in _with_cures(case, rule, exact(case.under_head(rule)))]
    told = [finding for rule in rules for finding in (*survived(case.under_head(rule)), *strict(case.under_head(rule)))]
    yield from inherit(case, [*first, *(Disagreement(finding) for finding in (*unclaimed(case.host), *told))])
    if case.before is not None:
        yield from _grown(case, rules, _spoken(first))
    if case.base_law is not None:
        yield from loosened(case, rules)


def _unseen(case: Case, rules: Sequence[str]) -> Iterator[Finding]:
    yield from unreadable(case.host)
    yield from nothing_examined(case)
    for rule in rules:
        yield from vacuous(case, case.rules()[rule])
        yield from unmeasured(case.under_head(rule))
        yield from mismeasured(case.under_head(rule))


_ONLY_WRITE = "It was there at base, and only has to be written: archgate "


def _with_cures(case: Case, rule: str, found: Sequence[Disagreement]) -> Sequence[Disagreement]:
    """The disagreements, where those that prove themselves only ask to be written."""
    if not any(one.difference and one.difference.over for one in found):
        return found
    kind = case.under_head(rule).kind
    writer = "fixture write" if kind.marked else "policy shrink"
    grants = [grant.item for grant in proven(case, rule)]

    def cured(one: Disagreement) -> Disagreement:
        over = one.difference.over if one.difference else {}
        granted = [item for item in grants if one.difference and kind.akin(item, one.difference.item)]
        whole = {part: sum(item.parts.get(part, 0) for item in granted) for part in over}
        if not over or any(whole[part] < n for part, n in over.items()):
            return one
        return replace(one, finding=replace(one.finding, fix=_ONLY_WRITE + writer))

    return [cured(one) for one in found]


def _spoken(first: Sequence[Disagreement]) -> Spoken:
    """What verdict 1 has said is over, by id."""
    return {one.finding.id: one.difference.over for one in first if one.difference and one.difference.over}


def _grown(case: Case, rules: Sequence[str], spoken: Spoken) -> Iterator[Finding]:
    for base_rule, head_rule in case.comparable().items():
        if head_rule in rules or not head_rule:
            yield from unmeasured(case.under_base(base_rule))
            yield from growth(case, base_rule, head_rule, spoken)
            yield from dimmed(case, base_rule, head_rule)
            if head_rule:
                yield from reassigned(case, base_rule, head_rule)
                yield from behind(case, base_rule, head_rule)
    for rule in rules:
        yield from widening(case, rule, case.origins().get(rule, ""), spoken)


def _examined(case: Case) -> Examined:
    universe = case.host.universe
    return Examined(
        files=len(universe.sources),
        excluded=universe.excluded,
        apart=universe.apart,
        unreadable=len(case.host.unreadable),
    )


def _count(case: Case, rule: str, findings: Iterable[Finding]) -> RuleCount:
    measured = case.under_head(rule)
    policy = measured.policy
    return RuleCount(
        rule=rule,
        kind=policy.kind,
        facts=measured.total,
        debt=len(policy.debts),
        exceptions=len(policy.exceptions),
        owned=len(measured.owned),
        findings=sum(finding.rule == rule and finding.blocks for finding in findings),
    )


def _figures(case: Case, rules: Sequence[str]) -> Figures:
    now = [case.rules()[rule] for rule in rules]
    then = [policy for rule, policy in case.base_rules().items() if case.successors()[rule] in ("", *rules)]
    known = case.base_law is not None
    return Figures(
        debt=sum(len(policy.debts) for policy in now),
        debt_at_base=sum(len(policy.debts) for policy in then) if known else None,
        exceptions=sum(len(policy.exceptions) for policy in now),
        exceptions_at_base=sum(len(policy.exceptions) for policy in then) if known else None,
        unreviewed=sum(policy.unreviewed for policy in now) + case.law.unreviewed_decisions,
    )
