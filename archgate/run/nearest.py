"""Did you mean: the known word nearest to what a person typed."""

from collections.abc import Sequence
from difflib import get_close_matches

SHOWN = 20


def nearest(word: str, known: Sequence[str]) -> str:
    """Advice: the nearest of the known words, or all of them (of many the first)."""
    close = get_close_matches(word, known, n=1)
    if close:
        return f"did you mean `{close[0]}`?"
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return f"there are: {', '.join(sorted(known)[:SHOWN])}{more}" if known else "there are none"
