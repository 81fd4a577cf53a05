"""What `archgate policy move OLD NEW...` may be asked: OLD was there, NEW is there, and NEW is another place."""

from collections.abc import Iterator, Sequence

from archgate.facts.fact import Item
from archgate.gate.allowance import allowances
from archgate.gate.case import Case
from archgate.host.errors import InputError, Problem
from archgate.host.phrases import meant_or_listed
from archgate.host.universe import Universe
from archgate.link.sizes import names_of
from archgate.policy.decisions import fault_of_place
from archgate.policy.moves import is_under
from archgate.policy.strings import fault_of_module


def check_move(case: Case, old: str, new: Sequence[str]) -> None:
    """Raises InputError for names that are none, for an OLD that nobody knows, and a NEW that is no other place."""
    known = _modules(case.host.universe)
    problems = [*_faults_of_old(case, old, known)]
    for name in dict.fromkeys(new):
        fault = fault_of_module(name) or fault_of_place(old, name)
        if fault:
            problems.append(Problem("", 0, "INVALID", fault, "name the places that the code is in now"))
        elif not _has(case, name, known):
            fix = meant_or_listed(name, sorted(known)) if ":" not in name else "name a definition that is there"
            problems.append(Problem("", 0, "INVALID", f"the host has no `{name}`", fix))
    if problems:
        raise InputError(problems)


def names_in(item: Item) -> list[str]:
    """The modules and definitions that an item speaks of."""
    definitions = [f"{item.subject}:{part.rpartition(': ')[0]}" for part in item.parts if ": " in part]
    return [item.subject, item.object, *item.parts, *definitions]


def _faults_of_old(case: Case, old: str, known: frozenset[str]) -> Iterator[Problem]:
    fault = fault_of_module(old)
    module = old.partition(":")[0]
    if fault:
        yield Problem("", 0, "INVALID", fault, "name the module that moved")
    elif not (module in known or module in _modules_of_base(case) or any(is_under(one, old) for one in _in_law(case))):
        message = f"neither the host nor base has a module `{module}`, and no policy names it"
        yield Problem("", 0, "INVALID", message, meant_or_listed(module, sorted(known | _modules_of_base(case))))


def _modules_of_base(case: Case) -> frozenset[str]:
    if case.before is None or case.before.law is None:
        return frozenset()
    return _modules(case.hosts.survey(case.before.tree, case.before.law.configuration))


def _modules(universe: Universe) -> frozenset[str]:
    sources = {source.module for source in universe.sources.values()}
    return frozenset(sources) | universe.namespaces | universe.opaque.keys()


def _in_law(case: Case) -> Iterator[str]:
    """The names in the scopes and entries of head's policies: without base, all that is left of what moved."""
    for policy in case.law.policies.values():
        kind = case.kinds[policy.kind]
        yield from (one.selector.removeprefix("=") for one in kind.named(policy.scope))
        for allowance in allowances(policy, kind):
            yield from names_in(allowance.item)


def _has(case: Case, name: str, known: frozenset[str]) -> bool:
    module, colon, definition = name.partition(":")
    if not colon:
        return module in known
    index = case.host.modules[module].index if module in case.host.modules else None
    return index is not None and definition in {*index.names, *names_of(index.definitions)}
