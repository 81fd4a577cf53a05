"""Figures in documents beside what they should be, as text."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from archgate.host.phrases import number_of
from archgate.report.plain import document
from archgate.report.quoting import Quote

SHOWN = 5
"""How many stale figures a verdict names one by one."""


class Stated(Struct, frozen=True):
    """A figure of a document, and what it should say."""

    quote: Quote
    is_: str

    @property
    def stale(self) -> bool:
        """Whether the document says something else."""
        return self.quote.said != self.is_


class Document(Struct, frozen=True):
    """A document that quotes figures: its path, its bytes, and each figure in order."""

    path: str
    data: bytes
    figures: tuple[Stated, ...]

    @property
    def stale(self) -> tuple[Stated, ...]:
        """The figures that are not up to date."""
        return tuple(one for one in self.figures if one.stale)


def render_verified(documents: Sequence[Document]) -> str:
    """Each stale figure with its place, or that there is none."""
    stale = list(_stale(documents))
    figures = sum(len(one.figures) for one in documents)
    held = f"{number_of(figures, 'figure')} in {number_of(len(documents), 'document')}"
    tail = f"FAIL: {len(stale)} of {held} stale; run: archgate docs write" if stale else f"PASS: {held} up to date"
    return document([*(f"STALE  {line}" for line in stale), tail])


def render_written(documents: Sequence[Document]) -> str:
    """The documents that were written, and how many figures in each."""
    lines = [f"wrote {one.path}: {number_of(len(one.stale), 'figure')}" for one in documents if one.stale]
    return document(lines or ["nothing to write"])


def notes(documents: Sequence[Document]) -> tuple[str, ...]:
    """The stale figures as notes of a verdict, on no more lines than a reader bears."""
    stale = list(_stale(documents))
    more = [f"{len(stale) - SHOWN} more figures in documents are stale"] if len(stale) > SHOWN else []
    return (*(f"{line}; run: archgate docs write" for line in stale[:SHOWN]), *more)


def _stale(documents: Sequence[Document]) -> Iterator[str]:
    for one in documents:
        for stated in one.stale:
            said = stated.quote.said or "nothing"
            yield f"{one.path}:{stated.quote.line}: `{stated.quote.asked}` is {stated.is_}, the document says {said}"
