"""`archgate facts`: what the host shows, without a verdict."""

import sys
from collections.abc import Sequence

from msgspec.structs import replace

from archgate.facts.fact import Fact, Place
from archgate.facts.kind import Kind
from archgate.facts.registry import groups
from archgate.facts.view import View
from archgate.gate.case import rules_of
from archgate.gate.measured import Measured, measure
from archgate.host.configuration import read_configuration
from archgate.host.errors import Problem, invalid
from archgate.host.phrases import meant_or_listed
from archgate.host.selectors import selector_fault
from archgate.host.tree import Tree
from archgate.link.host import Edge, HostIndex
from archgate.link.reference import EdgeKind, Reference
from archgate.measure import known_kinds
from archgate.policy.document import Policy
from archgate.policy.law import Law, read_law
from archgate.report.listing import Listing
from archgate.run.opening import Ground, Options, open_case, stand, tree_of

WRITTEN: tuple[EdgeKind, ...] = ("eager", "lazy", "typing", "dynamic")
"""The kinds of edges that an import statement or call gives."""

WITHOUT_POLICY = ("cycles", "imports", "uses")
"""What is listed of any host, without a rule that asks for it."""


def facts(options: Options, rule: str) -> Listing:
    """The facts of one rule of the law, owned and told ones included."""
    with stand(options) as ground:
        tree = tree_of(ground, options.revision)
        law = read_law(tree, known_kinds())
        rules = rules_of(law, known_kinds())
        if rule not in rules:
            raise invalid(f"there is no rule `{rule}`", meant_or_listed(rule, [*rules, *WITHOUT_POLICY]))
        policy = rules[rule]
        measured = _measured(ground, options, tree, law, policy)
        if measured.fault:
            raise invalid(measured.fault, "see: archgate doctor", policy.path, code="UNMEASURED")
        found = sorted([*measured.facts, *measured.owned, *measured.told], key=lambda fact: fact.key)
        return Listing(rule, policy.kind, tuple(found), unread(measured.view.host))


def _measured(ground: Ground, options: Options, tree: Tree, law: Law, policy: Policy) -> Measured:
    """The rule asked of the tree. Code that tools would run is trusted in the work tree only, and as a check does."""
    kind = known_kinds()[policy.kind]
    if kind.trusts(policy.scope) and options.revision is None:
        return open_case(ground, replace(options, unprotected=True)).under_head(policy.rule)
    return measure(policy, kind, ground.hosts.view(tree, law.configuration))


def cycles(options: Options) -> Listing:
    """The groups of modules of the whole host that import one another at run time, whatever the policies ask."""
    with stand(options) as ground:
        host = _host(ground, options)
        kind: Kind = known_kinds()["cycle"]
        return Listing("cycles", kind.name, tuple(kind.measure(View(host), kind.Scope())), unread(host))


def imports(options: Options, *, external: bool = False, implied: bool = False) -> Listing:
    """The first-party import edges of the host; with externals and implied edges if asked for."""
    with stand(options) as ground:
        host = _host(ground, options)
        kinds: tuple[EdgeKind, ...] = (*WRITTEN, "implied") if implied else WRITTEN
        edges = host.edges(kinds)
        if external:
            edges = dict(sorted([*edges.items(), *host.external_edges().items()]))
        found = tuple(_fact(host, edge, references) for edge, references in edges.items())
        return Listing("imports", "imports", found, unread(host))


def uses(options: Options, *, target: str = "", module: str = "") -> Listing:
    """Who uses what of outside: every external the host imports, registered or not, and all registered targets.

    Narrowed to a target and to the modules that a selector takes in, where they are given.
    """
    with stand(options) as ground:
        host = _host(ground, options)
        kind = known_kinds()["capability"]
        scope = kind.Scope(
            modules=(module or "**",),
            groups=() if target else tuple(groups()),
            targets=(target,) if target else _externals(host),
        )
        for _, message in kind.check(scope, ()):
            raise invalid(message, "name a dotted target, as `requests` or `urllib.request`")
        fault = selector_fault(module) if module else ""
        if fault:
            raise invalid(f"`--module`: {fault}", "name a module, as `app.chain` or `=app.chain.feed`")
        return Listing("uses", kind.name, tuple(kind.measure(View(host), scope)), unread(host))


def _externals(host: HostIndex) -> tuple[str, ...]:
    """The root packages that the host imports and that are neither its own nor the standard library's."""
    roots = {one.target.partition(".")[0] for references in host.externals.values() for one in references}
    return tuple(sorted(root for root in roots - sys.stdlib_module_names if root.isidentifier()))


def unread(host: HostIndex) -> tuple[Problem, ...]:
    """The sources that could not be read, as problems."""
    return tuple(Problem(path, bad.line, "UNREADABLE", bad.reason) for path, bad in sorted(host.unreadable.items()))


def _host(ground: Ground, options: Options) -> HostIndex:
    tree = tree_of(ground, options.revision)
    return ground.hosts.linked(tree, read_configuration(tree))


def _fact(host: HostIndex, edge: Edge, references: Sequence[Reference]) -> Fact:
    path = host.path(edge[0])
    places = sorted({Place(path, reference.line) for reference in references})
    kinds = tuple(sorted({reference.kind for reference in references}))
    return Fact(edge[0], edge[1], {"": 1}, tuple(places), kinds)
