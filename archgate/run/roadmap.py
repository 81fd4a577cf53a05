"""The roadmap of a tree: the document that `policies/roadmap.toml` names, read, and everything found wrong with it."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from archgate.gate.case import Case, rules_of
from archgate.gate.finding import Finding, findings_of
from archgate.host.errors import InputError, invalid
from archgate.host.tree import Tree
from archgate.measure import known_kinds
from archgate.policy.law import Law, read_law
from archgate.policy.roadmap_terms import ROADMAP, RoadmapPolicy, bare_policy
from archgate.report.roadmap_lint import Linting
from archgate.roadmap.document import Roadmap
from archgate.run.opening import Options, stand, tree_of


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
    """What is wrong with the roadmap, by itself and against the law; of the file `document`, only by itself."""
    from archgate.roadmap.lint import lint

    if document is not None:
        roadmap, policy = read_file(document)
        return Linting(roadmap.path, len(roadmap.stages), len(roadmap.leaves), tuple(lint(roadmap, policy)))
    with stand(options) as ground:
        tree = tree_of(ground, options.revision)
        law = read_law(tree, known_kinds())
        policy = policy_of(law)
        roadmap = read_document(tree, policy)
        sources = ground.hosts.survey(tree, law.configuration).sources
        modules = {source.module for source in sources.values()}
        found = _against_law(roadmap, policy, law, modules, tree)
        return Linting(roadmap.path, len(roadmap.stages), len(roadmap.leaves), tuple(found))


def roadmap_findings(case: Case) -> Sequence[Finding]:
    """What `roadmap lint` says of head; nothing where its law has no roadmap."""
    law = case.law
    if law.roadmap is None:
        return ()
    try:
        roadmap = read_document(case.head.tree, law.roadmap)
    except InputError as error:
        return findings_of(error.problems)
    return list(_against_law(roadmap, law.roadmap, law, case.host.names.known, case.head.tree))


def _against_law(
    roadmap: Roadmap, policy: RoadmapPolicy, law: Law, modules: Collection[str], tree: Tree
) -> Iterator[Finding]:
    from archgate.roadmap.binding import unknown_leaves, unknown_names, vacuous_terms
    from archgate.roadmap.lint import lint

    yield from findings_of(unknown_names(roadmap, policy, rules_of(law, known_kinds())))
    yield from findings_of(unknown_leaves(roadmap, law.policies.values()))
    yield from vacuous_terms(roadmap, policy, modules, tree.paths())
    yield from lint(roadmap, policy)


def read_document(tree: Tree, policy: RoadmapPolicy) -> Roadmap:
    """The document that the policy names, from the tree. Raises InputError where there is none, or no roadmap in it."""
    from archgate.roadmap.reading import read_roadmap

    data = tree.read(policy.document)
    if data is None:
        line = policy.lines.get("document", 0)
        raise invalid(f"`document`: there is no file {policy.document}", "name the roadmap", policy.path, line)
    return read_roadmap(policy.document, data, policy.words)


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
    """The roadmap policy of a law. Raises InputError where it has none."""
    if law.roadmap is None:
        path = f"{law.configuration.policies}/{ROADMAP}.toml"
        message = "there is no such file, so no document is known to be the roadmap"
        raise invalid(message, "write it with `document`, or give --document PATH", path)
    return law.roadmap
