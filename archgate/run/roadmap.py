"""The roadmap of a tree: the document that `policies/roadmap.toml` names, read, and everything found wrong with it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from archgate.gate.case import Case
from archgate.gate.finding import Finding
from archgate.host.errors import invalid
from archgate.measure import known_kinds
from archgate.policy.law import Law, read_law
from archgate.policy.roadmap_terms import ROADMAP, RoadmapPolicy, bare_policy
from archgate.report.roadmap_lint import Linting
from archgate.roadmap.document import Roadmap
from archgate.roadmap.from_tree import read_document
from archgate.run.opening import Options, open_case, stand, tree_of

if TYPE_CHECKING:
    from archgate.roadmap.findings import Judgement


def roadmap_of(options: Options, document: Path | None = None) -> tuple[Roadmap, RoadmapPolicy]:
    """The roadmap of the work tree with its policy; or of the file `document`, wherever it is, with none.

    Raises InputError where there is no policy, no document, or no roadmap in it.
    """
    if document is not None:
        return read_file(document)
    with stand(options) as ground:
        tree = tree_of(ground, options.revision)
        law = read_law(tree, known_kinds())
        policy = policy_of(law)
        return read_document(tree, policy), policy


def lint_roadmap(options: Options, document: Path | None = None) -> Linting:
    """What is wrong with the roadmap, as `check` says it; of the file `document`, only what it says against itself."""
    from archgate.roadmap.lint import lint

    if document is not None:
        roadmap, policy = read_file(document)
        return Linting(roadmap.path, len(roadmap.stages), len(roadmap.leaves), tuple(lint(roadmap, policy)))
    with stand(options) as ground:
        case = open_case(ground, structs.replace(options, unprotected=True))
        policy = case.law.roadmap or (case.base_law.roadmap if case.base_law else None) or policy_of(case.law)
        judged = roadmap_judgement(case)
        stages, leaves = (judged.plan.roadmap.stages, judged.plan.roadmap.leaves) if judged.plan else ((), ())
        notes = (*case.base.notes, *judged.notes)
        return Linting(policy.document, len(stages), len(leaves), judged.findings, notes)


def roadmap_judgement(case: Case) -> "Judgement":
    """What there is to say of head's roadmap: by itself, against law, git and base; sorted as `roadmap lint` has it."""
    from archgate.roadmap.findings import judge_roadmap
    from archgate.run.raised import borne_out

    judged = judge_roadmap(case, borne_out)
    return structs.replace(judged, findings=tuple(sorted(judged.findings, key=_by_place)))


def roadmap_findings(case: Case) -> Sequence[Finding]:
    """What `roadmap lint` says of head; nothing where neither its law nor base's has a roadmap."""
    return roadmap_judgement(case).findings


def _by_place(finding: Finding) -> tuple[str, int, Finding]:
    return (finding.path, finding.line, finding)


def read_file(document: Path) -> tuple[Roadmap, RoadmapPolicy]:
    """The roadmap in any file, with the policy of a document that has none. Raises InputError."""
    from archgate.roadmap.reading import read_roadmap

    path = document.as_posix()
    try:
        data = document.read_bytes()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise invalid(f"cannot be read: {why}", "name a Markdown file", path) from None
    return read_roadmap(path, data), bare_policy(path)


def policy_of(law: Law) -> RoadmapPolicy:
    """The roadmap's policy in a law. Raises InputError where it has none."""
    if law.roadmap is None:
        path = f"{law.configuration.policies}/{ROADMAP}.toml"
        message = "there is no such file, so no document is known to be the roadmap"
        raise invalid(message, "write it with `document`, or give --document PATH", path)
    return law.roadmap
