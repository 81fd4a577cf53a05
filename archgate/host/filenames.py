"""File names between bytes, as git and the file system keep them, and text, as people and reports read them.

A shown name is NFC and printable: a byte that is no UTF-8, a control character and a backslash are written `\\xNN`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

_UNPRINTABLE = re.compile("[\\x00-\\x1f\\\\\\x7f-\\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_PLAIN = re.compile(rb"[ -\[\]-~]*")
_ESCAPE = re.compile(r"\\x([0-9a-f]{2})")


def show_path(raw: bytes) -> str:
    """The shown form of one path, without regard to other paths that may look alike."""
    if _PLAIN.fullmatch(raw):
        return raw.decode("ascii")
    text = unicodedata.normalize("NFC", raw.decode("utf-8", "surrogateescape"))
    return _UNPRINTABLE.sub(lambda match: _escape(match.group().encode("utf-8", "surrogateescape")), text)


def show_paths(raws: Sequence[bytes]) -> list[str]:
    """The shown forms of distinct paths, in their order, no two alike.

    Of paths that differ only in their Unicode form, the NFC one keeps the readable name; the others are shown with
    every byte beyond ASCII escaped, so that no file can hide behind its twin.
    """
    shown = [show_path(raw) for raw in raws]
    if len(set(shown)) == len(shown):
        return shown
    times = Counter(shown)
    return [
        text if times[text] == 1 or text.encode() == raw else _escape_beyond_ascii(raw)
        for text, raw in zip(shown, raws, strict=True)
    ]


def raw_path(shown: str) -> bytes:
    """The bytes of the path that is shown so; of a name that the disk keeps in another Unicode form, the NFC bytes."""
    parts = _ESCAPE.split(shown)
    return b"".join(bytes([int(part, 16)]) if at % 2 else part.encode() for at, part in enumerate(parts))


def _escape(raw: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in raw)


def _escape_beyond_ascii(raw: bytes) -> str:
    return "".join(chr(byte) if _PLAIN.fullmatch(bytes([byte])) else _escape(bytes([byte])) for byte in raw)
