"""`archgate leaf ...` and `archgate roadmap graph|status`: the roadmap's leaves as the document has them."""

from collections import Counter
from pathlib import Path

from archgate.host.errors import invalid
from archgate.host.phrases import meant_or_listed
from archgate.report.leaves import Catalogue, Sheet
from archgate.report.roadmap_status import Status
from archgate.roadmap.bound_debt import bonds_of, debts_by_leaf
from archgate.roadmap.dependencies import dependencies
from archgate.roadmap.dropped import dropped_leaves
from archgate.roadmap.exit_conditions import evaluated, unevaluated
from archgate.roadmap.from_tree import read_document
from archgate.roadmap.identifiers import canonical, stage_of
from archgate.roadmap.readiness import readiness, unmet
from archgate.roadmap.unknown_names import leaf_names
from archgate.run.opening import Options, head_case, stand
from archgate.run.roadmap import policy_of, roadmap_of


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
        raise invalid(f"there is no leaf `{name}` in {roadmap.path}", meant_or_listed(wanted, names))
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
    """How far every stage has come: states, debt that is left, conditions measured on the work tree's host.

    Of a `document` that no policy names, only what it says itself. Raises InputError where there is no roadmap.
    """
    if document is not None:
        roadmap, _ = roadmap_of(options, document)
        return Status(roadmap, tuple(unevaluated(roadmap)))
    with stand(options) as ground:
        case = head_case(ground, options)
        policy = policy_of(case.law)
        roadmap = read_document(case.head.tree, policy)
        debts = debts_by_leaf(bonds_of(case.law, case.kinds))
        stages = Counter({stage.id: 0 for stage in roadmap.stages})
        for name, number in debts.items():
            leaf = roadmap.leaf(name)
            stages[leaf.stage if leaf else stage_of(name)] += number
        dropped = tuple(dropped_leaves(case.law, roadmap, ground.git, case.kinds))
        return Status(roadmap, tuple(evaluated(case, roadmap, policy)), stages, debts[""], dropped)
