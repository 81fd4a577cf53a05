"""Where a file reads attributes of objects of which nothing is known but what the file itself puts there."""

from collections import defaultdict
from functools import cached_property

from archgate.link.file_flow import FileFlow

LONGEST = 4
"""Segments below a name by which a path is found at the most."""

Place = tuple[int, int]
"""A slot, and the number of a path that starts from it."""


class Outside:
    """The paths of one file, by the object that they start from and the attributes that they read."""

    def __init__(self, file: FileFlow) -> None:
        self._file = file
        self._places: dict[int, dict[tuple[int, ...], list[Place]]] = {}

    def same(self, root: int) -> list[int]:
        """The slots that hold what one does: of a receiver, those of all methods of its class."""
        return self._receivers.get(root, [root])

    def reading(self, root: int, path: tuple[int, ...]) -> list[Place]:
        """The places of the paths from the object in a slot that begin with some operations."""
        first = self.same(root)[0]
        if first not in self._places:
            found: defaultdict[tuple[int, ...], list[Place]] = defaultdict(list)
            for slot in self.same(root):
                for number, chain in enumerate(self._file.chains(slot)):
                    for length in range(1, min(len(chain.operations), LONGEST) + 1):
                        found[chain.operations[:length]].append((slot, number))
            self._places[first] = found
        return self._places[first].get(path, [])

    @cached_property
    def _receivers(self) -> dict[int, list[int]]:
        by_class: defaultdict[str, list[int]] = defaultdict(list)
        for slot, row in self._file.receivers.items():
            by_class[self._file.class_around(row.scope)].append(slot)
        return {slot: slots for slots in by_class.values() for slot in slots}
