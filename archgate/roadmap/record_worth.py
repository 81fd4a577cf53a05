"""What a verification record is worth: it has a date, says what came of it, and that is no failure."""

import re
from collections.abc import Sequence

from archgate.roadmap.document import Record

_COUNT = re.compile(r"\d\s*(?:passed|failed|通过|失败)", re.IGNORECASE)
_FAILED = re.compile(r"(?<![\d,.])(?!0+\b)\d[\d,]*\s*(?:failed|失败)|passed.*\b[1-9]\d*\s*errors?\b", re.IGNORECASE)
_PUT_OFF = re.compile(
    r"todo|tbd|tba|pending|later|not (?:yet )?(?:run|done|verified)|n/?a|none|待办|待定|待补|待验证|未验证|无",
    re.IGNORECASE,
)


def lack_of(records: Sequence[Record]) -> str:
    """What keeps the records of a leaf from bearing out that it was verified; "" where one of them does."""
    faults = [_fault(record) for record in records]
    return "" if "" in faults else faults[-1] if faults else "no verification record"


def _fault(record: Record) -> str:
    said = [line for line in record.text.splitlines() if _says(line)]
    counted = [line for line in said if _COUNT.search(line)]
    if not said:
        return "a verification record that says nothing"
    if not record.date:
        return "a verification record without a date"
    return "a verification record of tests that failed" if counted and _FAILED.search(counted[-1]) else ""


def _says(line: str) -> bool:
    """Whether a line says something, and does not put it off."""
    bare = line.strip(" -*_`.…。：:—")
    return bool(bare) and not _PUT_OFF.fullmatch(bare)
