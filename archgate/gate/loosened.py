"""Verdict 3: any difference between the laws of base and head that is not provably tightening."""

from collections.abc import Collection, Iterator

from archgate.gate.case import Case
from archgate.gate.finding import Finding
from archgate.gate.loosened_configuration import loosened_configuration
from archgate.gate.loosened_policy import is_empty, loosened_policy
from archgate.gate.loosening import loosening
from archgate.gate.marks import loosened_marks
from archgate.gate.out_of_sight import out_of_sight


def loosened(case: Case, rules: Collection[str]) -> list[Finding]:
    """Every loosening of the law that no decision of this change admits, of the rules of head named in `rules`.

    What is no rule's own (the configuration, files out of sight, a rule that is gone) is told in any case.
    """
    found = [finding for finding in _all(case, rules) if not _decided(case, finding)]
    if not found or case.at_tip is None:
        return found
    # What the tip of base has loosened alike is not this change's.
    beyond_tip = {finding.id for finding in loosened(case.at_tip, rules)}
    return [finding for finding in found if finding.id in beyond_tip]


def _all(case: Case, rules: Collection[str]) -> Iterator[Finding]:
    yield from loosened_configuration(case)
    yield from out_of_sight(case)
    for rule, policy in case.base_rules().items():
        successor = case.rules().get(case.successors()[rule])
        if successor is not None and successor.rule in rules:
            yield from loosened_policy(case, policy, successor)
            if policy.kind == successor.kind:
                yield from loosened_marks(case, rule, successor.rule)
        elif successor is None and not is_empty(case, policy):
            yield loosening(case, rule, "policy", "", "the rule is gone")


def _decided(case: Case, finding: Finding) -> bool:
    """Whether a `loosen` decision of this change covers the finding, and the change touches nothing but the law."""
    return only_law(case) and any(one.kind == "loosen" and one.subject == finding.id for one in case.new_decisions)


def only_law(case: Case) -> bool:
    """Whether the change touches nothing but the law as base knows it, the files of head's configuration besides."""
    assert case.base_law is not None
    base, head = case.base_law.configuration, case.law.configuration
    files = {base.path, head.path, *base.wired}
    folders = tuple(f"{folder}/" for folder in (base.policies, base.fixtures, head.policies, head.fixtures))
    return not case.touches_host and all(path in files or path.startswith(folders) for path in case.changed)
