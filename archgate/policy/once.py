"""Answers that are worked out once, for whoever reads one law after another: most of their files are the same."""

from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

from archgate.host.errors import InputError

Answer = TypeVar("Answer")


class Once(Protocol):
    """Gives the answer to a question, which names all that it depends on; `work` finds it, or raises InputError."""

    def __call__(self, question: Hashable, work: Callable[[], Answer], /) -> Answer:
        """The answer."""
        ...


def afresh(_question: Hashable, work: Callable[[], Answer], /) -> Answer:
    """The answer, worked out anew."""
    return work()


class Remembered:
    """Answers that stay known, errors too; equal questions get the same object."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, Any] = {}

    def __call__(self, question: Hashable, work: Callable[[], Answer]) -> Answer:
        """The answer."""
        if question not in self._answers:
            try:
                self._answers[question] = work()
            except InputError as error:
                self._answers[question] = error
        answer: Answer | InputError = self._answers[question]
        if isinstance(answer, InputError):
            raise InputError(answer.problems)
        return answer
