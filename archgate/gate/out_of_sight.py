"""Code of base that lives on where nothing of head's law can see it."""

from collections.abc import Iterator

from archgate.gate.case import Case
from archgate.gate.finding import Finding
from archgate.gate.loosening import CONFIGURATION, loosening


def out_of_sight(case: Case) -> Iterator[Finding]:
    """Modules of base whose place is taken by what cannot be measured.

    That is a module without a source, a submodule, or a link that leaves the root. What moved into `exclude` or `apart`
    can be measured, and is by base's law.
    """
    gone = sorted(path for path in case.changed & case.base_sources.keys() if not _is_source_of_head(case, path))
    for path in gone:
        other = _blind_spot(case, path)
        if other:
            message = f"{path} lives on as {other}, which cannot be measured"
            yield loosening(case, CONFIGURATION, "sight", case.base_sources[path].module, message)


def lives_on(case: Case, package: str) -> bool:
    """Whether code of a root package of base is still there, under its path or where it went, and not the host's."""
    for path in case.base_sources:
        if path == package or path.startswith(f"{package}/"):
            places = {path, *case.fate.successors.get(path, ())}
            if any(place in case.head.tree.paths() and not _is_source_of_head(case, place) for place in places):
                return True
    return False


def _is_source_of_head(case: Case, path: str) -> bool:
    return path in case.host.universe.sources


def _blind_spot(case: Case, path: str) -> str:
    """The path of what took the place of a source and cannot be measured, "" where there is none."""
    stem = path.rpartition(".")[0].removesuffix("/__init__")
    for other, _ in case.host.universe.unjudged:
        if other in (path, stem) or path.startswith(f"{other}/"):
            return other
    opaque = case.host.universe.opaque.get(case.base_sources[path].module, "")
    measured = case.base_view.host
    return "" if opaque in measured.universe.sources and opaque not in measured.unreadable else opaque
