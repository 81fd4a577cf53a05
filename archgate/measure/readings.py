"""Readings of tools kept between runs: what a tool said of the same sources under the same settings is not asked again.

What is kept can make a run faster, nothing else: a reading that is damaged, or cannot be kept, is no reading.
"""

import hashlib
import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

GENERATION = 1
"""Raised whenever the same tool, sources and settings would give another reading."""

MOST_KEPT = 60
"""How many readings are kept; those that were used last are."""

_FOLDER = "readings"
_SUFFIX = ".msgpack"


class Row(Struct, frozen=True, array_like=True, gc=False):
    """A diagnostic: the path of a source of the host, the line (from 1), the tool's code for it."""

    path: str
    line: int
    code: str


class Reading(Struct, frozen=True):
    """What a tool said of a host. `fault`: why it is no measure, "" where it is one.

    `rows` are those in sources of the host, sorted. `excluded` are sources that the tool's configuration keeps from
    it. `outside` counts errors in other files, `notes` what is said and no error. `told` is what else the tool says.
    """

    rows: tuple[Row, ...] = ()
    excluded: tuple[str, ...] = ()
    outside: int = 0
    notes: int = 0
    told: tuple[str, ...] = ()
    fault: str = ""


def digest(*parts: object) -> str:
    """The name of what consists of these parts: a SHA-256 of their canonical form."""
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()


def kept(scratch: Path, key: str) -> Reading | None:
    """The reading that was kept under a key, if it is whole."""
    path = scratch / _FOLDER / (key + _SUFFIX)
    try:
        data = path.read_bytes()
        reading = msgspec.msgpack.decode(data[4:], type=Reading)
    except (OSError, msgspec.MsgspecError):
        return None
    if zlib.crc32(data[4:], zlib.crc32(key.encode())) != int.from_bytes(data[:4], "big"):
        return None
    with suppress(OSError):
        os.utime(path)
    return reading


def keep(scratch: Path, key: str, reading: Reading) -> None:
    """Keep a reading under a key, and drop those that were not used for longest."""
    data = msgspec.msgpack.encode(reading)
    checksum = zlib.crc32(data, zlib.crc32(key.encode()))
    write_whole(scratch / _FOLDER / (key + _SUFFIX), checksum.to_bytes(4, "big") + data)
    with suppress(OSError):
        _drop(sorted((scratch / _FOLDER).glob("*" + _SUFFIX), key=lambda path: (path.stat().st_mtime, path.name)))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file of archgate's own so that it is there whole or not at all; nothing where it cannot be written."""
    passing = path.with_name(f"{path.name}.{os.getpid()}.new")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        passing.write_bytes(data)
        os.replace(passing, path)


def _drop(paths: Iterable[Path]) -> None:
    for path in list(paths)[:-MOST_KEPT]:
        path.unlink(missing_ok=True)
