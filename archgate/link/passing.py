"""Arguments: a value reaches the parameters of the host's own functions, and the fields of its own classes."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal

from archgate.index import flow as f
from archgate.index.flow import Chain, FunctionRow
from archgate.link.capability import Cause
from archgate.link.file_flow import EVERY, FileFlow, Variable
from archgate.link.fixpoint import Reader
from archgate.link.hierarchy import Class
from archgate.link.objects import Objects
from archgate.link.outside import LONGEST, Outside
from archgate.link.symbols import ClassValue, Container, Function, HostModule, Value, is_carried
from archgate.link.target import Path

Target = tuple[FileFlow, FunctionRow, int] | Class
"""What a call may run: a function, how many of its parameters are filled already, or a class without `__init__`."""


class Passing(Objects):
    """Takes values into functions, constructors and attributes of what a path expression names."""

    def _bind(self, file: FileFlow, chain: Chain, value: Value, variable: Variable, cause: Cause) -> None:
        """A variable holds a value, an attribute of a class below only there, a function's result if it is carried."""
        if chain.a < 0:
            return
        if chain.sink == f.ANNOTATED and isinstance(value, Path):
            self._add(file.variable(chain.a), value._replace(said=bool(chain.b)), cause)
        elif chain.a not in file.returning or is_carried(value) or isinstance(value, ClassValue | Container):
            overrider = self._overrider(file, chain, variable)
            if overrider is not None:
                self._store(overrider, file.strings_of(chain.a), value, cause)
            else:
                self._add(file.variable(chain.a), value, cause)

    def _overrider(self, file: FileFlow, chain: Chain, variable: Variable) -> ClassValue | None:
        """The class below whose method gave a value that a method above keeps on `self`: only its instances have it.

        `self.connection = self.connect()`, where each class below has its own `connect`.
        """
        if chain.sink != f.BOUND or chain.root not in file.receivers or isinstance(variable[1], str):
            return None
        giver = self.files[variable[0]]
        holder, method = file.holder(chain.a), giver.returning.get(variable[1])
        below = (giver.name, giver.class_around(method.scope)) if holder and method is not None else None
        if below is None or not below[1] or below == (file.name, holder):
            return None
        is_below = below in self.hierarchy.descendants((file.name, holder))
        return ClassValue(*below, "instance") if is_below else None

    def _store(self, symbol: Value, name: str, value: Value, cause: Cause) -> None:
        if isinstance(symbol, HostModule):
            self._add((symbol.name, name), value, cause)
        elif isinstance(symbol, ClassValue) and symbol.module in self.files:
            file = self.files[symbol.module]
            for row in file.classes.get(symbol.name, ()):
                self._add(file.variable(file.slot(row.scope, name)), value, cause)

    def _store_in_owners(self, file: FileFlow, chain: Chain, value: Value, cause: Cause) -> None:
        owners = self.symbols.held(file.variable(chain.a))
        for owner in owners:
            self._store(owner, file.strings[chain.b], value, cause)
        if not any(isinstance(owner, HostModule | ClassValue) for owner in owners):
            self._keep(file, chain, value, cause)

    def _keep(self, file: FileFlow, chain: Chain, value: Value, cause: Cause) -> None:
        """An attribute of an object of which nothing is known holds what the same file put there.

        `local = threading.local()` and then `local.session = Session()`, `app.state.client = Client()`.
        """
        for base in file.into(chain.a):
            path = (*base.operations, 2 * chain.b)
            if len(path) <= LONGEST and all(one >= 0 for one in path):
                outside = self._outside.setdefault(file.name, Outside(file))
                variable = file.element(outside.same(base.root)[0], f"{EVERY}{path}")
                if variable not in self._readers:
                    for place in outside.reading(base.root, path):
                        self._read(variable, Reader(file.name, place, len(path), ""))
                self._add(variable, value, cause)

    @cached_property
    def _outside(self) -> dict[str, Outside]:
        return {}

    def _pass(self, file: FileFlow, chain: Chain, value: Value, cause: Cause) -> None:
        """An argument reaches the parameters of the host's own functions that the call may run."""
        place = chain.b if chain.b >= 0 else file.strings[-chain.b - 1]
        for target in self._called_by(file, chain):
            if len(target) == 2:
                self._fill(target, place, value, cause)
            else:
                for variable in self._takers(*target, place, cause):
                    self._add(variable, value, cause)

    def _takers(
        self, owner: FileFlow, row: FunctionRow, shift: int, place: int | str, cause: Cause
    ) -> tuple[Variable, ...]:
        """The variables that hold the argument at a place: a parameter, or elements of what takes the rest."""
        slot = parameter_of(owner, row, place, shift)
        if slot is not None:
            return (owner.variable(slot),)
        position = place + shift - len(row.positional) if isinstance(place, int) else place
        container = row.others if isinstance(place, str) else row.rest
        return self._put(owner, container, str(position), cause) if container >= 0 else ()

    def _put(
        self, file: FileFlow, container: int, key: str, cause: Cause, form: Literal["elements", "own"] = "elements"
    ) -> tuple[Variable, ...]:
        """The variables that hold what a container has under a key; the container counts as filled."""
        self._add(file.variable(container), Container(file.name, container, form), cause)
        return tuple(file.element(container, name) for name in dict.fromkeys((key, EVERY)))

    def _called_by(self, file: FileFlow, chain: Chain) -> tuple[Target, ...]:
        key = (file.name, chain.a)
        if key not in self._callees:
            callee = file.calls[chain.a]
            found = self.symbols.of(file, callee[0], callee[1:], chain.definition) if callee else ()
            self._callees[key] = tuple(one for symbol in found for one in self._runs(symbol))
        return self._callees[key]

    def _runs(self, symbol: Value) -> Iterator[Target]:
        if isinstance(symbol, Function):
            file = self.files[symbol.module]
            yield file, file.functions[symbol.scope], int(symbol.bound)
        elif isinstance(symbol, ClassValue) and symbol.form in ("class", "instance"):
            method = "__init__" if symbol.form == "class" else "__call__"
            made = list(self.symbols.attribute(symbol._replace(form="super"), method))
            own = list(self.symbols.attribute(symbol._replace(form="class"), method))
            for one in own or made:
                if isinstance(one, Function):
                    yield self.files[one.module], self.files[one.module].functions[one.scope], 1
            if not own and symbol.form == "class":
                yield symbol.owner

    def _fill(self, owner: Class, place: int | str, value: Value, cause: Cause) -> None:
        """A field of a class without a constructor of its own: a dataclass or the like."""
        for number, (file, slot) in enumerate(self._fields(owner)):
            if place in (number, file.strings_of(slot)):
                self._add(file.variable(slot), value, cause)

    def _fields(self, owner: Class) -> list[tuple[FileFlow, int]]:
        return [
            (file, slot)
            for one in reversed(self.hierarchy.ancestors(owner))
            if one[0] in self.files
            for file in [self.files[one[0]]]
            for row in file.classes.get(one[1], ())
            for slot in row.fields
        ]

    def _read_method(self, value: ClassValue, names: Iterable[str], reader: Reader) -> None:
        """Go on with what methods of an instance return that Python calls by itself."""
        for symbol in (one for name in names for one in self.symbols.attribute(value, name)):
            if isinstance(symbol, Function):
                returned = self.files[symbol.module].functions[symbol.scope].returned
                self._read((symbol.module, returned), reader._replace(form=""))


def parameter_of(file: FileFlow, row: FunctionRow, place: int | str, shift: int) -> int | None:
    """The slot of the parameter that an argument fills."""
    if isinstance(place, int):
        return row.positional[place + shift] if place + shift < len(row.positional) else None
    slots = (*row.positional, *row.named)
    return next((slot for slot in slots if file.strings_of(slot) == place), None)
