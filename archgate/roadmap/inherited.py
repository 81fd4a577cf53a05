"""What base's own document shows too is not this change's."""

import re
from collections.abc import Sequence

from archgate.gate.case import Case
from archgate.gate.codes import CODES, FAIL
from archgate.gate.finding import Finding
from archgate.gate.inherited import as_inherited

_WORD = re.compile(r"[\w.:|-]*\w")
_NUMBER = re.compile(r"\b(?:line )?\d+\b")
_CUT = re.compile(r" and \d+ more\b")


def inherit(case: Case, found: Sequence[Finding], before: Sequence[Finding]) -> list[Finding]:
    """The findings about head's document; those that base's shows too, no less, as INHERITED.

    What cannot be used at all is nobody's to inherit.
    """
    twins: dict[tuple[str, str], list[Finding]] = {}
    for one in before:
        twins.setdefault((one.code, one.id), []).append(one)
    return [
        as_inherited(case, one)
        if CODES[one.code].exit == FAIL and any(_is_no_more(one, twin) for twin in twins.get((one.code, one.id), ()))
        else one
        for one in found
    ]


def _is_no_more(one: Finding, twin: Finding) -> bool:
    """Whether a finding names nothing that its twin does not; where names are left out, whether they are equal."""
    if _CUT.search(one.message) or _CUT.search(twin.message):
        return _NUMBER.sub("", one.message) == _NUMBER.sub("", twin.message)
    return set(_words(one.message)) <= set(_words(twin.message))


def _words(message: str) -> list[str]:
    return _WORD.findall(_NUMBER.sub("", message))
