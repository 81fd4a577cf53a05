"""Problems of one file, gathered while it is read, each with its line."""

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
