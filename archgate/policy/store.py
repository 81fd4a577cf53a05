"""Writing frozen files: all of a change or nothing, and old or new bytes whenever somebody looks."""

import os
import secrets
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from msgspec import Struct

from archgate.host.errors import InputError, Problem, invalid
from archgate.host.lock import locked
from archgate.policy.problems import raise_any
from archgate.policy.strings import fault_of_path

PREFIX = ".archgate-"
SUFFIX = ".partial"
"""What begins and ends the name of a file that is being written; such a file is nobody's policy."""


class Change(Struct, frozen=True):
    """One file to write: its path relative to the root, the bytes it must have now and those it gets.

    `expected` None: the file must not exist; `new` None: it is deleted.
    """

    path: str
    expected: bytes | None
    new: bytes | None


def is_partial(name: str) -> bool:
    """Whether a file's name is one of those that an unfinished write leaves behind."""
    return name.startswith(PREFIX) and name.endswith(SUFFIX)


def write_files(root: Path, changes: Sequence[Change], lock: Path) -> None:
    """Make the changes below `root`, one writer at a time by way of the file `lock`.

    A file is replaced in one step and keeps its permissions; a process that is killed leaves old or new bytes in each.
    Raises InputError (INVALID), with the old bytes in every file, if one of them is not as expected, is no plain file,
    or cannot be written.
    """
    raise_any(_unfit(changes))
    with locked(lock):
        files = [_File(root, change) for change in changes]
        for folder in sorted({file.folder for file in files}):
            _sweep(folder)
        raise_any(problem for file in files for problem in file.surprises())
        _write_all(files)


def _unfit(changes: Sequence[Change]) -> list[Problem]:
    problems = []
    seen: set[str] = set()
    for change in changes:
        fault = fault_of_path(change.path) or ("is written twice" if change.path in seen else "")
        if fault:
            problems.append(Problem(path=change.path, line=0, code="INVALID", message=fault))
        seen.add(change.path)
    return problems


def _write_all(files: Sequence["_File"]) -> None:
    """All files or none: whatever stops the writing, what was written already is put back."""
    done: list[_File] = []
    current = ""
    try:
        for file in files:
            current = file.change.path
            file.prepare()
        for file in files:
            current = file.change.path
            done.append(file)
            file.commit()
        for folder in sorted({file.folder for file in files}):
            _sync_folder(folder)
    except BaseException as error:
        stuck = [file.change.path for file in reversed(done) if not file.undo()]
        if isinstance(error, OSError):
            raise _failure(current, error, stuck) from None
        raise
    finally:
        for file in files:
            file.clean()


def _failure(path: str, error: OSError, stuck: Sequence[str]) -> InputError:
    left = f"{', '.join(stuck)} could not be put back" if stuck else "every file is as it was"
    message = f"cannot be written: {error.strerror or error}; {left}"
    return invalid(message, "make its folder writable and see that the disk has room", path=path)


class _File:
    """One change on its way to the disk."""

    def __init__(self, root: Path, change: Change) -> None:
        self.change = change
        self.target = root / PurePosixPath(change.path)
        self.folder = self.target.parent
        self.partial = self.folder / f"{PREFIX}{secrets.token_hex(8)}{SUFFIX}"
        self.mode: int | None = None

    def surprises(self) -> list[Problem]:
        """What is not as the change expects it."""
        try:
            mode = self.target.lstat().st_mode
            if not stat.S_ISREG(mode):
                return [self._problem("is no plain file, and only plain files are written")]
            self.mode = stat.S_IMODE(mode)
            current = self.target.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return [] if self.change.expected is None else [self._problem("was deleted meanwhile")]
        except OSError as error:
            return [self._problem(f"cannot be read: {error.strerror}")]
        if self.change.expected is None:
            return [self._problem("exists already")]
        return [] if current == self.change.expected else [self._problem("has changed meanwhile")]

    def _problem(self, message: str) -> Problem:
        return Problem(path=self.change.path, line=0, code="INVALID", message=message, fix="run the command again")

    def prepare(self) -> None:
        """Put the new bytes, safe on the disk, beside the target; a deletion sees that the folder can be written."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._write_partial(self.change.new or b"")

    def _write_partial(self, data: bytes) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
        with os.fdopen(os.open(self.partial, flags, 0o666), "wb") as file:
            if self.mode is not None and sys.platform != "win32":
                os.fchmod(file.fileno(), self.mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def commit(self) -> None:
        """Let the new bytes take the target's place."""
        if self.change.new is None:
            self.target.unlink()
        else:
            os.replace(self.partial, self.target)

    def undo(self) -> bool:
        """Put the old state back, however far `commit` came; whether it is there now."""
        try:
            self.clean()
            if self.change.expected is None:
                self.target.unlink(missing_ok=True)
            elif not self._is_old():
                self._write_partial(self.change.expected)
                os.replace(self.partial, self.target)
        except OSError:
            return False
        return True

    def _is_old(self) -> bool:
        try:
            return self.target.read_bytes() == self.change.expected
        except FileNotFoundError:
            return False

    def clean(self) -> None:
        """Remove the partial file if it is still there."""
        with suppress(OSError):
            self.partial.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Remove what killed writers left; under the lock, no partial file is anyone else's."""
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            if is_partial(path.name):
                with suppress(OSError):
                    path.unlink()


def _sync_folder(folder: Path) -> None:
    """Make the names in a folder outlive a loss of power, where the system has a way to."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
