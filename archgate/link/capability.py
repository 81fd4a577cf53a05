"""What is known of targets in a host: who uses them, where each value came from, what was left unfollowed."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from archgate.link.file_flow import Variable
from archgate.link.symbols import Files, Value


class Site(NamedTuple):
    """One use: where it stands, what it does, and (for the way back to the import) what was followed there."""

    line: int
    variable: Variable
    value: Value


class Use(NamedTuple):
    """What tells uses apart: the module, the target, the definition in the module, the operation below the target."""

    module: str
    target: str
    definition: str
    operation: str


class Hand(NamedTuple):
    """One step on the way of a value: the module and line, and the name under which it goes on (maybe "")."""

    module: str
    line: int
    name: str


class Cause(NamedTuple):
    """Where a value of a variable came from first: another variable's value, at a line and by a path of a module."""

    module: str
    line: int
    variable: Variable | None
    value: Value | None
    at: tuple[int, int] | None = None


class Capabilities(Struct):
    """The answer: every site of every use, every import that is evidence by itself, and what was left unfollowed."""

    uses: Mapping[Use, Mapping[tuple[int, int, int], Site]]
    footholds: Mapping[tuple[str, str], Mapping[int, Site]]
    causes: Mapping[tuple[Variable, Value], Cause]
    cut: tuple[str, ...]
    exhausted: bool

    def hands(self, site: Site, names: "HandNames") -> list[Hand]:
        """The way of a value from its import to a site."""
        found: list[Hand] = []
        key: tuple[Variable, Value] | None = (site.variable, site.value)
        seen: set[tuple[Variable, Value]] = set()
        while key is not None and key not in seen:
            seen.add(key)
            cause = self.causes.get(key)
            if cause is None:
                break
            name = names.name(key[0])
            if cause.line or name:
                found.append(Hand(cause.module, cause.line, name))
            key = (cause.variable, cause.value) if cause.variable is not None and cause.value is not None else None
        return found[::-1]


class Summary(Struct, frozen=True, array_like=True, gc=False):
    """What is found without the ways there: the lines of each use and of each import that is evidence, sorted."""

    uses: tuple[tuple[Use, tuple[int, ...]], ...]
    footholds: tuple[tuple[str, str, tuple[int, ...]], ...]
    cut: tuple[str, ...]
    exhausted: bool


def summary_of(found: Capabilities) -> Summary:
    """The summary of an answer."""
    uses = ((use, tuple(sorted(site.line for site in sites.values()))) for use, sites in sorted(found.uses.items()))
    footholds = ((*key, tuple(sorted(lines))) for key, lines in sorted(found.footholds.items()))
    return Summary(tuple(uses), tuple(footholds), found.cut, found.exhausted)


class HandNames:
    """Names of variables as people know them."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def name(self, variable: Variable) -> str:
        """The qualified name of a variable in its module, "" for a temporary one."""
        file = self._files[variable[0]]
        slot = file.slot_of(variable)
        if slot is None:
            return str(variable[1])
        scope = file.scope_of(slot)
        if scope < 0:
            return ""
        row = file.flow.scopes[scope]
        name = file.strings_of(slot)
        if not name and slot in file.returning:
            returned = file.flow.scopes[file.returning[slot].scope].name
            return f"{returned}()" if returned else ""
        return f"{row.name}.{name}" if row.name and name else name
