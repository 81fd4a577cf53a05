"""The layout of policy files: equal policies with equal remarks are equal bytes."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo

from archgate.policy.comments import Remarks
from archgate.policy.document import SCHEMA, Assign, Block, Debt, Owner, Policy, in_order, key_of
from archgate.policy.notation import write_assignment
from archgate.policy.shape import fields_of

if TYPE_CHECKING:
    from archgate.facts.kind import Kind


def render_policy(policy: Policy, kind: "Kind", remarks: Remarks | None = None) -> bytes:
    """The file of `policy`: blocks sorted, one blank line between them, comments above what they belong to."""
    said = remarks or Remarks()
    blocks = in_order(policy, kind).blocks()
    paragraphs = [block_lines(block, said.blocks.get(key_of(block, kind), ())) for block in blocks]
    return join_paragraphs([header_lines(policy, said), scope_lines(policy, said), *paragraphs, list(said.end)])


def join_paragraphs(paragraphs: Iterable[list[str]]) -> bytes:
    """A file of paragraphs with a blank line between each two; empty ones are left out."""
    return ("\n\n".join("\n".join(lines) for lines in paragraphs if lines) + "\n").encode()


def header_lines(policy: Policy, remarks: Remarks) -> list[str]:
    """What stands above all tables."""
    values = {"schema": SCHEMA, "rule": policy.rule, "kind": policy.kind}
    if policy.title:
        values["title"] = policy.title
    return [*remarks.top, *table_lines(values, one_a_line=False)]


def scope_lines(policy: Policy, remarks: Remarks) -> list[str]:
    """The `[scope]`, without what says no more than the kind's default and was not written out before."""
    values = dict(_written(policy.scope, remarks.scope_keys))
    if not values and not remarks.scope:
        return []
    return [*remarks.scope, "[scope]", *table_lines(values, one_a_line=False)]


def block_lines(block: Block, comments: Iterable[str] = ()) -> list[str]:
    """One block, with its comments above it."""
    section, values = block_values(block)
    return [*comments, f"[[{section}]]", *table_lines(values, one_a_line=True)]


def block_values(block: Block) -> tuple[str, dict[str, Any]]:
    """A block's section and its keys in the order of the file: the kind's own, then whose it is and why."""
    if isinstance(block, Assign):
        return "assign", {
            **_given(module=block.module, path=block.path),
            "leaf": block.leaf,
            **_given(owner=block.owner),
        }
    if isinstance(block, Owner):
        return "owner", {"module": block.module, **_given(planned=block.planned), "reason": block.reason}
    entry = {key: _sorted(value) for key, value in _written(block.entry)}
    if isinstance(block, Debt):
        return "debt", {**entry, **_given(leaf=block.leaf), "owner": block.owner, "reason": block.reason}
    return "exception", {**entry, **_given(planned=block.planned, owner=block.owner), "reason": block.reason}


def table_lines(values: Mapping[str, Any], one_a_line: bool) -> list[str]:
    """The assignments of one table."""
    return [line for key, value in values.items() for line in write_assignment(key, value, one_a_line)]


def _given(**terms: str) -> dict[str, str]:
    return {key: text for key, text in terms.items() if text}


def _written(struct: Struct, always: frozenset[str] = frozenset()) -> Iterator[tuple[str, Any]]:
    """The keys and plain values of a struct in order, defaults left out but for those of `always`."""
    for key, field in fields_of(type(struct)).items():
        value = getattr(struct, field.name)
        if value is not None and (field.required or key in always or value != _default(field)):
            yield key, msgspec.to_builtins(value)


def _default(field: FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _sorted(value: Any) -> Any:
    """A list of strings in an entry stands for a set."""
    if isinstance(value, list | tuple) and all(isinstance(element, str) for element in value):
        return sorted(value)
    return value
