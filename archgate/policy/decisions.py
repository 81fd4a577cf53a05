"""Decisions: small files by which people allow what the ratchet alone would refuse."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from archgate.host.phrases import meant_or_known
from archgate.host.printable import control_fault
from archgate.policy.document import SCHEMA
from archgate.policy.layout import join_paragraphs, table_lines
from archgate.policy.moves import is_under
from archgate.policy.problems import Problems, Reporter, raise_any
from archgate.policy.reason import UNREVIEWED
from archgate.policy.shape import read_shapes
from archgate.policy.source import Source, composed, is_composed, read_source
from archgate.policy.strings import (
    fault_of_leaf,
    fault_of_module,
    fault_of_rule,
    report_composition,
    report_control,
    report_reason,
)
from archgate.policy.tables import ROOT

CODE = "DECISION_INVALID"
COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")

READABLE = 40
"""Characters of a slug that tell people what it is about."""

UNIQUE = 20
"""Hexadecimal digits of a slug that tell it from all others: 80 bits never meet by chance."""


class Decision(Struct, frozen=True):
    """One decision. `subjects` is what it is about: one thing, or for `reassign` one or more fact ids.

    `to` are the new names of a `move` or `rename`; `targets` the two targets of a `move` that also trades one for the
    other; `leaf` the new leaf of a `reassign`.
    """

    path: str
    kind: str
    subjects: tuple[str, ...]
    reason: str
    owner: str
    to: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    leaf: str = ""

    @property
    def subject(self) -> str:
        """The one thing that the decision is about (of several fact ids the first)."""
        return self.subjects[0]

    @property
    def unreviewed(self) -> bool:
        """Whether it still waits for a reason."""
        return self.reason == UNREVIEWED


class DecisionTerms(Struct, frozen=True):
    """The keys of every decision file."""

    schema: int
    kind: str
    subject: str | tuple[str, ...]
    reason: str
    owner: str


class MoveTerms(Struct, frozen=True):
    """What a `move` says beside: the new modules, or definitions in modules."""

    to: tuple[str, ...]
    targets: tuple[str, ...] = ()


class RenameTerms(Struct, frozen=True):
    """What a `rename` of a rule says beside: its new name."""

    to: tuple[str, ...]


class ReassignTerms(Struct, frozen=True):
    """What a `reassign` says beside: the leaf that takes the debt over."""

    leaf: str


class NoTerms(Struct, frozen=True):
    """Nothing beside what all decisions say."""


TERMS: Mapping[str, type[Struct]] = {
    "drop-leaf": NoTerms,
    "fall-back": NoTerms,
    "loosen": NoTerms,
    "move": MoveTerms,
    "reassign": ReassignTerms,
    "rename": RenameTerms,
    "rescope": NoTerms,
    "revert": NoTerms,
}
"""The kinds of decisions, with the keys of each."""


def read_decision(path: str, data: bytes) -> Decision:
    """The decision in the bytes of the file `path` (relative to the root).

    Raises InputError (DECISION_INVALID) with every problem of the file.
    """
    problems = Problems(path, CODE)
    source = read_source(data, problems)
    decision = None if source is None else _read(source, problems)
    raise_any(problems.found)
    assert decision is not None
    return decision


def _read(source: Source, problems: Problems) -> Decision | None:
    report = problems.reporter(source.text, ROOT)
    values = source.values
    if not is_composed(source):
        report_composition(values, report)
        values = composed(values)
    kind = values.get("kind")
    wanted = TERMS.get(kind) if isinstance(kind, str) else None
    if wanted is None and isinstance(kind, str):
        report("kind", f"unknown kind `{kind}`; {meant_or_known(kind, TERMS)}")
        return None
    terms, own = read_shapes(values, (DecisionTerms, wanted or NoTerms), report)
    if terms is None or own is None or wanted is None:
        return None
    _check_terms(terms, report)
    subjects = (terms.subject,) if isinstance(terms.subject, str) else terms.subject
    given: dict[str, Any] = {key: getattr(own, key) for key in own.__struct_fields__}
    decision = Decision(problems.path, terms.kind, subjects, terms.reason, terms.owner, **given)
    _check_subjects(decision, isinstance(terms.subject, tuple), report)
    _check_new_names(decision, report)
    return decision


def _check_terms(terms: DecisionTerms, report: Reporter) -> None:
    if terms.schema != SCHEMA:
        report("schema", f"`schema` is {terms.schema}, this archgate reads {SCHEMA}")
    report_reason(terms.reason, report)
    report_control("owner", terms.owner, report)
    if not terms.owner.strip():
        report("owner", "`owner` is blank", "name who decided")


def _check_subjects(decision: Decision, listed: bool, report: Reporter) -> None:
    if listed and decision.kind != "reassign":
        report("subject", f"`subject` of a {decision.kind} is one string, no list", "write a decision for each")
    if not decision.subjects or len(set(decision.subjects)) < len(decision.subjects):
        report("subject", "`subject` lists one or more ids, each once")
    for number, subject in enumerate(decision.subjects):
        fault = _fault_of_subject(decision.kind, subject)
        if fault:
            report("subject", f"`subject`: {fault}", element=number if listed else None)


def _fault_of_subject(kind: str, subject: str) -> str:
    if not subject.strip():
        return "is blank"
    if control_fault(subject):
        return control_fault(subject)
    if kind == "move":
        return fault_of_module(subject)
    if kind == "rename":
        return fault_of_rule(subject)
    if kind == "reassign" and subject.count("|") < 2:
        return f"`{subject}` is no fact id such as `egress|app.feed|requests`; `archgate debt --format json` has them"
    if kind == "revert" and not COMMIT.fullmatch(subject):
        return f"`{subject}` is no full commit id"
    return fault_of_leaf(subject) if kind in ("drop-leaf", "fall-back") else ""


def _check_new_names(decision: Decision, report: Reporter) -> None:
    for number, name in enumerate(decision.to):
        fault = _fault_of_new_name(decision, name)
        if fault:
            report("to", f"`to`: {fault}", element=number)
    if decision.kind == "rename" and len(decision.to) != 1:
        report("to", "`to` of a rename names one rule")
    if decision.kind == "move" and not decision.to:
        report("to", "`to` names no place")
    if decision.kind == "move" and len(decision.targets) not in (0, 2):
        report("targets", "`targets` are two: the old one and the one that takes its place")
    fault = fault_of_leaf(decision.leaf) if decision.kind == "reassign" else ""
    if fault:
        report("leaf", f"`leaf`: {fault}")


def _fault_of_new_name(decision: Decision, name: str) -> str:
    if decision.kind != "move":
        return fault_of_rule(name)
    faults = (fault_of_place(subject, name) for subject in decision.subjects)
    return fault_of_module(name) or next(filter(None, faults), "")


def fault_of_place(old: str, new: str) -> str:
    """What is wrong with `new` as a place that the module or definition `old` moved to."""
    if new == old:
        return f"`{new}` is where it was; what is still there needs no decision"
    if is_under(old, new):
        return f"`{new}` holds `{old}`, so it would be everywhere in it"
    return ""


def render_decision(decision: Decision) -> bytes:
    """The file of a decision."""
    one = len(decision.subjects) == 1
    values: dict[str, Any] = {
        "schema": SCHEMA,
        "kind": decision.kind,
        "subject": decision.subject if one else list(decision.subjects),
        "to": list(decision.to),
        "targets": list(decision.targets),
        "leaf": decision.leaf,
        "reason": decision.reason,
        "owner": decision.owner,
    }
    given = {key: value for key, value in values.items() if value}
    return join_paragraphs([table_lines(given, one_a_line=False)])


def slug_for(kind: str, subject: str | Sequence[str]) -> str:
    """The name (without ending) of the file of a decision: the same for the same subject, of no other one.

    It is safe on every file system: letters and digits of any script in lower case, and hyphens.
    """
    subjects = [subject] if isinstance(subject, str) else list(subject)
    text = unicodedata.normalize("NFC", "\n".join([kind, *subjects]))
    unique = hashlib.sha256(text.encode()).hexdigest()[:UNIQUE]
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", subjects[0].lower()))
    readable = "-".join(words)[:READABLE].strip("-")
    return "-".join(part for part in (kind, readable, unique) if part)


def path_for(folder: str, kind: str, subject: str | Sequence[str]) -> str:
    """The path of the file of a decision, in the policies folder `folder`."""
    return f"{folder}/decisions/{slug_for(kind, subject)}.toml"
