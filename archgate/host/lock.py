"""One process at a time: a lock that the operating system gives back when its holder dies."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from archgate.host.errors import invalid

PATIENCE = 30.0
"""Seconds to wait for another writer."""

PAUSE = 0.02
"""Seconds between two attempts."""


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock file `path` (made if need be, outside the work tree) while the block runs.

    Raises InputError (INVALID) if the file cannot be opened, or another writer holds it for `patience` seconds.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise invalid(f"the lock {path} cannot be opened: {error.strerror}", "make its folder writable") from None
    with file:
        _wait_for(file, path, time.monotonic() + patience)
        try:
            yield
        finally:
            release(file)


def _wait_for(file: IO[bytes], path: Path, deadline: float) -> None:
    while not acquire(file):
        if time.monotonic() > deadline:
            raise invalid(f"another archgate is writing and holds {path}", "try again when it is done")
        time.sleep(PAUSE)


if sys.platform == "win32":
    import msvcrt

    def acquire(file: IO[bytes]) -> bool:
        """Whether the lock on an open file is now this process's own; never waits."""
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def release(file: IO[bytes]) -> None:
        """Give back the lock on an open file, which is this process's own."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def acquire(file: IO[bytes]) -> bool:
        """Whether the lock on an open file is now this process's own; never waits."""
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(file: IO[bytes]) -> None:
        """Give back the lock on an open file, which is this process's own."""
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)
