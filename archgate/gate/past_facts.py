"""The facts of trees of the history, all counted by one law, so that the numbers can be compared."""

from collections.abc import Mapping

from msgspec import Struct

from archgate.facts.kind import Kind
from archgate.facts.view import View
from archgate.gate.hosts import Hosts
from archgate.gate.measured import measure
from archgate.host.configuration import Configuration
from archgate.host.contents import TreeFile
from archgate.host.naming import is_module
from archgate.host.tree import Tree
from archgate.link.host import HostIndex
from archgate.policy.document import Policy

Counts = Mapping[str, int | None]


class Seen(Struct, frozen=True):
    """How many facts a tree shows by rule (None: not measured); or no counts at all, and why."""

    counts: Counts | None
    note: str = ""


class PastFacts:
    """Counts the facts of one tree after another under `configuration` and `rules`.

    Rules that follow values through the host are measured where `whole` asks for it, those that are measured with tools
    never. A tree with the same modules as the one before costs nothing.
    """

    def __init__(
        self,
        hosts: Hosts,
        configuration: Configuration,
        rules: Mapping[str, Policy],
        kinds: Mapping[str, Kind],
        *,
        whole: bool,
    ) -> None:
        self._hosts = hosts
        self._configuration = configuration
        self._rules = rules
        self._kinds = kinds
        self._whole = whole
        self._last: tuple[Mapping[str, TreeFile], Seen] | None = None

    @property
    def left_out(self) -> list[str]:
        """The rules that `whole` would measure too."""
        return [] if self._whole else [name for name, one in self._rules.items() if self._kinds[one.kind].resolves]

    def look(self, tree: Tree) -> Seen:
        """What a tree shows."""
        modules = {path: file for path, file in tree.paths().items() if is_module(path) or file.unjudged}
        if self._last is None or self._last[0] != modules:
            self._last = (modules, self._seen(tree))
        return self._last[1]

    def _seen(self, tree: Tree) -> Seen:
        host = self._hosts.afresh().linked(tree, self._configuration)
        if not host.universe.sources:
            return Seen(None, "facts: no file lies in `packages`")
        if host.unreadable:
            first, *others = sorted(host.unreadable)
            more = f" and {len(others)} more" if others else ""
            return Seen(None, f"facts: {first}{more} cannot be read")
        return Seen({rule: self._count(host, policy) for rule, policy in self._rules.items()})

    def _count(self, host: HostIndex, policy: Policy) -> int | None:
        kind = self._kinds[policy.kind]
        if kind.resolves and not self._whole:
            return None
        view = View(host)  # without a bench, on which tools would work
        return None if kind.unmeasured(view, policy.scope) else measure(policy, kind, view).total
