"""Cobertura's XML report, as `coverage xml` and others write it. Declarations of types and entities are refused."""

import re
from collections.abc import Mapping
from xml.parsers.expat import ExpatError, ParserCreate, errors

from archgate.measure.coverage_report import Lines, Report, ReportError

_CONDITIONS = re.compile(r"[^(]*\((\d+)/(\d+)\)")


def read_xml(data: bytes) -> Report:
    """The report with these bytes. Raises ReportError where they are none."""
    reader = _Reader()
    parser = ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(data, True)
    except ExpatError as error:
        raise ReportError(f"it is no XML: {errors.messages[error.code]}, line {error.lineno}") from None
    except (KeyError, ValueError) as error:
        raise ReportError(f"it is no report of Cobertura: {error}, line {parser.CurrentLineNumber}") from None
    return reader.report()


def _refuse(*_: object) -> None:
    raise ReportError(
        "it declares a document type or an entity, which is not read; write it with coverage.py 5 or newer"
    )


class _Reader:
    """Takes what it needs from the elements as they come."""

    def __init__(self) -> None:
        self._version = ""
        self._is_report = False
        self._has_branches = False
        self._sources: list[str] = []
        self._source: list[str] | None = None
        self._path = ""
        self._hits: dict[str, dict[int, int]] = {}
        self._branches: dict[str, dict[int, tuple[int, int]]] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        if name == "coverage":
            self._is_report = True
            self._version = attributes.get("version", "")
            self._has_branches = int(attributes.get("branches-valid", "0")) > 0
        elif name == "source":
            self._source = []
        elif name == "class":
            self._path = attributes["filename"]
            self._hits.setdefault(self._path, {})
        elif name == "line":
            self._line(int(attributes["number"]), int(attributes["hits"]), attributes.get("condition-coverage", ""))

    def text(self, text: str) -> None:
        """Text inside an element."""
        if self._source is not None:
            self._source.append(text)

    def end(self, name: str) -> None:
        """An element ends."""
        if name == "source" and self._source is not None:
            self._sources.append("".join(self._source).strip())
            self._source = None

    def _line(self, number: int, hits: int, conditions: str) -> None:
        lines = self._hits[self._path]
        lines[number] = max(hits, lines.get(number, 0))
        found = _CONDITIONS.fullmatch(conditions)
        if found:
            self._branches.setdefault(self._path, {})[number] = (int(found[1]), int(found[2]))

    def report(self) -> Report:
        """What was read. Raises ReportError where it was no report."""
        if not self._is_report:
            raise ReportError("it is no report of Cobertura: there is no `coverage` in it")
        files = {path: self._lines(path) for path in self._hits}
        return Report(files, self._version, self._has_branches, tuple(filter(None, self._sources)))

    def _lines(self, path: str) -> Lines:
        hits, branches = self._hits[path], self._branches.get(path, {}).values()
        executed = frozenset(line for line, count in hits.items() if count > 0)
        covered, all_ = (sum(pair[side] for pair in branches) for side in (0, 1))
        return Lines(executed, frozenset(hits) - executed, branches=all_, covered_branches=covered)
