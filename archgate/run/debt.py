"""`archgate debt`: what is tolerated for now, counted by leaf, rule, owner or package."""

from collections import defaultdict
from collections.abc import Callable, Iterator

from msgspec import Struct

from archgate.facts import known_kinds
from archgate.policy.document import Debt, Policy
from archgate.policy.law import read_law
from archgate.run.opening import Options, stand, tree_of

UNBOUND = "unbound"
"""The key of debt that no leaf is named for."""


class Row(Struct, frozen=True, order=True):
    """The debt of one key in one rule: `count` entries, `amount` their multiplicity."""

    key: str
    rule: str
    count: int
    amount: int


class DebtTable(Struct, frozen=True):
    """Debt by key and rule, sorted; the total of all rows."""

    by: str
    rows: tuple[Row, ...]

    @property
    def count(self) -> int:
        """Entries in all."""
        return sum(row.count for row in self.rows)

    @property
    def amount(self) -> int:
        """Their multiplicity in all."""
        return sum(row.amount for row in self.rows)


class Entry(Struct, frozen=True):
    """A debt block as it is counted: its rule, its module, its amount."""

    rule: str
    module: str
    debt: Debt
    amount: int


Key = Callable[[Entry], str]
KEYS: dict[str, Key] = {
    "leaf": lambda entry: entry.debt.leaf or UNBOUND,
    "rule": lambda entry: entry.rule,
    "owner": lambda entry: entry.debt.owner,
    "package": lambda entry: ".".join(entry.module.split(".")[:2]),
}
"""What debt can be counted by. A package is the first two segments of the module."""


def debt(options: Options, by: str) -> DebtTable:
    """The debt entries of the work tree's law, or of a revision's, counted by a key of `KEYS`."""
    with stand(options) as ground:
        law = read_law(tree_of(ground, options.revision), known_kinds())
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for entry in _entries(law.policies):
        numbers = counts[KEYS[by](entry), entry.rule]
        numbers[0] += 1
        numbers[1] += entry.amount
    return DebtTable(by, tuple(Row(key, rule, *numbers) for (key, rule), numbers in sorted(counts.items())))


def _entries(policies: dict[str, Policy]) -> Iterator[Entry]:
    for rule, policy in policies.items():
        kind = known_kinds()[policy.kind]
        for debt in policy.debts:
            yield Entry(rule, kind.identity(debt.entry)[0], debt, kind.item(debt.entry).amount)
