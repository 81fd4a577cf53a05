"""Writing TOML values in the one notation that frozen files use."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

INDENT = "    "
WIDTH = 100
"""Characters of a line at the most, where a list can be broken to keep to it."""

SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def write_string(text: str) -> str:
    """A TOML string on one line, in normal form C, with nothing escaped that need not be."""
    return f'"{ESCAPED.sub(_escape, unicodedata.normalize("NFC", text))}"'


def write_key(key: str) -> str:
    """A TOML key, quoted only where it must be."""
    return key if BARE_KEY.fullmatch(key) else write_string(key)


def write_assignment(key: str, value: Any, one_a_line: bool) -> list[str]:
    """The lines of `key = value`; with `one_a_line` a list of two or more elements always takes a line for each."""
    name = write_key(key)
    line = f"{name} = {write_value(value)}"
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        return [line]
    if len(line) <= WIDTH and not (one_a_line and len(value) > 1):
        return [line]
    return [f"{name} = [", *(f"{INDENT}{write_value(element)}," for element in value), "]"]


def write_value(value: Any) -> str:
    """A TOML value on one line: strings, numbers, booleans, and lists and tables of them."""
    if isinstance(value, str):
        return write_string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{write_key(key)} = {write_value(element)}" for key, element in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return f"[{', '.join(write_value(element) for element in value)}]"


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return SHORT_ESCAPES.get(character, f"\\u{ord(character):04x}")
