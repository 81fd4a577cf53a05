"""Containers: what is put into displays, and what is taken out of them by key, by method or in a loop."""

from archgate.index.flow import CALL, SPREAD, SUBSCRIPT, Chain
from archgate.link.capability import Cause
from archgate.link.file_flow import EVERY, FileFlow, Variable
from archgate.link.fixpoint import Reader
from archgate.link.spreading import Spreading
from archgate.link.symbols import ClassValue, Container, Value, is_carried

_GIVERS = frozenset(("get", "pop", "popleft", "popitem", "setdefault"))
_WHOLES = frozenset(("values", "copy"))


class Containers(Spreading):
    """Follows values through literal containers."""

    def _read_container(
        self, file: FileFlow, reader: Reader, name: str, value: Container, variable: Variable, held: Value
    ) -> None:
        """A method of a container: the call that must follow gives what the name says."""
        if name == "items":
            self._after_call(file, reader, value._replace(form="items"), variable, held)
        elif name in _WHOLES:
            self._after_call(file, reader, value._replace(form="elements"), variable, held)
        elif name in _GIVERS:
            self._after_call(file, reader, value._replace(form="item"), variable, held)

    def _after_call(self, file: FileFlow, reader: Reader, value: Container, variable: Variable, held: Value) -> None:
        operations = file.chains(reader.number[0])[reader.number[1]].operations
        if reader.position < len(operations) and operations[reader.position] <= CALL:
            going_on = reader._replace(position=reader.position + 1)
            if value.form == "item":
                key = file.flow.keys.get(CALL - operations[reader.position], -1)
                self._elements(going_on, value, file.strings[key] if key >= 0 else "")
            else:
                self._follow(file, reader.number, reader.position + 1, value, variable, held)

    def _element(
        self, file: FileFlow, reader: Reader, operation: int, value: Container, variable: Variable, held: Value
    ) -> None:
        if value.form == "items":
            self._follow(file, reader.number, reader.position, value._replace(form="item"), variable, held)
        elif value.form == "item":
            if operation == SUBSCRIPT or (operation >= 0 and file.strings[operation // 2] == "1"):
                self._elements(reader, value, "")
        else:
            self._elements(reader, value, file.strings[operation // 2] if operation >= 0 else "")

    def _elements(self, reader: Reader, value: Container, key: str) -> None:
        """Go on with the elements of a container; with "" as key with all of them."""
        file = self.files[value.module]
        for name in ("", key) if key else (EVERY,):
            self._read(file.element(value.slot, name), reader)

    def _contain(self, file: FileFlow, chain: Chain, value: Value, cause: Cause) -> None:
        if isinstance(value, ClassValue):
            return
        key = file.strings[chain.b] if chain.b >= 0 else ""
        for variable in self._put(file, chain.a, key, cause, "elements" if is_carried(value) else "own"):
            self._add(variable, value, cause)

    def _hand_over(self, file: FileFlow, chain: Chain, value: Value, cause: Cause) -> None:
        if chain.a < 0:
            return
        if chain.sink != SPREAD:
            self._pass(file, chain, value, cause)
        elif isinstance(value, Container) and value.form == "elements":
            self._spread(file, chain, value, cause)
