"""Uses that stand unchanged and are only seen, or no longer seen, for what they are."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from archgate.facts.fact import Item
from archgate.facts.kind import Kind
from archgate.facts.view import View
from archgate.gate.case import Case
from archgate.gate.finding import Finding, finding_about
from archgate.policy.admit import Growth, Parts


class Resolved:
    """Admits uses whose call base's tree has too, where only an annotation or another module's hands show it now."""

    code = "RESOLVED"

    def __init__(self, case: Case, rule: str) -> None:
        self._case = case
        self._rule = rule

    def admits(self, growth: Growth) -> Parts:
        """See `Proof`."""
        if not growth.kind.resolves:
            return {}
        measured = self._case.under_base(self._rule)
        item = growth.difference.item
        shown = growth.kind.shown(measured.view, self._case.at_base(self._rule).view, measured.policy.scope, item.key)
        return {part: min(n, shown[part]) for part, n in growth.over.items() if part in shown}


def dimmed(case: Case, rule: str, head_rule: str) -> Iterator[Finding]:
    """Uses of base's tree that head's tree has too, and that are no longer seen because an annotation is gone."""
    now = case.under_base(rule)
    kind = now.kind
    if not kind.resolves or not any(one.over for one in kind.compare(case.allowed_by_base(rule, kind), now.facts)):
        return
    before = case.at_base(rule)
    for difference in kind.compare(before.facts, now.facts):
        hidden = _hidden(kind, before.view, now.view, before.policy.scope, difference.item)
        parts = {part: min(n, hidden[part]) for part, n in difference.over.items() if part in hidden}
        if parts:
            words = ", ".join(sorted(parts))
            message = f"{words}: the call stands, and only what it was resolved by is gone"
            item = Item(difference.item.subject, difference.item.object, parts)
            path = now.view.host.path(item.subject)
            yield finding_about("DIMMED", head_rule or rule, item, message, path=path)


def with_one_cure(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, where those about entries of dimmed uses ask for what mends these: no writer would shrink them."""
    found = list(findings)
    cures = {finding.id: finding.fix for finding in found if finding.code == "DIMMED"}
    return [
        replace(one, fix=cures[one.id]) if one.id in cures and one.code in ("SHRUNK", "STALE") else one for one in found
    ]


def _hidden(kind: Kind, before: View, now: View, scope: object, item: Item) -> Parts:
    return kind.hidden(before, now, scope, item.key) if item.subject in now.host.modules else {}
