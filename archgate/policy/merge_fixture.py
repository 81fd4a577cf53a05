"""The three-way merge of fixtures, for git's merge driver."""

from collections.abc import Sequence
from typing import Any

from archgate.host.errors import InputError
from archgate.policy.fixture import Marks, mark_line, read_marks, render_marks
from archgate.policy.merge import whole_file
from archgate.policy.reconcile import Conflict, three_way

Value = int | Sequence[int]


def merge_fixtures(path: str, base: bytes, ours: bytes, theirs: bytes) -> tuple[bytes, list[str]]:
    """The fixture `path` merged from three versions, and the conflicts left in it.

    A mark that either side has removed is gone; where both have it, the better one stays. A mark that is new on one
    side alone, and a ruler that both have changed differently, are conflicts: they stand between git's markers.
    A version that cannot be read makes the whole file one conflict. `base` is empty where both sides have added it.
    """
    if ours == theirs:
        return ours, []
    try:
        before = read_marks(path, base) if base.strip() else Marks("", {}, {})
        mine, other = read_marks(path, ours), read_marks(path, theirs)
    except InputError as error:
        return whole_file(ours, theirs), [str(problem) for problem in error.problems]
    conflicts: list[str] = []
    ruler = mine.measured_by
    try:
        ruler = three_way(before.measured_by, mine.measured_by, other.measured_by, "`measured_by`")
    except Conflict as conflict:
        return whole_file(ours, theirs), [str(conflict)]
    marks: dict[str, Any] = {}
    undecided: list[str] = []
    for name in sorted({**mine.marks, **other.marks}):
        try:
            value = _merged(before.marks.get(name), mine.marks.get(name), other.marks.get(name))
        except Conflict as conflict:
            conflicts.append(f"{name} {conflict}")
            undecided.append(name)
        else:
            if value is not None:
                marks[name] = value
    merged = render_marks(mine.rule, ruler, marks)
    return (_with_conflicts(merged, undecided, mine, other) if conflicts else merged), conflicts


def _merged(base: Value | None, ours: Value | None, theirs: Value | None) -> Value | None:
    if ours is None or theirs is None:
        if base is None:
            raise Conflict(f"is new on one side alone ({'theirs' if ours is None else 'ours'})")
        return None
    if base is None and ours != theirs:
        raise Conflict("is new on both sides, and not the same")
    return _better(ours, theirs)


def _better(ours: Value, theirs: Value) -> Value:
    """The lower number; of shares (`[covered, statements]`) the higher one."""
    if isinstance(ours, int) or isinstance(theirs, int):
        return ours if isinstance(ours, int) and (not isinstance(theirs, int) or ours <= theirs) else theirs
    return ours if ours[0] * theirs[1] >= theirs[0] * ours[1] else theirs


def _with_conflicts(merged: bytes, undecided: Sequence[str], mine: Marks, other: Marks) -> bytes:
    """The merged marks, with what people must decide above the last lines."""
    ours, theirs = (
        [mark_line(name, side.marks[name]) for name in undecided if name in side.marks] for side in (mine, other)
    )
    lines = merged.decode().splitlines()
    marked = ["<<<<<<< ours", *ours, "=======", *theirs, ">>>>>>> theirs"]
    return ("\n".join([*lines[:-2], *marked, *lines[-2:]]) + "\n").encode()
