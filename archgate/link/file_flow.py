"""The flow of one file, with what leads out of and into each of its variables at hand."""

from collections import defaultdict
from functools import cached_property

from archgate.index import flow as f
from archgate.index.flow import (
    Chain,
    ClassRow,
    Flow,
    FunctionRow,
    Imported,
    calls_of,
    classes_of,
    decode,
    decode_chains,
    functions_of,
    raw,
    sources_of,
)
from archgate.link.module import Module

Variable = tuple[str, int | str]
"""A module and a slot in it; of a module-level variable its name, which other modules know it by."""

EVERY = "*"


class FileFlow:
    """One module's flow. Slots of module-level names are known by the name."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.name = module.name
        self.flow: Flow = decode(module.index.flow) if module.index.flow else _EMPTY
        self.strings = self.flow.strings
        self._chains: dict[int, tuple[Chain, ...]] = {}
        self._added: list[tuple[int, str]] = []
        self._new: dict[tuple[int, str], int] = {}

    def chains(self, root: int) -> tuple[Chain, ...]:
        """The chains that start from a slot."""
        if root not in self._chains:
            data = self.flow.chains.get(root)
            self._chains[root] = decode_chains(data) if data is not None else ()
        return self._chains[root]

    def into(self, slot: int) -> list[Chain]:
        """The chains whose values a slot may hold."""
        roots = self._sources.get(slot, ())
        return [chain for root in roots for chain in self.chains(root) if chain.a == slot and chain.sink in f.LEADING]

    @cached_property
    def _sources(self) -> dict[int, tuple[int, ...]]:
        return sources_of(self.flow)

    @cached_property
    def _functions(self) -> tuple[FunctionRow, ...]:
        return functions_of(self.flow)

    @cached_property
    def _classes(self) -> tuple[ClassRow, ...]:
        return classes_of(self.flow)

    @cached_property
    def calls(self) -> tuple[tuple[int, ...], ...]:
        """What each call whose arguments are followed calls: a slot and operations; () for other calls."""
        return calls_of(self.flow)

    @cached_property
    def _slots(self) -> dict[tuple[int, str], int]:
        return {
            (scope, self.strings[name]): slot
            for slot, (scope, name) in enumerate(zip(self.flow.slot_scopes, self.flow.slot_names, strict=False))
            if name >= 0
        }

    @cached_property
    def functions(self) -> dict[int, FunctionRow]:
        """The functions by scope."""
        return {row.scope: row for row in self._functions}

    @cached_property
    def function_at(self) -> dict[int, list[FunctionRow]]:
        """The functions by the slot that holds them."""
        found: defaultdict[int, list[FunctionRow]] = defaultdict(list)
        for row in self._functions:
            found[row.slot].append(row)
        return found

    @cached_property
    def returning(self) -> dict[int, FunctionRow]:
        """The functions by the slot of what they return."""
        return {row.returned: row for row in self._functions}

    @cached_property
    def class_at(self) -> dict[int, list[ClassRow]]:
        """The classes by the slot that holds them."""
        found: defaultdict[int, list[ClassRow]] = defaultdict(list)
        for row in self._classes:
            found[row.slot].append(row)
        return found

    @cached_property
    def classes(self) -> dict[str, list[ClassRow]]:
        """The classes by qualified name."""
        found: defaultdict[str, list[ClassRow]] = defaultdict(list)
        for row in self._classes:
            found[self.flow.scopes[row.scope].name].append(row)
        return found

    @cached_property
    def imports_at(self) -> dict[int, list[Imported]]:
        """The imports by the slot that they bind."""
        found: defaultdict[int, list[Imported]] = defaultdict(list)
        for row in self.flow.imports:
            found[row.slot].append(row)
        return found

    @cached_property
    def receivers(self) -> dict[int, FunctionRow]:
        """By slot, the method whose first parameter it is."""
        scopes = self.flow.scopes
        return {
            row.positional[0]: row
            for row in self._functions
            if row.positional and not row.flags & f.STATIC and scopes[scopes[row.scope].parent].kind == f.CLASS
            and self.strings_of(row.slot)
        }  # fmt: skip

    def strings_of(self, slot: int) -> str:
        """The name of a slot, "" where it has none."""
        if slot >= len(self.flow.slot_names):
            return self._added[slot - len(self.flow.slot_names)][1]
        name = self.flow.slot_names[slot]
        return self.strings[name] if name >= 0 else ""

    def scope_of(self, slot: int) -> int:
        """The scope of a slot."""
        known = len(self.flow.slot_scopes)
        return self._added[slot - known][0] if slot >= known else self.flow.slot_scopes[slot]

    def find(self, scope: int, name: str) -> int | None:
        """The slot of a name of a scope, if there is one."""
        if scope == 0:
            return self.flow.names.get(name)
        if scope < 0:
            return self._new.get((scope, name))
        found = self._slots.get((scope, name))
        return self._new.get((scope, name)) if found is None else found

    def slot(self, scope: int, name: str) -> int:
        """The slot of a name of a scope; a new one where the file itself has none."""
        found = self.find(scope, name) if (scope, name) not in self._new else self._new[scope, name]
        if found is None:
            found = len(self.flow.slot_names) + len(self._added)
            self._added.append((scope, name))
            self._new[scope, name] = found
        return found

    def variable(self, slot: int) -> Variable:
        """The variable of a slot."""
        if self.scope_of(slot) == 0:
            name = self.strings_of(slot)
            if name:
                return (self.name, name)
        return (self.name, slot)

    def element(self, container: int, key: str) -> Variable:
        """The variable of a container's elements under a key; `EVERY` for all of them, "" for those of unknown key."""
        return (self.name, self.slot(-1 - container, key))

    def slot_of(self, variable: Variable) -> int | None:
        """The slot of a variable of this file, None for a module-level name that it does not mention."""
        _, slot = variable
        return self.find(0, slot) if isinstance(slot, str) else slot

    def class_around(self, scope: int) -> str:
        """The qualified name of the class in whose method or body a definition stands, "" outside of classes."""
        scopes = self.flow.scopes
        while scope > 0:
            if scopes[scope].kind == f.CLASS:
                return scopes[scope].name
            scope = scopes[scope].parent
        return ""

    def holder(self, slot: int) -> str:
        """The qualified name of the class whose attribute a slot is, "" for other slots."""
        scope = self.scope_of(slot)
        if scope < 0:
            return ""
        row = self.flow.scopes[scope]
        return row.name if row.kind == f.CLASS else ""

    def definition(self, chain: Chain) -> str:
        """The qualified name of the definition that a chain belongs to."""
        return self.flow.scopes[chain.definition].name or "<module>"


_EMPTY = Flow((), (f.ScopeRow(f.MODULE, -1, "", 0),), {}, (), (), raw(()), raw(()), (), (), {}, raw(()), {}, raw({}))
