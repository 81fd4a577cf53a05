"""JSON Schemas of what archgate reads and writes, made from the structs that it reads and writes with."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from archgate.facts.kind import Kind
from archgate.host.configuration import Configuration
from archgate.measure import known_kinds
from archgate.policy.blocks import AcceptedTerms, AssignTerms, DebtTerms, OwnerTerms
from archgate.policy.decisions import TERMS, DecisionTerms
from archgate.policy.fixture import KEYS, RULERS
from archgate.policy.reader import Header
from archgate.policy.roadmap_terms import ROADMAP, LeafTerms, Needs, RoadmapHeader, StageTerms, StopTerms, Words
from archgate.policy.strings import MOST
from archgate.report.debt import DebtDocument
from archgate.report.encode import SCHEMA, to_json
from archgate.report.listing import FactsDocument
from archgate.report.trend import TrendDocument
from archgate.report.verdict_json import CheckDocument
from archgate.version import VERSION

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


def render(name: str) -> str:
    """The schema called `name`, one of `NAMES`, as JSON."""
    made = _MAKERS[name]()
    head = {"$schema": DIALECT, "$id": f"urn:archgate:{VERSION}:{name}", "title": _TITLES[name]}
    return to_json({**head, **made})


def _configuration() -> Schema:
    return _of(_struct("configuration", [field for field in _fields(Configuration) if field[0] != "path"]))


def _policy() -> Schema:
    return _one_of([*(_policy_of(kind) for _, kind in sorted(known_kinds().items())), _roadmap_policy()])


def _roadmap_policy() -> type[Struct]:
    """The struct of `policies/roadmap.toml`."""
    tables: list[tuple[Any, ...]] = [
        ("words", _struct("roadmap-words", _fields(Words)), {}),
        ("needs", _struct("roadmap-needs", _fields(Needs)), {}),
    ]
    for section, terms in (("leaf", LeafTerms), ("stage", StageTerms), ("stop", StopTerms)):
        fields = [field for field in _fields(terms) if field[0] != "line"]
        tables.append((section, _tuple_of(_struct(f"roadmap-{section}", fields)), ()))
    return _struct("policy-roadmap", [*_fields(RoadmapHeader, schema=SCHEMA, rule=ROADMAP, kind=ROADMAP), *tables])


def _policy_of(kind: Kind) -> type[Struct]:
    """The struct of a whole policy file of one kind."""
    name = f"policy-{kind.name}"
    entry = _fields(kind.Entry)
    blocks = {"assign": _fields(AssignTerms), "exception": [*entry, *_fields(AcceptedTerms)]}
    if not kind.marked:
        blocks["debt"] = [*entry, *_fields(DebtTerms)]
    if kind.takes_owners:
        blocks["owner"] = _fields(OwnerTerms)
    tables = [(section, _tuple_of(_struct(f"{name}-{section}", fields)), ()) for section, fields in blocks.items()]
    needed = any(field.required for field in msgspec.structs.fields(kind.Scope))
    scope = ("scope", kind.Scope) if needed else ("scope", kind.Scope, kind.Scope())
    return _struct(name, [*_fields(Header, schema=SCHEMA, kind=kind.name), scope, *tables])


def _fixture() -> Schema:
    """A fixture: what measured, and a number, or a share of two, for each identity."""
    ruler = _struct("measured-by", [(name, str, "") for name in RULERS])
    number = Annotated[int, Meta(ge=0, le=MOST)]
    share = Annotated[list[number], Meta(min_length=2, max_length=2)]
    identity = Annotated[str, Meta(pattern=r"^.+\|[^|]+$")]
    types = {"schema": Literal[SCHEMA], "rule": str, "measured_by": ruler, "marks": dict[identity, number | share]}
    return _of(_struct("fixture", [(key, types[key]) for key in KEYS]))


def _decision() -> Schema:
    return _one_of(
        _struct(f"decision-{kind}", [*_fields(DecisionTerms, schema=SCHEMA, kind=kind), *_fields(terms)])
        for kind, terms in sorted(TERMS.items())
    )


def _fields(struct: type[Struct], **fixed: Any) -> list[tuple[Any, ...]]:
    """The definitions of a struct's fields, under the names that are written; `fixed` ones have the one value."""
    found: list[tuple[Any, ...]] = []
    for one in msgspec.structs.fields(struct):
        if one.name in fixed:
            found.append((one.name, Literal[fixed[one.name]]))
        elif one.required:
            found.append((one.name, one.type, msgspec.field(name=one.encode_name)))
        else:
            default = one.default_factory() if one.default is msgspec.NODEFAULT else one.default
            found.append((one.name, one.type, msgspec.field(name=one.encode_name, default=default)))
    return found


def _tuple_of(element: Any) -> Any:
    return tuple[element, ...]


def _struct(name: str, fields: Iterable[tuple[Any, ...]]) -> type[Struct]:
    """A struct of these fields that knows no others."""
    return msgspec.defstruct(name, fields, kw_only=True, forbid_unknown_fields=True)


def _one_of(structs: Iterable[type[Struct]]) -> Schema:
    found, definitions = msgspec.json.schema_components(list(structs), ref_template="#/$defs/{name}")
    return {"oneOf": list(found), "$defs": definitions}


def _of(struct: type[Struct]) -> Schema:
    (found,), definitions = msgspec.json.schema_components([struct], ref_template="#/$defs/{name}")
    return {**found, "$defs": definitions}


_MAKERS: Mapping[str, Callable[[], Schema]] = {
    "check": partial(_of, CheckDocument),
    "configuration": _configuration,
    "debt": partial(_of, DebtDocument),
    "decision": _decision,
    "facts": partial(_of, FactsDocument),
    "fixture": _fixture,
    "policy": _policy,
    "trend": partial(_of, TrendDocument),
}
_TITLES = {
    "check": "What `archgate check --format json` prints",
    "configuration": "[tool.archgate] in pyproject.toml, or archgate.toml",
    "debt": "What `archgate debt --format json` prints",
    "decision": "policies/decisions/NAME.toml",
    "facts": "What `archgate facts RULE --format json` prints",
    "fixture": "fixtures/RULE.json",
    "policy": "policies/RULE.toml",
    "trend": "What `archgate trend --format json` prints",
}
NAMES = tuple(sorted(_MAKERS))
"""Every schema there is."""
