"""What stops a run before there can be a verdict: designed messages, never tracebacks."""

from collections.abc import Iterable

from msgspec import Struct


class Problem(Struct, frozen=True, order=True):
    """One thing that is wrong with what archgate was given, told so that a person can mend it.

    `code` is one of `archgate.gate.codes`; `path` is relative to the root with `/`, `line` counts from 1
    (0: the whole file); `message` says what is wrong, `fix` what to do.
    """

    path: str
    line: int
    code: str
    message: str
    fix: str = ""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}: " if self.line else f"{self.path}: " if self.path else ""
        return f"{self.code}  {place}{self.message}" + (f" ({self.fix})" if self.fix else "")


class InputError(Exception):
    """Input that cannot be used, with every problem found in it, sorted by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def invalid(message: str, fix: str = "", path: str = "", line: int = 0, code: str = "INVALID") -> InputError:
    """The error for a single problem."""
    return InputError([Problem(path=path, line=line, code=code, message=message, fix=fix)])
