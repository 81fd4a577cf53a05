"""Characters that a terminal obeys instead of showing them: control characters, line separators, marks of direction."""

import re

_OBEYED = re.compile("[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str) -> str:
    """The text with every such character escaped, so that it stays on its line and changes nothing around it."""
    return _OBEYED.sub(lambda match: _SHORT.get(match.group()) or _escape(match.group()), text)


def control_fault(text: str, prose: bool = False) -> str:
    """What is wrong with a text that people write and reports print; "" where nothing is.

    Prose may run over several lines.
    """
    found = _OBEYED.search(text.replace("\n", " ").replace("\t", " ") if prose else text)
    return f"has a control character, U+{ord(found.group()):04X}" if found else ""


def _escape(character: str) -> str:
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
