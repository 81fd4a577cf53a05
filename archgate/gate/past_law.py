"""The laws of commits of the history and the debt in them; what does not change between two is parsed once."""

from collections import defaultdict
from collections.abc import Mapping

from msgspec import Struct

from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances
from archgate.gate.case import rules_of
from archgate.host.configuration import has_configuration
from archgate.host.errors import InputError
from archgate.host.kept_tree import KeptTree
from archgate.host.tree import Tree
from archgate.policy.document import Policy
from archgate.policy.law import Law, read_law
from archgate.policy.once import Remembered

NOT_CONFIGURED = "archgate is not configured"


class Amount(Struct, frozen=True):
    """Debt: `count` entries or marks, `amount` their multiplicity or value."""

    count: int
    amount: int

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.count + other.count, self.amount + other.amount)


NOTHING = Amount(0, 0)


class Said(Struct, frozen=True):
    """The law of a tree; or None, and why it says nothing."""

    law: Law | None
    note: str = ""


class PastLaws:
    """Reads the laws of one tree after another."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self._kinds = kinds
        self._kept: dict[str, bytes] = {}
        self._once = Remembered()
        self._owed: dict[int, tuple[Policy, Mapping[str, Amount]]] = {}

    def read(self, tree: Tree) -> Said:
        """What the law of a tree says."""
        kept = KeptTree(tree, self._kept)
        try:
            if not has_configuration(kept):
                return Said(None, NOT_CONFIGURED)
            return Said(read_law(kept, self._kinds, self._once))
        except InputError as error:
            more = f" and {len(error.problems) - 1} more" if len(error.problems) > 1 else ""
            return Said(None, f"the law cannot be used: {error.problems[0]}{more}")

    def owed(self, law: Law) -> dict[str, Mapping[str, Amount]]:
        """The debt of a law by rule, the built-in one included, and by the leaf that it is bound to ("": none)."""
        return {rule: self._owed_of(policy) for rule, policy in rules_of(law, self._kinds).items()}

    def _owed_of(self, policy: Policy) -> Mapping[str, Amount]:
        """The debt of a policy. The same policies come again and again: known by object, and kept so that it stays."""
        if id(policy) not in self._owed:
            self._owed[id(policy)] = (policy, _by_leaf(policy, self._kinds[policy.kind]))
        return self._owed[id(policy)][1]


def _by_leaf(policy: Policy, kind: Kind) -> Mapping[str, Amount]:
    found: defaultdict[str, Amount] = defaultdict(lambda: NOTHING)
    for one in allowances(policy, kind):
        if one.section == "debt":
            found[one.leaf] += Amount(1, one.item.amount)
    return dict(found)
