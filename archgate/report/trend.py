"""Debt and facts over the history as text, JSON or CSV."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from msgspec import Struct

from archgate.gate.past_law import Amount
from archgate.host.phrases import number_of
from archgate.report.encode import SCHEMA, to_json
from archgate.report.plain import document
from archgate.report.sparkline import sparkline
from archgate.report.table import table

HEADS = ("first", "last", "min", "max")


class Moment(Struct, frozen=True):
    """One commit: the date is its author's, ISO 8601 in UTC.

    `debt` is None where no law says any, because archgate was not configured or its law was invalid; `facts` is None
    where nothing was measured, and so is a rule's number. `note` says what stood in the way, "" if nothing.
    """

    oid: str
    date: str
    subject: str
    debt: Mapping[str, Amount] | None
    facts: Mapping[str, int | None] | None
    note: str = ""


class Trend(Struct, frozen=True):
    """The commits looked at, oldest first, and every rule that one of them has.

    `leaf` is the one that all debt is bound to, "" for any; `hint` says which facts were left out, "" if none.
    """

    rules: tuple[str, ...]
    commits: tuple[Moment, ...]
    leaf: str = ""
    hint: str = ""


class TrendDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate trend`."""

    schema: int
    rules: tuple[str, ...]
    commits: tuple[Moment, ...]


Numbers = list[int | None]


def render(trend: Trend, form: str, *, blocks: bool = True) -> str:
    """The trend in the format `text`, `json` or `csv`; text without block characters where `blocks` is false."""
    if form == "text":
        return document(_text(trend, blocks))
    return {"json": _json, "csv": _csv}[form](trend)


def _json(trend: Trend) -> str:
    return to_json(TrendDocument(SCHEMA, trend.rules, trend.commits))


def _csv(trend: Trend) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["oid", "date", "rule", "count", "amount", "facts", "note"])
    for commit in trend.commits:
        for rule in trend.rules:
            debt = (commit.debt or {}).get(rule)
            fact = (commit.facts or {}).get(rule)
            numbers = [debt.count if debt else None, debt.amount if debt else None, fact]
            cells = ["" if number is None else number for number in numbers]
            writer.writerow([commit.oid, commit.date, rule, *cells, commit.note])
    return out.getvalue()


def _text(trend: Trend, blocks: bool) -> Iterator[str]:
    first, last = trend.commits[0], trend.commits[-1]
    commits = number_of(len(trend.commits), "commit")
    yield f"{commits}, {_named(first)} to {_named(last)}{f'; leaf {trend.leaf}' if trend.leaf else ''}"
    debts = {rule: [_amount(one, rule) for one in trend.commits] for rule in trend.rules}
    if len(debts) > 1:
        debts["total"] = [_total(one) for one in trend.commits]
    measured = [one.facts for one in trend.commits if one.facts is not None]
    facts: dict[str, Numbers] = {rule: [one.get(rule) for one in measured] for rule in trend.rules}
    for name, series in (("debt", debts), ("facts", facts)):
        rows = [
            _row(label, numbers, blocks) for label, numbers in series.items() if any(n is not None for n in numbers)
        ]
        if rows:
            yield from ("", *table([name, "", *HEADS], rows, right=range(2, 2 + len(HEADS))))
    notes = list(_notes(trend.commits))
    yield from ("", *notes) if notes else ()


def _named(commit: Moment) -> str:
    return f"{commit.oid[:7]} ({commit.date[:10]})" if commit.date else commit.oid[:7]


def _amount(commit: Moment, rule: str) -> int | None:
    debt = (commit.debt or {}).get(rule)
    return debt.amount if debt else None


def _total(commit: Moment) -> int | None:
    return None if commit.debt is None else sum(debt.amount for debt in commit.debt.values())


def _row(label: str, numbers: Numbers, blocks: bool) -> list[str]:
    known = [number for number in numbers if number is not None]
    ends = (numbers[0], numbers[-1])
    told = ["-" if end is None else str(end) for end in ends]
    return [label, sparkline(numbers, blocks=blocks), *told, str(min(known)), str(max(known))]


def _notes(commits: Sequence[Moment]) -> Iterator[str]:
    """What stood in the way, said once for commits that follow one another."""
    for note, group in groupby(commits, attrgetter("note")):
        if note:
            found = list(group)
            until = f" to {_named(found[-1])}, {len(found)} commits" if len(found) > 1 else ""
            yield f"note  {_named(found[0])}{until}: {note}"
