"""A table of debt as text, JSON, CSV or Markdown."""

import csv
import io

import msgspec

from archgate.report.encode import SCHEMA, to_json
from archgate.report.plain import document
from archgate.report.table import table
from archgate.run.debt import DebtTable


def render(debts: DebtTable, form: str) -> str:
    """The table in the format `text`, `json`, `csv` or `markdown`."""
    return {"text": _text, "json": _json, "csv": _csv, "markdown": _markdown}[form](debts)


def _json(debts: DebtTable) -> str:
    rows = [msgspec.to_builtins(row) for row in debts.rows]
    total = {"count": debts.count, "amount": debts.amount}
    return to_json({"schema": SCHEMA, "by": debts.by, "rows": rows, "total": total})


def _rows(debts: DebtTable) -> list[list[str]]:
    rows = [[row.key, row.rule, str(row.count), str(row.amount)] for row in debts.rows]
    return [*rows, ["total", "", str(debts.count), str(debts.amount)]]


def _text(debts: DebtTable) -> str:
    return document(table([debts.by, "rule", "count", "amount"], _rows(debts), right=(2, 3)))


def _csv(debts: DebtTable) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([debts.by, "rule", "count", "amount"])
    writer.writerows([row.key, row.rule, row.count, row.amount] for row in debts.rows)
    return out.getvalue()


def _markdown(debts: DebtTable) -> str:
    lines = [f"| {debts.by} | rule | count | amount |", "|---|---|---:|---:|"]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in _rows(debts)]
    return document(lines)
