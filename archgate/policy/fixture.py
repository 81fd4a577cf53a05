"""Fixtures: the low-water marks of a rule; the same marks are the same bytes."""

import codecs
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct
from msgspec.structs import replace

from archgate.host.configuration import Configuration
from archgate.host.phrases import meant_or_known
from archgate.host.printable import control_fault
from archgate.policy.document import SCHEMA, Debt, Policy
from archgate.policy.problems import Problems, raise_any
from archgate.policy.strings import MOST, fault_of_path

if TYPE_CHECKING:
    from archgate.facts.kind import Kind
    from archgate.facts.marked import MarkedKind

FIXTURE = ".json"
"""How the name of a fixture ends."""
KEYS = ("schema", "rule", "measured_by", "marks")
"""The keys of a fixture, in the order of the file."""
RULERS = ("tool", "version", "configuration", "python")
"""What `measured_by` may name, in the order of the file."""
CURE = "take the version of base, then run: archgate fixture write"
MARKER = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?:[ \t].*)?$", re.MULTILINE)
STRING = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?')

Pairs = tuple[tuple[str, Any], ...]


class Marks(Struct, frozen=True):
    """What a fixture says: its rule, what measured, and the marks by identity, each with its line."""

    rule: str
    measured_by: Mapping[str, str]
    marks: Mapping[str, Any]
    lines: Mapping[str, int] = {}


def fixture_path(configuration: Configuration, rule: str) -> str:
    """Where the fixture of a rule is, relative to the root."""
    return f"{configuration.fixtures}/{rule}{FIXTURE}"


def with_fixture(policy: Policy, path: str, data: bytes | None, kind: "Kind") -> Policy:
    """The policy with the marks of its fixture as debts; `data` None: there is none. Unchanged for kinds without marks.

    Raises InputError (INVALID) with everything that is wrong with the fixture.
    """
    if not kind.marked:
        return policy
    if data is None:
        return replace(policy, fixture=path, debts=(), measured_by=None)
    read = read_marks(path, data)
    debts, problems = [], Problems(path, "INVALID")
    for name, value in read.marks.items():
        try:
            entry = cast("MarkedKind", kind).mark(name, value)
            debts.append(Debt(entry=entry, owner="", reason="", line=read.lines[name]))
        except ValueError as error:
            problems.add(read.lines[name], f"the mark of `{name}` {error}, not {json.dumps(value)}", CURE)
    raise_any(problems.found)
    return replace(policy, fixture=path, debts=tuple(debts), measured_by=read.measured_by)


def read_marks(path: str, data: bytes) -> Marks:
    """The marks in the bytes of the fixture `path`, whatever they mean. Raises InputError for what is wrong."""
    problems = Problems(path, "INVALID")
    read = _Reader(PurePosixPath(path).stem, problems).read(data)
    raise_any(problems.found)
    return read


def is_laid_out(policy: Policy, data: bytes, kind: "Kind") -> bool:
    """Whether the bytes of a fixture are those that a writer would give it; line ends of Windows are none of it."""
    return data.replace(b"\r\n", b"\n") == render_fixture(policy, kind)


def render_fixture(policy: Policy, kind: "Kind") -> bytes:
    """The bytes of a rule's fixture: its debts as marks, sorted, one a line."""
    marked = cast("MarkedKind", kind)
    marks = {"|".join(marked.identity(debt.entry)): marked.value(debt.entry) for debt in policy.debts}
    return render_marks(policy.rule, policy.measured_by or {}, marks)


def render_marks(rule: str, measured_by: Mapping[str, str], marks: Mapping[str, Any]) -> bytes:
    """The bytes of a fixture with these marks."""
    ruler = [f"    {_text(key)}: {_text(measured_by[key])}" for key in RULERS if key in measured_by]
    lines = [mark_line(name, value) for name, value in sorted(marks.items())]
    parts = [
        f'  "schema": {SCHEMA}',
        f'  "rule": {_text(rule)}',
        f'  "measured_by": {_braced(ruler)}',
        f'  "marks": {_braced(lines)}',
    ]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def mark_line(name: str, value: Any) -> str:
    """The line of a mark."""
    return f"    {_text(name)}: {json.dumps(value)}"


def _braced(lines: Sequence[str]) -> str:
    return "{\n" + ",\n".join(lines) + "\n  }" if lines else "{}"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


class _Reader:
    """Reads one fixture; what is wrong with it goes to `problems`."""

    def __init__(self, rule: str, problems: Problems) -> None:
        self.rule = rule
        self.problems = problems
        self.lines: dict[str, int] = {}

    def read(self, data: bytes) -> Marks:
        """What can be read."""
        text = self._decoded(data)
        top = self._parsed(text) if text is not None else None
        if top is None or text is None:
            return Marks(self.rule, {}, {})
        self.lines = _lines_of_keys(text)
        values = self._values(top, "the fixture")
        self._head(values)
        measured_by, marks = values.get("measured_by"), values.get("marks")
        return Marks(self.rule, self._ruler(measured_by), self._marks(marks) if _is_table(marks) else {}, self.lines)

    def _decoded(self, data: bytes) -> str | None:
        try:
            text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            self.problems.add(line, f"is not UTF-8: byte 0x{data[error.start]:02x}", CURE)
            return None
        markers = list(MARKER.finditer(text))
        for match in markers:
            line = text.count("\n", 0, match.start()) + 1
            message = f"has a conflict marker: {match.group()[:40].strip()}"
            self.problems.add(line, message, "resolve the merge conflict, see: archgate fixture merge --help")
        return None if markers else text

    def _parsed(self, text: str) -> Pairs | None:
        """The pairs of the top table; every table below it is a tuple of its pairs too, so that nothing is lost."""
        try:
            top = json.loads(text, object_pairs_hook=tuple, parse_constant=_refuse)
        except json.JSONDecodeError as error:
            if not text.strip():
                self.problems.add(0, 'is empty; no debt is `"marks": {}`', CURE)
            else:
                self.problems.add(error.lineno, f"is no valid JSON: {error.msg}", CURE)
            return None
        except (ValueError, RecursionError) as error:
            self.problems.add(0, f"is no valid JSON: {error}", CURE)
            return None
        if not _is_table(top):
            self.problems.add(1, "is no JSON object", CURE)
            return None
        return cast(Pairs, top)

    def _values(self, pairs: Pairs, what: str) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key, value in pairs:
            if key in values:
                self.problems.add(self._line(key), f"`{key}` stands twice in {what}", CURE)
            values[key] = value
        return values

    def _head(self, values: Mapping[str, Any]) -> None:
        schema = values.get("schema")
        if schema is not None and (isinstance(schema, bool) or schema != SCHEMA):
            message = f"`schema` is {json.dumps(schema)}, this archgate reads {SCHEMA}"
            self.problems.add(self._line("schema"), message, "see `requires` in the configuration")
        if "rule" in values and values["rule"] != self.rule:
            message = f"`rule` is {json.dumps(values['rule'], ensure_ascii=False)}, the file's name says `{self.rule}`"
            self.problems.add(self._line("rule"), message, "make the two equal")
        for key in values:
            if key not in KEYS:
                self.problems.add(self._line(key), f"unknown key `{key}`; {meant_or_known(key, KEYS)}", CURE)
        for key in KEYS:
            if key not in values:
                self.problems.add(0, f"`{key}` is missing", CURE)
        for key in ("measured_by", "marks"):
            if key in values and not _is_table(values[key]):
                self.problems.add(self._line(key), f"`{key}` must be an object", CURE)

    def _ruler(self, raw: Any) -> Mapping[str, str]:
        if not _is_table(raw):
            return {}
        values = self._values(raw, "`measured_by`")
        for key, value in values.items():
            if key not in RULERS:
                self.problems.add(self._line(key), f"unknown key `{key}`; {meant_or_known(key, RULERS)}", CURE)
            elif not isinstance(value, str):
                self.problems.add(self._line(key), f"`{key}` must be a string", CURE)
        return {key: values[key] for key in RULERS if key in values}

    def _marks(self, pairs: Any) -> dict[str, Any]:
        for (first, _), (second, _) in pairwise(pairs):
            if second == first:
                self.problems.add(self._line(second), f"`{second}` stands twice", CURE)
            elif second < first:
                self.problems.add(self._line(second), f"`{second}` is out of order: it comes before `{first}`", CURE)
        for key, value in pairs:
            fault = _fault_of_identity(key) or _fault_of_value(value)
            if fault:
                self.problems.add(self._line(key), fault, CURE)
        return dict(pairs)

    def _line(self, key: str) -> int:
        return self.lines.get(key, 0)


def _fault_of_identity(key: str) -> str:
    subject, separator, object_ = key.rpartition("|")
    if not (separator and subject and object_):
        return f"`{key}` is no identity: `module:definition|object`"
    if not unicodedata.is_normalized("NFC", key):
        return f"`{key}` is not in Unicode's normal form C"
    return control_fault(key) or (fault_of_path(subject) if "/" in subject or "\\" in subject else "")


def _fault_of_value(value: Any) -> str:
    numbers = value if isinstance(value, list) else [value]
    if numbers and all(type(number) is int and 0 <= number <= MOST for number in numbers):
        return ""
    return f"a mark is a whole number from 0 to {MOST}, or for shares two of them, not {json.dumps(value)}"


def _is_table(value: Any) -> bool:
    """Whether a value was an object: these are read as tuples of their pairs."""
    return isinstance(value, tuple)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")


def _lines_of_keys(text: str) -> dict[str, int]:
    """The line of each key, where it stands last."""
    found: dict[str, int] = {}
    line, seen = 1, 0
    for match in STRING.finditer(text):
        if match.group(2):
            line += text.count("\n", seen, match.start())
            seen = match.start()
            found[json.loads(match.group(1))] = line
    return found
