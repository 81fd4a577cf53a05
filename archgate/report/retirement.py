"""What came of retiring, as text: the diff, then what people have to look at."""

from collections.abc import Iterator, Sequence

from archgate.host.phrases import number_of
from archgate.report.plain import document
from archgate.roadmap.retiring.diff import diff_lines
from archgate.roadmap.retiring.retirement import Retirement, Sight


def render(retirement: Retirement) -> str:
    """One diff over all files, each refusal with its place, each string that stays as it is, and the outcome."""
    return document(_lines(retirement))


def _lines(retirement: Retirement) -> Iterator[str]:
    yield from diff_lines(retirement.rewrites)
    yield from _listed("REFUSED", retirement.refused)
    yield from _listed("SEEN", retirement.seen)
    if retirement.apart:
        yield f"{number_of(retirement.apart, 'file')} apart from the host import what goes, and are left as they are"
    files = number_of(len(retirement.rewrites), "file")
    if retirement.refused:
        yield f"REFUSED: nothing was written, {number_of(len(retirement.refused), 'use')} cannot be rewritten"
    elif retirement.written:
        yield f"wrote {files}"
    else:
        yield f"{files} would change" if retirement.rewrites else "nothing to rewrite"


def _listed(sign: str, sights: Sequence[Sight]) -> Iterator[str]:
    for sight in sights:
        place = f"{sight.path}:{sight.line}" if sight.line else sight.path
        yield f"{sign}  {place}: {sight.message}"
