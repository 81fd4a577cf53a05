"""What a rule with marks must hold beside its facts: one ruler for facts and marks, which hides nothing."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from packaging.version import InvalidVersion, Version

from archgate.facts.fact import Fact, Item
from archgate.facts.marked import MarkedKind
from archgate.gate.allowance import allowances
from archgate.gate.case import Case
from archgate.gate.finding import Finding, finding_about, finding_of_law
from archgate.gate.loosening import loosening
from archgate.gate.measured import Measured

Ruler = Mapping[str, str]


def marked_kind(measured: Measured) -> MarkedKind | None:
    """The kind of a rule with marks; None for other rules."""
    return cast(MarkedKind, measured.kind) if measured.kind.marked else None


def ruler_of(measured: Measured) -> Ruler:
    """What measured the facts of a rule with marks; empty parts are left out."""
    kind = cast(MarkedKind, measured.kind)
    ruler = kind.ruler(measured.view, measured.policy.scope)
    return {key: value for key, value in ruler.items() if value}


def mismeasured(measured: Measured) -> Iterator[Finding]:
    """The finding that the marks were measured with another ruler than the facts: then they say nothing of them."""
    policy = measured.policy
    if not measured.kind.marked or policy.measured_by is None or measured.fault:
        return
    now = ruler_of(measured)
    differing = [
        key for key in ("tool", "version", "configuration", "python") if now.get(key) != policy.measured_by.get(key)
    ]
    if not differing:
        return
    words = ", ".join(f"{key} {_short(policy.measured_by, key)} (here {_short(now, key)})" for key in differing)
    message = f"the marks were measured by another ruler: {words}"
    fix = "archgate fixture write; for a new version, or what it newly sees: archgate fixture rebase"
    if differing == ["version"] or differing == ["python"]:
        fix = "install what the fixture names, or in a change without host source: archgate fixture rebase"
    yield finding_of_law("UNMEASURED", policy.rule, "measured_by", "", message, path=policy.fixture, fix=fix)


def _short(ruler: Ruler, key: str) -> str:
    """A part of a ruler as people compare it: a digest by its beginning."""
    value = ruler.get(key, "none")
    return value[:12] if key == "configuration" else value


def strict(measured: Measured) -> list[Finding]:
    """A finding for each fact in the strict frontier that a mark or an exception covers: there must be none at all."""
    kind = marked_kind(measured)
    if kind is None:
        return []
    known = {one.item.key for one in allowances(measured.policy, kind)}
    return [
        finding_about("NEW", measured.policy.rule, fact, _STRICT, fix=kind.advice(fact))
        for fact in measured.facts
        if fact.key in known and kind.within_frontier(measured.view, measured.policy.scope, fact)
    ]


_STRICT = "in the strict frontier, where no mark and no exception covers anything"


def risen(measured: Measured) -> Iterator[str]:
    """What is better than its mark, of a kind that does not ask for the mark to follow at once."""
    kind = marked_kind(measured)
    if kind is not None:
        marks = [kind.item(debt.entry) for debt in measured.policy.debts]
        yield from kind.risen(measured.facts, marks)


def loosened_marks(case: Case, base_rule: str, head_rule: str) -> Iterator[Finding]:
    """Where the marks, or the ruler that they are measured by, let go what base's hold."""
    base, head = case.base_rules()[base_rule], case.rules()[head_rule]
    if not case.kinds[head.kind].marked:
        return
    if base.measured_by is not None and head.measured_by is None:
        yield loosening(case, head.rule, "fixture", "", f"{base.fixture} is gone; no debt is an empty one, not none")
    if base.measured_by and head.measured_by:
        yield from _older(case, head_rule, base.measured_by, head.measured_by)
    yield from _laxer(case, base_rule, head_rule)
    yield from _hidden(case, base_rule, head_rule)


def _laxer(case: Case, base_rule: str, head_rule: str) -> Iterator[Finding]:
    """What the configuration of the tool asks less for than base's, though nothing shows it yet."""
    by_base, by_head = case.under_base(base_rule), case.under_head(head_rule)
    kind = cast(MarkedKind, by_head.kind)
    for name in kind.laxer(by_base.view, by_base.policy.scope, by_head.view, by_head.policy.scope):
        message = f"base's configuration of the tool asks for more: {name}"
        yield loosening(case, head_rule, "configuration", name, message)


def _older(case: Case, rule: str, before: Ruler, now: Ruler) -> Iterator[Finding]:
    """The finding that the marks are measured by an older version than at base, or by another tool."""
    if before.get("tool") != now.get("tool"):
        message = f"measured by {before.get('tool')} at base, and by {now.get('tool')} here"
        yield loosening(case, rule, "measured_by", now.get("tool", ""), message)
    elif _version(now.get("version", "")) < _version(before.get("version", "")):
        message = f"measured by {before.get('version')} at base, and by the older {now.get('version')} here"
        yield loosening(case, rule, "measured_by", now.get("version", ""), message)


def _version(text: str) -> Version:
    try:
        return Version(text)
    except InvalidVersion:
        return Version("0")


def _hidden(case: Case, base_rule: str, head_rule: str) -> Iterator[Finding]:
    """What head's sources show by base's ruler and no longer by head's: it vanished, and nothing was mended."""
    by_base, by_head = case.under_base(base_rule), case.under_head(head_rule)
    if by_base.fault or by_head.fault:
        return
    kind = cast(MarkedKind, by_head.kind)
    hidden: defaultdict[str, list[Item]] = defaultdict(list)
    for item in kind.hidden_by(by_head.policy.scope, by_base.facts, by_head.facts):
        hidden[item.object].append(item)
    for name, items in sorted(hidden.items()):
        first = items[0]
        place = f" ({first.places[0].path}:{first.places[0].line})" if isinstance(first, Fact) and first.places else ""
        message = f"base's ruler sees {name} in {len(items)} places where head's sees less: {first.subject}{place}"
        yield loosening(case, head_rule, "sight", name, message)


def shown_at_base(case: Case, rule: str) -> Sequence[Fact]:
    """What base's tree shows under head's law.

    What cannot be measured there (a report, a tool that fails on it) and has no marks at base is taken from head's tree
    in a change without host source: the sources are the same.
    """
    there = case.base_under_head(rule)
    if there.fault and there.kind.marked and not case.touches_host and not has_marks_at_base(case, rule):
        return case.under_head(rule).facts
    return there.facts


def shown_by_base(case: Case, base_rule: str) -> Sequence[Fact]:
    """As `shown_at_base`, under base's own law."""
    there = case.at_base(base_rule)
    head_rule = case.comparable().get(base_rule, "")
    if there.fault and head_rule and not case.touches_host and not has_marks_at_base(case, head_rule):
        return case.under_base(base_rule).facts
    return there.facts


def has_marks_at_base(case: Case, rule: str) -> bool:
    """Whether base, or its tip, has a fixture for a rule of head, be it empty."""
    origin = case.origins().get(rule, "")
    laws = [case.base_rules().get(origin)] + ([case.tip.policies.get(rule)] if case.tip else [])
    return any(policy is not None and policy.measured_by is not None for policy in laws)
