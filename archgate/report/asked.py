"""What a document asks to be told, as one line: `<what> [<word>] [key=value ...]`, as `debt egress leaf=S1-L1`.

Values with spaces stand in double quotes: `debt owner="Core team"`.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

_PART = re.compile(r'\s*(?:(?P<key>[a-z]+)=)?(?P<value>"[^"]*"|[^\s"]\S*)(?=\s|\Z)')


class Asked(Struct, frozen=True):
    """A figure that is asked for: `word` says more closely of what ("": of all), `keys` narrow it."""

    what: str
    word: str = ""
    keys: Mapping[str, str] = {}


def read_asked(text: str) -> Asked:
    """What a text asks for. Raises ValueError, in words, for one that is not of the form."""
    words: list[str] = []
    keys: dict[str, str] = {}
    at = 0
    while text[at:].strip():
        match = _PART.match(text, at)
        if match is None or (not match["key"] and "=" in match["value"]):
            raise ValueError(f"`{text[at:].strip()}` is neither a word nor `key=value`")
        key, value, at = match["key"], match["value"].strip('"'), match.end()
        if key in keys:
            raise ValueError(f"`{key}` is given twice")
        if key:
            keys[key] = value
        elif keys:
            raise ValueError(f"`{value}` comes after a key; words come first")
        else:
            words.append(value)
    if not words or len(words) > 2:
        raise ValueError(f"`{text.strip()}` is not of the form `WHAT [WORD] [KEY=VALUE ...]`")
    return Asked(words[0], words[1] if len(words) > 1 else "", keys)
