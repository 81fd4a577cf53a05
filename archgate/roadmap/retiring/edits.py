"""A source file as text whose pieces are exchanged while all its other bytes stay."""

import codecs
from collections.abc import Iterable

from msgspec import Struct

from archgate.index.module import Unreadable
from archgate.index.text import read_text


class Edit(Struct, frozen=True, order=True):
    """A piece of a text, as offsets into its UTF-8 bytes, and what stands there afterwards."""

    start: int
    end: int
    text: str


class Unfit(Exception):
    """A file cannot be rewritten, and why; `line` is 0 for the whole file."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class SourceText:
    """The text of a source file without its byte order mark, and the way back to bytes in the file's own encoding."""

    def __init__(self, data: bytes) -> None:
        read = read_text(data)
        if isinstance(read, Unreadable):
            raise Unfit(read.reason, read.line)
        self._mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        self._encoding = read.encoding
        self.text = data.removeprefix(self._mark).decode(read.encoding)
        self.utf8 = self.text.encode()
        if self._bytes(self.text) != data:
            raise Unfit(f"its bytes are not those that its encoding {read.encoding} gives for its text")

    def line(self, offset: int) -> int:
        """The line, from 1, of an offset into `utf8`."""
        return self.utf8[:offset].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1

    def piece(self, start: int, end: int) -> str:
        """The text between two offsets into `utf8`."""
        return self.utf8[start:end].decode()

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """The file's bytes with the edits. Raises Unfit for what its encoding cannot write, or two in one place."""
        done: list[bytes] = []
        at = 0
        for edit in sorted(set(edits)):
            if edit.start < at:
                raise Unfit("two rewrites meet in one place", self.line(edit.start))
            done += [self.utf8[at : edit.start], edit.text.encode()]
            at = edit.end
        try:
            return self._bytes(b"".join([*done, self.utf8[at:]]).decode())
        except UnicodeEncodeError:
            raise Unfit(f"its encoding {self._encoding} cannot write the new name") from None

    def _bytes(self, text: str) -> bytes:
        return self._mark + text.encode(self._encoding)
