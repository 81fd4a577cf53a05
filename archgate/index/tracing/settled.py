"""The flow of a file that was read: every slot settled, and what can lead nowhere left out."""

import builtins
from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from archgate.index import flow as f
from archgate.index.flow import Chain, ClassRow, Flow, Imported
from archgate.index.tracing.record import Record

_WATCHED = frozenset(("__import__", "eval", "exec", "getattr", "super"))
"""The builtins whose calls are kept."""
_OPAQUE = _WATCHED - {"getattr", "super"}
_SLOT_SINKS = frozenset((f.BOUND, f.RETURNED, f.CONTAINED, f.STORED, f.ANNOTATED))
_HANDED = frozenset((f.PASSED, f.SPREAD))
_BUILTINS = frozenset(dir(builtins)) - _WATCHED


def flow_of(record: Record) -> Flow:
    """All that was noted, with every slot settled; what can lead nowhere is left out."""
    slots = record.slots
    home = slots.settle()
    record.chains += [(outer, f.BOUND, inner, -1, 0, slots.scope_of[inner], ()) for outer, inner in slots.shadows]
    module = slots.module
    unbound = {slot for name, slot in module.slots.items() if name not in module.bound}
    dead = {slot for slot in unbound if slots.name_of[slot] in _BUILTINS}
    strings = record.strings
    names = [strings.setdefault(name, len(strings)) if name else -1 for name in slots.name_of]
    chains = list(_settled(record, home, dead))
    by_root: defaultdict[int, list[Chain]] = defaultdict(list)
    sources: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for chain in chains:
        by_root[chain.root].append(chain)
        if chain.sink in f.LEADING and chain.a >= 0:
            sources[chain.a][chain.root] = None
    record.searches = any(chain.sink == f.SEARCHED for chain in chains)
    foothold = {home[slot] for slot in record.plain}
    exempt = {home[slot] for slot in record.exempt}
    imports = [(home[slot], ordinal, whole) for slot, ordinal, whole in record.imports]
    return Flow(
        strings=tuple(strings),
        names={name: slot for name, slot in module.slots.items() if slot not in dead},
        scopes=tuple(slots.rows()),
        slot_scopes=tuple(slots.scope_of),
        slot_names=tuple(names),
        functions=f.raw([replace(row, slot=home[row.slot]) for row in record.functions]),
        classes=f.raw([ClassRow(one.scope, home[one.slot], one.fields) for one in record.classes]),
        imports=tuple(Imported(slot, n, whole, slot in foothold or slot not in exempt) for slot, n, whole in imports),
        unbound=tuple(sorted(unbound - dead)),
        keys=record.keys,
        calls=f.raw(list(_callees(record, home, {one.a for one in chains if one.sink in f.GIVING}))),
        chains={root: f.encode_chains(some) for root, some in by_root.items()},
        sources=f.raw({slot: list(roots) for slot, roots in sources.items()}),
    )


def watched(record: Record, flow: Flow) -> tuple[str, ...]:
    """The builtins in use through which code cannot be seen, sorted."""
    found = {flow.strings[flow.slot_names[slot]] for slot in flow.unbound} & _OPAQUE
    if record.searches:
        found.add("getattr")
    return tuple(sorted(found))


def _settled(record: Record, home: list[int], dead: set[int]) -> Iterator[Chain]:
    followed = _followed(record, home, dead)
    for start, sink, a, b, line, definition, operations in record.chains:
        root = home[start]
        if root in dead:
            continue
        if sink in f.GIVING:
            call = followed.get(a, -1)
            if call >= 0 or operations or not record.slots.name_of[root]:
                yield Chain(root, sink, call, b, line, definition, operations)
        else:
            settled = home[a] if sink in _SLOT_SINKS and a >= 0 else a
            yield Chain(root, sink, settled, b, line, definition, operations)


def _followed(record: Record, home: list[int], dead: set[int]) -> dict[int, int]:
    """The calls whose arguments are followed, by themselves."""
    return {number: number for number, one in enumerate(record.calls) if one and home[one[0]] not in dead}


def _callees(record: Record, home: list[int], followed: set[int]) -> Iterator[tuple[int, ...]]:
    for number, callee in enumerate(record.calls):
        yield (home[callee[0]], *callee[1:]) if number in followed else ()
