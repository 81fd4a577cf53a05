"""Policies as values: what a rule's file says, without layout and comments."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from archgate.policy.reason import UNREVIEWED

if TYPE_CHECKING:
    from archgate.facts.kind import Kind

SCHEMA = 1
"""The one version of policy and decision files that this archgate reads and writes."""

Section = Literal["assign", "owner", "debt", "exception"]
SECTIONS: tuple[Section, ...] = ("assign", "owner", "debt", "exception")
"""The blocks of a policy in the order of the file."""


class Assign(Struct, frozen=True):
    """Whose the debt of some modules is where no entry says so: a module selector, or a glob of paths."""

    leaf: str
    module: str = ""
    path: str = ""
    owner: str = ""
    line: int = 0

    @property
    def place(self) -> str:
        """The selector or glob, as written."""
        return self.module or self.path


class Owner(Struct, frozen=True):
    """Modules that may do this by design: `module` is exact or ends in `.**`; `planned` is a leaf or ""."""

    module: str
    reason: str
    planned: str = ""
    line: int = 0


class Debt(Struct, frozen=True):
    """What is tolerated for now: an entry of the rule's kind, who sees to it, and the leaf that removes it, if any.

    What is read from a fixture has neither owner nor reason: it is whose `[[assign]]` says.
    """

    entry: Any
    owner: str
    reason: str
    leaf: str = ""
    line: int = 0


class Accepted(Struct, frozen=True):
    """What is accepted for good (an `[[exception]]`); `planned` is the leaf whose code it awaits, "" once landed."""

    entry: Any
    reason: str
    owner: str = ""
    planned: str = ""
    line: int = 0


Block = Assign | Owner | Debt | Accepted


class Policy(Struct, frozen=True):
    """One rule's file. `scope` and the entries are structs of the rule's kind; blocks are sorted by identity.

    Of a rule with marks `fixture` is the path of its fixture, whose marks are the debts, and `measured_by` what that
    says of how they were measured: None where there is no fixture. `packages` are the root packages of the host, by
    folder: what the globs of `[[assign]]` are about. Lines count from 1 and are 0 in values that were never read from a
    file.
    """

    path: str
    rule: str
    kind: str
    title: str
    scope: Any
    owners: tuple[Owner, ...] = ()
    debts: tuple[Debt, ...] = ()
    exceptions: tuple[Accepted, ...] = ()
    assigns: tuple[Assign, ...] = ()
    fixture: str = ""
    measured_by: Mapping[str, str] | None = None
    packages: tuple[str, ...] = ()

    @property
    def ledger(self) -> str:
        """The path of the file in which the rule's debt stands."""
        return self.fixture or self.path

    @property
    def unreviewed(self) -> int:
        """How many blocks still wait for a reason."""
        return sum(not isinstance(block, Assign) and block.reason == UNREVIEWED for block in self.blocks())

    def blocks(self) -> tuple[Block, ...]:
        """Every block, in the order of the file."""
        return (*self.assigns, *self.owners, *(() if self.fixture else self.debts), *self.exceptions)

    def placeless(self) -> "Policy":
        """The same policy without line numbers, to compare what two texts say."""
        return with_blocks(self, [msgspec.structs.replace(block, line=0) for block in self.blocks()])


class BlockKey(NamedTuple):
    """What sorts the blocks of a policy, and what occurs once in it.

    A planned block may stand beside a landed one of the same identity, and comes after it.
    """

    rank: int
    identity: tuple[str, ...]
    planned: str

    @property
    def section(self) -> Section:
        """The section that the block stands in."""
        return SECTIONS[self.rank]

    def __str__(self) -> str:
        return f"[[{self.section}]] {' -> '.join(self.identity)}"


def key_of(block: Block, kind: "Kind") -> BlockKey:
    """The key of a block of a rule of `kind`."""
    if isinstance(block, Assign):
        return BlockKey(0, (block.place,), "")
    if isinstance(block, Owner):
        return BlockKey(1, (block.module,), block.planned)
    if isinstance(block, Debt):
        return BlockKey(2, kind.identity(block.entry), "")
    return BlockKey(3, kind.identity(block.entry), block.planned)


def with_blocks(policy: Policy, blocks: Iterable[Block]) -> Policy:
    """`policy` with other blocks; those of a section keep the order in which they are given. Marks stay as they are."""
    given = list(blocks)
    debts = tuple(block for block in given if isinstance(block, Debt))
    return msgspec.structs.replace(
        policy,
        assigns=tuple(block for block in given if isinstance(block, Assign)),
        owners=tuple(block for block in given if isinstance(block, Owner)),
        debts=policy.debts if policy.fixture else debts,
        exceptions=tuple(block for block in given if isinstance(block, Accepted)),
    )


def in_order(policy: Policy, kind: "Kind") -> Policy:
    """`policy` with its blocks sorted as the file wants them."""
    return with_blocks(policy, sorted(policy.blocks(), key=lambda block: key_of(block, kind)))
