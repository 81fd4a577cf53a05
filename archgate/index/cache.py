"""Module indexes kept between runs, by the content of the file that they were read from, and answers about whole hosts.

A cache can make a run faster, nothing else: whatever is wrong with it is noted, and the run goes on without.
"""

import sqlite3
import sys
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import msgspec

from archgate.index.module import SCHEMA, ModuleIndex
from archgate.version import VERSION

SIZE_LIMIT = 256 * 1024 * 1024
"""Bytes of indexes above which those that were not used for longest are dropped."""

_GENERATION = f"{SCHEMA}/{VERSION}/{sys.version_info.major}.{sys.version_info.minor}/"
_ANSWER = "answer/"
_FILE = "index-1.sqlite3"
_WAIT = 2.0
_DAY = 86_400
_AT_ONCE = 500
_READ_ONLY = frozenset([sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL])
_UNUSABLE = frozenset(
    [
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOMEM,
    ]
)
_CREATE = """
CREATE TABLE IF NOT EXISTS modules (
    key TEXT PRIMARY KEY, value BLOB NOT NULL, checksum INTEGER NOT NULL, day INTEGER NOT NULL
)
"""
_DROP = """
DELETE FROM modules WHERE rowid IN (
    SELECT rowid FROM (
        SELECT rowid, SUM(LENGTH(value)) OVER (ORDER BY day DESC, rowid DESC) AS kept FROM modules
    ) WHERE kept > ?
)
"""


class Cache(Protocol):
    """Where indexes are kept; a context manager. `notes` says in words what was wrong with it, for people."""

    notes: list[str]

    def get_many(self, keys: Sequence[str]) -> dict[str, ModuleIndex]:
        """The indexes that are there for these content keys."""
        ...

    def put_many(self, encoded: Mapping[str, bytes]) -> None:
        """Keep indexes, given as msgpack by content key."""
        ...

    def get(self, question: str) -> bytes | None:
        """The answer that was kept for a question, if there is one."""
        ...

    def put(self, question: str, answer: bytes) -> None:
        """Keep an answer; the question says all that it depends on beside the generation of archgate."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class NoCache:
    """The cache of a run that wants none."""

    def __init__(self, *notes: str) -> None:
        self.notes = list(notes)

    def get_many(self, keys: Sequence[str]) -> dict[str, ModuleIndex]:  # noqa: ARG002 -- what a cache takes
        """Nothing."""
        return {}

    def put_many(self, encoded: Mapping[str, bytes]) -> None:
        """Keep nothing."""

    def get(self, question: str) -> bytes | None:  # noqa: ARG002 -- what a cache takes
        """Nothing."""
        return None

    def put(self, question: str, answer: bytes) -> None:
        """Keep nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to close."""


def open_cache(folder: Path, limit: int = SIZE_LIMIT, today: int | None = None) -> Cache:
    """The cache in `folder`, made if it is not there; one that keeps nothing, with a note, if that cannot be.

    `limit` is in bytes of indexes, `today` in days since the epoch.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return NoCache(f"no cache: {error.strerror or error}")
    return FileCache(folder / _FILE, limit, int(time.time()) // _DAY if today is None else today)


class FileCache:
    """A cache in one SQLite file. Rows carry a checksum, the day of their last use, and in their key all that an index
    depends on beside the content: the schema, archgate's version, Python's minor version.

    A file that is no database, or another's, is thrown away; so is a row whose checksum is wrong. A file that cannot be
    written is only read, one that stays locked is left alone.
    """

    def __init__(self, path: Path, limit: int, today: int) -> None:
        self.notes: list[str] = []
        self._path = path
        self._limit = limit
        self._today = today
        self._writable = True
        self._renewed = False
        self._decoder = msgspec.msgpack.Decoder(ModuleIndex)
        self._database: sqlite3.Connection | None = None
        with self._forgiving():
            self._database = self._opened()

    def get_many(self, keys: Sequence[str]) -> dict[str, ModuleIndex]:
        """The indexes that are there for these content keys."""
        found: dict[str, ModuleIndex] = {}
        damaged: list[str] = []
        stale: list[str] = []
        with self._forgiving():
            for key, value, checksum, day in self._rows(keys):
                index = self._decoded(key, value, checksum)
                if index is None:
                    damaged.append(key)
                    continue
                found[key.removeprefix(_GENERATION)] = index
                if day != self._today:
                    stale.append(key)
        self._settle(damaged, stale)
        return found

    def put_many(self, encoded: Mapping[str, bytes]) -> None:
        """Keep indexes, given as msgpack by content key."""
        self._put((_GENERATION + key, value) for key, value in encoded.items())

    def get(self, question: str) -> bytes | None:
        """The answer that was kept for a question, if there is one."""
        found: dict[str, bytes] = {}
        damaged: list[str] = []
        stale: list[str] = []
        with self._forgiving():
            for key, value, checksum, day in self._rows([_ANSWER + question]):
                if not _is_sound(key, value, checksum):
                    damaged.append(key)
                    continue
                found[key] = value
                if day != self._today:
                    stale.append(key)
        self._settle(damaged, stale)
        return next(iter(found.values()), None)

    def put(self, question: str, answer: bytes) -> None:
        """Keep an answer; the question says all that it depends on beside the generation of archgate."""
        self._put([(_GENERATION + _ANSWER + question, answer)])

    def _put(self, keyed: Iterable[tuple[str, bytes]]) -> None:
        rows = [(key, value, _checksum(key, value), self._today) for key, value in keyed]
        self._write("INSERT OR REPLACE INTO modules VALUES (?, ?, ?, ?)", rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop what is too much, and close the file."""
        with self._forgiving():
            if self._size() > self._limit:
                self._write(_DROP, [(self._limit * 3 // 4,)])
        self._close()

    def _opened(self) -> sqlite3.Connection:
        """The open database; a missing table is made if that is possible."""
        database = sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)
        try:
            database.execute("PRAGMA synchronous = OFF")
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'modules'").fetchone():
                database.execute(_CREATE)
            database.execute("SELECT key, value, checksum, day FROM modules LIMIT 1").fetchone()
        except BaseException:
            database.close()
            raise
        return database

    def _rows(self, keys: Sequence[str]) -> Iterator[tuple[str, bytes, int, int]]:
        remaining = iter(keys)
        while self._database is not None and (some := [_GENERATION + key for key in islice(remaining, _AT_ONCE)]):
            marks = ", ".join("?" * len(some))
            query = f"SELECT key, value, checksum, day FROM modules WHERE key IN ({marks})"  # noqa: S608 -- question marks only
            yield from self._database.execute(query, some)

    def _decoded(self, key: str, value: bytes, checksum: int) -> ModuleIndex | None:
        if not _is_sound(key, value, checksum):
            return None
        try:
            return self._decoder.decode(value)
        except msgspec.MsgspecError:
            return None

    def _settle(self, damaged: list[str], used: list[str]) -> None:
        """Throw damaged rows away, and mark those last used on another day as used today."""
        if damaged:
            self._note(f"damaged cache entries thrown away: {len(damaged)}")
            self._write("DELETE FROM modules WHERE key = ?", [(key,) for key in damaged])
        self._write("UPDATE modules SET day = ? WHERE key = ?", [(self._today, key) for key in used])

    def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Run a statement for every row, in one transaction."""
        if not rows or self._database is None or not self._writable:
            return
        with self._forgiving():
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany(statement, rows)
            self._database.execute("COMMIT")

    def _size(self) -> int:
        """The bytes of the file that are in use."""
        return (self._pragma("page_count") - self._pragma("freelist_count")) * self._pragma("page_size")

    def _pragma(self, name: str) -> int:
        row = self._database.execute(f"PRAGMA {name}").fetchone() if self._database is not None else None
        return int(row[0]) if row else 0

    @contextmanager
    def _forgiving(self) -> Iterator[None]:
        """Turns what goes wrong with the file into a note, and into a cache that only reads, is new, or is gone."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in _READ_ONLY:
                self._only_read(error)
            elif code in _UNUSABLE or self._renewed:
                self._note(f"no cache: {error}")
                self._close()
            else:
                self._start_anew(error)

    def _only_read(self, error: sqlite3.Error) -> None:
        self._writable = False
        self._note(f"cache not written: {error}")
        if self._database is not None and self._database.in_transaction:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")

    def _start_anew(self, error: sqlite3.Error) -> None:
        self._note(f"damaged cache thrown away: {error}")
        self._renewed = True
        self._close()
        with self._forgiving():
            try:
                self._path.unlink(missing_ok=True)
                self._path.with_name(f"{self._path.name}-journal").unlink(missing_ok=True)
            except OSError as reason:
                self._note(f"no cache: {reason.strerror or reason}")
            else:
                self._database = self._opened()

    def _note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)

    def _close(self) -> None:
        database, self._database = self._database, None
        if database is not None:
            with suppress(sqlite3.Error):
                database.close()


def _is_sound(key: str, value: object, checksum: int) -> bool:
    return isinstance(value, bytes) and _checksum(key, value) == checksum


def _checksum(key: str, value: bytes) -> int:
    return zlib.crc32(value, zlib.crc32(key.encode()))
