"""What the arguments of an import function ask for."""

import ast
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

from archgate.index.arguments import Arguments
from archgate.index.elements import Placed, elements
from archgate.index.folding import TOKENS, Folder


class Asked(Struct, frozen=True):
    """What a dynamic import asks for: the `module`, `level` and `name` of an `Import`."""

    module: str
    level: int = 0
    name: str = ""


def asked_of_import_module(given: Arguments, folder: Folder) -> Iterator[Asked]:
    """What `importlib.import_module` is asked for; of several possible names, each."""
    packages: list[str | None] = [*folder.strings(given.get(1, "package"))]
    for name in folder.strings(given.get(0, "name")):
        for package in (packages or [None]) if name.startswith(".") else [None]:
            found = _anchored(name, package) if name.startswith(".") else Asked(name)
            if found is not None and _is_module(found.module):
                yield _normal(found)


def asked_of_import(given: Arguments, folder: Folder) -> Iterator[Asked]:
    """What `__import__` is asked for."""
    level = _level(given.get(4, "level"))
    if level is None:
        return
    names = folder.strings(given.get(0, "name"))
    for name in names:
        if (level and name.startswith("{")) or (name and not _is_module(name)):
            continue
        if name:
            yield _normal(Asked(name, level))
        if name or level:
            for wanted in _wanted(given.get(3, "fromlist"), folder):
                yield _normal(Asked(name, level, wanted))


def _wanted(placed: Placed | None, folder: Folder) -> Iterator[str]:
    """The names in a `fromlist`."""
    if placed is None or placed[0] is None:
        return
    for element in elements(placed[0], placed[1]):
        yield from (name for name in folder.strings(element) if name.isidentifier())


def _level(placed: Placed | None) -> int | None:
    """The level of an `__import__` call; None where it cannot be read or is none."""
    if placed is None:
        return 0
    level = placed[0].value if isinstance(placed[0], ast.Constant) else None
    return level if isinstance(level, int) and 0 <= level < 1_000 else None


def _anchored(name: str, package: str | None) -> Asked | None:
    """A relative name of `import_module` held against its package, as `importlib` does it."""
    rest = name.lstrip(".")
    climbed = len(name) - len(rest) - 1
    if not package or not rest:
        return None
    kept = package.split(".")
    while climbed and len(kept) > 1:
        kept.pop()
        climbed -= 1
    if kept == [TOKENS["__package__"]]:
        return Asked(rest, climbed + 1)
    if climbed and kept != [TOKENS["__name__"]]:
        return None
    return Asked(".".join([*kept, rest]), climbed)


def _is_module(name: str) -> bool:
    """Whether a folded string can name a module: no empty segment, and a token only in front."""
    for token in TOKENS.values():
        name = name.removeprefix(token)
    return "{" not in name and "" not in name.removeprefix(".").split(".")


def _normal(asked: Asked) -> Asked:
    return Asked(unicodedata.normalize("NFC", asked.module), asked.level, unicodedata.normalize("NFC", asked.name))
