"""`archgate check`: index, link, facts, gate."""

from collections.abc import Sequence

from archgate.gate.case import Case
from archgate.gate.verdict import Verdict, judge, unusable
from archgate.host.errors import InputError, invalid
from archgate.host.phrases import meant_or_listed
from archgate.run.docs import stale
from archgate.run.opening import Options, open_case, stand
from archgate.run.roadmap import roadmap_judgement


def check(options: Options, rule: str | None = None) -> Verdict:
    """The verdict on head against base, for all rules or one. Input that cannot be used is a verdict too."""
    try:
        with stand(options) as ground:
            case = open_case(ground, options)
            rules = selected(case, rule)
            if rule is not None:
                return judge(case, rules)
            roadmap = roadmap_judgement(case)
            return judge(case, rules, roadmap.findings, (*roadmap.notes, *stale(case)))
    except InputError as error:
        return unusable(error.problems)


def selected(case: Case, rule: str | None) -> Sequence[str]:
    """All rules of head, or the one that is named. Raises InputError for a rule that head does not have."""
    rules = list(case.rules())
    if rule is None:
        return rules
    if rule not in rules:
        raise invalid(f"there is no rule `{rule}`", meant_or_listed(rule, rules))
    return [rule]
