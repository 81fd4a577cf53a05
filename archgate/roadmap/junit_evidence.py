"""A JUnit file as evidence that the tests of one tree passed: what it counts, and which tree it says it is of.

The tree's id comes from the one who ran the tests: as a property `archgate.tree` of a test suite, or as the name of a
suite, `archgate.tree=ID`, which pytest gives with `-o junit_suite_name=archgate.tree=ID`. A property
`archgate.command` says which of several commands the file stands for.
"""

from collections.abc import Mapping
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate, errors

from msgspec import Struct

from archgate.host.errors import InputError, invalid

TREE, COMMAND = "archgate.tree", "archgate.command"
MOST_BYTES = 256 * 1024 * 1024


class JUnit(Struct, frozen=True):
    """What one file says: the ids of trees and the commands that it names, and how its test cases went."""

    path: str
    trees: tuple[str, ...]
    commands: tuple[str, ...]
    passed: int
    failed: int
    skipped: int


def read_junit(path: Path) -> JUnit:
    """The evidence in a file. Raises InputError (INVALID) where it is none."""
    name = path.as_posix()
    try:
        if path.stat().st_size > MOST_BYTES:
            raise _no_evidence(name, "is too large")
        data = path.read_bytes()
    except OSError as error:
        raise _no_evidence(name, f"cannot be read: {error.strerror}") from None
    reader = _Reader(name)
    parser = ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.EntityDeclHandler = reader.refuse
    try:
        parser.Parse(data, True)
    except ExpatError as error:
        raise _no_evidence(name, f"is no XML: {errors.messages[error.code]}", error.lineno) from None
    return reader.result()


def how_to_make(command: str, tree: str) -> str:
    """A way to run a command so that it leaves such a file."""
    return f"{command} --junitxml=report.xml -o junit_suite_name={TREE}={tree}"


def _no_evidence(path: str, message: str, line: int = 0) -> InputError:
    return invalid(message, "give the file that `pytest --junitxml=FILE` writes", path, line)


class _Reader:
    """Counts test cases as they come; one that failed or was skipped has an element inside that says so."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._depth = 0
        self._case = ""
        self._trees: list[str] = []
        self._commands: list[str] = []
        self._counts = {"passed": 0, "failed": 0, "skipped": 0}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        if self._depth == 0 and name not in ("testsuites", "testsuite"):
            raise _no_evidence(self._path, f"is no JUnit report: it begins with <{name}>")
        self._depth += 1
        if name == "testcase":
            self._case = "passed"
        elif self._case and name in ("failure", "error"):
            self._case = "failed"
        elif self._case and name == "skipped":
            self._case = "failed" if self._case == "failed" else "skipped"
        elif not self._case and name == "property":
            self._said(attributes.get("name", ""), attributes.get("value", ""))
        elif name == "testsuite":
            self._said(*attributes.get("name", "").partition("=")[::2])

    def end(self, name: str) -> None:
        """An element ends."""
        self._depth -= 1
        if name == "testcase":
            self._counts[self._case] += 1
            self._case = ""

    def refuse(self, *_: object) -> None:
        """A declaration: no report has one."""
        raise _no_evidence(self._path, "declares a document type or an entity, which is not read")

    def result(self) -> JUnit:
        """What was read."""
        trees, commands = dict.fromkeys(self._trees), dict.fromkeys(self._commands)
        return JUnit(self._path, tuple(trees), tuple(commands), **self._counts)

    def _said(self, name: str, value: str) -> None:
        if name.strip() == TREE and value.strip():
            self._trees.append(value.strip().lower())
        elif name.strip() == COMMAND and value.strip():
            self._commands.append(value.strip())
