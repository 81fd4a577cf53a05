"""Spread containers: what `*args` and `**kwargs` at a call hand to parameters whose index or name is known.

From `**kwargs` on into `**kwargs` nothing is followed: through the plumbing of a large host all would reach everybody.
"""

from collections.abc import Iterator

from archgate.index.flow import Chain, FunctionRow
from archgate.link.capability import Cause
from archgate.link.file_flow import FileFlow, Variable
from archgate.link.passing import Passing, Target
from archgate.link.symbols import Container

_MOST_SPREAD = 8
"""Arguments that a spread container is followed with into what takes the rest."""


class Spreading(Passing):
    """Follows the elements of spread containers, where their index or key is known."""

    def _spread(self, file: FileFlow, chain: Chain, value: Container, cause: Cause) -> None:
        """The elements of a container reach the parameters that they fill."""
        giver = self.files[value.module]
        for target in self._called_by(file, chain):
            for key, takers in self._dealt(target, chain.b, cause):
                for variable in takers:
                    self._tie_variables(giver.element(value.slot, key), variable, chain.line)

    def _dealt(self, target: Target, start: int, cause: Cause) -> Iterator[tuple[str, tuple[Variable, ...]]]:
        """The keys of a container that is spread, each with the variables that hold what it has there."""
        if len(target) == 2:
            fields = self._fields(target)[max(start, 0) :]
            for number, (file, slot) in enumerate(fields):
                yield str(number) if start >= 0 else file.strings_of(slot), (file.variable(slot),)
        else:
            for key, place in _spread_places(*target, start):
                yield key, self._takers(*target, place, cause)


def _spread_places(file: FileFlow, row: FunctionRow, shift: int, start: int) -> Iterator[tuple[str, int | str]]:
    """The keys of a container that is spread over the parameters, each with the place that it fills."""
    if start >= 0:
        reach = max(len(row.positional) - shift, start) + (_MOST_SPREAD if row.rest >= 0 else 0)
        yield from ((str(place - start), place) for place in range(start, reach))
    else:
        yield from ((name, name) for name in map(file.strings_of, (*row.positional[shift:], *row.named)))
