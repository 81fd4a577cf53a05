"""Gates: rules, ratchets and the strict frontier hold for what the leaf owns."""

from archgate.gate.codes import CODES
from archgate.gate.finding import Finding
from archgate.gate.verdict import Verdict, judge
from archgate.host.phrases import number_of
from archgate.host.selectors import any_path_matches
from archgate.roadmap.conditions.acceptance import suite_of
from archgate.roadmap.territory import Territory
from archgate.roadmap.trial import Answer, Trial, Word


def gates(trial: Trial) -> Answer:
    """Whether `archgate check` finds nothing where the leaf owns, or in the rules that it names."""
    verdict = verdict_on(trial)
    unsettled = [one for one in verdict.findings if one.blocks and CODES[one.code].exit >= 2]
    if unsettled:
        return Answer("gates", "unknown", tuple(map(told, unsettled)), unsettled[0].fix)
    found = owned_findings(trial, verdict)
    if found:
        return Answer("gates", "fails", tuple(map(told, found)), found[0].fix)
    others = [one for one in verdict.findings if one.blocks]
    if others and not (trial.terms.owns and trial.at_base):
        evidence = f"{number_of(len(others), 'finding')}, and base's policy does not say what {trial.leaf.id} owns"
        return Answer("gates", "unknown", (evidence,), "name its paths as `owns`, or see: archgate check")
    where = f"; {number_of(len(others), 'finding')} elsewhere" if others else ""
    rules = "1 rule holds" if len(verdict.rules) == 1 else f"{len(verdict.rules)} rules hold"
    evidence = f"{rules} for what it owns{where}"
    return _suite(trial, evidence) if trial.terms.full_suite else Answer("gates", "holds", (evidence,))


def _suite(trial: Trial, evidence: str) -> Answer:
    """Whether the full suite, which the leaf is asked for, was shown to hold by its acceptance commands."""
    suite = trial.policy.header.suite
    word: Word = trial.case.host.answers.get(suite_of(trial), "not asked")
    if not suite:
        fix = f"name the command that runs it: `suite` in {trial.policy.path}"
        return Answer("gates", "unknown", (evidence, "the full suite is asked for, and nobody knows which it is"), fix)
    if word == "unknown":
        fix = f"list `{suite}` among the acceptance commands of {trial.leaf.id}, so that it tells what it ran"
        return Answer("gates", "unknown", (evidence, "the full suite is asked for, and is not shown"), fix)
    fix = "" if word == "holds" else f"archgate leaf gate {trial.leaf.id} --run"
    return Answer("gates", word, (evidence, f"the full suite, `{suite}`: {word}"), fix)


def verdict_on(trial: Trial) -> Verdict:
    """The verdict on the whole case. It is judged once, however many leaves are."""
    answers = trial.case.host.answers
    key = ("verdict of a leaf", trial.case.base.oid)
    if key not in answers:
        answers[key] = judge(trial.case, list(trial.case.rules()))
    found: Verdict = answers[key]
    return found


def owned_findings(trial: Trial, verdict: Verdict) -> list[Finding]:
    """What disagrees in what the leaf owns or in the rules that it names, be it inherited."""
    ground = Territory(trial)

    def is_its(finding: Finding) -> bool:
        subject = finding.subject.partition(":")[0]
        paths = {finding.path, ground.host.path(subject)} - {""}
        return finding.rule in trial.terms.rules or any(any_path_matches(trial.terms.owns, path) for path in paths)

    return [one for one in verdict.findings if (one.blocks or one.code == "INHERITED") and is_its(one)]


def told(finding: Finding) -> str:
    """A finding in one line."""
    place = f"{finding.path}:{finding.line} " if finding.path and finding.line else ""
    return f"{finding.code} {place}{finding.id or finding.message}"
