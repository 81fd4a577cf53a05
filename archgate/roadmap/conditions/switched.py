"""Switched: real callers reach the new owners, and no canonical one reaches what they replace."""

from collections.abc import Iterator

from archgate.link.reach import Node
from archgate.policy.roadmap_terms import Adoption
from archgate.roadmap.callers import Ways, callers_of, ways_of
from archgate.roadmap.conditions.excused import nothing
from archgate.roadmap.territory import Territory
from archgate.roadmap.trial import Answer, Trial


def switched(trial: Trial) -> Answer:
    """Whether each adopted symbol is reached from each of its entry points, and nothing retired by canonical code."""
    terms = trial.terms
    if not terms.retires and not any(one.entries for one in terms.adopts):
        evidence = f"{trial.policy.path} names nothing that {trial.leaf.id} adopts from anywhere, or retires"
        return nothing(trial, "switched", evidence, "name the new owners as `adopts`, the old ones as `retires`")
    ways, ground = ways_of(trial.case), Territory(trial)
    found = [line for one in terms.adopts for line in _adopted(ways, ground, one)]
    left = [line for name in terms.retires for line in callers_of(ground, name)]
    missing = [line for reached, line in found if not reached]
    if missing or left:
        then = "let these callers go through the new owner" if left else "let the entry points call the new owner"
        return Answer("switched", "fails", (*missing, *left), then)
    gone = [f"no canonical module reaches {name}" for name in terms.retires]
    return Answer("switched", "holds", (*(line for _, line in found), *gone))


def _adopted(ways: Ways, ground: Territory, adoption: Adoption) -> Iterator[tuple[bool, str]]:
    """For each entry point, whether it reaches the symbol, in words."""
    module, _, symbol = adoption.symbol.partition(":")
    if not ways.exists(module, symbol):
        yield False, f"{adoption.symbol}, which it adopts, is not there"
        return
    for entry in adoption.entries:
        if not ground.is_canonical(entry.partition(":")[0]):
            yield False, f"{entry}, from which it should be reached, is a test or compat: no real caller"
            continue
        way = ways.way(entry, module, symbol)
        shown = " -> ".join(map(_shown, way))
        yield bool(way), shown if way else f"{adoption.symbol} is not reached from {entry}"


def _shown(node: Node) -> str:
    return f"{node[0]}:{node[1]}" if node[1] else node[0]
