"""Arguments: a value reaches the parameters of the host's own functions, and the fields of its own classes."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from archgate.index import flow as f
from archgate.index.flow import Chain, FunctionRow
from archgate.link.capability import Cause
from archgate.link.file_flow import EVERY, FileFlow, Variable
from archgate.link.fixpoint import Reader
from archgate.link.hierarchy import Class
from archgate.link.objects import Objects
from archgate.link.outside import LONGEST, Outside
from archgate.link.symbols import ClassValue, Container, Function, HostModule, Value


class Passing(Objects):
    """Takes values into functions, constructors and attributes of what a path expression names."""

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
                owner, row, shift = target
                slot = _parameter(owner, row, place, shift)
                if slot is not None:
                    self._add(owner.variable(slot), value, cause)
                elif isinstance(place, int) and row.rest >= 0:
                    self._put(owner, row.rest, str(place + shift - len(row.positional)), value, cause)
                elif isinstance(place, str) and row.others >= 0:
                    self._put(owner, row.others, place, value, cause)

    def _put(self, file: FileFlow, slot: int, key: str, value: Value, cause: Cause) -> None:
        """A variable holds a container that has a value under a key, "" for one that is not known."""
        for name in dict.fromkeys((key, EVERY)):
            self._add(file.element(slot, name), value, cause)
        self._add(file.variable(slot), Container(file.name, slot, "elements"), cause)

    def _spread(self, file: FileFlow, chain: Chain, value: Container, cause: Cause) -> None:
        """The elements of a container reach the parameters that `*` and `**` hand them to."""
        for target in self._called_by(file, chain):
            if len(target) == 2:
                self._deal(chain, value, self._fields(target))
                continue
            owner, row, shift = target
            named = (*row.positional, *row.named) if chain.b < 0 else row.positional[shift:]
            self._deal(chain, value, [(owner, slot) for slot in named])
            if chain.b < 0 and row.others >= 0:
                self._add(owner.variable(row.others), value, cause)
            elif chain.b >= 0 and row.rest >= 0:
                self._deal_rest(chain, value, owner, row.rest, cause)

    def _deal(self, chain: Chain, value: Container, places: list[tuple[FileFlow, int]]) -> None:
        """Tie parameters, or fields, to the elements that they are given: by position, or by name."""
        held = self.files[value.module]
        for number, (owner, slot) in enumerate(places[max(chain.b, 0) :]):
            for key in ("", str(number) if chain.b >= 0 else owner.strings_of(slot)):
                self._tie_variables(held.element(value.slot, key), owner.variable(slot), chain.line)

    def _deal_rest(self, chain: Chain, value: Container, owner: FileFlow, slot: int, cause: Cause) -> None:
        """Tie `*args` to all elements: which of them it begins with depends on the others."""
        every = self.files[value.module].element(value.slot, EVERY)
        for key in ("", EVERY):
            self._tie_variables(every, owner.element(slot, key), chain.line)
        self._add(owner.variable(slot), Container(owner.name, slot, "elements"), cause)

    def _called_by(self, file: FileFlow, chain: Chain) -> tuple[tuple[FileFlow, FunctionRow, int] | Class, ...]:
        key = (file.name, chain.a)
        if key not in self._callees:
            callee = file.calls[chain.a]
            found = self.symbols.of(file, callee[0], callee[1:], chain.definition) if callee else ()
            self._callees[key] = tuple(one for symbol in found for one in self._runs(symbol))
        return self._callees[key]

    def _runs(self, symbol: Value) -> Iterator[tuple[FileFlow, FunctionRow, int] | Class]:
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


def _parameter(file: FileFlow, row: FunctionRow, place: int | str, shift: int) -> int | None:
    """The slot of the parameter that an argument fills."""
    if isinstance(place, int):
        return row.positional[place + shift] if place + shift < len(row.positional) else None
    slots = (*row.positional, *row.named)
    return next((slot for slot in slots if file.strings_of(slot) == place), None)
