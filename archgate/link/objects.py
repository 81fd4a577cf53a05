"""Objects of the host's own: which attributes hold something, and who can read them, over bases and mixins."""

from abc import abstractmethod
from collections.abc import Iterable

from archgate.index import flow as f
from archgate.index.flow import Chain, FunctionRow
from archgate.link.capability import Cause
from archgate.link.file_flow import FileFlow, Variable
from archgate.link.fixpoint import Reader
from archgate.link.handing import Handing
from archgate.link.hierarchy import Class
from archgate.link.symbols import ClassValue, Function, HostModule, Value
from archgate.link.target import Path

_FEW = 30
"""Classes below one whose attribute holds an object of the host, in which the object is followed at the most."""


class Objects(Handing):
    """Follows classes, their instances and their attributes, once one of them holds something."""

    def _activate_function(self, file: FileFlow, row: FunctionRow, variable: Variable, value: Value) -> None:
        """A function gives something: whoever calls it has it."""
        symbol = Function(file.name, row.scope, False)
        self._add(file.variable(row.slot), symbol, Cause(file.name, 0, variable, value))

    def _hold(self, owner: Class, name: str, variable: Variable, value: Value) -> None:
        """An attribute of a class holds something: whoever has an instance can read it."""
        if isinstance(value, ClassValue | HostModule):
            self._receive_near(owner)
        else:
            self._activate_class(owner)
        if (owner, variable) in self._held:
            return
        self._held.add((owner, variable))
        for one in self.hierarchy.relatives(owner):
            self._visible[name, one].append((owner, variable))
            for asking, reader in list(self._asked.get((name, one), ())):
                if self._sees(asking, owner, name):
                    self._read(variable, reader)

    def _activate_class(self, owner: Class) -> None:
        if owner in self._active:
            return
        self._active.add(owner)
        for one in sorted(self.hierarchy.descendants(owner)):
            self._offer(one)
        self._receive_all(self.hierarchy.relatives(owner))

    def _receive_near(self, owner: Class) -> None:
        """An attribute holds an object of the host: followed in the class, above it, and below it if that is little."""
        self._receive_all(self.hierarchy.ancestors(owner))
        below = self.hierarchy.descendants(owner)
        if len(below) <= _FEW:
            self._receive_all(sorted(below))

    def _receive_all(self, owners: Iterable[Class]) -> None:
        for one in owners:
            self._receive(one)

    def _offer(self, owner: Class) -> None:
        """Follow a class from where it is defined."""
        if owner[0] not in self.files:
            return
        file = self.files[owner[0]]
        for row in file.classes.get(owner[1], ()):
            value = ClassValue(owner[0], owner[1], "class")
            self._add(file.variable(row.slot), value, Cause(owner[0], 0, None, None))

    def _receive(self, owner: Class) -> None:
        """Follow the receivers of a class's methods."""
        if owner in self._receiving or owner[0] not in self.files:
            return
        self._receiving.add(owner)
        file = self.files[owner[0]]
        for slot, row in file.receivers.items():
            if file.class_around(row.scope) == owner[1]:
                self._add(file.variable(slot), self.symbols.receiver(file, row), Cause(owner[0], 0, None, None))
        called = file.find(0, "super")
        if called is not None:
            value = ClassValue(owner[0], owner[1], "super")
            for number, chain in enumerate(file.chains(called)):
                calls = chain.operations and chain.operations[0] <= f.CALL
                if calls and file.class_around(chain.definition) == owner[1]:
                    self._follow(file, (called, number), 1, value, file.variable(called), value)

    def _ask(self, value: ClassValue, name: str, reader: Reader) -> None:
        """Go on with an attribute of a class, an instance or `super()`."""
        asked = self._asked[name, value.owner]
        if (value, reader) in asked:
            return
        asked[value, reader] = None
        self._names_asked[value.owner][name] = None
        for owner, variable in list(self._visible.get((name, value.owner), ())):
            if self._sees(value, owner, name):
                self._read(variable, reader)
        for owner in list(self._derived.get(value.owner, ())):
            self._inherit(owner, value, name, reader)

    def _sees(self, value: ClassValue, owner: Class, name: str) -> bool:
        """Whether reading the attribute `name` of a value may give what `owner`, a relative, holds under it."""
        above = self.hierarchy.ancestors(value.owner)
        if value.form == "super":
            return owner != value.owner and owner in above
        if owner in above:
            nearest = next((one for one in above if self.hierarchy.defines(one, name)), owner)
            return nearest == owner or not self.hierarchy.defines(owner, name)
        return True

    def _inherit(self, owner: Class, value: ClassValue, name: str, reader: Reader) -> None:
        """What an attribute is that a class, derived from a capability, does not define itself."""
        above = self.hierarchy.ancestors(value.owner)
        if value.form == "super":
            if owner not in above:
                return
        elif self._defined(above, name):
            return
        file = self.files[reader.file]
        for path in self._external[owner]:
            made = path if value.form == "class" else Path(path.target, f"{path.text}()")
            following = self._cut_off(file, self.targets.attribute(made, name))
            if following is not None:
                variable = (owner[0], owner[1])
                self.causes.setdefault((variable, following), Cause(owner[0], 0, None, None))
                self._follow_member(file, reader, following, variable)

    def _follow_member(self, file: FileFlow, reader: Reader, path: Path, variable: Variable) -> None:
        chain = file.chains(reader.number[0])[reader.number[1]]
        if reader.position == len(chain.operations):
            self._sink(file, chain, reader.number, path, variable, path)
        else:
            self._follow(file, reader.number, reader.position, path, variable, path)

    def _defined(self, owners: tuple[Class, ...], name: str) -> bool:
        for owner in owners:
            if self.hierarchy.defines(owner, name):
                return True
            file = self.files[owner[0]]
            if any(file.find(row.scope, name) is not None for row in file.classes.get(owner[1], ())):
                return True
        return False

    def _derive(
        self, file: FileFlow, chain: Chain, number: tuple[int, int], value: Value, variable: Variable, held: Value
    ) -> None:
        if not isinstance(value, Path) or not value.target:
            return
        owner = (file.name, file.flow.scopes[chain.a].name)
        self._use(file, chain, (*number, -1), value, f"<{value.text}", variable, held)
        self._external[owner][value] = None
        for one in self.hierarchy.relatives(owner):
            self._derived[one][owner] = None
            for name in list(self._names_asked.get(one, ())):
                for asking, reader in list(self._asked[name, one]):
                    self._inherit(owner, asking, name, reader)
        self._activate_class(owner)

    @abstractmethod
    def _sink(
        self, file: FileFlow, chain: Chain, number: tuple[int, int], value: Value, variable: Variable, held: Value
    ) -> None:
        """Take a value to where its path expression goes."""
