"""What a leaf changed: the tree before it, the tree as it is, and the paths that its commits touched."""

import ast
from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec.structs import replace

from archgate.gate.finding import Finding, finding_of_law
from archgate.host.configuration import Configuration
from archgate.host.tree import CommitTree, Tree
from archgate.link.host import HostIndex
from archgate.policy.roadmap_terms import ROADMAP, LeafKind
from archgate.roadmap.leaf_commits import changed_files
from archgate.roadmap.territory import Territory
from archgate.roadmap.trial import Trial


class Change:
    """The change of a leaf whose span is known; `paths` are those that it touched, `trial` is what it is asked.

    Everything is judged as it is now: what a later commit has mended is mended.
    """

    def __init__(self, trial: Trial) -> None:
        assert trial.case.git is not None
        self.trial = trial
        self.paths = changed_files(trial.case, trial.span)
        self.before: Tree = CommitTree(trial.case.git, trial.span.start)
        self.now: Tree = trial.case.head.tree
        self._parsed: dict[tuple[str, str], ast.Module | None] = {}
        self._read: dict[tuple[str, str], bytes | None] = {}

    @property
    def configuration(self) -> Configuration:
        """Head's configuration, by which both trees are read."""
        return self.trial.case.law.configuration

    @property
    def kind(self) -> LeafKind:
        """The kind of the leaf: what base's policy says, since a change cannot excuse itself."""
        return self.trial.terms.kind if self.trial.at_base else "code"

    @cached_property
    def host(self) -> HostIndex:
        """The host as it is."""
        return self.trial.case.host

    @cached_property
    def host_before(self) -> HostIndex:
        """The host before the leaf."""
        return self.trial.case.hosts.linked(self.before, self.configuration)

    @cached_property
    def territory(self) -> Territory:
        """Whose ground is what."""
        return Territory(self.trial)

    def is_source(self, path: str) -> bool:
        """Whether a path is a Python file of the host, before or now."""
        return path in self.host.universe.sources or path in self.host_before.universe.sources

    def read(self, tree: Tree, path: str) -> bytes | None:
        """The bytes of a file; None where there is none, or it cannot be read."""
        key = (tree.name, path)
        if key not in self._read:
            file = tree.paths().get(path)
            self._read[key] = None if file is None or file.error or file.unjudged else tree.read(path)
        return self._read[key]

    def parsed(self, tree: Tree, path: str) -> ast.Module | None:
        """A file as a syntax tree; None where there is none."""
        key = (tree.name, path)
        if key not in self._parsed:
            data = self.read(tree, path)
            try:
                self._parsed[key] = None if data is None else ast.parse(data)
            except (SyntaxError, ValueError, RecursionError):
                self._parsed[key] = None
        return self._parsed[key]

    def modules(self, host: HostIndex, paths: Iterable[str]) -> Mapping[str, str]:
        """The modules of paths that are sources of a host, by path."""
        sources = host.universe.sources
        return {path: sources[path].module for path in sorted(paths) if path in sources}

    def finding(self, code: str, subject: str, value: str, message: str, *, path: str = "", line: int = 0) -> Finding:
        """A finding about the leaf; without a place it is told at the leaf's row in the document."""
        where = (path, line) if path else (self.trial.roadmap.path, self.trial.leaf.line)
        found = finding_of_law(code, ROADMAP, subject, value, message, path=where[0], line=where[1])
        return replace(found, leaf=self.trial.leaf.id)


def change_of(trial: Trial) -> Change | None:
    """The change of a leaf; None where git does not know it, or it touches nothing."""
    if trial.case.git is None or not trial.span.start:
        return None
    change = Change(trial)
    return change if change.paths else None
