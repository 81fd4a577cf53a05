"""An explanation as text."""

from msgspec import Struct

from archgate.facts.fact import Place
from archgate.gate.finding import Finding
from archgate.report.text import finding_lines

SHOWN = 20


class Entry(Struct, frozen=True):
    """The block of a policy that covers a fact."""

    path: str
    line: int
    section: str
    leaf: str
    owner: str
    reason: str


class Explanation(Struct, frozen=True):
    """Everything that is known of one id; `words` is the fact, or the code's page, in a sentence."""

    id: str
    words: str
    rule: str = ""
    title: str = ""
    places: tuple[Place, ...] = ()
    entries: tuple[Entry, ...] = ()
    findings: tuple[Finding, ...] = ()
    cure: str = ""


def render(explained: Explanation) -> str:
    """What it is, where, which entry covers it, what the gate says, what to do."""
    lines = [explained.id, f"  {explained.words}"]
    lines += [f"  rule {explained.rule}: {explained.title}"] if explained.title else []
    lines += [f"  at {place.path}:{place.line}" for place in explained.places[:SHOWN]]
    lines += [f"  and {len(explained.places) - SHOWN} places more"] if len(explained.places) > SHOWN else []
    for entry in explained.entries:
        bound = f", leaf {entry.leaf}" if entry.leaf else ""
        by = f", owner {entry.owner}" if entry.owner else ""
        lines += [f"  [[{entry.section}]] {entry.path}:{entry.line}{bound}{by}: {entry.reason}"]
    for finding in explained.findings:
        lines += [f"  {line}" for line in finding_lines(finding)]
    lines += [f"  to do: {explained.cure}"] if explained.cure else []
    return "\n".join(lines) + "\n"
