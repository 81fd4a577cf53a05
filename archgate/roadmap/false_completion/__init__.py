"""False completion, by name: ways to call a leaf done that is not, each a finding with its proof."""

from collections.abc import Callable, Iterator

from archgate.gate.finding import Finding
from archgate.roadmap.false_completion.accepted import accepted
from archgate.roadmap.false_completion.callers import uncalled
from archgate.roadmap.false_completion.change import Change, change_of
from archgate.roadmap.false_completion.doors import old_doors
from archgate.roadmap.false_completion.hollow import hollow
from archgate.roadmap.false_completion.moves import only_moved
from archgate.roadmap.false_completion.substance import substance
from archgate.roadmap.false_completion.unfinished import unfinished
from archgate.roadmap.trial import Trial

CHECKS: tuple[Callable[[Change], Iterator[Finding]], ...] = (
    substance,
    uncalled,
    unfinished,
    hollow,
    only_moved,
    old_doors,
    accepted,
)
"""Who looks for each kind; `substance` for BASELINE_ONLY and TESTS_ONLY."""


def false_completions(trial: Trial) -> list[Finding]:
    """Every finding about a leaf, sorted; none where git does not know its commits, or they touch nothing.

    Which of them apply depends on the kind of the leaf: `governance` may change the law alone, `tests` tests alone.
    """
    change = change_of(trial)
    return sorted(finding for check in CHECKS for finding in check(change)) if change else []
