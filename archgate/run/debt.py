"""`archgate debt`: what is tolerated for now, counted by leaf, rule, owner or package."""

from collections import defaultdict
from collections.abc import Callable, Iterator

from archgate.facts import known_kinds
from archgate.facts.kind import Kind
from archgate.policy.document import Debt, Policy
from archgate.policy.law import read_law
from archgate.report.debt import DebtTable, Row
from archgate.run.opening import Options, stand, tree_of

UNBOUND = "unbound"
"""The key of debt that no leaf is named for."""


Key = Callable[[Policy, Debt, Kind], str]
KEYS: dict[str, Key] = {
    "leaf": lambda policy, debt, kind: debt.leaf or UNBOUND,
    "rule": lambda policy, debt, kind: policy.rule,
    "owner": lambda policy, debt, kind: debt.owner,
    "package": lambda policy, debt, kind: _package(kind.identity(debt.entry)[0]),
}
"""What debt can be counted by. A package is the first two segments of the module."""


def debt(options: Options, by: str) -> DebtTable:
    """The debt entries of the work tree's law, or of a revision's, counted by a key of `KEYS`."""
    with stand(options) as ground:
        law = read_law(tree_of(ground, options.revision), known_kinds())
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for key, rule, amount in _entries(law.policies, KEYS[by]):
        counts[key, rule][0] += 1
        counts[key, rule][1] += amount
    return DebtTable(by, tuple(Row(key, rule, *numbers) for (key, rule), numbers in sorted(counts.items())))


def _entries(policies: dict[str, Policy], key: Key) -> Iterator[tuple[str, str, int]]:
    for rule, policy in policies.items():
        kind = known_kinds()[policy.kind]
        for entry in policy.debts:
            yield key(policy, entry, kind), rule, kind.item(entry.entry).amount


def _package(module: str) -> str:
    return ".".join(module.split(".")[:2])
