"""Phrases that messages share: how many there are, the first few of them, which known word was meant."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def number_of(count: int, noun: str, several: str = "") -> str:
    """How many there are, in words: `1 leaf`, `2 leaves`; `several` is the plural where it takes more than an s."""
    return f"{count} {noun if count == 1 else several or f'{noun}s'}"


def some(names: Sequence[str], most: int = 8) -> str:
    """The first of the names, at most so many, and how many more there are: `a, b and 3 more`."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, in upper or lower case; "" where none is near."""
    by_folded = {one.casefold(): one for one in sorted(known, reverse=True)}
    close = get_close_matches(word.casefold(), by_folded, n=1)
    return by_folded[close[0]] if close else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The question whether the nearest known word was meant; "" where none is near."""
    guess = nearest(word, known)
    return f"did you mean `{guess}`?" if guess else ""


def meant_or_known(word: str, known: Iterable[str]) -> str:
    """What ends a message about an unknown word: the nearest known one, or all of them where none is near."""
    choices = sorted(known)
    return did_you_mean(word, choices) or (f"known: {', '.join(choices)}" if choices else "none is known")


def meant_or_listed(word: str, known: Iterable[str]) -> str:
    """As `meant_or_known`, for what there may be many of: where none is near, the first 20 are listed."""
    choices = sorted(known)
    return did_you_mean(word, choices) or (f"there are: {some(choices, 20)}" if choices else "there are none")
