"""Reading the blocks of a policy: `[[assign]]`, `[[owner]]`, `[[debt]]`, `[[exception]]`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from archgate.host.selectors import selector_fault
from archgate.policy.document import Accepted, Assign, Block, Debt, Owner, Section
from archgate.policy.problems import Problems, Reporter
from archgate.policy.shape import fields_of, read_shapes
from archgate.policy.strings import (
    fault_of_leaf,
    fault_of_owner,
    fault_of_path,
    report_control,
    report_numbers,
    report_order,
    report_reason,
    report_strings,
)
from archgate.policy.tables import Spot, Text

if TYPE_CHECKING:
    from archgate.facts.kind import Kind


class AssignTerms(Struct, frozen=True):
    """The keys of an `[[assign]]`: one of `module` and `path`."""

    leaf: str
    module: str = ""
    path: str = ""
    owner: str = ""


class OwnerTerms(Struct, frozen=True):
    """The keys of an `[[owner]]`."""

    module: str
    reason: str
    planned: str = ""


class DebtTerms(Struct, frozen=True):
    """What a `[[debt]]` says beside the kind's own keys."""

    owner: str
    reason: str
    leaf: str = ""


class AcceptedTerms(Struct, frozen=True):
    """What an `[[exception]]` says beside the kind's own keys."""

    reason: str
    owner: str = ""
    planned: str = ""


Terms = TypeVar("Terms", DebtTerms, AcceptedTerms)


def read_blocks(
    section: Section, raws: Sequence[Mapping[str, Any]], kind: "Kind", text: Text, problems: Problems
) -> Iterator[Block]:
    """The blocks of one section that can be read, in the order of the file."""
    lines = text.block_lines(section, len(raws))
    for number, (raw, line) in enumerate(zip(raws, lines, strict=True)):
        report = problems.reporter(text, Spot(section, number))
        block = _read_block(section, raw, kind, line, report)
        if block is not None:
            yield block


def _read_block(section: Section, raw: Mapping[str, Any], kind: "Kind", line: int, report: Reporter) -> Block | None:
    if section == "assign":
        return _read_assign(raw, line, report)
    if section == "owner":
        return _read_owner(raw, line, report)
    if section == "debt":
        return _read_debt(raw, kind, line, report)
    return _read_accepted(raw, kind, line, report)


def _read_assign(raw: Mapping[str, Any], line: int, report: Reporter) -> Assign | None:
    (terms,) = read_shapes(raw, (AssignTerms,), report)
    if terms is None:
        return None
    if bool(terms.module) == bool(terms.path):
        report("", "says neither `module` nor `path`" if not terms.module else "says both `module` and `path`")
        return None
    fault = selector_fault(terms.module) if terms.module else fault_of_path(terms.path)
    if fault:
        report("module" if terms.module else "path", fault)
    _check_bound(raw, terms, report)
    return Assign(leaf=terms.leaf, module=terms.module, path=terms.path, owner=terms.owner, line=line)


def _read_owner(raw: Mapping[str, Any], line: int, report: Reporter) -> Owner | None:
    (terms,) = read_shapes(raw, (OwnerTerms,), report)
    if terms is None:
        return None
    fault = fault_of_owner(terms.module)
    if fault:
        report("module", f"`module` {fault}")
    _check_terms(raw, terms, report)
    return Owner(module=terms.module, reason=terms.reason, planned=terms.planned, line=line)


def _read_debt(raw: Mapping[str, Any], kind: "Kind", line: int, report: Reporter) -> Debt | None:
    entry, terms = _read_entry(raw, kind, DebtTerms, report)
    if terms is None:
        return None
    return Debt(entry=entry, owner=terms.owner, reason=terms.reason, leaf=terms.leaf, line=line)


def _read_accepted(raw: Mapping[str, Any], kind: "Kind", line: int, report: Reporter) -> Accepted | None:
    entry, terms = _read_entry(raw, kind, AcceptedTerms, report)
    if terms is None:
        return None
    return Accepted(entry=entry, reason=terms.reason, owner=terms.owner, planned=terms.planned, line=line)


def _read_entry(
    raw: Mapping[str, Any], kind: "Kind", shape: type[Terms], report: Reporter
) -> tuple[Any, Terms] | tuple[None, None]:
    """The entry of a block and what the block says beside it; None for both where one of them cannot be read."""
    entry, terms = read_shapes(raw, (kind.Entry, shape), report)
    if terms is not None:
        _check_terms(raw, terms, report)
    if entry is None or terms is None:
        return None, None
    _check_entry(raw, kind, entry, report)
    return entry, terms


def _check_terms(raw: Mapping[str, Any], terms: OwnerTerms | DebtTerms | AcceptedTerms, report: Reporter) -> None:
    """Tell what is wrong with keys of the right type."""
    report_reason(terms.reason, report)
    _check_bound(raw, terms, report)


def _check_bound(
    raw: Mapping[str, Any], terms: AssignTerms | OwnerTerms | DebtTerms | AcceptedTerms, report: Reporter
) -> None:
    """Tell what is wrong with the leaf and the owner to which a block binds."""
    for key in raw.keys() & {"leaf", "planned"} & set(terms.__struct_fields__):
        fault = fault_of_leaf(raw[key])
        if fault:
            report(key, f"`{key}`: {fault}")
    if not isinstance(terms, OwnerTerms) and "owner" in raw:
        report_control("owner", terms.owner, report)
        if not terms.owner.strip():
            report("owner", "`owner` is blank", "name who sees to it")


def _check_entry(raw: Mapping[str, Any], kind: "Kind", entry: Any, report: Reporter) -> None:
    own = {key: value for key, value in raw.items() if key in fields_of(kind.Entry)}
    report_strings(own, report)
    report_numbers(own, report)
    report_order(own, report)
    if not all(part.strip() for part in kind.identity(entry)):
        report("", "names nothing: a part of its identity is blank")
