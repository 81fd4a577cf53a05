"""An explanation as text."""

from archgate.report.plain import document
from archgate.report.text import finding_lines
from archgate.run.explain import Explanation
from archgate.run.pages import Page

SHOWN = 20


def render(explained: Explanation) -> str:
    """What it is, where, which entry covers it, what the gate says, what to do."""
    lines = [explained.id, f"  {explained.words}"]
    lines += _page(explained.page, explained.exit) if explained.page else []
    lines += [f"  rule {explained.rule}: {explained.title}"] if explained.title else []
    lines += [f"  at {place.path}:{place.line}" for place in explained.places[:SHOWN]]
    lines += [f"  and {len(explained.places) - SHOWN} places more"] if len(explained.places) > SHOWN else []
    lines += [f"  {way}" for way in explained.hands[:SHOWN]]
    lines += [f"  and {len(explained.hands) - SHOWN} uses more"] if len(explained.hands) > SHOWN else []
    for entry in explained.entries:
        bound = f", leaf {entry.leaf}" if entry.leaf else ""
        by = f", owner {entry.owner}" if entry.owner else ""
        lines += [f"  [[{entry.section}]] {entry.path}:{entry.line}{bound}{by}: {entry.reason}"]
    for finding in explained.findings:
        lines += [f"  {line}" for line in finding_lines(finding)]
    lines += [f"  to do: {explained.cure}"] if explained.cure else []
    return document(lines)


def _page(page: Page, code: int) -> list[str]:
    blocks = f"it blocks, with exit code {code}" if code else "it is told, and blocks nothing"
    ways = [f"    {number}. {way}" for number, way in enumerate(page.ways, 1)]
    return [f"  when: {page.when}", f"  then: {blocks}", "  to do:", *ways, f"  example: {page.example}"]
