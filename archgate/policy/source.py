"""From a file's bytes to its TOML values: everything that can be wrong before the first key is looked at."""

import codecs
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from archgate.policy.problems import FORMAT, Problems
from archgate.policy.tables import Text

LINE_END = re.compile(r"\r\n|\n|\r")
MARKER = re.compile(r"^(?:<{7}|\|{7}|>{7})(?:[ \t].*)?$", re.MULTILINE)
AT_LINE = re.compile(r"\(at line (\d+), column \d+\)$")


class Source(Struct, frozen=True):
    """A file's text with `\\n` line ends, and the values in it."""

    text: Text
    values: dict[str, Any]


def read_source(data: bytes, problems: Problems) -> Source | None:
    """The text and values of a TOML file; None where they cannot be had. What is wrong goes to `problems`."""
    decoded = _decode(data, problems)
    if decoded is None:
        return None
    text = _with_plain_line_ends(decoded, problems)
    if _has_conflict_markers(text, problems):
        return None
    values = _parse(text, problems)
    return None if values is None else Source(Text(text), values)


def is_composed(source: Source) -> bool:
    """Whether every string of the file is in Unicode's normal form C."""
    text = source.text.text
    if text.isascii() and "\\" not in text:
        return True
    return all(unicodedata.is_normalized("NFC", string) for string in strings(source.values))


def strings(value: Any) -> Iterator[str]:
    """Every string in a TOML value, keys left aside, in the order of the text."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for element in value:
            yield from strings(element)
    elif isinstance(value, dict):
        for element in value.values():
            yield from strings(element)


def composed(value: Any) -> Any:
    """A TOML value with every string in it in normal form C."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, list):
        return [composed(element) for element in value]
    if isinstance(value, dict):
        return {key: composed(element) for key, element in value.items()}
    return value


def _decode(data: bytes, problems: Problems) -> str | None:
    if data.startswith(codecs.BOM_UTF8):
        problems.add(1, "begins with a byte order mark", FORMAT)
        data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problems.add(line, f"is not UTF-8: byte 0x{data[error.start]:02x}", "save the file as UTF-8")
        return None


def _with_plain_line_ends(text: str, problems: Problems) -> str:
    """The text with `\\n` for every line end; a file that mixes them is told once, at the first that differs."""
    if "\r" not in text:
        return text
    ends = LINE_END.findall(text)
    other = next((line for line, end in enumerate(ends, 1) if end != ends[0]), 1 if ends[0] == "\r" else 0)
    if other:
        problems.add(other, "mixes line ends", FORMAT)
    return LINE_END.sub("\n", text)


def _has_conflict_markers(text: str, problems: Problems) -> bool:
    markers = list(MARKER.finditer(text))
    for match in markers:
        line = text.count("\n", 0, match.start()) + 1
        problems.add(line, f"has a conflict marker: {match.group()[:40].strip()}", "resolve the merge conflict")
    return bool(markers)


def _parse(text: str, problems: Problems) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except RecursionError:
        problems.add(0, "is nested too deeply to be read")
    except ValueError as error:
        message = str(error)
        place = AT_LINE.search(message)
        # What ends too early is told at its last line.
        line = int(place.group(1)) if place else text.rstrip("\n").count("\n") + 1
        problems.add(line, f"is no valid TOML: {AT_LINE.sub('', message).strip()}")
    return None
