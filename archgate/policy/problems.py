"""Problems of one file, gathered while it is read, each with its line."""

import difflib
from collections.abc import Iterable
from typing import Protocol

from archgate.host.errors import InputError, Problem
from archgate.host.printable import printable
from archgate.policy.tables import Spot, Text

FORMAT = "archgate policy fmt"
"""The cure of what is only a matter of order and spelling."""


class Reporter(Protocol):
    """Takes a problem of one table: its key ("": the table itself) and, in a list, the element's number from 0."""

    def __call__(self, key: str, message: str, fix: str = "", element: int | None = None) -> None:
        """One more problem of the table."""
        ...


class Problems:
    """What is wrong with the file `path`; `code` is the code of its problems."""

    def __init__(self, path: str, code: str) -> None:
        self.path = path
        self.code = code
        self.found: list[Problem] = []

    def add(self, line: int, message: str, fix: str = "") -> None:
        """One more problem; line 0 is the whole file. What the file's own text could do to a terminal is escaped."""
        problem = Problem(path=self.path, line=line, code=self.code, message=printable(message), fix=fix)
        self.found.append(problem)

    def incurable(self) -> list[Problem]:
        """The problems that laying the file out anew does not mend."""
        return [problem for problem in self.found if problem.fix != FORMAT]

    def reporter(self, text: Text, spot: Spot, prefix: str = "") -> Reporter:
        """A reporter for one table of the file's text; `prefix` begins its messages."""

        def report(key: str, message: str, fix: str = "", element: int | None = None) -> None:
            self.add(text.line(spot, key, element), prefix + message, fix)

        return report


def raise_any(problems: Iterable[Problem]) -> None:
    """Raise InputError with the problems, if there are any."""
    found = list(problems)
    if found:
        raise InputError(found)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or ""."""
    close = difflib.get_close_matches(word.casefold(), sorted(known), n=1, cutoff=0.6)
    return close[0] if close else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known one, or all of them where none is near."""
    choices = sorted(known)
    guess = nearest(word, choices)
    if guess:
        return f"did you mean `{guess}`?"
    return f"known: {', '.join(choices)}" if choices else "none is known"
