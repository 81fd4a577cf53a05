"""What the configuration lets go that base's does not."""

from collections import Counter
from collections.abc import Iterator

from archgate.gate.calling import calls_of, obstacles_to
from archgate.gate.case import Case, is_host_path
from archgate.gate.finding import Finding
from archgate.gate.loosening import CONFIGURATION, loosening
from archgate.gate.out_of_sight import lives_on
from archgate.host.configuration import Configuration
from archgate.host.selectors import any_path_matches, path_matches
from archgate.host.tree import Tree


def loosened_configuration(case: Case) -> Iterator[Finding]:
    """Lists that hold more back, another base, another range of versions, lines that no longer call the gate."""
    yield from _settings(case)
    yield from _wired(case)


def _settings(case: Case) -> Iterator[Finding]:
    assert case.base_law is not None
    base, head = case.base_law.configuration, case.law.configuration
    for package in sorted(set(base.packages) - set(head.packages)):
        if lives_on(case, package):
            yield loosening(case, CONFIGURATION, "packages", package, f"`{package}` is no root package any more")
    for name in ("exclude", "apart"):
        for glob in sorted(set(getattr(head, name)) - set(getattr(base, name))):
            held = _held_by_base(case, glob, base)
            if held:
                message = f"`{name}` now takes in {held[0]}" + (f" and {len(held) - 1} more" if held[1:] else "")
                yield loosening(case, CONFIGURATION, name, glob, f"{message}, which base governs")
    for name in ("policies", "fixtures", "requires"):
        before, now = getattr(base, name), getattr(head, name)
        if before and before != now:
            yield loosening(case, CONFIGURATION, name, now, f"`{name}` was `{before}` and is `{now}`")
    if case.base.loosened:
        yield loosening(case, CONFIGURATION, "base", ",".join(head.base), case.base.loosened)
    if head.analysis < base.analysis:
        message = f"`analysis` went from {base.analysis} to {head.analysis}"
        yield loosening(case, CONFIGURATION, "analysis", str(head.analysis), message)


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
        and not any_path_matches(base.apart, path)
    )


def _wired(case: Case) -> Iterator[Finding]:
    assert case.base_law is not None and case.before is not None
    base, head = case.base_law.configuration, case.law.configuration
    for path in sorted(set(base.wired) - set(head.wired)):
        yield loosening(case, CONFIGURATION, "wired", path, f"`{path}` is no wired file any more")
    for path in sorted(set(base.wired)):
        before, now = _text(case.before.tree, path), _text(case.head.tree, path)
        for line in sorted(Counter(_calls(before)) - Counter(_calls(now))):
            yield loosening(
                case, CONFIGURATION, "wired", f"{path}: {line}", f"`{path}` no longer has the line `{line}`"
            )
        for message in sorted(Counter(_obstacles(now)) - Counter(_obstacles(before))):
            yield loosening(case, CONFIGURATION, "wired", f"{path}: {message}", f"in `{path}` {message}")


def _text(tree: Tree, path: str) -> str:
    return (tree.read(path) or b"").decode("utf-8", "replace")


def _calls(text: str) -> list[str]:
    return [call.text for call in calls_of(text)]


def _obstacles(text: str) -> list[str]:
    return [obstacle.message for call in calls_of(text) for obstacle in obstacles_to(call, text)]
