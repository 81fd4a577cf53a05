"""Where the URIs of a SARIF file lead in the work tree, and whether they fit it."""

import hashlib
import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from archgate.host.errors import InputError
from archgate.host.filenames import show_path
from archgate.host.naming import is_source
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Job
from archgate.measure.sarif_format import Artifact, Location

_MOST_BASES = 10


class Places:
    """The host's sources, by what a report calls them. `lost` counts the locations that lie nowhere below the root."""

    def __init__(self, job: Job) -> None:
        self.lost = 0
        self._job = job
        self._contents: dict[str, bytes] = {}

    @cached_property
    def _roots(self) -> tuple[str, ...]:
        """The root as it is given and as it is found through links, as URIs have paths."""
        root = self._job.bench.root
        return tuple(dict.fromkeys(path.as_posix().rstrip("/") + "/" for path in (root.absolute(), root.resolve())))

    def source(self, location: Location, artifact: Artifact | None, bases: Mapping[str, Location]) -> str | None:
        """The source of the host at a location; None if it is elsewhere. Raises `Unmeasured` if no file is there."""
        if not location.uri and artifact and artifact.location:
            location = artifact.location
        path = self._path(location, bases)
        if path is None:
            self.lost += 1
            return None
        if path in self._job.universe.sources:
            return path
        if is_source(path) and not os.path.lexists(self._job.bench.root / path):
            raise Unmeasured(f"speaks of {path}, which is not there: it is of another tree; run the tool again")
        return None

    def lines(self, path: str) -> int:
        """How many lines a source has, an empty one behind the last line break included."""
        return self._bytes(path).count(b"\n") + 1

    def is_same(self, path: str, artifact: Artifact | None) -> bool:
        """Whether a source has the bytes that the report was made of, as far as it says."""
        said = artifact.hashes.get("sha-256", "") if artifact else ""
        return not said or said.lower() == hashlib.sha256(self._bytes(path)).hexdigest()

    def _path(self, location: Location, bases: Mapping[str, Location]) -> str | None:
        """The path below the root: of a relative URI that leads nowhere else, what it says itself."""
        whole = _whole(location, bases)
        if whole.startswith("/"):
            found = next((whole.removeprefix(root) for root in self._roots if whole.startswith(root)), None)
            own = _text(location.uri)
            if found is None and location.uri_base_id and not own.startswith("/"):
                found = own
        else:
            found = whole
        return show_path(os.fsencode(_plain(found))) if found and not _plain(found).startswith("../") else None

    def _bytes(self, path: str) -> bytes:
        if path not in self._contents:
            try:
                self._contents[path] = self._job.bench.tree.read(path) or b""
            except InputError as error:
                raise Unmeasured(str(error)) from None
        return self._contents[path]


def _whole(location: Location, bases: Mapping[str, Location]) -> str:
    """A URI with what it is relative to in front, as far as that is said: a path, absolute or relative."""
    text = _text(location.uri)
    for _ in range(_MOST_BASES):
        base = bases.get(location.uri_base_id)
        if text.startswith("/") or base is None:
            break
        text, location = _text(base.uri) + text, base
    return text


def _text(uri: str) -> str:
    """The path of a URI; of one that is no file's, something that is outside every root."""
    parts = urlsplit(uri)
    if parts.scheme not in ("", "file"):
        return f"/{parts.scheme}:"
    return unquote(parts.path).replace("\\", "/")


def _plain(path: str) -> str:
    return os.path.normpath(PurePosixPath(path)).replace(os.sep, "/")
