"""Answers about a whole host that are kept between runs, by all that they depend on."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

import archgate
from archgate.host.universe import Universe

_ENCODER = msgspec.msgpack.Encoder(order="deterministic")
_ANSWERING = ("host", "index", "link")
"""The packages whose code an answer depends on."""


class Answers(Protocol):
    """Where answers are kept."""

    def get(self, question: str) -> bytes | None:
        """The answer that was kept for a question, if there is one."""
        ...

    def put(self, question: str, answer: bytes) -> None:
        """Keep an answer."""
        ...


class Kept(Struct, frozen=True):
    """The answers about one host: `digest` stands for its paths and contents, its universe, and archgate's code."""

    answers: Answers
    digest: str

    def get(self, question: object) -> bytes | None:
        """The answer to a question that msgspec can encode."""
        return self.answers.get(self._key(question))

    def put(self, question: object, answer: bytes) -> None:
        """Keep the answer to a question."""
        self.answers.put(self._key(question), answer)

    def _key(self, question: object) -> str:
        return sha256(self.digest.encode() + _ENCODER.encode(question)).hexdigest()


def kept_for(universe: Universe, contents: str, answers: Answers | None) -> Kept | None:
    """What is kept about a host; None where nothing can be. `contents` is the digest of its files, "" for unknown."""
    code = _code()
    if answers is None or not contents or not code:
        return None
    return Kept(answers, sha256(f"{code}{contents}".encode() + _ENCODER.encode(universe)).hexdigest())


@cache
def _code() -> str:
    """A digest of the code that answers: another archgate, even of the same version, asks anew. "" where unreadable."""
    folder = Path(archgate.__file__).parent
    paths = sorted(path for package in _ANSWERING for path in (folder / package).rglob("*.py"))
    try:
        found = sha256(b"\0".join(path.read_bytes() for path in paths))
    except OSError:
        return ""
    return found.hexdigest() if paths else ""
