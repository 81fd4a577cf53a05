"""A loosening of the law as a finding: which piece of it, and how it can be decided."""

from archgate.gate.case import Case
from archgate.gate.finding import Finding, finding_of_law

CONFIGURATION = "configuration"
"""What stands for a rule in the ids of findings about the configuration."""


def loosening(case: Case, rule: str, subject: str, value: str, message: str, line: int = 0) -> Finding:
    """The finding that `value` of the piece `subject` of a rule (or of the configuration) is loosened."""
    policy = case.rules().get(rule)
    path = policy.path if policy else case.law.configuration.path
    name = f"{rule}|{subject}|{value}"
    fix = f"restore it, or decide it in a change of the law alone: a `loosen` decision with subject '{name}'"
    return finding_of_law("LOOSENED", rule, subject, value, message, path=path, line=line, fix=fix)
