"""The state of a fixpoint: what each variable holds, who goes on with it, and what was found on the way.

Everything is *may*: a variable holds what any of its bindings gives, in whatever order they stand.
"""

from abc import ABC, abstractmethod
from collections import defaultdict, deque
from typing import NamedTuple

from archgate.index import flow as f
from archgate.index.flow import Chain, FunctionRow
from archgate.link.capability import Cause, Site, Use
from archgate.link.file_flow import FileFlow, Variable
from archgate.link.hierarchy import Class
from archgate.link.host import HostIndex
from archgate.link.symbols import ClassValue, Container, Function, Value, is_carried
from archgate.link.target import Path, Targets

LONGEST = 12
"""Segments of a path that are followed."""
MOST_VALUES = 200
"""Values of one variable that are followed."""
MOST_CONTAINERS = 32
"""Containers of one variable that are followed: what everything hands through would give all to everybody."""
MOST_STEPS = 2_000_000
"""Steps in all."""


class Reader(NamedTuple):
    """A path expression that goes on, after `position` operations, with the values of a variable."""

    file: str
    number: tuple[int, int]
    position: int
    form: str


class Fixpoint(ABC):
    """Variables and their values for one set of targets.

    A root package of the host's own wins over a library of its name.
    """

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
        self._done: set[tuple[object, ...]] = set()
        self._woken: set[Variable] = set()
        self._active: set[Class] = set()
        self._receiving: set[Class] = set()
        self._callees: dict[tuple[str, int], tuple[tuple[FileFlow, FunctionRow, int] | Class, ...]] = {}

    def _add(self, variable: Variable, value: Value, cause: Cause) -> None:
        values = self._values[variable]
        if isinstance(value, Path):
            value = value.onward(cause.value)
        if self._is_full(variable, value):
            return
        values[value] = None
        self.causes.setdefault((variable, value), cause)
        self._queue.append((variable, value))

    def _is_full(self, variable: Variable, value: Value) -> bool:
        """Whether a variable holds so much that a value more is not followed, which is told."""
        values = self._values[variable]
        if value in values:
            return True
        kind, most = ("containers", MOST_CONTAINERS) if isinstance(value, Container) else ("values", MOST_VALUES)
        held = sum(isinstance(one, Container) for one in values) if kind == "containers" else len(values)
        if held >= most:
            self.cut[f"{variable[0]}: more than {most} {kind} of one variable"] = None
        return held >= most

    def _read(self, variable: Variable, reader: Reader) -> None:
        """Go on with the values that a variable has and will have."""
        if reader not in self._readers[variable]:
            self._readers[variable][reader] = None
            for value in list(self._values.get(variable, ())):
                self._resume(reader, value, variable)

    def _resume(self, reader: Reader, value: Value, variable: Variable) -> None:
        if reader.file != variable[0] and self._stays(variable, value):
            return
        file = self.files[reader.file]
        if isinstance(value, Function) and reader.form:
            row = self.files[value.module].functions[value.scope]
            if row.flags & f.PROPERTY and reader.form != "class":
                self._read((value.module, row.returned), reader._replace(form=""))
                return
            taken = self.symbols.taken(value, reader.form)
            self._follow(file, reader.number, reader.position, taken, variable, value)
            return
        self._follow(file, reader.number, reader.position, value, variable, value)

    def _stays(self, variable: Variable, value: Value) -> bool:
        """Whether a value is an element that no other module takes out of its container: a member, mostly data."""
        module, slot = variable
        return isinstance(slot, int) and not is_carried(value) and self.files[module].scope_of(slot) < 0

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

    def _cut_off(self, file: FileFlow, path: Path | None) -> Path | None:
        if path is not None and path.text.count(".") + path.text.count("(") > LONGEST:
            self.cut[f"{file.name}: a path of more than {LONGEST} segments below {path.target}"] = None
            return None
        return path

    def _flow_of(self, module: str) -> bytes:
        return self.host.modules[module].index.flow

    @abstractmethod
    def _follow(
        self, file: FileFlow, number: tuple[int, int], position: int, value: Value, variable: Variable, held: Value
    ) -> None:
        """Take a value, which came from `held` of `variable`, through the rest of a path expression."""
