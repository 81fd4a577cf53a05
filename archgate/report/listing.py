"""A listing of facts as text, JSON or CSV."""

import csv
import io
from typing import Any

from archgate.facts import known_kinds
from archgate.facts.fact import Fact, identity
from archgate.report.encode import SCHEMA, to_json
from archgate.report.plain import document
from archgate.run.facts import Listing


def render(listing: Listing, form: str) -> str:
    """The listing in the format `text`, `json` or `csv`."""
    return {"text": _text, "json": _json, "csv": _csv}[form](listing)


def _json(listing: Listing) -> str:
    facts = [_fact(listing, fact) for fact in listing.facts]
    return to_json({"schema": SCHEMA, "rule": listing.rule, "kind": listing.kind, "facts": facts})


def _fact(listing: Listing, fact: Fact) -> dict[str, Any]:
    kind = known_kinds().get(listing.kind)
    return {
        "id": identity(listing.rule, fact),
        "subject": fact.subject,
        "object": fact.object,
        "amount": fact.amount,
        "places": [{"path": place.path, "line": place.line} for place in fact.places],
        **(kind.details(fact) if kind else {"kinds": list(fact.kinds)}),
    }


def _text(listing: Listing) -> str:
    lines = [f"{fact.subject} -> {fact.object}  {_kinds(fact)}{_first_place(fact)}" for fact in listing.facts]
    return document([*(line.rstrip() for line in lines), f"{len(listing.facts)} facts"])


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
