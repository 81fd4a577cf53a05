"""Did you mean: the known word nearest to what a person typed."""

from collections.abc import Sequence
from difflib import get_close_matches


def nearest(word: str, known: Sequence[str]) -> str:
    """Advice: the nearest of the known words, or all of them."""
    close = get_close_matches(word, known, n=1)
    return f"did you mean `{close[0]}`?" if close else f"there are: {', '.join(sorted(known))}"
