"""Who comes to what: the way from an entry point to an adopted symbol, and every place that reaches a retired one."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from archgate.facts.capability import Capability, CapabilityScope
from archgate.facts.view import View
from archgate.gate.case import Case
from archgate.host.naming import is_at_or_below
from archgate.index.mentions import Mentions, mentions_of
from archgate.link.exports import Origin
from archgate.link.host import HostIndex
from archgate.link.reach import Node, Reach
from archgate.roadmap.territory import Territory


class Ways:
    """The ways through the host of a case; each entry point is followed once."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._host = case.host
        self._mentions: dict[str, Mentions] = {}

    @cached_property
    def _reached(self) -> dict[str, Reach]:
        return {}

    def exists(self, module: str, symbol: str) -> bool:
        """Whether a module defines or binds a symbol; "" asks for the module."""
        if module not in self._host.modules:
            return False
        names = {one.name for one in self._host.modules[module].index.definitions}
        return not symbol or symbol in names or self._host.exports.binds(module, symbol)

    def way(self, entry: str, module: str, symbol: str) -> list[Node]:
        """A way from an entry point to a symbol, or to any name of the module where it is ""; [] where none is."""
        reach = self._reach(entry)
        if not symbol:
            return next(([*reach.way(user), (module, "")] for user in reach.users(module)), [])
        for node in self._meant(module, symbol):
            callers = reach.callers(node)
            if callers:
                return [*reach.way(callers[0]), node]
        return []

    def _reach(self, entry: str) -> Reach:
        if entry not in self._reached:
            self._reached[entry] = Reach(self._host, self._mentions_in, entry)
        return self._reached[entry]

    def _meant(self, module: str, symbol: str) -> list[Node]:
        """The definitions or names that a symbol stands for, behind whatever hands it comes through."""
        if "." in symbol:
            return [(module, symbol)]
        return sorted((origin.module, origin.name) for origin in self._host.exports.origins(module, symbol))

    def _mentions_in(self, module: str) -> Mentions:
        if module not in self._mentions:
            source = self._case.head.tree.read(self._host.path(module))
            self._mentions[module] = mentions_of(source or b"")
        return self._mentions[module]


def ways_of(case: Case) -> Ways:
    """The ways through the host of a case, one for all who ask."""
    answers: Mapping[object, Ways] = case.host.answers
    if "ways" not in answers:
        case.host.answers["ways"] = Ways(case)
    return answers["ways"]


def callers_of(ground: Territory, name: str) -> Iterator[str]:
    """Each canonical place outside of it that imports a retired module or symbol, or uses what comes from there."""
    module, _, symbol = name.partition(":")
    seen: set[str] = set()
    for importer in ground.canonical():
        for line in _imports(ground.host, importer, module, symbol):
            place = f"{ground.host.path(importer)}:{line}"
            if place not in seen:
                seen.add(place)
                yield f"{place} {importer} imports {name}"
    target = f"{module}.{symbol}" if symbol else module
    for fact in Capability().measure(View(ground.host), CapabilityScope(targets=(target,))):
        if ground.is_canonical(fact.subject) and not is_at_or_below(fact.subject, module):
            for spot in fact.places:
                if f"{spot.path}:{spot.line}" not in seen:
                    yield f"{spot.path}:{spot.line} {fact.subject} uses {name}"


def _imports(host: HostIndex, importer: str, module: str, symbol: str) -> Iterator[int]:
    """The lines at which a module imports what is retired, through whatever hands."""
    if importer == module or (not symbol and is_at_or_below(importer, module)):
        return
    for reference in host.references.get(importer, ()):
        is_module = not symbol and is_at_or_below(reference.target, module)
        if is_module or (reference.name and _comes_from(host, reference.target, reference.name, module, symbol)):
            yield reference.line
    for miss in host.missing.get(importer, ()):
        if not symbol and is_at_or_below(miss.target, module):
            yield miss.line


def _comes_from(host: HostIndex, taken_from: str, name: str, module: str, symbol: str) -> bool:
    names = host.exports.exported(taken_from) if name == "*" else (name,)
    return any(_is_it(host, taken_from, one, module, symbol) for one in names)


def _is_it(host: HostIndex, taken_from: str, name: str, module: str, symbol: str) -> bool:
    if symbol:
        return (taken_from, name) == (module, symbol) or Origin(module, symbol) in host.exports.origins(
            taken_from, name
        )
    return any(is_at_or_below(hand, module) for hand in host.exports.hands(taken_from, name))
