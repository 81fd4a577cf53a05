"""Whose debt is where no entry says so: the `[[assign]]` block that speaks of a place most closely."""

from collections.abc import Sequence
from functools import lru_cache

from archgate.host.naming import is_at_or_below
from archgate.host.selectors import Selector, path_matches
from archgate.policy.document import Assign

SUFFIXES = (".py", "/__init__.py", ".pyw")
"""What the path of a module may end in."""


def assigned(subject: str, assigns: Sequence[Assign], packages: Sequence[str]) -> Assign | None:
    """The block that speaks of a subject (`module`, `module:definition` or a path) most closely; None: none does.

    The one with the longest text in front of its first wildcard is the closest; of equals, the longer text, then the
    one that comes first.
    """
    module = subject.partition(":")[0]
    found = [one for one in assigns if _speaks_of(one, module, tuple(packages))]
    return max(found, key=_closeness) if found else None


def is_of_leaf(leaf: str, wanted: str) -> bool:
    """Whether a leaf is the one that is asked for, or a child of it: `S1-L1` stands for all `S1-L1.*`."""
    return is_at_or_below(leaf, wanted)


def _closeness(assign: Assign) -> tuple[int, int, int, str]:
    """Compares a selector with a glob by the number of names that each spells out."""
    names = assign.place.lstrip("=").replace("/", ".").removesuffix(".py").split(".")
    plain = next((at for at, name in enumerate(names) if "*" in name or "?" in name), len(names))
    return (plain, assign.module.startswith("="), len(names), assign.place)


def _speaks_of(assign: Assign, module: str, packages: tuple[str, ...]) -> bool:
    if assign.module:
        return Selector.parse(assign.module).matches(module)
    return any(path_matches(assign.path, path) for path in _paths(module, packages))


@lru_cache(maxsize=65536)
def _paths(module: str, packages: tuple[str, ...]) -> tuple[str, ...]:
    """Where a module's file may be; a file that is named by its path is there, as is all that is of no root package."""
    root, _, rest = module.partition(".")
    folders = [package for package in packages if package.rpartition("/")[2] == root]
    if "/" in module or not folders:
        return (module,)
    stems = [f"{folder}/{rest.replace('.', '/')}" if rest else folder for folder in folders]
    return tuple(stem + suffix for stem in stems for suffix in SUFFIXES)
