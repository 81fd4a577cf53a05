"""Owners that a host's facts suggest: a package whose name says that it holds the clients, and that does hold them."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from archgate.facts.fact import Fact
from archgate.facts.registry import groups
from archgate.policy.document import Owner
from archgate.policy.reason import UNREVIEWED

SAYING = frozenset(
    (
        "adapter", "adapters", "client", "clients", "connector", "connectors", "gateway", "gateways", "http", "infra",
        "infrastructure", "network", "outbound", "repositories", "repository", "transport", "transports",
    )
)  # fmt: skip
"""Names of packages that are there to talk to the outside."""
FEWEST = 3
"""Facts of a group below which nothing is plain."""
MOST_OF = 0.6
"""The part of a group's facts that one package must hold."""


def suggested_owners(facts: Sequence[Fact]) -> tuple[Owner, ...]:
    """An owner block, not reviewed yet, for each package that plainly holds the clients of a group; sorted.

    Plainly: its name is one of `SAYING`, and of the facts of some group (three or more) at least 60 % are in it.
    """
    modules: defaultdict[str, list[str]] = defaultdict(list)
    for fact in facts:
        for group in _groups_of(fact.object):
            modules[group].append(fact.subject)
    found = {package for inside in modules.values() for package in _holders(inside)}
    outermost = sorted(one for one in found if not any(one.startswith(f"{other}.") for other in found))
    return tuple(Owner(module=f"{package}.**", reason=UNREVIEWED) for package in outermost)


def _holders(modules: Sequence[str]) -> Iterator[str]:
    """The packages that hold most of the modules and say so; a module is inside of itself."""
    if len(modules) < FEWEST:
        return
    inside = Counter(package for module in modules for package in _packages(module))
    for package, n in sorted(inside.items()):
        if package.rpartition(".")[2].lower() in SAYING and n >= MOST_OF * len(modules):
            yield package


def _packages(module: str) -> Iterator[str]:
    """The module and the packages around it, but not the root."""
    while "." in module:
        yield module
        module = module.rpartition(".")[0]


def _groups_of(target: str) -> list[str]:
    known: Mapping[str, Mapping[str, object]] = groups()
    return [group for group, targets in known.items() if target in targets]
