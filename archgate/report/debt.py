"""A table of debt as text, JSON, CSV or Markdown."""

import csv
import io

from msgspec import UNSET, Struct, UnsetType

from archgate.report.encode import SCHEMA, to_json
from archgate.report.marked_up import as_code, as_table
from archgate.report.plain import document
from archgate.report.table import table


class Row(Struct, frozen=True, order=True):
    """The debt of one key in one rule: `count` entries, `amount` their multiplicity."""

    key: str
    rule: str
    count: int
    amount: int
    before: "Amounts | UnsetType" = UNSET


class Amounts(Struct, frozen=True, order=True):
    """Entries, and their multiplicity."""

    count: int
    amount: int


class Total(Struct, frozen=True):
    """All rows added up; `before` is there where the table compares two revisions."""

    count: int
    amount: int
    before: Amounts | UnsetType = UNSET


class Since(Struct, frozen=True):
    """The revision that a table compares with: as it was named, and its commit."""

    ref: str
    oid: str


class DebtTable(Struct, frozen=True):
    """Debt by key and rule, sorted. `since` is what it is compared with, if anything: then every row has a `before`."""

    by: str
    rows: tuple[Row, ...]
    since: Since | UnsetType = UNSET

    @property
    def total(self) -> Total:
        """The total of all rows."""
        before: Amounts | UnsetType = UNSET
        if self.since is not UNSET:
            amounts = [row.before for row in self.rows if row.before is not UNSET]
            before = Amounts(sum(one.count for one in amounts), sum(one.amount for one in amounts))
        return Total(sum(row.count for row in self.rows), sum(row.amount for row in self.rows), before)


class DebtDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate debt`."""

    schema: int
    by: str
    rows: tuple[Row, ...]
    total: Total
    since: Since | UnsetType = UNSET


def render(debts: DebtTable, form: str) -> str:
    """The table in the format `text`, `json`, `csv` or `markdown`."""
    return {"text": _text, "json": _json, "csv": _csv, "markdown": _markdown}[form](debts)


def _json(debts: DebtTable) -> str:
    return to_json(DebtDocument(SCHEMA, debts.by, debts.rows, debts.total, debts.since))


def _heads(debts: DebtTable) -> list[str]:
    compared = [] if debts.since is UNSET else ["count before", "amount before", "change"]
    return [debts.by, "rule", "count", "amount", *compared]


def _numbers(row: Row | Total) -> list[str]:
    compared: list[str] = []
    if row.before is not UNSET:
        compared = [str(row.before.count), str(row.before.amount), f"{row.amount - row.before.amount:+d}"]
    return [str(row.count), str(row.amount), *compared]


def _rows(debts: DebtTable) -> list[list[str]]:
    rows = [[row.key, row.rule, *_numbers(row)] for row in debts.rows]
    return [*rows, ["total", "", *_numbers(debts.total)]]


def _text(debts: DebtTable) -> str:
    lines = [] if debts.since is UNSET else [f"since {debts.since.ref} {debts.since.oid[:7]}", ""]
    heads = _heads(debts)
    return document([*lines, *table(heads, _rows(debts), right=range(2, len(heads)))])


def _csv(debts: DebtTable) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([head.replace(" ", "_") for head in _heads(debts)])
    writer.writerows([row.key, row.rule, *_numbers(row)] for row in debts.rows)
    return out.getvalue()


def _markdown(debts: DebtTable) -> str:
    since = [] if debts.since is UNSET else [f"Beside {as_code(debts.since.ref)}, commit `{debts.since.oid[:12]}`.", ""]
    return document([*since, *as_table(_heads(debts), _rows(debts), words=2)])
