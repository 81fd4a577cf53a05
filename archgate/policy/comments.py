"""The comments of a policy's text, by the block that they belong to, so that they travel with it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from archgate.policy.document import SECTIONS, Block, BlockKey, Policy, key_of
from archgate.policy.source import Source
from archgate.policy.tables import ROOT, SCOPE, Spot

if TYPE_CHECKING:
    from archgate.facts.kind import Kind


class Remarks(Struct, frozen=True):
    """What a text says beside its values: comments ("" for a blank line among them) and scope keys written out.

    `top` stands above all, `scope` above `[scope]`, `blocks` above each block and `end` below all.
    """

    top: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    blocks: Mapping[BlockKey, tuple[str, ...]] = {}
    end: tuple[str, ...] = ()
    scope_keys: frozenset[str] = frozenset()

    def for_policy(self, policy: Policy, kind: "Kind") -> "Remarks":
        """The remarks for another state of the policy: a planned block that has landed takes its comments along."""
        keys = {key_of(block, kind) for block in policy.blocks()}
        landed = {old._replace(planned=""): comments for old, comments in self.blocks.items() if old not in keys}
        return msgspec.structs.replace(self, blocks={**landed, **self.blocks})


def remarks_of(source: Source, policy: Policy, kind: "Kind") -> Remarks:
    """The remarks in the text that `policy`, a policy of `kind`, was read from."""
    tables = {spot: _tidy(table.comments) for spot, table in source.text.tables.items()}
    blocks: dict[BlockKey, tuple[str, ...]] = {}
    groups: tuple[Sequence[Block], ...] = (policy.assigns, policy.owners, policy.debts, policy.exceptions)
    for section, group in zip(SECTIONS, groups, strict=True):
        for number, block in enumerate(group):
            comments = tables.get(Spot(section, number), ())
            if comments:
                blocks[key_of(block, kind)] = comments
    scope = source.values.get(SCOPE.name, {})
    return Remarks(
        top=tables[ROOT],
        scope=tables.get(SCOPE, ()),
        blocks=blocks,
        end=source.text.outline.end,
        scope_keys=frozenset(scope),
    )


def _tidy(comments: list[str]) -> tuple[str, ...]:
    """Comments without blank lines at either end."""
    lines = list(comments)
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    return tuple(lines)
