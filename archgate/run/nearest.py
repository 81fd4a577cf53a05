"""Did you mean: the known word nearest to what a person typed."""

from collections.abc import Sequence

from archgate.host.phrases import did_you_mean, some

SHOWN = 20


def nearest(word: str, known: Sequence[str]) -> str:
    """Advice: the nearest of the known words, or all of them (of many the first)."""
    there = f"there are: {some(sorted(known), SHOWN)}" if known else "there are none"
    return did_you_mean(word, known) or there
