"""Values followed from the imports of targets to their uses: one path expression after another, to a fixpoint."""

import msgspec

from archgate.index import flow as f
from archgate.index.flow import Chain
from archgate.link.capability import Capabilities, Cause, Summary, summary_of
from archgate.link.containers import Containers
from archgate.link.file_flow import FileFlow, Variable
from archgate.link.fixpoint import MOST_STEPS, Reader
from archgate.link.host import HostIndex
from archgate.link.symbols import ClassValue, Container, Function, HostModule, Value, is_carried
from archgate.link.target import Path, Targets, folded

_REFERRING = frozenset((f.PASSED, f.RETURNED, f.CONTAINED))
_BINDING = frozenset((f.BOUND, f.RETURNED, f.ANNOTATED))
_GETATTR = "getattr"
_MODULES = "sys.modules"
_NAMESPACE = "__dict__"
_IMPORTERS = frozenset(("__import__", "importlib.import_module"))


class Follower(Containers):
    """The fixpoint for one set of targets."""

    def run(self) -> Capabilities:
        """Follow everything."""
        for module in self._concerned():
            self._open(module)
        self._seed_host_targets()
        while self._queue and self.steps < MOST_STEPS:
            self._process(*self._queue.popleft())
        return Capabilities(self.uses, self.footholds, self.causes, tuple(sorted(self.cut)), bool(self._queue))

    def _process(self, variable: Variable, value: Value) -> None:
        module = variable[0]
        file = self.files[module]
        first = variable not in self._woken and not isinstance(value, HostModule)
        if first:
            self._woken.add(variable)
        for target, line in list(self._edges.get(variable, ())):
            self._cross(variable, value, target, line)
        for reader in list(self._readers.get(variable, ())):
            self._resume(reader, value, variable)
        slot = file.slot_of(variable)
        if isinstance(variable[1], str) and first:
            self._wake(module, variable[1])
        if slot is None:
            return
        for number in range(len(file.chains(slot))):
            self._follow(file, (slot, number), 0, value, variable, value)
        if first and slot in file.returning:
            self._activate_function(file, file.returning[slot], variable, value)
        holder = file.holder(slot)
        if holder:
            self._hold((module, holder), file.strings_of(slot), variable, value)

    def _follow(
        self, file: FileFlow, number: tuple[int, int], position: int, value: Value, variable: Variable, held: Value
    ) -> None:
        """Take a value, which came from `held` of `variable`, through the rest of a path expression."""
        key: tuple[object, ...] = (file.name, number, position, value)
        chain = file.chains(number[0])[number[1]]
        if key in self._done:
            if self._overrider(file, chain, variable) is None:
                return
            key = (*key, variable)
            if key in self._done:
                return
        self._done.add(key)
        self.steps += 1
        operations = chain.operations
        while position < len(operations):
            if not isinstance(value, Path):
                reader = Reader(file.name, number, position + 1, "")
                self._step_in_host(file, reader, operations[position], value, variable, held)
                return
            following = self._step(file, chain, (*number, position), operations[position], value, variable, held)
            if following is None:
                return
            value = following
            position += 1
        self._sink(file, chain, number, value, variable, held)

    def _step(
        self,
        file: FileFlow,
        chain: Chain,
        at: tuple[int, int, int],
        operation: int,
        path: Path,
        variable: Variable,
        held: Value,
    ) -> Value | None:
        """A capability after one more operation; None where it is none any more."""
        if operation >= 0 and not operation & 1:
            return self._cut_off(file, self.targets.attribute(path, file.strings[operation // 2]))
        if not path.target:
            return None
        if operation <= f.CALL:
            last = at[2] == len(chain.operations) - 1
            if not (last and chain.sink == f.RAISED):
                self._use(file, chain, at, path, path.text or "()", variable, held)
            if path.target in _IMPORTERS and not path.text:
                return HostModule("?")
            return self._cut_off(file, self._made(path, path.last))
        if operation == f.ENTER:
            return path
        if operation == f.INSTANCE:
            named = path.text if path.text and not path.text.endswith(")") else ""
            return self._made(path, path.last, bool(named))
        return self._inside(file, chain, at, operation, path, variable, held)

    def _inside(
        self,
        file: FileFlow,
        chain: Chain,
        at: tuple[int, int, int],
        operation: int,
        path: Path,
        variable: Variable,
        held: Value,
    ) -> Value | None:
        """An element of a capability, or of the namespace of one; None where it is none."""
        if operation >= 0 and path.last == _NAMESPACE:
            outer = path._replace(text=path.text.removesuffix(_NAMESPACE).removesuffix("."))
            return self._cut_off(file, self.targets.attribute(outer, file.strings[operation // 2]))
        if path.target == _MODULES and not path.text:
            self._use(file, chain, at, path, "[]", variable, held)
            return HostModule("?")
        if self.targets.makes(path, "[]"):
            return path if path.text.endswith("[]") else Path(path.target, f"{path.text}[]")
        return None

    def _made(self, path: Path, segment: str, certain: bool = False) -> Path | None:
        made = f"{path.text}()"
        if made in self.targets.by_name[path.target].besides or not (certain or self.targets.makes(path, segment)):
            return None
        return Path(path.target, folded(made))

    def _step_in_host(
        self,
        file: FileFlow,
        reader: Reader,
        operation: int,
        value: Value,
        variable: Variable,
        held: Value,
    ) -> None:
        """A value of the host after one more operation: what it leads to goes on."""
        if operation >= 0 and not operation & 1:
            self._attribute(file, reader, file.strings[operation // 2], value, variable, held)
        elif operation <= f.CALL or operation == f.INSTANCE:
            self._call(reader, operation, value, variable, held)
        elif isinstance(value, Container):
            self._element(file, reader, operation, value, variable, held)
        elif operation == f.ENTER:
            if isinstance(value, ClassValue) and value.form == "instance":
                self._read_method(value, ("__enter__", "__aenter__"), reader)
            self._follow(file, reader.number, reader.position, value, variable, held)

    def _attribute(
        self, file: FileFlow, reader: Reader, name: str, value: Value, variable: Variable, held: Value
    ) -> None:
        if isinstance(value, HostModule):
            full = f"{value.name}.{name}"
            if full in self.targets.by_name:
                self._follow(file, reader.number, reader.position, Path(full, ""), variable, held)
            elif full in self.host.names.known:
                self._follow(file, reader.number, reader.position, HostModule(full), variable, held)
            if value.name in self.files:
                self._read((value.name, name), reader)
        elif isinstance(value, ClassValue):
            self._ask(value, name, reader._replace(form=value.form))
        elif isinstance(value, Container):
            self._read_container(file, reader, name, value, variable, held)

    def _call(self, reader: Reader, operation: int, value: Value, variable: Variable, held: Value) -> None:
        file = self.files[reader.file]
        if isinstance(value, ClassValue) and value.form == "class":
            self._follow(file, reader.number, reader.position, value._replace(form="instance"), variable, held)
        elif isinstance(value, Function):
            returned = self.files[value.module].functions[value.scope].returned
            self._read((value.module, returned), reader._replace(form=""))
        elif isinstance(value, ClassValue) and value.form == "instance" and operation != f.INSTANCE:
            self._read_method(value, ("__call__",), reader)

    def _sink(
        self,
        file: FileFlow,
        chain: Chain,
        number: tuple[int, int],
        value: Value,
        variable: Variable,
        held: Value,
    ) -> None:
        sink = chain.sink
        cause = Cause(file.name, chain.line, variable, held, number)
        if sink in _REFERRING and isinstance(value, Path) and _is_reference(value):
            self._use(file, chain, (*number, -1), value, f"&{value.text}", variable, held)
        if sink in _BINDING:
            if chain.a >= 0 and (chain.a not in file.returning or is_carried(value) or isinstance(value, ClassValue)):
                overrider = self._overrider(file, chain, variable)
                if overrider is not None:
                    self._store(overrider, file.strings_of(chain.a), value, cause)
                else:
                    self._add(file.variable(chain.a), value, cause)
        elif sink == f.CONTAINED:
            self._contain(file, chain, value, cause)
        elif sink == f.INHERITED:
            self._derive(file, chain, number, value, variable, held)
        elif sink == f.SEARCHED and isinstance(value, HostModule) and _GETATTR in self.targets.by_name:
            self._use(file, chain, (*number, -1), Path(_GETATTR, ""), "()", variable, held)
        elif is_carried(value):
            self._carry(file, chain, value, cause)

    def _carry(self, file: FileFlow, chain: Chain, value: Value, cause: Cause) -> None:
        if chain.sink in f.GIVING:
            self._hand_over(file, chain, value, cause)
        elif chain.sink == f.STORED:
            self._store_in_owners(file, chain, value, cause)


def _is_reference(path: Path) -> bool:
    """Whether a value is a member of a target or of its instance, and not one of the two itself."""
    return bool(path.target and path.text) and not path.text.endswith((")", "]"))


def follow(host: HostIndex, targets: Targets) -> Capabilities:
    """Everything that is known of `targets` in a host; worked out once for each set of targets."""
    if targets not in host.answers:
        host.answers[targets] = Follower(host, targets).run()
    found: Capabilities = host.answers[targets]
    return found


def followed(host: HostIndex, targets: Targets) -> Summary:
    """What is known of `targets` in a host, without the ways there; an earlier run may have found it."""
    key = ("summary", targets)
    if key not in host.answers:
        host.answers[key] = _recalled(host, targets)
    found: Summary = host.answers[key]
    return found


def _recalled(host: HostIndex, targets: Targets) -> Summary:
    encoded = host.kept.get(targets.key) if host.kept is not None else None
    if encoded is not None:
        try:
            return msgspec.msgpack.decode(encoded, type=Summary)
        except msgspec.MsgspecError:
            pass  # kept by somebody else: found out anew, and written over
    found = summary_of(follow(host, targets))
    if host.kept is not None:
        host.kept.put(targets.key, msgspec.msgpack.encode(found))
    return found
