"""A verdict as Markdown: for a step's summary, a comment on a change."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from archgate.gate.codes import CODES
from archgate.gate.finding import Finding
from archgate.gate.verdict import RuleCount, Verdict
from archgate.report.marked_up import as_code, as_table, as_text
from archgate.report.severity import about, located
from archgate.report.summary import RULE_HEADS, counted, is_shown, narrowed, rule_cells, summary, totals

CAP = 60_000
"""Characters: a comment on GitHub takes 65,536, a step's summary a mebibyte."""


class Piece(NamedTuple):
    """Some lines of the page that stand or fall together, and how many findings are in them."""

    lines: Sequence[str]
    findings: int = 0


def render(verdict: Verdict) -> str:
    """The page: the verdict, what it was judged against, the rules, the findings by sort, up to the cap."""
    head = Piece([f"### archgate: {as_text(summary(verdict))}", "", *_about(verdict), *_rules(verdict.rules)])
    return "\n".join(_capped([head, *_notes(verdict), *_groups(verdict), *_told(verdict)])) + "\n"


def _capped(pieces: Sequence[Piece]) -> Iterator[str]:
    used = 0
    for number, piece in enumerate(pieces):
        used += sum(len(line) + 1 for line in piece.lines)
        if used > CAP:
            left = sum(one.findings for one in pieces[number:])
            what = f"{left} more findings are" if left else "The rest is"
            yield f"\n{what} left out: this page ends at {CAP} characters. `archgate check` has all."
            return
        yield from piece.lines


def _about(verdict: Verdict) -> Iterator[str]:
    base = verdict.base
    if base is not None and base.oid:
        yield f"Judged against {as_code(base.ref)}, commit `{base.oid[:12]}` ({base.mode})."
    else:
        yield "Nothing protects this run: it has no base."
    yield as_text(totals(verdict) or f"{verdict.examined.files} files examined.")
    if narrowed(verdict):
        yield f"Only {narrowed(verdict)}."
    yield ""


def _rules(rules: Sequence[RuleCount]) -> list[str]:
    return [*as_table(RULE_HEADS, map(rule_cells, rules), words=2), ""] if rules else []


def _notes(verdict: Verdict) -> Iterator[Piece]:
    yield from _listed(Piece([f"- {as_text(note)}"]) for note in verdict.notes)


def _groups(verdict: Verdict) -> Iterator[Piece]:
    """The findings by code and rule, in the order in which the first of each stands; what to do once where it can."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in filter(is_shown, verdict.findings):
        groups.setdefault((finding.code, finding.rule), []).append(finding)
    for (code, rule), findings in groups.items():
        cures = {finding.fix for finding in findings}
        shared = as_text(cures.pop()) if len(cures) == 1 else ""
        of = f", rule {as_code(rule)}" if rule else ""
        yield Piece([f"#### {code}{of}: {len(findings)}", "", as_text(CODES[code].meaning)])
        yield Piece([f"**To do:** {shared}", ""] if shared else [""])
        yield from _listed(_item(verdict, finding, not shared) for finding in findings)


def _item(verdict: Verdict, finding: Finding, cured: bool) -> Piece:
    where = located(verdict, finding)
    what = [as_code(about(finding))] if finding.id else []
    what += [f"at {as_code(where)}"] if where else []
    bound = [f"{name} {as_code(value)}" for name in ("leaf", "owner") if (value := getattr(finding, name))]
    lines = [", ".join([" ".join(what), *bound]), *map(as_text, finding.message.splitlines())]
    lines += [f"**To do:** {as_text(finding.fix)}"] if cured and finding.fix else []
    return Piece([f"- {'<br>'.join(filter(None, lines))}"], 1)


def _told(verdict: Verdict) -> Iterator[Piece]:
    rows = counted(verdict.findings)
    yield from _listed(
        Piece([f"- told: {code}{f', rule {as_code(rule)}' if rule else ''}: {n}"], n) for code, rule, n in rows
    )


def _listed(items: Iterable[Piece]) -> Iterator[Piece]:
    """The items of a list, and the blank line that ends it."""
    given = list(items)
    yield from given
    if given:
        yield Piece([""])
