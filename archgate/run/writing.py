"""From a draft of the law to the disk: admitted, laid out, written in one step, or refused whole."""

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from msgspec import Struct, field
from msgspec.structs import replace

from archgate.facts.fact import identity
from archgate.gate.admissible import refusals
from archgate.gate.allowance import allowances
from archgate.gate.case import Case
from archgate.gate.finding import Finding
from archgate.gate.sight import nothing_examined, unreadable
from archgate.host.configuration import with_number
from archgate.host.errors import InputError, Problem
from archgate.policy.decisions import Decision, read_decision, render_decision
from archgate.policy.document import Policy, in_order
from archgate.policy.edit import rewrite
from archgate.policy.fixture import render_fixture, with_fixture
from archgate.policy.law import DECISIONS, Law
from archgate.policy.reader import read_policy
from archgate.policy.store import Change, write_files
from archgate.report.outcome import Outcome
from archgate.run.kept import check_kept
from archgate.run.opening import Ground
from archgate.run.places import lock_path


class Draft(Struct):
    """What a writer wants: policies by rule, and decisions by path; only those that change.

    `analysis` is the generation to record in the configuration, 0 to leave it. `widening` are the rules that may gain
    what base's tree shows too; None: all. `relaid` are those whose fixture is laid out anew, whether it changes or not.
    """

    policies: dict[str, Policy] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    analysis: int = 0
    widening: frozenset[str] | None = None
    relaid: frozenset[str] = frozenset()

    def widens(self, rule: str) -> bool:
        """Whether a rule may gain what base's tree shows too."""
        return self.widening is None or rule in self.widening


def write_draft(ground: Ground, case: Case, draft: Draft) -> Outcome:
    """Write a draft if it is admitted. Raises InputError where the host cannot be seen whole, or the disk refuses."""
    changed = _changed(case, draft)
    changes = _changes(case, draft, changed)
    refused = trial(case, draft)
    protected = case.base.protected
    if refused:
        return Outcome(refused=refused, protected=protected)
    if changes:
        check_kept(ground.git, changes)
        write_files(ground.root, changes, lock_path(ground.root, ground.git))
    told = [line for rule in sorted(changed) for line in _differences(case, rule, changed[rule])]
    return Outcome(written=tuple(change.path for change in changes), protected=protected, told=tuple(told))


def trial(case: Case, draft: Draft) -> tuple[Finding, ...]:
    """Why a draft is not admitted; () where it is. Raises InputError where the host cannot be seen whole."""
    blind = [*unreadable(case.host), *nothing_examined(case)]
    if blind:
        raise InputError(Problem(one.path, one.line, one.code, one.message, "nothing was written") for one in blind)
    changed = _changed(case, draft)
    after = case.under_law(_law(case.law, changed, draft))
    return tuple(
        _cured(after, one)
        for rule in sorted(changed)
        for one in refusals(after, case.rules()[rule], rule, draft.widens(rule))
    )


def _changed(case: Case, draft: Draft) -> Mapping[str, Policy]:
    return {rule: policy for rule, policy in draft.policies.items() if policy != case.rules().get(rule)}


def _changes(case: Case, draft: Draft, changed: Mapping[str, Policy]) -> list[Change]:
    """The files of a draft. Raises InputError for one that nobody could read."""
    changes = [*_policy_changes(case, changed), *_decision_changes(case, draft.decisions)]
    for rule in sorted(draft.relaid - changed.keys()):
        changes += _fixture_changes(case, draft.policies[rule])
    _read_back(case, changes)
    return changes + _recorded(case, draft.analysis)


def _differences(case: Case, rule: str, policy: Policy) -> list[str]:
    """The entries that a draft adds (+), removes (-) or changes (~), by id."""
    kind = case.kinds[policy.kind]
    before = {identity(rule, one.item): one.item for one in allowances(case.rules()[rule], kind)}
    after = {identity(rule, one.item): one.item for one in allowances(policy, kind)}
    signs = {name: "+" if name not in before else "-" if name not in after else "~" for name in {**before, **after}}
    return [f"{sign} {name}" for name, sign in sorted(signs.items()) if before.get(name) != after.get(name)]


def _law(law: Law, policies: Mapping[str, Policy], draft: Draft) -> Law:
    analysis = draft.analysis or law.configuration.analysis
    return Law(
        configuration=replace(law.configuration, analysis=analysis),
        policies={**law.policies, **policies},
        decisions={**law.decisions, **draft.decisions},
        raw=law.raw,
    )


def _recorded(case: Case, analysis: int) -> list[Change]:
    """The change of the configuration that records a generation of the analysis."""
    if not analysis:
        return []
    path = case.law.configuration.path
    old = case.head.tree.read(path) or b""
    return [Change(path, old, with_number(path, old, "analysis", analysis))]


def _policy_changes(case: Case, policies: Mapping[str, Policy]) -> list[Change]:
    found = []
    for _, policy in sorted(policies.items()):
        old = case.law.raw.get(policy.path)
        new = rewrite(old, in_order(policy, case.kinds[policy.kind]), case.kinds)
        if new != old:
            found.append(Change(policy.path, old, new))
        found += _fixture_changes(case, policy)
    return found


def _fixture_changes(case: Case, policy: Policy) -> list[Change]:
    if not policy.fixture or policy.measured_by is None:
        return []
    old, new = case.law.raw.get(policy.fixture), render_fixture(policy, case.kinds[policy.kind])
    return [Change(policy.fixture, old, new)] if new != old else []


def _decision_changes(case: Case, decisions: Mapping[str, Decision]) -> list[Change]:
    """The files of decisions; what is decided already stands as it is, with the reason that people gave."""
    new = {path: decision for path, decision in decisions.items() if path not in case.law.raw}
    return [Change(path, None, render_decision(decision)) for path, decision in sorted(new.items())]


def _read_back(case: Case, changes: Iterable[Change]) -> None:
    """Raise InputError for a draft that nobody could read: what a command is given may be no name, or no reason."""
    problems: list[Problem] = []
    for change in changes:
        try:
            if change.path.startswith(f"{case.law.configuration.policies}/{DECISIONS}/"):
                read_decision(change.path, change.new or b"")
            elif change.path.startswith(f"{case.law.configuration.fixtures}/"):
                _read_fixture(case, change)
            else:
                read_policy(change.path, change.new or b"", case.kinds)
        except InputError as error:
            problems.extend(error.problems)
    if problems:
        raise InputError(replace(one, fix=one.fix or "nothing was written") for one in problems)


def _read_fixture(case: Case, change: Change) -> None:
    rule = PurePosixPath(change.path).stem
    policy = case.rules()[rule]
    with_fixture(policy, change.path, change.new, case.kinds[policy.kind])


def _cured(after: Case, finding: Finding) -> Finding:
    """A refusal with the way out of a fact that base's tree shows too: the code is old, the law sees more."""
    if after.before is None or not after.touches_host:
        return finding
    kind = after.kinds[after.rules()[finding.rule].kind]
    before = after.base_under_head(finding.rule).facts
    over = {
        identity(finding.rule, one.item)
        for one in kind.compare(after.under_head(finding.rule).facts, before)
        if one.over
    }
    old = {identity(finding.rule, fact) for fact in before} - over
    command = "fixture rebase" if kind.marked else "policy widen"
    fix = f"nothing was written; base shows it too: commit the host's source on its own, then: archgate {command}"
    return replace(finding, fix=fix) if finding.id in old else finding
