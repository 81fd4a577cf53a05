"""Unresolved: first-party imports that reach nothing, climb out of the root, or reach code outside the host."""

from msgspec import Struct

from archgate.facts.edge import KindOfEdges, Sightings
from archgate.facts.fact import Fact, Place
from archgate.facts.view import View
from archgate.host.selectors import Selector
from archgate.link.reference import Missing

TOLERANT = "tolerant"


class UnresolvedScope(Struct, frozen=True, forbid_unknown_fields=True):
    """`provided`: selectors of modules that exist elsewhere (another distribution, a build step)."""

    provided: tuple[str, ...] = ()


class Unresolved(KindOfEdges):
    """Facts are (importer, what it asks for). What the host survives (`except ImportError`) is told, never red."""

    name = "unresolved"
    Scope = UnresolvedScope
    unlisted = "UNRESOLVED"
    cure = "Correct the import; what another distribution brings is named in `provided`, by a `loosen` decision"
    directions = {"provided": "looser"}

    def measure(self, view: View, scope: UnresolvedScope) -> list[Fact]:
        provided = [Selector.parse(text) for text in scope.provided]
        found = Sightings()
        for importer, misses in view.host.missing.items():
            for miss in misses:
                if not any(selector.matches(miss.target) for selector in provided):
                    place = Place(view.host.path(importer), miss.line)
                    found.add(importer, miss.target, place, _sort(miss))
        return found.facts()

    def told_only(self, fact: Fact) -> bool:
        return set(fact.kinds) <= {TOLERANT}


def _sort(miss: Missing) -> str:
    """How the import misses; what the host survives is a sort of its own."""
    return TOLERANT if miss.absence in ("nothing", "outside") and miss.tolerant else miss.absence
