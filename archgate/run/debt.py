"""`archgate debt`: what is tolerated for now, counted by leaf, rule, owner or package."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from archgate.facts.fact import Item
from archgate.gate.allowance import allowances
from archgate.host.configuration import has_configuration
from archgate.host.tree import Tree
from archgate.measure import known_kinds
from archgate.policy.document import Policy
from archgate.policy.law import read_law
from archgate.report.debt import Amounts, DebtTable, Row, Since
from archgate.run.opening import Options, stand, tree_of

UNBOUND, UNASSIGNED = "unbound", "unassigned"
"""The keys of debt for which no leaf, or no owner, is named."""


class Entry(Struct, frozen=True):
    """A debt block or mark as it is counted: its rule, what it covers, whose it is."""

    rule: str
    item: Item
    leaf: str
    owner: str


Key = Callable[[Entry], str]
KEYS: dict[str, Key] = {
    "leaf": lambda entry: entry.leaf or UNBOUND,
    "rule": lambda entry: entry.rule,
    "owner": lambda entry: entry.owner or UNASSIGNED,
    "package": lambda entry: ".".join(entry.item.subject.partition(":")[0].split(".")[:2]),
}
"""What debt can be counted by. A package is the first two segments of the module."""


def debt(options: Options, by: str, since: str | None = None) -> DebtTable:
    """The debt entries of the work tree's law, or of a revision's, counted by a key of `KEYS`.

    With `since` beside what that revision had; keys of either are there. Raises InputError for a revision that git does
    not know, or where archgate is configured wrongly; before it was configured there was no debt.
    """
    with stand(options) as ground:
        now = _counts(tree_of(ground, options.revision), by)
        if since is None:
            return DebtTable(by, tuple(Row(*key, *numbers) for key, numbers in sorted(now.items())))
        tree = tree_of(ground, since)
        before = _counts(tree, by) if has_configuration(tree) else {}
    rows = [Row(*key, *now.get(key, (0, 0)), Amounts(*before.get(key, (0, 0)))) for key in sorted({*now, *before})]
    return DebtTable(by, tuple(rows), Since(since, tree.name))


def _counts(tree: Tree, by: str) -> dict[tuple[str, str], tuple[int, int]]:
    """Entries and their multiplicity, by key and rule."""
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for entry in entries(read_law(tree, known_kinds()).policies):
        numbers = counts[KEYS[by](entry), entry.rule]
        numbers[0] += 1
        numbers[1] += entry.item.amount
    return {key: (count, amount) for key, (count, amount) in counts.items()}


def entries(policies: Mapping[str, Policy], section: Literal["debt", "exception"] = "debt") -> Iterator[Entry]:
    """The blocks of a section of policies by rule, marks included."""
    for rule, policy in policies.items():
        kind = known_kinds()[policy.kind]
        for one in allowances(policy, kind):
            if one.section == section:
                yield Entry(rule, one.item, one.leaf, one.owner)
