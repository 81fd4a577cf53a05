"""The ways around an edge: by which imports one module comes to another besides, and back."""

from itertools import pairwise

from archgate.facts.kind import RUNTIME
from archgate.link.graph import import_graph
from archgate.link.host import HostIndex
from archgate.report.explanation import Step, Way


def ways(host: HostIndex, importer: str, imported: str) -> list[Way]:
    """The shortest other way from importer to imported, and the shortest way back, as far as there are any."""
    edges = host.edges(RUNTIME)
    graph = import_graph(edge for edge in edges if edge != (importer, imported))
    if not {importer, imported} <= graph.modules:
        return []
    found = [
        ("without this import it would still come there, by", graph.find_shortest_chain(importer, imported)),
        ("and comes back, by", graph.find_shortest_chain(imported, importer)),
    ]
    return [Way(words, _steps(host, chain)) for words, chain in found if chain]


def _steps(host: HostIndex, chain: tuple[str, ...]) -> tuple[Step, ...]:
    edges = host.edges(RUNTIME)
    return tuple(
        Step(importer, imported, host.path(importer), edges[importer, imported][0].line)
        for importer, imported in pairwise(chain)
    )
