"""One door: what is retired is nowhere outside of compat, and what the leaf owns is handed on from one place."""

from collections.abc import Iterator

from archgate.facts.exports import Exports, ExportsScope
from archgate.facts.fact import Fact
from archgate.facts.view import View
from archgate.host.naming import is_at_or_below
from archgate.roadmap.conditions.excused import nothing
from archgate.roadmap.territory import Territory
from archgate.roadmap.trial import Answer, Trial


def one_door(trial: Trial) -> Answer:
    """Whether retired modules and symbols are gone from canonical code, and no symbol of the leaf has two doors.

    Its symbols are those that its modules define, that they hand on, and that it adopts.
    """
    ground, terms = Territory(trial), trial.terms
    modules = [module for module in ground.canonical() if ground.owns(module)]
    if not terms.retires and not terms.adopts and not modules:
        evidence = f"{trial.leaf.id} retires and adopts nothing, and owns no canonical module"
        return nothing(trial, "one-door", evidence, "name the old owners as `retires`, its paths as `owns`")
    old = [line for name in terms.retires for line in standing(ground, name)]
    twice = [line for fact in _doors(trial) if _is_its(trial, ground, fact) for line in _told(fact)]
    if old or twice:
        then = "remove the old one, or move it to a compat root" if old else Exports.cure
        return Answer("one-door", "fails", (*old, *twice), then)
    gone = (f"{', '.join(terms.retires)}: gone from canonical code",) if terms.retires else ()
    return Answer("one-door", "holds", (*gone, f"no symbol of its {len(modules)} modules has two doors"))


def standing(ground: Territory, name: str) -> Iterator[str]:
    """Each canonical module that a retired name still stands for: the module, those below it, or who binds the name."""
    module, _, symbol = name.partition(":")
    host = ground.host
    if symbol and module in host.modules and ground.is_canonical(module):
        defined = any(one.name == symbol for one in host.modules[module].index.definitions)
        if defined or host.exports.binds(module, symbol):
            yield f"{host.path(module)} {module} still has {symbol}"
    elif not symbol:
        for one in sorted(host.names.known):
            if is_at_or_below(one, module) and ground.is_canonical(one) and _is_code(ground, one):
                yield f"{host.path(one)} {one} is still there"


def _is_code(ground: Territory, module: str) -> bool:
    """Whether there is a file of that name; a folder without one is no door."""
    return module in ground.host.modules or module in ground.host.universe.opaque


def _doors(trial: Trial) -> list[Fact]:
    return Exports().measure(View(trial.case.host), ExportsScope(compat=trial.policy.header.compat))


def _is_its(trial: Trial, ground: Territory, fact: Fact) -> bool:
    module = fact.subject.partition(":")[0]
    adopted = {one.symbol for one in trial.terms.adopts}
    if not ground.is_canonical(fact.object):
        return False
    return ground.owns(module) or ground.owns(fact.object) or not adopted.isdisjoint((fact.subject, module))


def _told(fact: Fact) -> Iterator[str]:
    yield from (f"{place.path}:{place.line} {fact.object} hands on {fact.subject}" for place in fact.places)
