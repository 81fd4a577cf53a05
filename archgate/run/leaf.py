"""`archgate leaf ...` and `archgate roadmap graph|status`: the roadmap's leaves as the document has them."""

from pathlib import Path

from archgate.host.errors import invalid
from archgate.report.leaves import Catalogue, Sheet
from archgate.report.roadmap_status import Evaluated, Status
from archgate.roadmap.binding import leaf_names
from archgate.roadmap.dependencies import dependencies
from archgate.roadmap.document import Roadmap
from archgate.roadmap.identifiers import canonical
from archgate.roadmap.readiness import readiness, unmet
from archgate.run.nearest import nearest
from archgate.run.opening import Options
from archgate.run.roadmap import roadmap_of


def catalogue(options: Options, document: Path | None = None) -> Catalogue:
    """The leaves, what each depends on, and which are ready. Raises InputError where there is no roadmap."""
    roadmap, policy = roadmap_of(options, document)
    found = dependencies(roadmap)
    return Catalogue(roadmap, found, readiness(roadmap, found, policy.header.satisfies), policy.header.satisfies)


def sheet(options: Options, name: str, document: Path | None = None) -> Sheet:
    """All that is known of one leaf or parent. Raises InputError for an id that the document does not have."""
    roadmap, policy = roadmap_of(options, document)
    names = leaf_names(roadmap)
    wanted = name if name in names else canonical(name)
    if wanted not in names:
        raise invalid(f"there is no leaf `{name}` in {roadmap.path}", nearest(wanted, names))
    found = dependencies(roadmap)
    leaf = roadmap.leaf(wanted)
    terms = policy.leaf(wanted) if policy.path else None
    if leaf is None:
        parent = next((one for one in roadmap.parents if one.id == wanted), None)
        return Sheet(wanted, None, parent, (), (), (), roadmap.children(wanted), terms)
    waits = unmet(roadmap, found, policy.header.satisfies)[wanted]
    dependents = tuple(other for other, on in found.of.items() if wanted in on)
    return Sheet(wanted, leaf, None, found.of[wanted], waits, dependents, (), terms)


def status(options: Options, document: Path | None = None) -> Status:
    """How far every stage has come. Raises InputError where there is no roadmap."""
    roadmap, _ = roadmap_of(options, document)
    return Status(roadmap, tuple(unevaluated(roadmap)))


def unevaluated(roadmap: Roadmap) -> list[Evaluated]:
    """Every exit and stop condition of the document, of which nobody has said yet whether it holds."""
    exits = [Evaluated(stage.id, one.text, one.line) for stage in roadmap.stages for one in stage.exits]
    return [*exits, *(Evaluated("", stop.text, stop.line, ticked=stop.ticked) for stop in roadmap.stops)]
