"""Git objects as bytes: the ids of blobs, and the conversation with `git cat-file --batch -z`."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import IO

_HEADER = re.compile(rb"[0-9a-f]{40,64} (blob|tree|commit|tag) ([0-9]+)\n")


def hash_blob(data: bytes, hash_name: str = "sha1") -> str:
    """The id that git gives a blob of these bytes, in the object format `sha1` or `sha256`."""
    return hashlib.new(hash_name, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def object_request(names: Sequence[bytes]) -> bytes:
    """What `cat-file --batch -z` is to be told; a name is an id or `<tree-ish>:<path>`."""
    return b"".join(name + b"\0" for name in names)


def read_objects(output: IO[bytes], names: Sequence[bytes]) -> Iterator[bytes | None]:
    """For each name, in order, its blob's bytes as they are stored; `None` where there is no such blob."""
    for name in names:
        header = _HEADER.fullmatch(output.readline())
        if header is None:
            for _ in range(name.count(b"\n")):  # the answer repeats the name, line breaks and all
                output.readline()
            yield None
            continue
        data = output.read(int(header[2]))
        output.read(1)
        yield data if header[1] == b"blob" else None
