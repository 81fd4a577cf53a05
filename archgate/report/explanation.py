"""An explanation as text."""

from collections.abc import Iterator

from msgspec import Struct

from archgate.facts.fact import Place
from archgate.gate.codes import CODES
from archgate.gate.finding import Finding
from archgate.gate.pages import Page
from archgate.report.plain import document

SHOWN = 20
"""The places and steps of one sort that are shown at the most."""


class Entry(Struct, frozen=True):
    """The block of a policy that covers a fact, or the mark of a fixture: that has no `reason`."""

    path: str
    line: int
    section: str
    leaf: str
    owner: str
    reason: str


class Commit(Struct, frozen=True):
    """A commit, its date as year-month-day; without an `oid` only `subject` says something."""

    oid: str
    date: str
    author: str
    subject: str


class Step(Struct, frozen=True):
    """One import of a way, and the line that shows it."""

    importer: str
    imported: str
    path: str
    line: int


class Way(Struct, frozen=True):
    """A chain of imports, and in words what it is for."""

    words: str
    steps: tuple[Step, ...]


class Explanation(Struct, frozen=True):
    """Everything that is known of one id; `words` is the fact, or the code's meaning, in a sentence.

    A code has a `page`; its exit code is `exit`. `anatomy` are lines beyond the words. `since` is the commit that
    brought the fact, None where nobody knows.
    """

    id: str
    words: str
    rule: str = ""
    title: str = ""
    places: tuple[Place, ...] = ()
    entries: tuple[Entry, ...] = ()
    findings: tuple[Finding, ...] = ()
    cure: str = ""
    page: Page | None = None
    exit: int = 0
    anatomy: tuple[str, ...] = ()
    since: Commit | None = None
    ways: tuple[Way, ...] = ()


def render(explained: Explanation) -> str:
    """What it is, where, since when, by which imports, which entry covers it, what the gate says, what to do."""
    lines = [explained.id, f"  {explained.words}"]
    lines += _page(explained.page, explained.exit) if explained.page else []
    lines += [f"  rule {explained.rule}: {explained.title}"] if explained.title else []
    lines += _places(explained)
    lines += [f"  {_since(explained.since)}"] if explained.since else []
    lines += [f"  {line}" for line in explained.anatomy]
    lines += [f"  {line}" for way in explained.ways for line in _way(way)]
    lines += [f"  {_entry(entry)}" for entry in explained.entries]
    lines += [f"  {finding.code}: {CODES[finding.code].meaning}" for finding in explained.findings]
    lines += [f"  to do: {explained.cure}"] if explained.cure else []
    return document(lines)


def _places(explained: Explanation) -> list[str]:
    shown = [] if explained.anatomy else explained.places[:SHOWN]
    lines = [f"  at {place.path}:{place.line}" for place in shown]
    more = len(explained.places) - len(shown)
    return [*lines, f"  and {more} places more"] if more and shown else lines


def _since(commit: Commit) -> str:
    if not commit.oid:
        return f"since: {commit.subject}"
    return f"since {commit.oid[:12]} of {commit.date}, {commit.author}: {commit.subject}"


def _way(way: Way) -> Iterator[str]:
    yield f"{way.words}:"
    for step in way.steps[:SHOWN]:
        yield f"  {step.importer} -> {step.imported}  {step.path}:{step.line}"
    if len(way.steps) > SHOWN:
        yield f"  and {len(way.steps) - SHOWN} steps more"


def _entry(entry: Entry) -> str:
    bound = f", leaf {entry.leaf}" if entry.leaf else ""
    by = f", owner {entry.owner}" if entry.owner else ""
    name = f"[[{entry.section}]]" if entry.reason else "mark"
    return f"{name} {entry.path}:{entry.line}{bound}{by}" + (f": {entry.reason}" if entry.reason else "")


def _page(page: Page, code: int) -> list[str]:
    blocks = f"it blocks, with exit code {code}" if code else "it is told, and blocks nothing"
    ways = [f"    {number}. {way}" for number, way in enumerate(page.ways, 1)]
    return [f"  when: {page.when}", f"  then: {blocks}", "  to do:", *ways, f"  example: {page.example}"]
