"""Matrices: every row of a leaf's acceptance and failure matrices names a test that exists and asserts.

Tests are read and never run. Where the section of a leaf has no such matrix, the condition is unknown, unless the leaf
is of a kind that need not bring any; `[needs]` of the roadmap's policy says which conditions a state needs.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from archgate.roadmap.assertions import why_not
from archgate.roadmap.conditions.excused import nothing
from archgate.roadmap.document import Row
from archgate.roadmap.suite import TestFile, TestFiles
from archgate.roadmap.territory import is_test
from archgate.roadmap.trial import Answer, Trial

_WHOLE = re.compile(r"([\w./-]+\.py)((?:::\w+)*)")
_IN_CLASS = re.compile(r"(?<![\w/.])(\w+(?:::\w+)+)")
_DOTTED = re.compile(r"(?<![\w/:])((?:\w+\.)+test\w*)(?![\w./:])")
_BARE = re.compile(r"(?<![A-Za-z0-9_./:])(test_\w+)(?![/:]|\.\w)", re.ASCII)
_BARE_WIDE = re.compile(r"(?<![\w./:])(test\w+)(?![\w/:]|\.\w)")


class Named(Struct, frozen=True):
    """A test as a row names it: the file ("" where it gives none) and the name; `is_sure`: it can be nothing else."""

    path: str
    name: str
    is_sure: bool = True

    def __str__(self) -> str:
        return "::".join(filter(None, (self.path, self.name.replace(".", "::"))))


def matrices(trial: Trial) -> Answer:
    """Whether each row names a test that proves something."""
    found = trial.leaf.section.matrices if trial.leaf.section else ()
    rows = [row for matrix in found if matrix.kind != "other" for row in matrix.rows]
    if not rows:
        evidence = f"{trial.leaf.id} has no acceptance or failure matrix with rows"
        step = "give its section one, or leave `matrices` out of [needs] in the roadmap's policy"
        return nothing(trial, "matrices", evidence, step)
    files = TestFiles(trial.case.head.tree)
    wrong = [f"{trial.roadmap.path}:{row.line}: {fault}" for row in rows if (fault := _fault(row, files))]
    if wrong:
        step = "name a test in each row, as tests/test_x.py::test_y, and let it assert what the row says"
        return Answer("matrices", "fails", tuple(wrong), step)
    return Answer("matrices", "holds", (f"{len(rows)} rows, each with a test that asserts",))


def _fault(row: Row, files: TestFiles) -> str:
    """What is wrong with a row; "" where nothing is."""
    named = list(dict.fromkeys(one for cell in row.cells for one in names_in(cell)))
    shown = next(filter(None, row.cells), "")
    if not named:
        return f"`{shown}` names no test"
    faults = {one: _fault_of(one, files) for one in named}
    sure = [fault for one, fault in faults.items() if fault and one.is_sure]
    if sure:
        return f"`{shown}`: {sure[0]}"
    return "" if "" in faults.values() else f"`{shown}`: {next(iter(faults.values()))}"


def names_in(cell: str) -> Iterator[Named]:
    """The tests in a cell: `tests/test_x.py::TestC::test_y[1]`, `TestC::test_y`, `tests.test_x.test_y` or `test_y`."""
    rest = cell
    for found in _WHOLE.finditer(cell):
        yield Named(found.group(1).removeprefix("./"), found.group(2).removeprefix("::").replace("::", "."))
        rest = rest.replace(found.group(), " ")
    for found in _IN_CLASS.finditer(rest):
        yield Named("", found.group(1).replace("::", "."))
    rest = _IN_CLASS.sub(" ", rest)
    for found in _DOTTED.finditer(rest):
        yield Named("", found.group(1), is_sure=False)
    rest = _DOTTED.sub(" ", rest)
    for bare in dict.fromkeys([*_BARE_WIDE.findall(rest), *_BARE.findall(rest)]):
        yield Named("", bare, is_sure=False)


def _fault_of(named: Named, files: TestFiles) -> str:
    """Why a named test proves nothing; "" where it does."""
    if named.path:
        file = files.file(named.path)
        if file is None:
            return f"{named.path} is not there, or cannot be parsed"
        if not named.name:
            return f"{named.path} is a file, and no test in it is named"
        if not is_test(named.path):
            return f"{named.path} is no file of tests"
        return _why(file, named.name if named.name in file.definitions else "", named, files)
    places = list(_places(named.name, files))
    if len(places) > 1:
        where = ", ".join(sorted(file.path for file, _ in places))
        return f"{named} is in {where}: name the one that is meant"
    if not places:
        return f"there is no test {named}"
    return _why(*places[0], named, files)


def _places(name: str, files: TestFiles) -> Iterator[tuple[TestFile, str]]:
    """Where a test stands that is named without its file: whole, in a class, or behind the name of its module."""
    for file in files.naming(name.rpartition(".")[2]):
        module = file.path.removesuffix(".py").replace("/", ".")
        for found in file.definitions:
            full = f"{module}.{found}"
            if found == name or full.endswith(f".{name}") or full == name:
                yield file, found


def _why(file: TestFile, name: str, named: Named, files: TestFiles) -> str:
    if not name:
        return f"there is no test {named}"
    if not name.rpartition(".")[2].startswith("test"):
        return f"{named} is no test: its name does not begin with `test`"
    fault = why_not(file, name, files)
    return f"{named} {fault}" if fault else ""
