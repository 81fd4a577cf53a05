"""The law of a tree: its configuration, its policies, their fixtures and its decisions, read as one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from archgate.host.configuration import Configuration, read_configuration
from archgate.host.errors import InputError, Problem
from archgate.host.tree import Tree
from archgate.policy.decisions import Decision, read_decision
from archgate.policy.document import Policy
from archgate.policy.fixture import FIXTURE, fixture_path, with_fixture
from archgate.policy.once import Once, afresh
from archgate.policy.problems import raise_any
from archgate.policy.reader import read_policy
from archgate.policy.roadmap_reader import read_roadmap_policy
from archgate.policy.roadmap_terms import ROADMAP, RoadmapPolicy

if TYPE_CHECKING:
    from archgate.facts.kind import Kind

DECISIONS = "decisions"
"""The folder of decisions in the folder of policies."""

READ_ME = "README.md"
"""The one file that may stand beside policies and decisions and be neither."""

Document = TypeVar("Document", Policy, Decision, RoadmapPolicy)


class Law(Struct, frozen=True):
    """What a tree is judged by: policies by rule, decisions by path, and the bytes of all of their files by path.

    `roadmap` is None where the tree has no `roadmap.toml` beside its policies.
    """

    configuration: Configuration
    policies: dict[str, Policy]
    decisions: dict[str, Decision]
    raw: dict[str, bytes]
    roadmap: RoadmapPolicy | None = None

    @property
    def unreviewed(self) -> int:
        """How many blocks and decisions still wait for a reason."""
        return sum(policy.unreviewed for policy in self.policies.values()) + self.unreviewed_decisions

    @property
    def unreviewed_decisions(self) -> int:
        """How many decisions still wait for a reason."""
        return sum(decision.unreviewed for decision in self.decisions.values())


class _Listing(Struct):
    """The files of the policies folder by what they are, and what should not be there."""

    policies: list[str]
    decisions: list[str]
    fixtures: list[str]
    roadmaps: list[str]
    problems: list[Problem]


def read_law(tree: Tree, kinds: Mapping[str, "Kind"], once: Once = afresh) -> Law:
    """The law that stands in `tree`; `once` may remember what the files of other trees came to.

    Raises InputError (INVALID, DECISION_INVALID) with every problem of the configuration, or else of all policies and
    decisions, or else of all fixtures.
    """
    configuration = read_configuration(tree)
    listing = _list_files(tree, configuration)
    problems = [*listing.problems, *_clashes([*listing.policies, *listing.roadmaps])]
    files = [*listing.policies, *listing.decisions, *listing.fixtures, *listing.roadmaps]
    raw = _read_all(tree, files, problems)
    policies = _parse_all(listing.policies, raw, problems, lambda path, data: read_policy(path, data, kinds), once)
    if not problems:
        policies = _with_fixtures(policies, configuration, raw, problems, kinds, once)
        problems += _orphans(listing.fixtures, policies)
    decisions = _parse_all(listing.decisions, raw, problems, read_decision, once)
    roadmaps = _parse_all(listing.roadmaps, raw, problems, read_roadmap_policy, once)
    raise_any(problems)
    return Law(
        configuration=configuration,
        policies={policy.rule: policy for policy in policies},
        decisions={decision.path: decision for decision in decisions},
        raw=raw,
        roadmap=next(iter(roadmaps), None),
    )


def _with_fixtures(
    policies: Iterable[Policy],
    configuration: Configuration,
    raw: Mapping[str, bytes],
    problems: list[Problem],
    kinds: Mapping[str, "Kind"],
    once: Once,
) -> list[Policy]:
    """The policies of rules with marks with what their fixtures say, and all of them with the packages of the host."""
    found = []
    for policy in policies:
        path = fixture_path(configuration, policy.rule)
        located = replace(policy, packages=configuration.packages)
        marks = raw.get(path) if kinds[policy.kind].marked else None
        question = ("fixture", policy.path, raw[policy.path], configuration.packages, path, marks)
        try:
            found.append(once(question, partial(with_fixture, located, path, marks, kinds[policy.kind])))
        except InputError as error:
            problems.extend(error.problems)
            found.append(replace(located, fixture=path))
    return found


def _orphans(paths: Iterable[str], policies: Iterable[Policy]) -> list[Problem]:
    """Fixtures of rules that there are not, or that keep their debt in the policy."""
    known = {policy.fixture for policy in policies}
    return [
        _problem(path, "is the fixture of no rule that has marks", "restore the rule's policy, or remove the fixture")
        for path in sorted(paths)
        if path not in known
    ]


def _list_files(tree: Tree, configuration: Configuration) -> _Listing:
    listing = _Listing([], [], [], [], [])
    folder = configuration.policies
    for path, file in tree.paths().items():
        if path.startswith(f"{configuration.fixtures}/"):
            _list_fixture(listing, configuration.fixtures, path, file.unjudged or file.error or "")
            continue
        if not path.startswith(f"{folder}/"):
            continue
        parts = PurePosixPath(path.removeprefix(folder).lstrip("/")).parts
        if any(part.startswith(".") or part.endswith("~") for part in parts):
            continue  # what editors and killed writers leave
        fault = file.unjudged or file.error
        if fault:
            listing.problems.append(_problem(path, f"is no file that can be read: {fault}"))
        elif parts == (f"{ROADMAP}.toml",):
            listing.roadmaps.append(path)
        elif len(parts) == 1 and path.endswith(".toml"):
            listing.policies.append(path)
        elif len(parts) == 2 and parts[0] == DECISIONS and path.endswith(".toml"):
            listing.decisions.append(path)
        elif parts[-1] != READ_ME:
            listing.problems.append(_unexpected(folder, path))
    return listing


def _list_fixture(listing: _Listing, folder: str, path: str, fault: str) -> None:
    parts = PurePosixPath(path.removeprefix(folder).lstrip("/")).parts
    if any(part.startswith(".") or part.endswith("~") for part in parts) or parts[-1] == READ_ME:
        return
    if fault:
        listing.problems.append(_problem(path, f"is no file that can be read: {fault}"))
    elif len(parts) == 1 and path.endswith(FIXTURE):
        listing.fixtures.append(path)
    else:
        message = f"is no fixture (`{folder}/RULE{FIXTURE}`)"
        listing.problems.append(_problem(path, message, f"rename it, or move it out of `{folder}`"))


def _unexpected(folder: str, path: str) -> Problem:
    message = f"is neither a policy (`{folder}/RULE.toml`) nor a decision (`{folder}/{DECISIONS}/NAME.toml`)"
    return _problem(path, message, f"rename it, or move it out of `{folder}`")


def _problem(path: str, message: str, fix: str = "") -> Problem:
    return Problem(path=path, line=0, code="INVALID", message=message, fix=fix)


def _clashes(paths: Iterable[str]) -> list[Problem]:
    """Policies that are one file where the file system does not tell capitals."""
    first: dict[str, str] = {}
    pairs = [(path, first.setdefault(path.casefold(), path)) for path in sorted(paths)]
    return [
        _problem(path, f"differs from `{other}` only in capitals", "rename one of the rules")
        for path, other in pairs
        if path != other
    ]


def _read_all(tree: Tree, paths: Sequence[str], problems: list[Problem]) -> dict[str, bytes]:
    """The bytes of the files; those that cannot be had are told."""
    contents = dict(tree.contents(paths))
    missing = sorted({content.key for content in contents.values() if content.data is None and not content.error})
    blobs = tree.load(missing) if missing else {}
    raw: dict[str, bytes] = {}
    for path, content in contents.items():
        if content.error:
            problems.append(_problem(path, f"cannot be read: {content.error}"))
        else:
            raw[path] = blobs[content.key] if content.data is None else content.data
    return raw


def _parse_all(
    paths: Iterable[str],
    raw: Mapping[str, bytes],
    problems: list[Problem],
    parse: Callable[[str, bytes], Document],
    once: Once,
) -> list[Document]:
    documents: list[Document] = []
    for path in sorted(paths):
        if path in raw:
            try:
                documents.append(once((path, raw[path]), partial(parse, path, raw[path])))
            except InputError as error:
                problems.extend(error.problems)
    return documents
