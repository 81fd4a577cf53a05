"""What the gate could not see or place: unreadable and unclaimed files, selectors that match nothing."""

from collections.abc import Iterable, Iterator

from archgate.gate.case import Case
from archgate.gate.finding import Finding, finding_of_law, findings_of
from archgate.gate.marks import risen
from archgate.gate.measured import Measured, exactly
from archgate.host.configuration import setting_line
from archgate.host.errors import Problem
from archgate.host.selectors import Selector
from archgate.link.host import HostIndex
from archgate.policy.document import Policy
from archgate.policy.scope_line import scope_line


def unreadable(host: HostIndex) -> list[Finding]:
    """A finding a source that could not be read or parsed."""
    problems = (Problem(path, bad.line, "UNREADABLE", bad.reason) for path, bad in host.unreadable.items())
    return findings_of(problems)


def nothing_examined(case: Case) -> Iterator[Finding]:
    """The finding that the configuration leaves no source file to look at, so that every rule would hold."""
    universe = case.host.universe
    if universe.sources:
        return
    configuration = case.law.configuration
    taken = [("exclude", universe.excluded), ("apart", universe.apart)]
    key, number = max(taken, key=lambda pair: pair[1])
    if number:
        message = f"nothing is examined: `{key}` takes {number} Python files and leaves none in `packages`"
    else:
        key, message = "packages", "nothing is examined: there is no Python source in `packages`"
    line = setting_line(configuration, case.head.tree, key)
    fix = f"correct `{key}`, so that the host's own files are left"
    yield finding_of_law("UNMEASURED", "configuration", key, "", message, path=configuration.path, line=line, fix=fix)


def unclaimed(host: HostIndex) -> Iterator[Finding]:
    """A finding a Python file that is in no list of the configuration."""
    for path in host.universe.unclaimed:
        message = "in none of `packages`, `exclude` and `apart`"
        yield finding_of_law("UNCLAIMED", "configuration", path, "", message, path=path)


def unjudged(host: HostIndex) -> list[str]:
    """What is told of the tree beside findings: what is not judged, and which of two files Python passes over."""
    passed_over = [f"{path} is passed over: Python takes {other}" for path, other in host.universe.clashes]
    opaque = [f"{path} has no source that can be read: not judged" for path in sorted(host.universe.opaque.values())]
    return [*(f"{path} is not judged: {reason}" for path, reason in host.universe.unjudged), *passed_over, *opaque]


def untold(case: Case, rules: Iterable[str]) -> list[str]:
    """What is told of rules whose measure has left something out."""
    found = []
    for rule in rules:
        measured = case.under_head(rule)
        found += [f"{rule}: {words}" for words in measured.kind.untold(measured.view, measured.policy.scope)]
        found += [f"{rule}: {words}" for words in risen(measured)]
    return found


def unmeasured(measured: Measured) -> Iterator[Finding]:
    """The finding about a rule whose facts may not be whole."""
    if measured.fault:
        yield finding_of_law("UNMEASURED", measured.policy.rule, "facts", "", measured.fault, path=measured.policy.path)


def vacuous(case: Case, policy: Policy) -> Iterator[Finding]:
    """A finding a selector of head's law that matches no module of head's tree. Planned blocks cannot be vacuous."""
    kind = case.kinds[policy.kind]
    for one in kind.named(policy.scope):
        if not _matches(one.selector, case.host) and (one.of_host or not _is_external(one.selector, case.host)):
            line = scope_line(case.law.raw.get(policy.path, b""), one.field, one.text)
            yield _nothing(policy, f"scope.{one.field}", one.selector, line)
    for owner in policy.owners:
        if not owner.planned and not _matches(exactly(owner.module), case.host):
            yield _nothing(policy, "owner", owner.module, owner.line)


def _nothing(policy: Policy, subject: str, text: str, line: int) -> Finding:
    message = f"`{text}` matches no module of the host"
    return finding_of_law("VACUOUS", policy.rule, subject, text, message, path=policy.path, line=line)


def _is_external(text: str, host: HostIndex) -> bool:
    """Whether a selector speaks of what is not the host's: its root is spelled out and is no root package."""
    root = Selector.parse(text).root
    return root not in host.universe.roots and "*" not in root


def _matches(text: str, host: HostIndex) -> bool:
    selector = Selector.parse(text)
    return any(selector.matches(name) for name in host.names.known)
