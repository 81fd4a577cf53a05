"""Roadmaps in trees: the document that a policy names, and the plan that base had."""

from collections.abc import Iterator

from msgspec import Struct

from archgate.gate.case import Case, Revision
from archgate.host.configuration import has_configuration
from archgate.host.errors import InputError, invalid
from archgate.host.tree import CommitTree, Tree
from archgate.policy.law import read_law
from archgate.policy.roadmap_terms import RoadmapPolicy
from archgate.roadmap.compared import Plan, plan_of
from archgate.roadmap.document import Roadmap


class Former(Struct, frozen=True):
    """Base's plan with the revision that it was read from; `note` says aloud where that is not base itself."""

    plan: Plan
    revision: Revision
    note: str = ""


def read_document(tree: Tree, policy: RoadmapPolicy) -> Roadmap:
    """The document that the policy names, from the tree. Raises InputError where there is none, or no roadmap in it."""
    from archgate.roadmap.reading import read_roadmap

    data = tree.read(policy.document)
    if data is None:
        line = policy.lines.get("document", 0)
        raise invalid(f"`document`: there is no file {policy.document}", "name the roadmap", policy.path, line)
    return read_roadmap(policy.document, data, policy.words)


def former_plan(case: Case) -> Former | None:
    """The plan of base under base's own law; None without base, and where its law has no roadmap.

    Where base's document cannot be read, it is that of the newest first parent that had one, said aloud.
    """
    before = case.before
    if before is None or before.law is None or before.law.roadmap is None:
        return None
    reason = ""
    for revision in _revisions(case, before):
        assert revision.law is not None and revision.law.roadmap is not None
        try:
            roadmap = read_document(revision.tree, revision.law.roadmap)
            plan = plan_of(roadmap, revision.law.roadmap)
        except InputError as error:
            reason = reason or str(error.problems[0])
            continue
        note = f"roadmap: base's own cannot be read ({reason}); that of {revision.tree.name[:12]} holds"
        return Former(plan, revision, note if reason else "")
    return None


def _revisions(case: Case, before: Revision) -> Iterator[Revision]:
    """Base, and before it its first parents as long as their law has a roadmap."""
    yield before
    if case.git is None or not case.base.oid:
        return
    for commit in case.git.first_parents(case.base.oid):
        tree = CommitTree(case.git, commit)
        if not has_configuration(tree):
            return
        try:
            law = read_law(tree, case.kinds)
        except InputError:
            continue
        if law.roadmap is None:
            return
        yield Revision(tree=tree, law=law)
