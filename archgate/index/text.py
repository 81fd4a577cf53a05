"""The text behind a file's bytes: its encoding as Python's tokenizer finds it, and which words can occur in it."""

import codecs
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Collection

from archgate.index.module import Unreadable

_FIRST_TWO_LINES = re.compile(rb"\A[^\r\n]*(?:\r\n?|\n)?[^\r\n]*")
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#|$)")
_LINE_END = re.compile(r"\r\n?|\n")
_UTF8 = "utf-8"
_FAMILIES = {_UTF8: ("utf-8",), "iso-8859-1": ("latin-1", "iso-8859-1", "iso-latin-1")}


class Text:
    """A file's bytes, their encoding, and the text where that could hold words that the bytes do not show."""

    def __init__(self, data: bytes, encoding: str) -> None:
        self.data = data
        self.encoding = encoding
        plain = data.isascii() and encoding == _UTF8
        self._text = "" if plain else unicodedata.normalize("NFKC", data.decode(encoding))

    def may_hold(self, word: str) -> bool:
        """Whether this ASCII text can occur in the code, where identifiers are compared by their NFKC form."""
        return word.encode() in self.data or word in self._text

    def lines_with(self, sign: str) -> list[int]:
        """The lines, counted as Python's parser counts them, in which this ASCII text stands, in order."""
        if not self.may_hold(sign):
            return []
        lines = _LINE_END.split(self._text or self.data.decode())
        return [number for number, line in enumerate(lines, 1) if sign in line]

    def lines_matching(self, pattern: re.Pattern[str]) -> list[int]:
        """The lines, counted in the same way, in which a pattern that spans no line end is found, in order."""
        code, found, line, at = self._with_one_line_end, [0], 1, 0
        for match in pattern.finditer(code):
            start = match.start()
            line += code.count("\n", at, start)
            at = start
            if line != found[-1]:
                found.append(line)
        return found[1:]

    @property
    def length(self) -> int:
        """The number of lines, counted in the same way; the last one counts whether something ends it or not."""
        code = self._with_one_line_end
        return code.count("\n") + (not code.endswith(("\n", "\ufeff")) and code != "")

    @property
    def _with_one_line_end(self) -> str:
        """The text with all line ends made the same."""
        code = self.code
        return _LINE_END.sub("\n", code) if "\r" in code else code

    @property
    def source(self) -> str:
        """The text as it is written, without a byte order mark."""
        return self.data.removeprefix(codecs.BOM_UTF8).decode(self.encoding)

    @property
    def code(self) -> str:
        """The text; where the bytes are not plain ASCII, in its NFKC form."""
        return self._text or self.data.decode()

    def places(self, word: str) -> list[int]:
        """The offsets in `code` at which this identifier stands, in order."""
        if not self.may_hold(word):
            return []
        code, found = self.code, []
        at = code.find(word)
        while at >= 0:
            end = at + len(word)
            if not _is_word(code[at - 1 : at]) and not _is_word(code[end : end + 1]):
                found.append(at)
            at = code.find(word, end)
        return found

    def lines_at(self, places: Collection[int]) -> list[int]:
        """The lines of some offsets in `code`, each once, in order."""
        starts = [end.end() for end in _LINE_END.finditer(self.code)] if places else []
        return sorted({bisect_right(starts, at) + 1 for at in places})


def _is_word(character: str) -> bool:
    return character == "_" or character.isalnum()


def read_text(data: bytes) -> Text | Unreadable:
    """The text of a file, or why its bytes are none."""
    encoding = _encoding(data)
    marked = data.startswith(codecs.BOM_UTF8)
    if marked and encoding != _UTF8:
        return Unreadable(f"it has a byte order mark of UTF-8 and declares the encoding {encoding}", 1)
    try:
        return Text(data, encoding)
    except UnicodeDecodeError as error:
        return Unreadable(f"it is not valid {encoding.upper()}", data.count(b"\n", 0, error.start) + 1)
    except (LookupError, ValueError):
        return Unreadable(f"it declares the encoding {encoding}, which Python does not know", 1)


def _encoding(data: bytes) -> str:
    """The encoding that a comment in the first two lines declares (PEP 263), by Python's own name; else UTF-8."""
    for line in _head(data).removeprefix(codecs.BOM_UTF8).splitlines():
        found = _COOKIE.match(line)
        if found:
            return _normal(found[1].decode("ascii", "replace"))
        if not _BLANK.match(line):
            break
    return _UTF8


def _head(data: bytes) -> bytes:
    found = _FIRST_TWO_LINES.match(data)
    return found[0] if found and b"coding" in found[0] else b""


def _normal(declared: str) -> str:
    """The tokenizer's two families (`utf-8-unix` is one of them), else the codec's name."""
    short = declared[:12].lower().replace("_", "-")
    for family, names in _FAMILIES.items():
        if any(short == name or short.startswith(f"{name}-") for name in names):
            return family
    try:
        return codecs.lookup(declared).name
    except LookupError:
        return declared.lower()
