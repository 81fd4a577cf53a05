"""All files of a host rewritten, before any is written."""

from collections.abc import Iterable, Iterator, Sequence

from archgate.host.configuration import Configuration
from archgate.host.errors import InputError, Problem
from archgate.host.naming import is_source
from archgate.host.selectors import any_path_matches
from archgate.host.tree import Tree
from archgate.link.host import HostIndex
from archgate.roadmap.retiring.file import rewrite
from archgate.roadmap.retiring.meaning import Meaning, Taken
from archgate.roadmap.retiring.mentions import is_concerned, is_importer, strings_of
from archgate.roadmap.retiring.replacement import Replacement
from archgate.roadmap.retiring.retirement import Retirement, Rewrite, Sight


def plan(
    tree: Tree,
    configuration: Configuration,
    host: HostIndex,
    replacements: Sequence[Replacement],
    owned: Sequence[str] | None,
) -> Retirement:
    """What becomes of the host's files when each replacement is made.

    `owned` are globs of the paths that may change, None for all. Raises InputError for a replacement that is not there.
    """
    meaning = Meaning(host, replacements)
    _check(replacements, meaning)
    rewrites: list[Rewrite] = []
    refused = [Sight(path, bad.line, bad.reason) for path, bad in host.unreadable.items()]
    seen: list[Sight] = []
    for path, data in _contents(tree, sorted(host.universe.sources)):
        seen += strings_of(path, data, meaning)
        module = meaning.before.modules[host.universe.sources[path].module]
        if meaning.module(module.name) or path in host.unreadable or not is_concerned(module, data, meaning):
            continue
        rewritten, faults = rewrite(module, data, meaning)
        refused += faults
        if rewritten is not None:
            rewrites.append(rewritten)
            refused += _outside(path, owned)
    beside = list(_contents(tree, _apart(tree, configuration)))
    seen += [sight for path, data in beside for sight in strings_of(path, data, meaning)]
    return Retirement(
        rewrites=tuple(sorted(rewrites)),
        refused=tuple(sorted(set(refused))),
        seen=tuple(_left(seen, rewrites, meaning)),
        apart=sum(is_importer(data, meaning) for _, data in beside),
    )


def _check(replacements: Iterable[Replacement], meaning: Meaning) -> None:
    """Raise InputError for what takes a place and is not there."""
    problems = []
    for one in replacements:
        if one.new.module not in meaning.host.names.known:
            message = f"`{one.new}` is to stand for `{one.old}`, and the host has no module `{one.new.module}`"
        elif one.new.symbol and not meaning.has(Taken(one.new.module, one.new.symbol)):
            message = f"`{one.new}` is to stand for `{one.old}`, and `{one.new.module}` binds no `{one.new.symbol}`"
        else:
            continue
        problems.append(Problem("", 0, "INVALID", message, "write or move it first, then retire"))
    if problems:
        raise InputError(problems)


def _contents(tree: Tree, paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The bytes of each path that can be read."""
    for path, content in tree.contents(paths):
        if content.data is not None:
            yield path, content.data
        elif not content.error:
            yield path, tree.load([content.key])[content.key]


def _apart(tree: Tree, configuration: Configuration) -> list[str]:
    """The Python files that are known and not the host's."""
    return [path for path in tree.paths() if is_source(path) and any_path_matches(configuration.apart, path)]


def _outside(path: str, owned: Sequence[str] | None) -> list[Sight]:
    if owned is None or any_path_matches(owned, path):
        return []
    return [Sight(path, 0, "would be rewritten, and is outside the paths that the leaf owns")]


def _left(seen: Iterable[Sight], rewrites: Sequence[Rewrite], meaning: Meaning) -> list[Sight]:
    """The strings that still stand there when the files are rewritten, at their new lines."""
    after = {one.path: one.after for one in rewrites}
    kept = [sight for sight in seen if sight.path not in after]
    return sorted({*kept, *(sight for path, data in after.items() for sight in strings_of(path, data, meaning))})
