"""Layers that an import graph suggests: proposed by `init`, for people to take up or not."""

from collections.abc import Iterator, Mapping, Sequence

from archgate.facts.cycle import CycleScope, edges_of
from archgate.facts.layers_scope import LayersScope
from archgate.facts.view import View
from archgate.link.graph import Edge, components
from archgate.link.host import HostIndex
from archgate.policy.document import Policy

FEWEST_LAYERS, FEWEST_PARTS = 3, 4
"""Below these there is nothing to hold in order."""


def suggested(host: HostIndex, folder: str) -> list[Policy]:
    """A policy of kind `layers` for each root package whose children are in an order; `folder` is that of policies.

    There is one where the children make three layers or more, and no cycle takes in more than half of them. By
    construction no edge between the children goes against it.
    """
    found = []
    for root in sorted(host.universe.roots):
        layers = list(_layers(host, root))
        if len(layers) >= FEWEST_LAYERS:
            name = "layers" if len(host.universe.roots) == 1 else f"layers-{root}"
            title = f"The packages of {root} import downwards only"
            scope = LayersScope(tuple(f" {mark} ".join(parts) for mark, parts in layers))
            found.append(Policy(f"{folder}/{name}.toml", name, "layers", title, scope))
    return found


def _layers(host: HostIndex, root: str) -> Iterator[tuple[str, Sequence[str]]]:
    """The layers from the top, each with the mark between its parts: `:` for those of a cycle, `|` for independent."""
    parts = sorted({".".join(name.split(".")[:2]) for name in host.modules if name.startswith(f"{root}.")})
    edges = edges_of(View(host), CycleScope((f"={root}",), between="siblings"))
    cycles = components(edges)
    if len(parts) < FEWEST_PARTS or 2 * max(map(len, cycles), default=0) > len(parts):
        return
    group = {part: part for part in parts} | {part: cycle[0] for cycle in cycles for part in cycle}
    depths = _depths(sorted(set(group.values())), {(group[one], group[other]) for one, other in edges})
    for depth in sorted(set(depths.values())):
        at = [part for part in parts if depths[group[part]] == depth]
        for cycle in cycles:
            if depths[cycle[0]] == depth:
                yield ":", cycle
        alone = [part for part in at if not any(part in cycle for cycle in cycles)]
        if alone:
            yield "|", alone


def _depths(groups: Sequence[str], edges: set[Edge]) -> Mapping[str, int]:
    """How far below the top each group must be: one below the lowest of those that import it."""
    importers: dict[str, list[str]] = {group: [] for group in groups}
    for importer, imported in sorted(edges):
        if importer != imported:
            importers[imported].append(importer)
    depths: dict[str, int] = {}
    waiting = list(groups)
    while waiting:
        ready = [group for group in waiting if all(one in depths for one in importers[group])]
        for group in ready:
            depths[group] = max((depths[one] + 1 for one in importers[group]), default=0)
        waiting = [group for group in waiting if group not in depths]
    return depths
