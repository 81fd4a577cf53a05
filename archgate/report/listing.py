"""A listing of facts as text, JSON or CSV."""

import csv
import io

from msgspec import UNSET, Struct, UnsetType

from archgate.facts.fact import Fact, Place, identity
from archgate.gate.codes import UNKNOWN
from archgate.host.errors import Problem
from archgate.host.phrases import number_of
from archgate.measure import known_kinds
from archgate.report.encode import SCHEMA, to_json
from archgate.report.plain import document


class Listing(Struct, frozen=True):
    """The facts of a rule (or the imports), and what could not be read: then the listing is not whole (exit 3)."""

    rule: str
    kind: str
    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def exit(self) -> int:
        """0, or 3 where sources were unreadable."""
        return UNKNOWN if self.problems else 0


class UseDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """What one definition of the module does with the object, how often, and where."""

    definition: str
    operation: str
    count: int
    places: tuple[Place, ...]


class FactDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """One fact; which of the last ones it has is its kind's matter."""

    id: str
    subject: str
    object: str
    amount: int
    places: tuple[Place, ...]
    kinds: tuple[str, ...] | UnsetType = UNSET
    members: tuple[str, ...] | UnsetType = UNSET
    uses: tuple[UseDocument, ...] | UnsetType = UNSET


class FactsDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate facts`."""

    schema: int
    rule: str
    kind: str
    facts: tuple[FactDocument, ...]


def render(listing: Listing, form: str) -> str:
    """The listing in the format `text`, `json` or `csv`."""
    return {"text": _text, "json": _json, "csv": _csv}[form](listing)


def _json(listing: Listing) -> str:
    facts = tuple(_fact(listing, fact) for fact in listing.facts)
    return to_json(FactsDocument(SCHEMA, listing.rule, listing.kind, facts))


def _fact(listing: Listing, fact: Fact) -> FactDocument:
    kind = known_kinds().get(listing.kind)
    details = kind.details(fact) if kind else {"kinds": list(fact.kinds)}
    return FactDocument(
        id=identity(listing.rule, fact),
        subject=fact.subject,
        object=fact.object,
        amount=fact.amount,
        places=fact.places,
        **details,
    )


def _text(listing: Listing) -> str:
    lines = [f"{fact.subject} -> {fact.object}  {_kinds(fact)}{_first_place(fact)}" for fact in listing.facts]
    return document([*(line.rstrip() for line in lines), number_of(len(listing.facts), "fact")])


def _kinds(fact: Fact) -> str:
    return f"{','.join(fact.kinds)}  " if fact.kinds else f"{fact.amount}  "


def _first_place(fact: Fact) -> str:
    if not fact.places:
        return ""
    more = f" and {len(fact.places) - 1} more" if len(fact.places) > 1 else ""
    return f"{fact.places[0].path}:{fact.places[0].line}{more}"


def _csv(listing: Listing) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", "subject", "object", "amount", "kinds", "path", "line"])
    for fact in listing.facts:
        path, line = (fact.places[0].path, fact.places[0].line) if fact.places else ("", 0)
        writer.writerow(
            [identity(listing.rule, fact), fact.subject, fact.object, fact.amount, " ".join(fact.kinds), path, line]
        )
    return out.getvalue()
