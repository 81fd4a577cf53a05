"""New bytes for old: what a writer changes is laid out anew, what people wrote beside it stays."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from archgate.policy.comments import remarks_of
from archgate.policy.document import Policy
from archgate.policy.layout import render_policy
from archgate.policy.problems import raise_any
from archgate.policy.reader import examine, read_policy

if TYPE_CHECKING:
    from archgate.facts.kind import Kind


def format_policy(path: str, data: bytes, kinds: Mapping[str, "Kind"]) -> bytes:
    """The policy file `path` sorted and laid out, with every comment kept.

    Mends order, line ends, byte order marks and Unicode forms. Raises InputError (INVALID) with whatever else is
    wrong with the file.
    """
    reading = examine(path, data, kinds)
    raise_any(reading.problems.incurable())
    assert reading.policy is not None and reading.source is not None
    kind = kinds[reading.policy.kind]
    laid_out = render_policy(reading.policy, kind, remarks_of(reading.source, reading.policy, kind))
    if reading.problems.found:
        read_policy(path, laid_out, kinds)  # what was in two Unicode forms may now stand twice
    return laid_out


def rewrite(data: bytes | None, policy: Policy, kinds: Mapping[str, "Kind"]) -> bytes:
    """The bytes of `policy`, with the comments that `data`, its file so far, has on what lives on.

    Raises InputError (INVALID) if `data` cannot be read.
    """
    kind = kinds[policy.kind]
    if data is None:
        return render_policy(policy, kind)
    reading = examine(policy.path, data, kinds)
    raise_any(reading.problems.incurable())
    assert reading.policy is not None and reading.source is not None
    remarks = remarks_of(reading.source, reading.policy, kinds[reading.policy.kind])
    return render_policy(policy, kind, remarks.for_policy(policy, kind))
