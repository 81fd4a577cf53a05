"""What policies say of leaves against the document, and what `policies/roadmap.toml` names against the host."""

from collections.abc import Collection, Iterable, Iterator

from archgate.gate.finding import Finding, finding_of_law
from archgate.host.errors import Problem
from archgate.host.phrases import did_you_mean, meant_or_known
from archgate.host.selectors import Selector, path_matches
from archgate.policy.document import Assign, Debt, Policy
from archgate.policy.roadmap_terms import ROADMAP, LeafTerms, RoadmapPolicy, StageCondition
from archgate.roadmap.document import Leaf, Roadmap
from archgate.roadmap.readiness import has_reached
from archgate.roadmap.vocabulary import folded

MANY = 12
"""Ids from which on a message no longer lists them all."""


def unknown_names(roadmap: Roadmap, policy: RoadmapPolicy, rules: Collection[str]) -> Iterator[Problem]:
    """Leaves, stages, stop conditions and rules that the roadmap's policy names and that are not there."""
    leaves, stages = leaf_names(roadmap), [stage.id for stage in roadmap.stages]
    for leaf in policy.leaves:
        if leaf.id not in leaves:
            yield _problem(policy.path, leaf.line, f"there is no leaf `{leaf.id}` in {roadmap.path}", leaf.id, leaves)
        yield from _unknown_rules(policy, leaf.line, leaf.rules, rules)
    for stage in policy.stages:
        if stage.id not in stages:
            message = f"there is no stage `{stage.id}` in {roadmap.path}"
            yield _problem(policy.path, stage.line, message, stage.id, stages)
        yield from _unknown_rules(policy, stage.line, [one.rule for one in stage.conditions], rules)
    for stop in policy.stops:
        if len(stops_meant(roadmap, stop.text)) != 1:
            found = "more than one stop condition begins" if stops_meant(roadmap, stop.text) else "none begins"
            message = f"`{stop.text}`: of the stop conditions of {roadmap.path}, {found} like this"
            yield Problem(policy.path, stop.line, "INVALID", message, "copy its words from the document")
        yield from _unknown_rules(policy, stop.line, [one.rule for one in stop.conditions], rules)


def leaf_names(roadmap: Roadmap) -> list[str]:
    """Every id that debt can be bound to: leaves, and the parents that stand for them."""
    leaves = [leaf.id for leaf in roadmap.leaves]
    above = {".".join(name.split(".")[:n]) for name in leaves for n in range(1, name.count(".") + 1)}
    return sorted({*leaves, *above})


def stops_meant(roadmap: Roadmap, text: str) -> list[int]:
    """The numbers from 0 of the stop conditions whose words are `text`, else of those that begin with it."""
    words = [folded(stop.text) for stop in roadmap.stops]
    same = [number for number, said in enumerate(words) if said == folded(text)]
    return same or [number for number, said in enumerate(words) if said.startswith(folded(text))]


def _unknown_rules(policy: RoadmapPolicy, line: int, named: Iterable[str], rules: Collection[str]) -> Iterator[Problem]:
    for rule in named:
        if rule not in rules:
            yield _problem(policy.path, line, f"there is no rule `{rule}`", rule, sorted(rules))


def unknown_leaves(roadmap: Roadmap, policies: Iterable[Policy]) -> Iterator[Problem]:
    """The entries of policies that are bound to leaves which the document does not have."""
    known = leaf_names(roadmap)
    for policy in policies:
        for block in policy.blocks():
            key, name = ("leaf", block.leaf) if isinstance(block, Assign | Debt) else ("planned", block.planned)
            if name and name not in known:
                message = f"`{key}`: there is no leaf `{name}` in {roadmap.path}"
                yield _problem(policy.path, block.line, message, name, known)


def _problem(path: str, line: int, message: str, name: str, known: list[str]) -> Problem:
    many = did_you_mean(name, known) or "see: archgate leaf list"
    fix = meant_or_known(name, known) if len(known) < MANY else many
    return Problem(path, line, "INVALID", message, fix)


def vacuous_terms(
    roadmap: Roadmap, policy: RoadmapPolicy, modules: Collection[str], paths: Collection[str]
) -> Iterator[Finding]:
    """Selectors and globs of the roadmap's policy that match nothing in the host.

    What a leaf retires and owns is looked for until the leaf is verified; afterwards it may be gone. A file that it
    owns may be yet to come, in a folder that is there.
    """
    for text in policy.header.compat:
        if not _is_matched(text, modules):
            yield _nothing(policy, policy.lines.get("compat", 0), "compat", text, "no module of the host")
    for leaf in policy.leaves:
        yield from _vacuous_leaf(policy, leaf, roadmap.leaf(leaf.id), modules, paths)
    for name, line, conditions in _all_conditions(policy):
        for one in conditions:
            yield from _vacuous_condition(policy, name, line, one, modules)


def _vacuous_leaf(
    policy: RoadmapPolicy, terms: LeafTerms, leaf: Leaf | None, modules: Collection[str], paths: Collection[str]
) -> Iterator[Finding]:
    for entry in (entry for one in terms.adopts for entry in one.entries):
        if not _is_matched(f"={entry.partition(':')[0]}", modules):
            yield _nothing(policy, terms.line, f"{terms.id}.adopts.from", entry, "no module of the host")
    if leaf is None or has_reached(leaf.state, "ACTIVE"):
        return
    for name in terms.retires:
        if not _is_matched(name.partition(":")[0], modules):
            yield _nothing(policy, terms.line, f"{terms.id}.retires", name, "no module of the host")
    for glob in terms.owns:
        if not _is_owned(glob, paths):
            yield _nothing(policy, terms.line, f"{terms.id}.owns", glob, "no file of the repository")


def _is_owned(glob: str, paths: Collection[str]) -> bool:
    if any(path_matches(glob, path) for path in paths):
        return True
    folder = glob.rpartition("/")[0]
    return "*" not in glob and "?" not in glob and any(path.startswith(f"{folder}/") or not folder for path in paths)


def _all_conditions(policy: RoadmapPolicy) -> Iterator[tuple[str, int, tuple[StageCondition, ...]]]:
    yield from ((stage.id, stage.line, stage.conditions) for stage in policy.stages)
    yield from (("stop", stop.line, stop.conditions) for stop in policy.stops)


def _vacuous_condition(
    policy: RoadmapPolicy, name: str, line: int, condition: StageCondition, modules: Collection[str]
) -> Iterator[Finding]:
    for text in condition.modules:
        if not _is_matched(text, modules):
            yield _nothing(policy, line, f"{name}.conditions.{condition.rule}", text, "no module of the host")


def _is_matched(text: str, modules: Collection[str]) -> bool:
    selector = Selector.parse(text) if "/" not in text else None
    return text in modules or (selector is not None and any(map(selector.matches, modules)))


def _nothing(policy: RoadmapPolicy, line: int, subject: str, text: str, what: str) -> Finding:
    message = f"`{text}` matches {what}"
    return finding_of_law("VACUOUS", ROADMAP, subject, text, message, path=policy.path, line=line)
