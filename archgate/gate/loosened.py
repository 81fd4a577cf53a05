"""Verdict 3: any difference between the laws of base and head that is not provably tightening."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from archgate.facts.fact import Difference
from archgate.facts.kind import Kind
from archgate.gate.allowance import allowances
from archgate.gate.calling import calls_of, obstacles_to
from archgate.gate.case import Case, is_host_path
from archgate.gate.finding import Finding, finding_of_law
from archgate.gate.proofs import Listed
from archgate.host.configuration import Configuration
from archgate.host.selectors import Selector, covers, path_matches
from archgate.host.tree import Tree
from archgate.policy.admit import admit
from archgate.policy.document import Policy
from archgate.policy.moves import Moved

CONFIGURATION = "configuration"


def loosened(case: Case) -> list[Finding]:
    """Every loosening of the law that no decision of this change admits."""
    found = [*_configuration(case), *_wired(case), *_turned_opaque(case)]
    for rule, policy in case.base_rules().items():
        successor = case.rules().get(case.successors()[rule])
        if successor is None:
            if not _is_empty(case, policy):
                found.append(_loosened(case, rule, "policy", "", "the rule is gone"))
        else:
            found.extend(_policy(case, policy, successor))
    found = [finding for finding in found if not _decided(case, finding)]
    if not found or case.at_tip is None:
        return found
    # What the tip of base has loosened alike is not this change's.
    beyond_tip = {finding.id for finding in loosened(case.at_tip)}
    return [finding for finding in found if finding.id in beyond_tip]


def _decided(case: Case, finding: Finding) -> bool:
    """Whether a `loosen` decision of this change covers the finding, and the change touches nothing but the law."""
    subjects = {decision.subject for decision in case.new_decisions if decision.kind == "loosen"}
    return finding.id in subjects and only_law(case)


def only_law(case: Case) -> bool:
    """Whether the change touches nothing but the law: policies, fixtures, configuration, wired files."""
    laws = [law for law in (case.law, case.base_law) if law is not None]
    files = {path for law in laws for path in (law.configuration.path, *law.configuration.wired)}
    folders = {f"{folder}/" for law in laws for folder in (law.configuration.policies, law.configuration.fixtures)}
    return all(path in files or path.startswith(tuple(folders)) for path in case.changed)


def _loosened(case: Case, rule: str, subject: str, value: str, message: str, line: int = 0) -> Finding:
    policy = case.rules().get(rule)
    path = policy.path if policy else case.law.configuration.path
    name = f"{rule}|{subject}|{value}"
    fix = f"restore it, or decide it in a change of the law alone: a `loosen` decision with subject '{name}'"
    return finding_of_law("LOOSENED", rule, subject, value, message, path=path, line=line, fix=fix)


def _configuration(case: Case) -> Iterator[Finding]:
    assert case.base_law is not None
    base, head = case.base_law.configuration, case.law.configuration
    for package in sorted(set(base.packages) - set(head.packages)):
        if _lives_on(case, package):
            yield _loosened(case, CONFIGURATION, "packages", package, f"`{package}` is no root package any more")
    for name in ("exclude", "apart"):
        for glob in sorted(set(getattr(head, name)) - set(getattr(base, name))):
            held = _held_by_base(case, glob, base)
            if held:
                message = f"`{name}` now takes in {held[0]}" + (f" and {len(held) - 1} more" if held[1:] else "")
                yield _loosened(case, CONFIGURATION, name, glob, f"{message}, which base governs")
    for name in ("policies", "fixtures", "requires"):
        before, now = getattr(base, name), getattr(head, name)
        if before and before != now:
            yield _loosened(case, CONFIGURATION, name, now, f"`{name}` was `{before}` and is `{now}`")
    if case.base.loosened:
        yield _loosened(case, CONFIGURATION, "base", ",".join(head.base), case.base.loosened)
    if head.analysis < base.analysis:
        message = f"`analysis` went from {base.analysis} to {head.analysis}"
        yield _loosened(case, CONFIGURATION, "analysis", str(head.analysis), message)


def _lives_on(case: Case, package: str) -> bool:
    """Whether anything of a root package of base is left: under its path, or moved to where head does not govern."""
    configuration = case.law.configuration
    paths = case.head.tree.paths()
    if any(path.endswith((".py", ".pyw")) and _below(path, package) for path in paths):
        return not any(_below(package, wider) for wider in configuration.packages)
    return False


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _held_by_base(case: Case, glob: str, base: Configuration) -> list[str]:
    """The files of base's packages, in either tree, that a new glob takes in."""
    assert case.before is not None
    paths = {*case.before.tree.paths(), *case.head.tree.paths()}
    return sorted(
        path
        for path in paths
        if path.endswith((".py", ".pyw"))
        and path_matches(glob, path)
        and is_host_path(path, base)
        and not any(path_matches(old, path) for old in base.apart)
    )


def _wired(case: Case) -> Iterator[Finding]:
    assert case.base_law is not None and case.before is not None
    base, head = case.base_law.configuration, case.law.configuration
    for path in sorted(set(base.wired) - set(head.wired)):
        yield _loosened(case, CONFIGURATION, "wired", path, f"`{path}` is no wired file any more")
    for path in sorted(set(base.wired)):
        before, now = _text(case.before.tree, path), _text(case.head.tree, path)
        for line in sorted(Counter(_calls(before)) - Counter(_calls(now))):
            yield _loosened(case, CONFIGURATION, "wired", path, f"`{path}` no longer has the line `{line}`")
        for message in sorted(Counter(_obstacles(now)) - Counter(_obstacles(before))):
            yield _loosened(case, CONFIGURATION, "wired", path, f"in `{path}` {message}")


def _text(tree: Tree, path: str) -> str:
    return (tree.read(path) or b"").decode("utf-8", "replace")


def _calls(text: str) -> list[str]:
    return [call.text for call in calls_of(text)]


def _obstacles(text: str) -> list[str]:
    return [obstacle.message for call in calls_of(text) for obstacle in obstacles_to(call, text)]


def _turned_opaque(case: Case) -> Iterator[Finding]:
    """Modules of base that live on without a source that can be measured in its place."""
    assert case.base_law is not None and case.before is not None
    before = case.hosts.survey(case.before.tree, case.base_law.configuration).sources
    gone = sorted(path for path in case.changed & before.keys() if path not in case.head.tree.paths())
    for path in gone:
        module = before[path].module
        other = case.host.universe.opaque.get(module)
        if other and not _is_measured(case, other):
            message = f"{path} lives on as {other}, which cannot be read"
            yield _loosened(case, CONFIGURATION, "opaque", module, message)


def _is_measured(case: Case, path: str) -> bool:
    host = case.base_view.host
    return path in host.universe.sources and path not in host.unreadable


def _policy(case: Case, base: Policy, head: Policy) -> Iterator[Finding]:
    if base.kind != head.kind:
        yield _loosened(case, head.rule, "kind", head.kind, f"the rule's kind was {base.kind} and is {head.kind}")
        return
    yield from _scope(case, base, head, case.kinds[base.kind])
    yield from _gained_blocks(case, base, head, case.kinds[base.kind])


def _scope(case: Case, base: Policy, head: Policy, kind: Kind) -> Iterator[Finding]:
    for one in kind.weakened(base.scope, head.scope, lambda selector: _is_gone(case, selector, ())):
        yield _loosened(case, head.rule, f"scope.{one.field}", one.value, one.message)
    old, new = _fields(base.scope), _fields(head.scope)
    for name, before in old.items():
        if name in kind.judged:
            continue
        now = new[name]
        direction = kind.directions.get(name)
        if direction == "stricter":
            lost = [value for value in before if value not in now and not _may_go(case, kind, name, value, now)]
        elif direction == "looser":
            lost = [value for value in now if not any(covers(wide, value) for wide in before)]
        else:
            lost = [str(now)] if before != now else []
        for value in lost:
            verb = "lets in" if direction == "looser" else "has lost" if direction else "has changed to"
            yield _loosened(case, head.rule, f"scope.{name}", value, f"`{name}` of the scope {verb} `{value}`")


def _fields(scope: Any) -> Mapping[str, Any]:
    fields: Mapping[str, Any] = msgspec.to_builtins(scope)
    return fields


def _may_go(case: Case, kind: Kind, field: str, selector: str, now: Sequence[str]) -> bool:
    """Whether a selector of base may be missing: another covers it, or nothing that it matched lives on unseen."""
    if field not in kind.selectors:
        return False
    return any(covers(wide, selector) for wide in now) or _is_gone(case, selector, now)


def _is_gone(case: Case, selector: str, now: Sequence[str]) -> bool:
    """Whether nothing that a selector of base matched there lives on, but for what one of `now` takes in."""
    parsed = Selector.parse(selector)
    if not _roots_match(case, parsed):
        return False
    heads = case.base_view.host.modules
    if any(parsed.matches(module) for module in heads):
        return False
    moved = [module for module, names in case.former.items() if any(parsed.matches(name) for name in names)]
    return all(any(Selector.parse(text).matches(module) for text in now) for module in moved)


def _is_empty(case: Case, policy: Policy) -> bool:
    """Whether nothing that a rule of base looked at lives on: then the rule may go as well."""
    named = list(case.kinds[policy.kind].named(policy.scope))
    fields = {one.field for one in named}
    return any(all(_is_gone(case, one.selector, ()) for one in named if one.field == field) for field in fields)


def _roots_match(case: Case, selector: Selector) -> bool:
    """Whether the selector matched a module of base; one for externals never did, and may not go."""
    assert case.before is not None and case.base_law is not None
    universe = case.hosts.survey(case.before.tree, case.base_law.configuration)
    return any(selector.matches(source.module) for source in universe.sources.values())


def _gained_blocks(case: Case, base: Policy, head: Policy, kind: Kind) -> Iterator[Finding]:
    """Owners and planned exceptions that came together with host source; exceptions are held to verdict 2's proofs."""
    if not case.touches_host:
        return
    for owner in head.owners:
        if not any(_owns_already(case, owner.module, one.module) for one in base.owners):
            yield _loosened(case, head.rule, "owner", owner.module, "an owner came in with host source", owner.line)
    known = {kind.identity(one.entry) for one in base.exceptions}
    for one in head.exceptions:
        if one.planned and kind.identity(one.entry) not in known:
            name = " -> ".join(kind.identity(one.entry))
            yield _loosened(case, head.rule, "planned", name, "a planned exception came in with host source", one.line)
    for difference in _gained_exceptions(case, base, head, kind):
        name = " -> ".join(filter(None, difference.item.key))
        yield _loosened(case, head.rule, "exception", name, "an exception came in with host source")


def _gained_exceptions(case: Case, base: Policy, head: Policy, kind: Kind) -> list[Difference]:
    """What head excepts and base does not, neither planned nor moved there nor excepted at the tip."""
    now = [one.item for one in allowances(head, kind) if one.section == "exception" and not one.planned]
    policies = [base] + ([case.tip.policies[base.rule]] if case.tip and base.rule in case.tip.policies else [])
    before = [one for policy in policies for one in allowances(policy, kind) if one.section == "exception"]
    allowed = kind.union([one.item for one in before if not one.planned], [])
    planned = [one.item for one in before if one.planned]
    return admit(kind, base.rule, now, allowed, [Listed("PLANNED", planned), Moved(case.moves)]).refused


def _owns_already(case: Case, module: str, known: str) -> bool:
    if module == known or covers(known, module):
        return True
    return any(module == name and known in names for name, names in case.former.items())
