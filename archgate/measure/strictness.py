"""What a tool's configuration asks for: rules that are selected, checks that are on, limits.

A configuration that asks for less than base's is a looser law though no source shows it yet: the next change would
bring what nothing looks for any more. What ignores and excludes is counted by the kind `suppressions`; what this does
not know is compared by what both configurations see of the same sources.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

ON, OFF = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
"""How the values of a switch are written, in small letters."""


class Strictness(Struct, frozen=True):
    """What a configuration asks for at one place: `codes` that are looked for (None: the tool's own choice), `switches`
    that are on, and `limits` by name, of which a higher one is looser."""

    codes: frozenset[str] | None = None
    switches: frozenset[str] = frozenset()
    limits: Mapping[str, int] = {}


def laxer(before: Mapping[str, Strictness], now: Mapping[str, Strictness]) -> Iterator[str]:
    """What the second asks less for, sorted by folder ("" is the root): `select:B`, `app/old:line-length`.

    What a folder asks less for as the one above it does is said once.
    """
    found: dict[str, frozenset[str]] = {}
    for place in sorted(before.keys() & now.keys()):
        found[place] = frozenset(_laxer(before[place], now[place]))
        above = found.get(place.rpartition("/")[0], frozenset()) if place else frozenset()
        for name in sorted(found[place] - above):
            yield f"{place}:{name}" if place else name


def _laxer(before: Strictness, now: Strictness) -> Iterator[str]:
    if before.codes is not None:
        yield from (f"select:{code}" for code in before.codes if not covers(now.codes or (), code))
    yield from before.switches - now.switches
    for name, limit in before.limits.items():
        if now.limits.get(name, limit) > limit:
            yield name


def covers(selectors: Iterable[str], code: str) -> bool:
    """Whether selectors of codes, as `E` or `ALL`, take a code, or all that begin with it."""
    return any(one == "ALL" or (code.startswith(one) and not code[len(one) :][:1].isalpha()) for one in selectors)
