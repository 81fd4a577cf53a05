"""Containers of which one variable holds too many to be told apart: from there on they are one crowd.

What every part of a program hands through (`to_text(x)`, `first(x)`) holds all containers there are, and gives them to
everybody: told apart, they are followed as often as there are containers, through every path expression.
"""

from archgate.link.capability import Cause
from archgate.link.file_flow import EVERY, Variable
from archgate.link.fixpoint import Reader
from archgate.link.host import HostIndex
from archgate.link.symbols import Container, Value
from archgate.link.target import Targets
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
        super()._add(variable, self._told_apart(variable, value) if isinstance(value, Container) else value, cause)

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
            if value.slot == _CROWD and name not in self._keys:
                self._keys[name] = None
                for one in list(self._crowd):
                    self._share(one, name)
            self._read(self.files[value.module].element(value.slot, name), reader)

    def _share(self, one: tuple[str, int], key: str) -> None:
        """What a container has under a key, the crowd has too."""
        source = self.files[one[0]].element(one[1], key)
        self._tie_variables(source, self.files[self._home].element(_CROWD, key), 0)
