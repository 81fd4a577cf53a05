"""The process that parses: source bytes come in through its standard input, encoded indexes go out.

A message is its length in four bytes and a msgpack list: of sources one way, of `Parsed` the other. The process ends
when its input does, so it never outlives the one that started it.
"""

import gc
import signal
import sys
from typing import IO

import msgspec
from msgspec import Struct

from archgate.index.module import ModuleIndex, Unreadable
from archgate.index.parse import index_source

_LENGTH = 4


class Parsed(Struct, frozen=True, array_like=True, gc=False):
    """The outcome for one source: the index encoded as msgpack, or why there is none."""

    encoded: bytes = b""
    unreadable: Unreadable | None = None

    def result(self) -> ModuleIndex | Unreadable:
        """The outcome as it is used."""
        return self.unreadable or _DECODER.decode(self.encoded)


_DECODER = msgspec.msgpack.Decoder(ModuleIndex)
_ENCODER = msgspec.msgpack.Encoder()


def parse(sources: list[bytes]) -> list[Parsed]:
    """The outcome for each source, in order. What reading them has left in circles is freed."""
    outcomes = [_parsed(source) for source in sources]
    gc.collect(0)
    return outcomes


def _parsed(source: bytes) -> Parsed:
    index = index_source(source)
    return Parsed(unreadable=index) if isinstance(index, Unreadable) else Parsed(_ENCODER.encode(index))


def send(stream: IO[bytes], message: list[bytes] | list[Parsed]) -> None:
    """Write one message."""
    encoded = _ENCODER.encode(message)
    stream.write(len(encoded).to_bytes(_LENGTH, "big"))
    stream.write(encoded)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """Read one message, still encoded. Raises EOFError where the stream ends before the message does."""
    length = int.from_bytes(_exactly(stream, _LENGTH), "big")
    return _exactly(stream, length)


def _exactly(stream: IO[bytes], length: int) -> bytes:
    read = stream.read(length)
    if len(read) < length:
        raise EOFError
    return read


def serve() -> None:
    """Answer every message on standard input until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the parent, which ends this process
    gc.disable()
    sources = msgspec.msgpack.Decoder(list[bytes])
    try:
        while True:
            send(sys.stdout.buffer, parse(sources.decode(receive(sys.stdin.buffer))))
    except (EOFError, OSError):
        return
