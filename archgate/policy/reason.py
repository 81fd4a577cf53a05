"""Reasons: what is too thin to stand in a frozen file."""

import re
from functools import lru_cache

UNREVIEWED = "unreviewed"
"""What a writer puts where no person has given a reason yet; valid, and counted in every report."""

SHORTEST = 20
"""Characters of a reason at the least."""

FEWEST_LETTERS = 5
"""Different letters or digits of a reason at the least: fewer is a key held down."""

FILLER = re.compile(
    r"a|an|and|as|at|be|because|code|debt|exists|existing|fix|fixed|fixme|for|grandfathered|historic|historical|in|is|it"
    r"|just|known|later|legacy|n|na|necessary|needed|none|nil|null|of|old|placeholder|reasons?|removed|required|soon"
    r"|still|tba|tbd|technical|temp|temporarily|temporary|the|there|this|to|todo|unknown|unreviewed|was|will|wip|xxx|yet"
)
"""Words that say nothing about one place rather than another."""

MARKER = re.compile(
    r"\W*(?:(?i:todo|tbd|tba|fixme|xxx|wip|placeholder|n/a)\s*(?:[^\w\s]|$)|(?:TODO|TBD|FIXME|XXX|WIP)\b)"
)
"""A note that the reason is still to be written."""

WORD = re.compile(r"\w+")
REPEATED = re.compile(r"(.{1,40}?)\1+")


@lru_cache(maxsize=1024)
def weakness(reason: str) -> str:
    """What is wrong with a reason, to be read after "`reason` "; "" where it will do."""
    if reason == UNREVIEWED:
        return ""
    text = " ".join(reason.split())
    if not text:
        return "is blank"
    if _is_placeholder(text):
        return f"is a placeholder: {text[:40]!r}"
    if len(text) < SHORTEST:
        return f"has {len(text)} characters, {SHORTEST} are the least"
    return ""


def _is_placeholder(text: str) -> bool:
    if MARKER.match(text):
        return True
    words = WORD.findall(text.casefold())
    letters = "".join(words)
    if all(FILLER.fullmatch(word) for word in words):
        return True
    return len(text) >= SHORTEST and (len(set(letters)) < FEWEST_LETTERS or REPEATED.fullmatch(letters) is not None)
