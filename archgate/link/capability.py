"""Who in the host reaches which target: values followed from the imports of the targets to their uses, to a fixpoint.

Everything is *may*: a variable holds what any of its bindings gives, in whatever order they stand.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from archgate.index import flow as f
from archgate.index.flow import Chain, FunctionRow, Imported, encoded_string
from archgate.index.module import Import
from archgate.link.file_flow import EVERY, FileFlow, Variable
from archgate.link.hierarchy import Class, Hierarchy
from archgate.link.host import HostIndex
from archgate.link.reference import Reference
from archgate.link.symbols import ClassValue, Container, Files, Function, HostModule, Symbols, Value, import_sources
from archgate.link.target import Path, Targets

LONGEST = 12
"""Segments of a path that are followed."""
MOST_VALUES = 400
"""Values of one variable that are followed."""
MOST_STEPS = 20_000_000
"""Steps in all."""

_FEW = 30
"""Classes below one whose attribute holds an object of the host, in which the object is followed at the most."""

_GIVERS = frozenset(("get", "pop", "popleft", "popitem", "setdefault"))
_WHOLES = frozenset(("values", "copy"))


class Site(NamedTuple):
    """One use: where it stands, what it does, and (for the way back to the import) what was followed there."""

    line: int
    variable: Variable
    value: Value


class Use(NamedTuple):
    """What tells uses apart: the module, the target, the definition in the module, the operation below the target."""

    module: str
    target: str
    definition: str
    operation: str


class Hand(NamedTuple):
    """One step on the way of a value: the module and line, and the name under which it goes on (maybe "")."""

    module: str
    line: int
    name: str


class Cause(NamedTuple):
    """Where a value of a variable came from first: another variable's value, at a line and by a path of a module."""

    module: str
    line: int
    variable: Variable | None
    value: Value | None
    at: tuple[int, int] | None = None


class Capabilities(Struct):
    """The answer: every site of every use, every import that is evidence by itself, and what was left unfollowed."""

    uses: Mapping[Use, Mapping[tuple[int, int, int], Site]]
    footholds: Mapping[tuple[str, str], Mapping[int, Site]]
    causes: Mapping[tuple[Variable, Value], Cause]
    cut: tuple[str, ...]
    exhausted: bool

    def hands(self, site: Site, names: "HandNames") -> list[Hand]:
        """The way of a value from its import to a site."""
        found: list[Hand] = []
        key: tuple[Variable, Value] | None = (site.variable, site.value)
        seen: set[tuple[Variable, Value]] = set()
        while key is not None and key not in seen:
            seen.add(key)
            cause = self.causes.get(key)
            if cause is None:
                break
            found.append(Hand(cause.module, cause.line, names.name(key[0])))
            key = (cause.variable, cause.value) if cause.variable is not None and cause.value is not None else None
        return found[::-1]


class HandNames:
    """Names of variables as people know them."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def name(self, variable: Variable) -> str:
        """The qualified name of a variable in its module, "" for a temporary one."""
        file = self._files[variable[0]]
        slot = file.slot_of(variable)
        if slot is None:
            return str(variable[1])
        scope = file.scope_of(slot)
        if scope < 0:
            return ""
        row = file.flow.scopes[scope]
        name = file.strings_of(slot)
        if not name and slot in file.returning:
            returned = file.flow.scopes[file.returning[slot].scope].name
            return f"{returned}()" if returned else ""
        return f"{row.name}.{name}" if row.name and name else name


class Reader(NamedTuple):
    """A path expression that goes on, after `position` operations, with the values of a variable."""

    file: str
    number: tuple[int, int]
    position: int
    form: str


class Follower:
    """The fixpoint for one set of targets; a root package of the host's own wins over a library of its name."""

    def __init__(self, host: HostIndex, targets: Targets) -> None:
        self.host = host
        own = [
            one for one in targets.key if host.names.is_first_party(one.name) and (one.shipped or "." not in one.name)
        ]
        self.targets = Targets(one for one in targets.key if one not in own) if own else targets
        self.files = host.files
        self.hierarchy = host.hierarchy
        self.symbols = host.symbols
        self.uses: defaultdict[Use, dict[tuple[int, int, int], Site]] = defaultdict(dict)
        self.footholds: defaultdict[tuple[str, str], dict[int, Site]] = defaultdict(dict)
        self.causes: dict[tuple[Variable, Value], Cause] = {}
        self.cut: dict[str, None] = {}
        self.steps = 0
        self._values: defaultdict[Variable, dict[Value, None]] = defaultdict(dict)
        self._queue: deque[tuple[Variable, Value]] = deque()
        self._edges: defaultdict[Variable, dict[tuple[Variable, int], None]] = defaultdict(dict)
        self._readers: defaultdict[Variable, dict[Reader, None]] = defaultdict(dict)
        self._held: set[tuple[Class, Variable]] = set()
        self._visible: defaultdict[tuple[str, Class], list[tuple[Class, Variable]]] = defaultdict(list)
        self._asked: defaultdict[tuple[str, Class], dict[tuple[ClassValue, Reader], None]] = defaultdict(dict)
        self._names_asked: defaultdict[Class, dict[str, None]] = defaultdict(dict)
        self._derived: defaultdict[Class, dict[Class, None]] = defaultdict(dict)
        self._external: defaultdict[Class, dict[Path, None]] = defaultdict(dict)
        self._done: set[tuple[str, tuple[int, int], int, Value]] = set()
        self._woken: set[Variable] = set()
        self._active: set[Class] = set()
        self._receiving: set[Class] = set()
        self._callees: dict[tuple[str, int], tuple[tuple[FileFlow, FunctionRow, int] | Class, ...]] = {}

    def run(self) -> Capabilities:
        """Follow everything."""
        for module in self._concerned():
            self._open(module)
        self._seed_host_targets()
        while self._queue and self.steps < MOST_STEPS:
            self._process(*self._queue.popleft())
        return Capabilities(self.uses, self.footholds, self.causes, tuple(sorted(self.cut)), bool(self._queue))

    # -- where it starts ------------------------------------------------------------------------------------------

    def _concerned(self) -> list[str]:
        """The modules that import a target from outside, or mention one that is a builtin."""
        found = [
            module
            for root in self.targets.roots
            for module, reference in self.host.external_roots.get(root, ())
            if self._may_lead(module, reference)
        ]
        names = self.targets.by_name
        found += [
            name for name, module in self.host.modules.items() if any(one in names for one in module.index.watched)
        ]
        return sorted(set(found))

    def _may_lead(self, module: str, reference: Reference) -> bool:
        taken = reference.name if reference.name != "*" else ""
        path = self.targets.start(f"{reference.target}.{taken}" if taken else reference.target)
        if path is None and not taken:
            # `import a.b` makes all of `a` known.
            path = self.targets.start(reference.target.partition(".")[0])
        if path is None or path.target:
            return path is not None
        return any(one in self._flow_of(module) for one in self.targets.following(path.text))

    def _seed_host_targets(self) -> None:
        for target in self.targets.by_name:
            if not self.host.names.is_first_party(target) or "." not in target:
                continue
            module, name = target, ""
            while module and module not in self.files:
                module, _, last = module.rpartition(".")
                name = f"{last}.{name}" if name else last
            if not module:
                continue
            if name and "." not in name:
                self._add((module, name), Path(target, ""), Cause(module, 0, None, None))
            elif not name:
                for importer, _ in self.host.importers.get(module, ()):
                    self._tie_all(importer, module)

    def _open(self, module: str) -> None:
        """Read what a module imports from outside the host."""
        file = self.files[module]
        for row in file.flow.imports:
            item = file.module.index.imports[row.ordinal]
            if not item.level and item.module.partition(".")[0] in self.targets.roots:
                self._tie(file, row, item)
        self._tie_stars_of_targets(file)
        names = self.targets.by_name
        if _GETATTR in names and _GETATTR in file.module.index.watched:
            self._search_libraries(file)
            for row in file.flow.imports:
                self._tie(file, row, file.module.index.imports[row.ordinal])
        for slot in file.flow.unbound:
            name = file.strings_of(slot)
            if name in names and name in _WATCHED:
                self._add(file.variable(slot), Path(name, ""), Cause(module, 0, None, None))

    def _search_libraries(self, file: FileFlow) -> None:
        """A computed attribute of a module that is not the host's, and so is followed nowhere else."""
        found = [(root, number, chain) for root in file.flow.chains for number, chain in enumerate(file.chains(root))]
        for root, number, chain in found:
            if chain.sink == f.SEARCHED and all(one >= 0 and not one & 1 for one in chain.operations):
                below = "".join(f".{file.strings[one // 2]}" for one in chain.operations)
                for row in file.imports_at.get(chain.root, ()):
                    item = file.module.index.imports[row.ordinal]
                    dotted = f"{item.bound}{below}"
                    aliased = item.bound != item.module.partition(".")[0]
                    whole = not below if aliased else f"{item.module}.".startswith(f"{dotted}.")
                    if not item.name and whole and not self.host.names.is_first_party(item.module):
                        path, variable = Path(_GETATTR, ""), file.variable(chain.root)
                        self._use(file, chain, (root, number, -1), path, "()", variable, path)

    def _tie(self, file: FileFlow, row: Imported, item: Import) -> None:
        variable = file.variable(row.slot)
        typing = self._is_typing(file, item)
        for source in import_sources(self.host.names, file.module, item, row.whole):
            if isinstance(source, str):
                path = self.targets.start(source)
                if path is not None:
                    self._bind_import(file, row, item, variable, path, typing)
            elif isinstance(source, HostModule):
                whole = self.targets.start(source.name) if source.name in self.targets.by_name else None
                if whole is not None:
                    self._bind_import(file, row, item, variable, whole, typing)
                elif not typing:
                    self._add(variable, source, Cause(file.name, item.line, None, None))
            else:
                full = ".".join(map(str, source))
                if full in self.targets.by_name:
                    self._foothold(file, row, item, variable, Path(full, ""), typing)
                self._tie_variables(source, variable, item.line, typing)
                self._reexported_module(source, variable, item.line)
        if not row.whole and not typing:
            self._foothold_below(file, row, item, variable)

    def _reexported_module(self, source: Variable, variable: Variable, line: int) -> None:
        for origin in sorted(self.host.exports.origins(source[0], str(source[1]))):
            if not origin.name and self.host.names.is_first_party(origin.module):
                self._add(variable, HostModule(origin.module), Cause(variable[0], line, None, None))

    def _bind_import(
        self, file: FileFlow, row: Imported, item: Import, variable: Variable, path: Path, typing: bool
    ) -> None:
        cause = Cause(file.name, item.line, None, None)
        if typing:
            self._annotate(file, row.slot, variable, path, cause)
            return
        self._add(variable, path, cause)
        if row.whole:
            self._foothold(file, row, item, variable, path, typing)

    def _foothold(
        self, file: FileFlow, row: Imported, item: Import, variable: Variable, path: Path, typing: bool
    ) -> None:
        if path.target and row.foothold and not typing and self.targets.by_name[path.target].foothold:
            self.footholds[file.name, path.target][item.line] = Site(item.line, variable, path)

    def _foothold_below(self, file: FileFlow, row: Imported, item: Import, variable: Variable) -> None:
        """`import a.b` binds `a`, and is evidence for `a.b`."""
        dotted = self.host.names.absolute(file.module, item) or ""
        if not self.host.names.is_first_party(dotted):
            path = self.targets.start(dotted)
            first = self.targets.start(dotted.partition(".")[0])
            if path is not None and first is not None:
                self._foothold(file, row, item, variable, path, False)
                if path.target and path.target != first.target:
                    self.causes.setdefault((variable, path), Cause(file.name, item.line, None, None))

    def _annotate(self, file: FileFlow, slot: int, variable: Variable, value: Value, cause: Cause) -> None:
        """What only annotations may see: an import under TYPE_CHECKING."""
        self.causes.setdefault((variable, value), cause)
        for number, chain in enumerate(file.chains(slot)):
            if chain.sink == f.ANNOTATED:
                self._follow(file, (slot, number), 0, value, variable, value)

    def _tie_variables(self, source: Variable, variable: Variable, line: int, typing: bool = False) -> None:
        if typing:
            line = -line
        edge = (variable, line)
        if edge not in self._edges[source]:
            self._edges[source][edge] = None
            for value in list(self._values.get(source, ())):
                self._cross(source, value, variable, line)

    def _cross(self, source: Variable, value: Value, variable: Variable, line: int) -> None:
        cause = Cause(variable[0], abs(line), source, value)
        if line >= 0:
            self._add(variable, value, cause)
            self._foothold_through(variable, value, line)
        else:
            file = self.files[variable[0]]
            slot = file.slot_of(variable)
            if slot is not None:
                self._annotate(file, slot, variable, value, cause)

    def _foothold_through(self, variable: Variable, value: Value, line: int) -> None:
        """Taking a library out of another module's hands is importing it."""
        if not isinstance(value, Path) or not value.target or not value.is_plain:
            return
        file = self.files[variable[0]]
        slot = file.slot_of(variable)
        rows = [row for row in file.imports_at.get(slot, ()) if row.foothold] if slot is not None else []
        if rows and self.targets.by_name[value.target].foothold:
            self.footholds[file.name, value.target][line] = Site(line, variable, value)

    def _tie_stars_of_targets(self, file: FileFlow) -> None:
        for item in file.module.index.imports:
            if item.name == "*" and not item.level and not self._is_typing(file, item):
                dotted = self.host.names.absolute(file.module, item)
                if dotted is not None and not self.host.names.is_first_party(dotted):
                    self._star_of_target(file, item, dotted)

    def _is_typing(self, file: FileFlow, item: Import) -> bool:
        return bool(item.guards) and any(self.host.type_checking.holds(file.module, one) for one in item.guards)

    def _star_of_target(self, file: FileFlow, item: Import, dotted: str) -> None:
        path = self.targets.start(dotted)
        if path is None:
            return
        if path.target and self.targets.by_name[path.target].foothold:
            self.footholds[file.name, path.target][item.line] = Site(item.line, (file.name, "*"), path)
        self._bring(file, path, Cause(file.name, item.line, None, None), set())

    def _bring(self, file: FileFlow, path: Path, cause: Cause, seen: set[str]) -> None:
        """Names that only a star can have brought, in the file that has it and in those that take them from there."""
        if file.name in seen:
            return
        seen.add(file.name)
        for slot in file.flow.unbound:
            self._bring_name(file, file.strings_of(slot), path, cause)
        for importer, reference in self.host.importers.get(file.name, ()):
            if reference.name == "*":
                self._bring(self.files[importer], path, cause, seen)
            elif reference.name and reference.name not in file.module.own_names | file.module.bindings.keys():
                self._bring_name(file, reference.name, path, cause)

    def _bring_name(self, file: FileFlow, name: str, path: Path, cause: Cause) -> None:
        found = self.targets.attribute(path, name)
        if found is not None and name not in _WATCHED:
            self._add((file.name, name), found, cause)

    # -- the fixpoint ---------------------------------------------------------------------------------------------

    def _add(self, variable: Variable, value: Value, cause: Cause) -> None:
        values = self._values[variable]
        if value in values:
            return
        if len(values) >= MOST_VALUES:
            self.cut[f"{variable[0]}: more than {MOST_VALUES} values of one variable"] = None
            return
        values[value] = None
        self.causes.setdefault((variable, value), cause)
        self._queue.append((variable, value))

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

    def _wake(self, module: str, name: str) -> None:
        """Tie a module-level name to whoever can read it: by importing it, or the module."""
        sought = encoded_string(name)
        for importer in self.host.takers(module).get(name, ()):
            self._tie_name(importer, module, name)
        for importer in self.host.takers(module).get("*", ()):
            self._tie_star(importer, module, name)
        self._tie_module(module, sought, set())
        parent, _, last = module.rpartition(".")
        segment = encoded_string(last)
        while parent:
            for importer in self.host.takers(parent).get("", ()):
                encoded = self._flow_of(importer)
                if sought in encoded and segment in encoded:
                    self._tie_all(importer, parent)
            parent = parent.rpartition(".")[0]

    def _tie_name(self, importer: str, module: str, name: str) -> None:
        file = self.files[importer]
        for row in file.flow.imports:
            item = file.module.index.imports[row.ordinal]
            if item.name == name and self.host.names.absolute(file.module, item) == module:
                self._tie(file, row, item)

    def _tie_star(self, importer: str, module: str, name: str) -> None:
        file = self.files[importer]
        if (
            name in file.module.own_names
            or name in file.module.bindings
            or name not in self.host.exports.exported(module)
        ):
            return
        for item in file.module.stars:
            if self.host.names.absolute(file.module, item) == module:
                self._tie_variables((module, name), (importer, name), item.line, self._is_typing(file, item))

    def _tie_module(self, module: str, sought: bytes, seen: set[str]) -> None:
        """Tie a module to whoever imports it, or takes it from the hands of another, and mentions what is sought."""
        if module in seen:
            return
        seen.add(module)
        for importer in self.host.takers(module).get("", ()):
            if sought in self._flow_of(importer):
                self._tie_all(importer, module)
            if self.host.takers(importer):
                for item in self.host.modules[importer].index.imports:
                    if item.bound and not item.definition and module.endswith(item.name or item.module):
                        self._hand_on(importer, item.bound, sought)

    def _hand_on(self, module: str, name: str, sought: bytes) -> None:
        for importer in self.host.takers(module).get(name, ()):
            if sought in self._flow_of(importer):
                self._tie_name(importer, module, name)

    def _tie_all(self, importer: str, module: str) -> None:
        """Tie the modules that a module imports, as far as they lead to another one."""
        file = self.files[importer]
        for row in file.flow.imports:
            item = file.module.index.imports[row.ordinal]
            dotted = self.host.names.absolute(file.module, item) or ""
            full = f"{dotted}.{item.name}" if item.name else dotted
            if full == module or (not item.name and f"{full}.".startswith(f"{module}.")):
                self._tie(file, row, item)

    def _flow_of(self, module: str) -> bytes:
        return self.host.modules[module].index.flow

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

    def _read(self, variable: Variable, reader: Reader) -> None:
        """Go on with the values that a variable has and will have."""
        if reader not in self._readers[variable]:
            self._readers[variable][reader] = None
            for value in list(self._values.get(variable, ())):
                self._resume(reader, value, variable)

    def _resume(self, reader: Reader, value: Value, variable: Variable) -> None:
        file = self.files[reader.file]
        if isinstance(value, Function) and reader.form:
            row = self.files[value.module].functions[value.scope]
            if row.flags & f.PROPERTY and reader.form != "class":
                self._read((value.module, row.returned), reader._replace(form=""))
                return
            taken = self.symbols.taken(file, value, reader.form)
            self._follow(file, reader.number, reader.position, taken, variable, value)
            return
        self._follow(file, reader.number, reader.position, value, variable, value)

    # -- one path expression --------------------------------------------------------------------------------------

    def _follow(
        self, file: FileFlow, number: tuple[int, int], position: int, value: Value, variable: Variable, held: Value
    ) -> None:
        """Take a value, which came from `held` of `variable`, through the rest of a path expression."""
        key = (file.name, number, position, value)
        if key in self._done:
            return
        self._done.add(key)
        self.steps += 1
        chain = file.chains(number[0])[number[1]]
        operations = chain.operations
        member = False
        while position < len(operations):
            if not isinstance(value, Path):
                reader = Reader(file.name, number, position + 1, "")
                self._step_in_host(file, chain, reader, operations[position], value, variable, held)
                return
            following = self._step(file, chain, (*number, position), operations[position], value, variable, held)
            if following is None:
                return
            member = operations[position] >= 0
            value = following
            position += 1
        self._sink(file, chain, number, value, member, variable, held)

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
            return Path(path.target, f"{path.text}()") if named or self.targets.makes(path, path.last) else None
        if path.target == _MODULES and not path.text:
            self._use(file, chain, at, path, "[]", variable, held)
            return HostModule("?")
        if self.targets.makes(path, "[]"):
            return path if path.text.endswith("[]") else Path(path.target, f"{path.text}[]")
        return None

    def _made(self, path: Path, segment: str) -> Path | None:
        return Path(path.target, f"{path.text}()") if self.targets.makes(path, segment) else None

    def _cut_off(self, file: FileFlow, path: Path | None) -> Path | None:
        if path is not None and path.text.count(".") + path.text.count("(") > LONGEST:
            self.cut[f"{file.name}: a path of more than {LONGEST} segments below {path.target}"] = None
            return None
        return path

    def _use(
        self,
        file: FileFlow,
        chain: Chain,
        at: tuple[int, int, int],
        path: Path,
        operation: str,
        variable: Variable,
        held: Value,
    ) -> None:
        use = Use(file.name, path.target, file.definition(chain), operation)
        self.uses[use].setdefault(at, Site(chain.line, variable, held))

    def _step_in_host(
        self,
        file: FileFlow,
        chain: Chain,
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
            form = "items" if name == "items" else "elements" if name in _WHOLES else "item" if name in _GIVERS else ""
            if form:
                # The call that must follow gives what the name says.
                self._after_call(file, reader, Container(value.module, value.slot, form), variable, held)  # type: ignore[arg-type]

    def _after_call(self, file: FileFlow, reader: Reader, value: Container, variable: Variable, held: Value) -> None:
        operations = file.chains(reader.number[0])[reader.number[1]].operations
        if reader.position < len(operations) and operations[reader.position] <= f.CALL:
            going_on = reader._replace(position=reader.position + 1)
            if value.form == "item":
                self._elements(going_on, value, "")
            else:
                self._follow(file, reader.number, reader.position + 1, value, variable, held)

    def _element(
        self, file: FileFlow, reader: Reader, operation: int, value: Container, variable: Variable, held: Value
    ) -> None:
        if value.form == "items":
            self._follow(file, reader.number, reader.position, value._replace(form="item"), variable, held)
        elif value.form == "item":
            if operation == f.SUBSCRIPT or (operation >= 0 and file.strings[operation // 2] == "1"):
                self._elements(reader, value, "")
        else:
            self._elements(reader, value, file.strings[operation // 2] if operation >= 0 else "")

    def _elements(self, reader: Reader, value: Container, key: str) -> None:
        """Go on with the elements of a container; with "" as key with all of them."""
        file = self.files[value.module]
        for name in ("", key) if key else (EVERY,):
            self._read(file.element(value.slot, name), reader)

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
            self._sink(file, chain, reader.number, path, True, variable, path)
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

    def _call(self, reader: Reader, operation: int, value: Value, variable: Variable, held: Value) -> None:
        file = self.files[reader.file]
        if isinstance(value, ClassValue) and value.form == "class":
            self._follow(file, reader.number, reader.position, value._replace(form="instance"), variable, held)
        elif operation == f.INSTANCE:
            return
        elif isinstance(value, Function):
            returned = self.files[value.module].functions[value.scope].returned
            self._read((value.module, returned), reader._replace(form=""))
        elif isinstance(value, ClassValue) and value.form == "instance":
            self._read_call(value, reader)

    def _read_call(self, value: ClassValue, reader: Reader) -> None:
        """Calling an instance gives what its `__call__` returns."""
        for symbol in self.symbols.attribute(value, "__call__"):
            if isinstance(symbol, Function):
                returned = self.files[symbol.module].functions[symbol.scope].returned
                self._read((symbol.module, returned), reader._replace(form=""))

    # -- where it goes --------------------------------------------------------------------------------------------

    def _sink(
        self,
        file: FileFlow,
        chain: Chain,
        number: tuple[int, int],
        value: Value,
        member: bool,
        variable: Variable,
        held: Value,
    ) -> None:
        sink = chain.sink
        cause = Cause(file.name, chain.line, variable, held, number)
        if sink in _REFERRING and isinstance(value, Path) and _is_reference(value):
            self._use(file, chain, (*number, -1), value, f"&{value.text}", variable, held)
        if sink in _BINDING:
            if chain.a >= 0 and (chain.a not in file.returning or _is_carried(value) or isinstance(value, ClassValue)):
                self._add(file.variable(chain.a), value, cause)
        elif sink == f.PASSED:
            if chain.a >= 0 and _is_carried(value):
                self._pass(file, chain, value, cause)
        elif sink == f.CONTAINED and not isinstance(value, ClassValue):
            key = file.strings[chain.b] if chain.b >= 0 else ""
            for name in dict.fromkeys((key, EVERY)):
                self._add(file.element(chain.a, name), value, cause)
            self._add(file.variable(chain.a), Container(file.name, chain.a, "elements"), cause)
        elif sink == f.STORED:
            for symbol in self.symbols.held(file.variable(chain.a)) if _is_carried(value) else ():
                self._store(symbol, file.strings[chain.b], value, cause)
        elif sink == f.INHERITED:
            self._derive(file, chain, number, value, variable, held)
        elif sink == f.SEARCHED and isinstance(value, HostModule) and _GETATTR in self.targets.by_name:
            self._use(file, chain, (*number, -1), Path(_GETATTR, ""), "()", variable, held)

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

    def _store(self, symbol: Value, name: str, value: Value, cause: Cause) -> None:
        if isinstance(symbol, HostModule):
            self._add((symbol.name, name), value, cause)
        elif isinstance(symbol, ClassValue) and symbol.module in self.files:
            file = self.files[symbol.module]
            for row in file.classes.get(symbol.name, ()):
                self._add(file.variable(file.slot(row.scope, name)), value, cause)

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
            made = [one for one in self.symbols.attribute(symbol._replace(form="super"), method)]
            own = [one for one in self.symbols.attribute(symbol._replace(form="class"), method)]
            for one in own or made:
                if isinstance(one, Function):
                    yield self.files[one.module], self.files[one.module].functions[one.scope], 1
            if not own and symbol.form == "class":
                yield symbol.owner

    def _fill(self, owner: Class, place: int | str, value: Value, cause: Cause) -> None:
        """A field of a class without a constructor of its own: a dataclass or the like."""
        fields = [
            (file, slot)
            for one in reversed(self.hierarchy.ancestors(owner))
            if one[0] in self.files
            for file in [self.files[one[0]]]
            for row in file.classes.get(one[1], ())
            for slot in row.fields
        ]
        for number, (file, slot) in enumerate(fields):
            if place in (number, file.strings_of(slot)):
                self._add(file.variable(slot), value, cause)


_REFERRING = frozenset((f.PASSED, f.RETURNED, f.CONTAINED))
_BINDING = frozenset((f.BOUND, f.RETURNED, f.ANNOTATED))
_WATCHED = frozenset(("__import__", "eval", "exec", "getattr", "super"))
_GETATTR = "getattr"
_MODULES = "sys.modules"
_IMPORTERS = frozenset(("__import__", "importlib.import_module"))


def _is_reference(path: Path) -> bool:
    """Whether a value is a member of a target or of its instance, and not one of the two itself."""
    return bool(path.target and path.text) and not path.text.endswith((")", "]"))


def _is_carried(value: Value) -> bool:
    """Whether arguments, results and containers carry a value on.

    They do not carry instances of the host's own classes, of which whole programs are made, nor members of a
    capability's instance, of which most are data; handing such a member on is a use where it is done.
    """
    if isinstance(value, Path):
        return value.is_plain or value.text.endswith((")", "]")) or value.last[:1].isupper()
    return isinstance(value, Function | Container)


def _parameter(file: FileFlow, row: FunctionRow, place: int | str, shift: int) -> int | None:
    """The slot of the parameter that an argument fills."""
    if isinstance(place, int):
        return row.positional[place + shift] if place + shift < len(row.positional) else None
    slots = (*row.positional, *row.named)
    return next((slot for slot in slots if file.strings_of(slot) == place), None)


def follow(host: HostIndex, targets: Targets) -> Capabilities:
    """Everything that is known of `targets` in a host; worked out once for each set of targets."""
    if targets not in host.answers:
        host.answers[targets] = Follower(host, targets).run()
    found: Capabilities = host.answers[targets]
    return found
