"""Kinds that need more than the index: a process (ruff, mypy, ...) or a file (coverage, SARIF).

A tool of the kind `diagnostics` is an `Adapter` (`job`) of its own; its keys are in `diagnostics_scope`.
"""

from collections.abc import Mapping
from functools import cache

from archgate.facts import kinds_of_index
from archgate.facts.kind import Kind


@cache
def known_kinds() -> Mapping[str, Kind]:
    """Every kind by its name."""
    from archgate.measure.coverage import Coverage
    from archgate.measure.diagnostics import Diagnostics

    kinds: list[Kind] = [*kinds_of_index().values(), Coverage(), Diagnostics()]
    return {kind.name: kind for kind in sorted(kinds, key=lambda kind: kind.name)}
