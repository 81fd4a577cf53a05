"""What of a policy names modules by selectors, after a move: its scope, its owners."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from archgate.facts.kind import Kind
from archgate.gate.case import Case
from archgate.host.selectors import covers
from archgate.policy.document import Owner, Policy
from archgate.policy.moves import Move, is_under


def owners_after(case: Case, owner: Owner, step: Move) -> list[Owner]:
    """The owner under the names that its module took; what OLD still has keeps its owner too."""
    name, below = owner.module.removesuffix(".**"), owner.module.endswith(".**")
    return [replace(owner, module=f"{one}.**" if below else one) for one in _renamed(case, name, step)]


def scope_after(case: Case, policy: Policy, step: Move) -> Any:
    """The scope with OLD, what is below it, and what has vanished around it renamed wherever it names the host's."""
    kind = case.kinds[policy.kind]
    scope = kind.moved_scope(policy.scope, lambda selector: _selectors(case, selector, step))
    fields = msgspec.to_builtins(scope)
    for field, more in _regained(case, policy, kind, fields, step):
        fields[field] = [*fields[field], more]
    return msgspec.convert(fields, kind.Scope)


def _selectors(case: Case, selector: str, step: Move) -> list[str]:
    if selector.startswith("="):
        return [f"={name}" for name in _renamed(case, selector.removeprefix("="), step)]
    return _around(case, selector, step) or _renamed(case, selector, step)


def _renamed(case: Case, name: str, step: Move) -> list[str]:
    """The new names of OLD or something below it; its own among them where something still lives there."""
    if ":" in step.old or not is_under(name, step.old):
        return [name]
    renamed = [new + name[len(step.old) :] for new in _modules(step)]
    return [*renamed, name] if _lives(case, name) else renamed


def _around(case: Case, package: str, step: Move) -> list[str]:
    """What stands for a package that held OLD and has vanished: the new package around NEW, else NEW; none if neither.

    It is taken whole only where base knew nothing of that name, so that the scope takes in what moved, and no more.
    """
    if package == step.old or not is_under(step.old, package) or _lives(case, package):
        return []
    inner = step.old[len(package) :]
    found = [new.removesuffix(inner) if new.endswith(inner) else new for new in _modules(step)]
    old = [source.module for source in case.base_sources.values()]
    return [
        whole if not any(is_under(module, whole) for module in old) else new
        for whole, new in zip(found, _modules(step), strict=True)
    ]


def _regained(
    case: Case, policy: Policy, kind: Kind, fields: Mapping[str, Sequence[str]], step: Move
) -> Iterator[tuple[str, str]]:
    """What a package at base selected, and its heir of an earlier move does not: a field each with the selector."""
    origin = case.base_rules().get(case.origins().get(policy.rule, ""))
    before: Mapping[str, Sequence[str]] = msgspec.to_builtins(origin.scope) if origin else {}
    for field in kind.selectors if before else ():
        for package in before[field]:
            if not package.startswith("=") and package not in fields[field]:
                for name in _around(case, package, step):
                    if not any(covers(wide, name) for wide in fields[field]):
                        yield field, name


def _modules(step: Move) -> list[str]:
    return [name for name in step.new if ":" not in name]


def _lives(case: Case, name: str) -> bool:
    return any(is_under(module, name) for module in case.host.names.known)
