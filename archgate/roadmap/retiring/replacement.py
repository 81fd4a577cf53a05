"""What goes, and what takes its place."""

from collections.abc import Iterable

from msgspec import Struct

from archgate.host.errors import InputError, Problem, invalid


class Name(Struct, frozen=True, order=True):
    """A module, or with `symbol` a name that the module binds at its top level."""

    module: str
    symbol: str = ""

    def __str__(self) -> str:
        return f"{self.module}:{self.symbol}" if self.symbol else self.module


class Replacement(Struct, frozen=True, order=True):
    """One name and the one that takes its place: both modules, or both symbols of modules."""

    old: Name
    new: Name

    def __str__(self) -> str:
        return f"{self.old} -> {self.new}"


def read_name(text: str) -> Name:
    """The name that `module` or `module:symbol` stands for. Raises InputError for any other text."""
    module, separator, symbol = text.partition(":")
    segments = [*module.split("."), *([symbol] if separator else [])]
    if not all(segment.isidentifier() for segment in segments):
        raise invalid(f"`{text}` names no module and no symbol", "write it as `app.feeds` or `app.feeds:load`")
    return Name(module, symbol)


def read_replacements(pairs: Iterable[tuple[str, str]]) -> tuple[Replacement, ...]:
    """The replacements for pairs of texts, sorted. Raises InputError with everything that is wrong with them."""
    problems: list[Problem] = []
    found: dict[Name, Replacement] = {}
    for old, new in pairs:
        try:
            one = Replacement(read_name(old), read_name(new))
        except InputError as error:
            problems += error.problems
            continue
        fault = _fault(one) or _contradiction(one, found.get(one.old))
        if fault:
            problems.append(Problem("", 0, "INVALID", fault[0], fault[1]))
        found[one.old] = one
    if problems:
        raise InputError(problems)
    return tuple(sorted(found.values()))


def _fault(one: Replacement) -> tuple[str, str] | None:
    if bool(one.old.symbol) != bool(one.new.symbol):
        return f"`{one}` puts a symbol in place of a module, or a module in place of a symbol", "name two of a kind"
    if one.old == one.new:
        return f"`{one.old}` cannot take its own place", "name what stays"
    if not one.old.symbol and one.new.module.startswith(f"{one.old.module}."):
        return f"`{one.new}` is part of `{one.old}`, which goes", "name a module outside it"
    return None


def _contradiction(one: Replacement, other: Replacement | None) -> tuple[str, str] | None:
    if other is None or other == one:
        return None
    return f"`{one.old}` has two replacements, `{other.new}` and `{one.new}`", "name one"
