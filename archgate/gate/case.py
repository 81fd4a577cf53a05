"""The case before the gate: head and base, their laws, and the facts of either tree under either law."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from archgate.facts.fact import Item
from archgate.facts.kind import Kind
from archgate.facts.view import Former, View
from archgate.gate.allowance import Allowance, allowances
from archgate.gate.base import Base
from archgate.gate.following import Change, Fate, fate_of
from archgate.gate.hosts import Hosts
from archgate.gate.measured import Measured, measure
from archgate.host.configuration import Configuration
from archgate.host.filenames import show_path
from archgate.host.git import Git
from archgate.host.made_trees import snapshot
from archgate.host.selectors import path_matches
from archgate.host.tree import DiskTree, Tree
from archgate.host.universe import Source
from archgate.link.host import HostIndex
from archgate.policy.decisions import Decision
from archgate.policy.document import Policy
from archgate.policy.law import Law
from archgate.policy.moves import Move, Moves

UNRESOLVED = "unresolved"
"""The rule that runs without a file, then with no entries."""


class Revision(Struct, frozen=True):
    """A tree and the law that stands in it; `law` is None where archgate is not configured there."""

    tree: Tree
    law: Law | None


class Case:
    """All that a verdict needs; each piece is found out once, when it is first asked for.

    `before` is base's revision, None where nothing protects. `tip` is the tip of base where that is another commit.
    `notes` are said beside the verdict.
    """

    def __init__(
        self,
        *,
        kinds: Mapping[str, Kind],
        hosts: Hosts,
        git: Git | None,
        base: Base,
        head: Revision,
        before: Revision | None,
        tip: Revision | None,
        notes: tuple[str, ...] = (),
    ) -> None:
        self.kinds = kinds
        self.hosts = hosts
        self.git = git
        self.base = base
        self.head = head
        self.before = before
        self.tip_revision = tip
        self.notes = notes
        self._measured: dict[tuple[str, str, str], Measured] = {}

    @property
    def law(self) -> Law:
        """Head's law."""
        assert self.head.law is not None
        return self.head.law

    @property
    def base_law(self) -> Law | None:
        """Base's law; None without base, and where base has no archgate."""
        return self.before.law if self.before else None

    @property
    def tip(self) -> Law | None:
        """The law at the tip of base, where that is another commit."""
        return self.tip_revision.law if self.tip_revision else None

    @cached_property
    def at_tip(self) -> "Case | None":
        """The same head against the tip of base, where that is another commit that has archgate."""
        if self.tip_revision is None or self.tip_revision.law is None:
            return None
        alike = self.tip_revision.law.configuration.base == self.law.configuration.base
        loosened = "" if alike else self.base.loosened
        return Case(
            kinds=self.kinds,
            hosts=self.hosts,
            git=self.git,
            base=replace(self.base, oid=self.base.tip, loosened=loosened),
            head=self.head,
            before=self.tip_revision,
            tip=None,
        )

    def rules(self) -> dict[str, Policy]:
        """Head's policies by rule, with the built-in one."""
        return self._rules

    @cached_property
    def _rules(self) -> dict[str, Policy]:
        return rules_of(self.law, self.kinds)

    @cached_property
    def _base_rules(self) -> dict[str, Policy]:
        return rules_of(self.base_law, self.kinds) if self.base_law else {}

    def base_rules(self) -> dict[str, Policy]:
        """Base's policies by rule, with the built-in one; none where base has no archgate."""
        return self._base_rules

    @cached_property
    def host(self) -> HostIndex:
        """Head's host under head's configuration."""
        return self.hosts.linked(self.head.tree, self.law.configuration)

    @cached_property
    def changed(self) -> frozenset[str]:
        """The paths that differ between base's tree and head's; none without base."""
        if self.git is None or self.before is None:
            return frozenset()
        return self.git.differing_paths(self.before.tree.name, self.head_tree_id)

    @cached_property
    def head_tree_id(self) -> str:
        """Head's tree as git knows trees: of the work tree, a snapshot."""
        assert self.git is not None
        return snapshot(self.git) if isinstance(self.head.tree, DiskTree) else self.head.tree.name

    @property
    def former(self) -> Former:
        """The names at base of head's modules that took the place of others."""
        return self.fate.former

    @cached_property
    def fate(self) -> Fate:
        """What became of base's modules."""
        if self.before is None or self.before.law is None or self.git is None:
            return Fate()
        old, git = self.before.tree, self.git
        change = Change(old, self.head.tree, self.changed, lambda: git.renames(old.name, self.head_tree_id))
        return fate_of(change, self.before.law.configuration, self.law.configuration, self.hosts, self.moves)

    @cached_property
    def new_decisions(self) -> tuple[Decision, ...]:
        """Head's decisions that base does not have: the only ones that have effect."""
        known = self.base_law.decisions if self.base_law else {}
        return tuple(decision for path, decision in sorted(self.law.decisions.items()) if path not in known)

    @cached_property
    def moves(self) -> Moves:
        """The moves that this change decides."""
        decided = [one for one in self.new_decisions if one.kind == "move"]
        return self.moves_by([Move(one.subject, one.to, one.targets) for one in decided])

    def moves_by(self, moves: Sequence[Move]) -> Moves:
        """Moves, with what head and base know of their names."""
        before = self.base_sources
        stood = frozenset(source.module for source in before.values())
        return Moves(tuple(moves), self.host.names.known.__contains__, stood.__contains__)

    @cached_property
    def base_sources(self) -> Mapping[str, Source]:
        """Base's sources under base's configuration, by path; none without base's law."""
        if self.before is None or self.before.law is None:
            return {}
        return self.hosts.survey(self.before.tree, self.before.law.configuration).sources

    def successors(self) -> dict[str, str]:
        """Head's name of each rule of base; "" where head has none. A `rename` decision leads from one to another."""
        renames = {decision.subject: decision.to[0] for decision in self.new_decisions if decision.kind == "rename"}
        rules = self.rules()
        found = {}
        for rule in self.base_rules():
            name = rule if rule in rules else renames.get(rule, "")
            found[rule] = name if name in rules else ""
        return found

    def comparable(self) -> dict[str, str]:
        """As `successors`, but "" too where the rule has become one of another kind, with entries of another sort."""
        base, head = self.base_rules(), self.rules()
        return {
            rule: name if name and head[name].kind == base[rule].kind else ""
            for rule, name in self.successors().items()
        }

    def origins(self) -> dict[str, str]:
        """Base's name of each rule of head that base has, of the same kind."""
        return {head: base for base, head in self.comparable().items() if head}

    def under_law(self, law: Law) -> "Case":
        """The same case with another law of head's: what the gate would say once it is written."""
        return Case(
            kinds=self.kinds,
            hosts=self.hosts,
            git=self.git,
            base=self.base,
            head=Revision(tree=self.head.tree, law=law),
            before=self.before,
            tip=self.tip_revision,
            notes=self.notes,
        )

    def standing_at(self, revision: Revision) -> "Case":
        """Another revision by itself: what can be measured there, held against nothing."""
        return Case(
            kinds=self.kinds, hosts=self.hosts, git=self.git, base=self.base, head=revision, before=None, tip=None
        )

    @cached_property
    def touches_host(self) -> bool:
        """Whether the change touches a source of the host, at either revision, be it behind a link."""
        configurations = [self.law.configuration] + ([self.base_law.configuration] if self.base_law else [])
        linked = self._behind_links(configurations)
        return any(path in linked or is_host_path(path, one) for path in self.changed for one in configurations)

    def _behind_links(self, configurations: Sequence[Configuration]) -> frozenset[str]:
        """The paths at which files of the host really are, where a link leads to them."""
        trees = [self.head.tree] + ([self.before.tree] if self.before else [])
        return frozenset(
            show_path(file.raw)
            for tree in trees
            for path, file in tree.paths().items()
            if file.kind == "link" and any(is_host_path(path, one) for one in configurations)
        )

    def under_head(self, rule: str) -> Measured:
        """Head's tree under head's law."""

        def view() -> View:
            return self.hosts.view(self.head.tree, self.law.configuration, trusted=self._trusted(rule))

        return self._measure("head", "head", self.rules()[rule], view)

    def under_base(self, rule: str) -> Measured:
        """Head's tree under base's law; base's selectors follow what moved."""
        kind = self.kinds[self.base_rules()[rule].kind]
        return self._measure("head", "base", self.base_rules()[rule], lambda: self._seen_by_base(kind, rule))

    def at_base(self, rule: str) -> Measured:
        """Base's own tree under base's own law."""
        assert self.before is not None and self.before.law is not None
        tree, configuration = self.before.tree, self.before.law.configuration
        policy = self.base_rules()[rule]
        trusted = self.kinds[policy.kind].trusts(policy.scope)
        return self._measure("base", "base", policy, lambda: self.hosts.view(tree, configuration, trusted=trusted))

    def base_under_head(self, rule: str) -> Measured:
        """Base's tree under head's law: what a law that sees more would have seen there."""
        assert self.before is not None
        tree, configuration = self.before.tree, self.law.configuration
        policy = self.rules()[rule]
        settings, trusted = self.head.tree, self._trusted(rule)
        return self._measure("base", "head", policy, lambda: self.hosts.view(tree, configuration, settings, trusted))

    def _trusted(self, rule: str) -> frozenset[str]:
        """The code that tools may run for a rule of head: what base's law trusts; without base, what head's does."""
        policy = self.rules()[rule]
        if self.before is not None:
            origin = self.origins().get(rule, "")
            if not origin:
                return frozenset()
            policy = self.base_rules()[origin]
        return self.kinds[policy.kind].trusts(policy.scope)

    def _seen_by_base(self, kind: Kind, rule: str) -> View:
        """Head's tree as base's law sees it, with the settings that base's tools have."""
        if not kind.marked:
            return self.base_view
        assert self.before is not None
        trusted = kind.trusts(self.base_rules()[rule].scope)
        bench = self.hosts.bench(self.head.tree, self.before.tree, trusted)
        seen = self.base_view
        return View(seen.host, seen.former, seen.moved, bench)

    @cached_property
    def base_view(self) -> View:
        """Head's tree as base's law sees it."""
        assert self.base_law is not None
        host = self.hosts.linked(self.head.tree, self.base_law.configuration, self.fate.also)
        return View(host, self.fate.former, self.fate.moved)

    def base_allowances(self, rule: str) -> list[Allowance]:
        """What base's law allows for a rule, planned or not."""
        policy = self.base_rules().get(rule)
        return allowances(policy, self.kinds[policy.kind]) if policy else []

    def plans(self, rule: str) -> list[Item]:
        """What the fork point or the tip of base has approved ahead for a rule."""
        laws = [law for law in (self.base_law, self.tip) if law and rule in law.policies]
        found = [one for law in laws for one in allowances(law.policies[rule], self.kinds[law.policies[rule].kind])]
        return [one.item for one in found if one.planned]

    def allowed_by_base(self, rule: str, kind: Kind) -> list[Item]:
        """The items that the fork point or the tip of base allows, without what is only planned."""
        fork = [allowance.item for allowance in self.base_allowances(rule) if not allowance.planned]
        policy = rules_of(self.tip, self.kinds).get(rule) if self.tip else None
        if policy is None or policy.kind != kind.name:
            return fork
        return kind.union(fork, [allowance.item for allowance in allowances(policy, kind) if not allowance.planned])

    def _measure(self, tree: str, law: str, policy: Policy, view: Callable[[], View]) -> Measured:
        key = (tree, law, policy.rule)
        if key not in self._measured:
            self._measured[key] = measure(policy, self.kinds[policy.kind], view())
        return self._measured[key]


def rules_of(law: Law, kinds: Mapping[str, Kind]) -> dict[str, Policy]:
    """The policies of a law by rule, sorted, with the built-in rule `unresolved` where it has no file."""
    rules = dict(law.policies)
    if UNRESOLVED not in rules:
        path = f"{law.configuration.policies}/{UNRESOLVED}.toml"
        scope = kinds[UNRESOLVED].Scope()
        rules[UNRESOLVED] = Policy(path, UNRESOLVED, UNRESOLVED, "Every first-party import reaches the host", scope)
    return dict(sorted(rules.items()))


def is_host_path(path: str, configuration: Configuration) -> bool:
    """Whether a path lies in a root package and is not excluded."""
    inside = any(path == package or path.startswith(f"{package}/") for package in configuration.packages)
    return inside and not any(path_matches(glob, path) for glob in configuration.exclude)
