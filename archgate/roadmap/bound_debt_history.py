"""What was bound to a leaf, at head and at every revision since the leaf began."""

from collections.abc import Iterator

from msgspec import Struct

from archgate.facts.fact import Item
from archgate.gate.assignment import is_of_leaf
from archgate.gate.case import Case
from archgate.host.commits import all_touching
from archgate.host.configuration import has_configuration
from archgate.host.errors import InputError
from archgate.host.git import Git
from archgate.host.tree import CommitTree
from archgate.policy.law import Law, read_law
from archgate.roadmap.bound_debt import bonds_of


class Bound(Struct, frozen=True):
    """One entry or mark that was bound to a leaf, as it once was: its rule, the kind of that, and what it covered."""

    rule: str
    kind: str
    subject: str
    object: str
    parts: tuple[tuple[str, int], ...]

    @property
    def item(self) -> Item:
        """What it covered."""
        return Item(self.subject, self.object, dict(self.parts))


class History(Struct, frozen=True):
    """All that was ever bound, sorted; `fault` says why that may not be all, "" where it is."""

    entries: tuple[Bound, ...]
    fault: str = ""


def bound_since(case: Case, start: str, leaf: str) -> History:
    """What head, the revision `start` and all that came after it bound to a leaf.

    Where `start` is the tree before a root commit, that is all of history.
    """
    git = case.git
    laws: list[Law] = [case.law]
    fault = ""
    for commit in _revisions(git, start, _folders(case)) if git else ():
        law = _law_at(case, commit)
        laws += [law] if law else []
        if law is None and commit == start:
            fault = f"the law of {commit[:12]}, before the first commit of {leaf}, cannot be read"
    return History(tuple(sorted({bound for law in laws for bound in _of(case, law, leaf)}, key=_order)), fault)


def _folders(case: Case) -> list[str]:
    """Where base and head keep their policies and fixtures."""
    configurations = [law.configuration for law in (case.law, case.base_law) if law]
    return sorted({folder for one in configurations for folder in (one.policies, one.fixtures)})


def _revisions(git: Git, start: str, folders: list[str]) -> list[str]:
    """The revisions between which every law of the time stands."""
    first = git.resolve(start)
    return [*([first] if first else []), *all_touching(git, first or "", folders)]


def _law_at(case: Case, commit: str) -> Law | None:
    """The law of a commit; None where it cannot be read. Where archgate is not configured, nothing is bound."""
    assert case.git is not None
    tree = CommitTree(case.git, commit)
    try:
        return read_law(tree, case.kinds) if has_configuration(tree) else Law(case.law.configuration, {}, {}, {})
    except InputError:
        return None


def _of(case: Case, law: Law, leaf: str) -> Iterator[Bound]:
    for bond in bonds_of(law, case.kinds):
        if is_of_leaf(leaf, bond.leaf):
            yield Bound(bond.rule, bond.kind, bond.item.subject, bond.item.object, _parts(bond.item))


def _parts(item: Item) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(item.parts.items()))


def _order(bound: Bound) -> tuple[str, str, str, tuple[tuple[str, int], ...]]:
    return (bound.rule, bound.subject, bound.object, bound.parts)
