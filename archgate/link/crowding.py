"""Bounds what variables hold: of too many containers, which are one crowd from there on, and of ways that go round.

What every part of a program hands through (`to_text(x)`, `first(x)`) holds all containers there are, and gives them to
everybody: told apart, they are followed as often as there are containers, through every path expression.
"""

from archgate.link.capability import Cause
from archgate.link.file_flow import EVERY, Variable
from archgate.link.fixpoint import Reader
from archgate.link.host import HostIndex
from archgate.link.symbols import Container, Value
from archgate.link.target import Path, Targets
from archgate.link.ties import Ties

MOST_CONTAINERS = 32
"""Containers of one variable that are told apart."""

_CROWD = 1 << 40
"""The slot of the crowd, which no file has."""


class Crowding(Ties):
    """Puts the containers of a variable that has too many into the crowd, whose elements are those of all of them."""

    def __init__(self, host: HostIndex, targets: Targets) -> None:
        super().__init__(host, targets)
        self._home = min(host.modules, default="")
        self._containers: dict[Variable, dict[Container, None]] = {}
        self._crowd: dict[tuple[str, int], None] = {}
        self._keys: dict[str, None] = {}

    def _add(self, variable: Variable, value: Value, cause: Cause) -> None:
        if isinstance(value, Container):
            value = self._told_apart(variable, value)
        elif isinstance(value, Path):
            value = value.onward(cause.value)
        super()._add(variable, value, cause)

    def _told_apart(self, variable: Variable, value: Container) -> Container:
        """The container, or the crowd where the variable has too many."""
        held = self._containers.setdefault(variable, {})
        if value.slot == _CROWD or value in held:
            return value
        if len(held) < MOST_CONTAINERS:
            held[value] = None
            return value
        for one in (*held, value):
            self._join((one.module, one.slot))
        return Container(self._home, _CROWD, value.form)

    def _join(self, one: tuple[str, int]) -> None:
        if one not in self._crowd:
            self._crowd[one] = None
            for key in list(self._keys):
                self._share(one, key)

    def _elements(self, reader: Reader, value: Container, key: str) -> None:
        """Go on with the elements of a container; with "" as key with all of them."""
        for name in ("", key) if key else (EVERY,):
            self._read(self._under(value, name), reader)

    def _under(self, value: Container, key: str) -> Variable:
        """The variable of what a container has under a key."""
        if value.slot == _CROWD and key not in self._keys:
            self._keys[key] = None
            for one in list(self._crowd):
                self._share(one, key)
        return self.files[value.module].element(value.slot, key)

    def _share(self, one: tuple[str, int], key: str) -> None:
        """What a container has under a key, the crowd has too."""
        source = self.files[one[0]].element(one[1], key)
        self._tie_variables(source, self.files[self._home].element(_CROWD, key), 0)
