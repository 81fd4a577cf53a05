"""A rule asked of a host: its facts, sorted into owned, told and those that need an entry."""

from collections.abc import Sequence

from msgspec import Struct

from archgate.facts.fact import Fact
from archgate.facts.kind import Kind
from archgate.facts.view import View
from archgate.policy.document import Policy


class Measured(Struct, frozen=True):
    """The facts of one rule on one host, each list sorted by identity.

    `facts` need an entry; `owned` are made by owners of the policy; `told` are never red. `fault` says why they may not
    be whole, "" where they are.
    """

    policy: Policy
    kind: Kind
    view: View
    facts: Sequence[Fact]
    owned: Sequence[Fact]
    told: Sequence[Fact]
    fault: str = ""

    @property
    def total(self) -> int:
        """How many facts there are in all."""
        return len(self.facts) + len(self.owned) + len(self.told)


def measure(policy: Policy, kind: Kind, view: View) -> Measured:
    """Ask `policy` of the host in `view`."""
    by_owner = view.permits(exactly(owner.module) for owner in policy.owners)
    facts: list[Fact] = []
    owned: list[Fact] = []
    told: list[Fact] = []
    for fact in kind.measure(view, policy.scope):
        if kind.told_only(fact):
            told.append(fact)
        elif kind.takes_owners and by_owner(fact.subject):
            owned.append(fact)
        else:
            facts.append(fact)
    fault = kind.unmeasured(view, policy.scope)
    return Measured(policy=policy, kind=kind, view=view, facts=facts, owned=owned, told=told, fault=fault)


def exactly(owner: str) -> str:
    """The selector that an owner's `module` stands for: the module alone, unless it says `app.x.**`."""
    return owner if owner.endswith(".**") else f"={owner}"
