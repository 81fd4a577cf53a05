"""What of the host itself a path expression may name: functions, classes, instances, modules; followed backwards."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from archgate.index import flow as f
from archgate.index.flow import FunctionRow
from archgate.index.module import Import
from archgate.link.exports import Exports
from archgate.link.file_flow import FileFlow, Variable
from archgate.link.hierarchy import Class, Hierarchy
from archgate.link.module import Module
from archgate.link.names import Names
from archgate.link.target import Path

_DEEPEST = 40
_MANY = 64
"""Overriding methods of one name that a call on a receiver is followed to at the most."""


class Function(NamedTuple):
    """A function of the host by its scope; `bound` if its receiver is given already."""

    module: str
    scope: int
    bound: bool


class ClassValue(NamedTuple):
    """A class of the host, an instance of it, or what `super()` gives in it."""

    module: str
    name: str
    form: Literal["class", "instance", "super"]

    @property
    def owner(self) -> Class:
        """The class."""
        return (self.module, self.name)


class HostModule(NamedTuple):
    """A module or namespace of the host; `?` for one that only running tells."""

    name: str


class Container(NamedTuple):
    """A literal container that holds something; or its `items`, or one of those; `own`: nothing for other modules."""

    module: str
    slot: int
    form: Literal["elements", "items", "item", "own"]


Symbol = Function | ClassValue | HostModule | Container
Value = Path | Symbol


def is_carried(value: Value) -> bool:
    """Whether arguments, results and containers carry a value on.

    They do not carry instances of the host's own classes, of which whole programs are made, nor members of a
    capability's instance, of which most are data; handing such a member on is a use where it is done. What only the
    annotation of a result says, of which many are data too, is followed to who calls it, and no further.
    """
    if isinstance(value, Path):
        return not value.said and (value.is_plain or value.text.endswith((")", "]")) or value.last[:1].isupper())
    return isinstance(value, Function) or (isinstance(value, Container) and value.form != "own")


class Files:
    """The flows of a host's modules, each decoded when it is first needed."""

    def __init__(self, names: Names, exports: Exports) -> None:
        self.names = names
        self.exports = exports
        self._files: dict[str, FileFlow] = {}

    def __getitem__(self, module: str) -> FileFlow:
        if module not in self._files:
            self._files[module] = FileFlow(self.names.modules[module])
        return self._files[module]

    def __contains__(self, module: str) -> bool:
        return module in self.names.modules

    def __len__(self) -> int:
        return len(self._files)


def import_sources(names: Names, module: Module, item: Import, whole: bool) -> Iterator[HostModule | Variable | str]:
    """What an import binds: a module of the host, a variable of one, or a dotted name of something external.

    `whole`: not only the first segment of what it names.
    """
    dotted = names.absolute(module, item)
    if dotted is None:
        return
    if item.name and not item.bound:
        return  # `__import__("a", fromlist=["b"])` gives `a`
    if item.name:
        full = names.member(dotted, item.name)
        if full in names.known:
            yield HostModule(full)
        if dotted in names.modules:
            yield (dotted, item.name)
        elif not names.is_first_party(dotted):
            yield full
        return
    name = dotted if whole else dotted.partition(".")[0]
    yield HostModule(name) if names.is_first_party(name) else name


class Symbols:
    """Answers what a slot, after some operations, may be; annotations, defaults and assignments count."""

    def __init__(self, files: Files, hierarchy: Hierarchy) -> None:
        self._files = files
        self._hierarchy = hierarchy
        self._known: dict[Variable, tuple[Symbol, ...]] = {}
        self._open: set[Variable] = set()

    def of(self, file: FileFlow, slot: int, operations: tuple[int, ...], definition: int) -> tuple[Symbol, ...]:
        """The symbols that a path expression in a definition may name."""
        found: tuple[Symbol, ...] = ()
        rest = operations
        if file.strings_of(slot) == "super" and file.find(0, "super") == slot and rest and rest[0] <= f.CALL:
            around = file.class_around(definition)
            found, rest = ((ClassValue(file.name, around, "super"),) if around else ()), rest[1:]
        else:
            found = self.held(file.variable(slot))
        for operation in rest:
            found = tuple(dict.fromkeys(one for symbol in found for one in self._step(file, symbol, operation)))
        return found

    def held(self, variable: Variable) -> tuple[Symbol, ...]:
        """The symbols that a variable may hold."""
        if variable in self._known:
            return self._known[variable]
        if variable in self._open or len(self._open) > _DEEPEST or variable[0] not in self._files:
            return ()
        self._open.add(variable)
        found = tuple(dict.fromkeys(self._sources(variable)))
        self._open.discard(variable)
        if not self._open:
            self._known[variable] = found
        return found

    def attribute(self, value: ClassValue, name: str) -> Iterator[Symbol]:
        """What an attribute of a class, an instance or `super()` may be: the nearest definition, and overrides."""
        ancestors = self._hierarchy.ancestors(value.owner)[1 if value.form == "super" else 0 :]
        owner = next((one for one in ancestors if self._has(one, name)), None)
        if owner is not None:
            yield from self._attribute(owner, name, value.form)
        if value.form == "instance":
            below = self._hierarchy.descendants(value.owner)
            overriding = [one for one in below if one != owner and self._hierarchy.defines(one, name)]
            for one in sorted(overriding)[:_MANY]:
                yield from self._attribute(one, name, value.form)

    def _has(self, owner: Class, name: str) -> bool:
        if self._hierarchy.defines(owner, name):
            return True
        file = self._files[owner[0]]
        return any(file.find(row.scope, name) is not None for row in file.classes.get(owner[1], ()))

    def _attribute(self, owner: Class, name: str, form: str) -> Iterator[Symbol]:
        file = self._files[owner[0]]
        for row in file.classes.get(owner[1], ()):
            slot = file.find(row.scope, name)
            if slot is not None:
                for symbol in self.held(file.variable(slot)):
                    yield self.taken(symbol, form)

    def taken(self, symbol: Symbol, form: str) -> Symbol:
        """A function as it is when it was read from an instance or a class."""
        if isinstance(symbol, Function):
            flags = self._files[symbol.module].functions[symbol.scope].flags
            bound = bool(flags & f.OF_CLASS) or (form != "class" and not flags & f.STATIC)
            return Function(symbol.module, symbol.scope, bound)
        return symbol

    def receiver(self, file: FileFlow, row: FunctionRow) -> ClassValue:
        """What the first parameter of a method holds."""
        form: Literal["class", "instance"] = "class" if row.flags & f.OF_CLASS else "instance"
        return ClassValue(file.name, file.class_around(row.scope), form)

    def _sources(self, variable: Variable) -> Iterator[Symbol]:
        file = self._files[variable[0]]
        slot = file.slot_of(variable)
        if slot is None:
            yield from self._unbound(file, str(variable[1]))
            return
        for function in file.function_at.get(slot, ()):
            yield Function(file.name, function.scope, False)
        for one in file.class_at.get(slot, ()):
            yield ClassValue(file.name, file.flow.scopes[one.scope].name, "class")
        for imported in file.imports_at.get(slot, ()):
            yield from self._imported(file.module.index.imports[imported.ordinal], file.module, imported.whole)
        if slot in file.receivers:
            yield self.receiver(file, file.receivers[slot])
        for chain in file.into(slot):
            if chain.sink == f.ANNOTATED and chain.b:
                continue  # what results are said to be leads everywhere
            yield from self.of(file, chain.root, chain.operations, chain.definition)
        if slot in file.flow.unbound:
            yield from self._unbound(file, file.strings_of(slot))

    def _unbound(self, file: FileFlow, name: str) -> Iterator[Symbol]:
        for item in file.module.stars:
            dotted = self._files.names.absolute(file.module, item)
            if dotted is not None and dotted in self._files and name in self._files.exports.exported(dotted):
                yield from self.held((dotted, name))

    def _imported(self, item: Import, module: Module, whole: bool) -> Iterator[Symbol]:
        for source in import_sources(self._files.names, module, item, whole):
            if isinstance(source, HostModule):
                yield source
            elif isinstance(source, tuple):
                yield from self.held(source)

    def _step(self, file: FileFlow, symbol: Symbol, operation: int) -> Iterator[Symbol]:
        if operation >= 0 and not operation & 1:
            name = file.strings[operation // 2]
            if isinstance(symbol, HostModule):
                full = f"{symbol.name}.{name}"
                if full in self._files.names.known:
                    yield HostModule(full)
                if symbol.name in self._files:
                    yield from self.held((symbol.name, name))
            elif isinstance(symbol, ClassValue):
                yield from self.attribute(symbol, name)
        elif operation <= f.CALL or operation == f.INSTANCE:
            yield from self._called(symbol, operation)
        elif operation in (f.ENTER, f.AWAIT):
            yield symbol

    def _called(self, symbol: Symbol, operation: int) -> Iterator[Symbol]:
        if isinstance(symbol, ClassValue) and symbol.form == "class":
            yield symbol._replace(form="instance")
        elif isinstance(symbol, Function) and operation != f.INSTANCE:
            owner = self._files[symbol.module]
            yield from self.held((symbol.module, owner.functions[symbol.scope].returned))
