"""Compat contained: no canonical module imports a compat or legacy root."""

from archgate.link.reference import EdgeKind
from archgate.roadmap.conditions.excused import nothing
from archgate.roadmap.territory import Territory
from archgate.roadmap.trial import Answer, Trial

EVERY: tuple[EdgeKind, ...] = ("eager", "lazy", "typing", "dynamic")


def compat(trial: Trial) -> Answer:
    """Whether all canonical modules leave the compat roots alone, whatever the import is for."""
    roots = trial.policy.header.compat
    if not roots:
        evidence = f"{trial.policy.path} names no compat roots"
        return nothing(trial, "compat", evidence, "name them as `compat`, or leave `compat` out of [needs]")
    ground = Territory(trial)
    inside = [module for module in ground.host.modules if ground.is_compat(module)]
    if not inside:
        return nothing(trial, "compat", f"no module is in {', '.join(roots)}", "correct `compat`")
    crossing = [
        f"{ground.host.path(importer)}:{reference.line} {importer} imports {imported}"
        for (importer, imported), references in ground.host.edges(EVERY).items()
        if ground.is_canonical(importer) and ground.is_compat(imported)
        for reference in references
    ]
    if crossing:
        return Answer("compat", "fails", tuple(crossing), "turn these round: compat may import canonical code")
    return Answer("compat", "holds", (f"no canonical module imports one of the {len(inside)} of {', '.join(roots)}",))
