"""Running a tool that measures: no shell, nothing of the surroundings, for a limited time and a limited output."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from typing import IO, cast

from msgspec import Struct

from archgate.measure.fault import Unmeasured

MOST_BYTES = 256 * 1024 * 1024
"""How much a tool may print on one stream."""

_KEPT = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_FIXED = {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "NO_COLOR": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONNOUSERSITE": "1",
    "PYTHONSAFEPATH": "1",
    "PYTHONUTF8": "1",
    "PYTHONWARNINGS": "ignore",
    "TERM": "dumb",
}
_BREATH = 5.0


class Call(Struct, frozen=True):
    """A tool to run: its arguments, the folder to run it in, an empty folder of archgate's own for what tools look up
    at their user's home, the folder of the host, and the seconds that it may take."""

    command: tuple[str, ...]
    folder: Path
    home: Path
    root: Path
    seconds: float


class Outcome(Struct, frozen=True):
    """What a tool did: its exit status (below 0: ended by that signal) and what it printed."""

    status: int
    stdout: bytes
    stderr: bytes

    @property
    def complaints(self) -> list[str]:
        """The lines on stderr."""
        return [line.strip() for line in self.stderr.decode("utf-8", "replace").splitlines() if line.strip()]

    @property
    def words(self) -> str:
        """The first lines that the tool says on stderr, else on stdout, as one line of at most 400 characters."""
        said = self.stderr.strip() or self.stdout.strip()
        lines = said[:4000].decode("utf-8", "replace").splitlines()
        return "; ".join(line.strip() for line in lines[:6] if line.strip())[:400]


def run(call: Call, most: int = MOST_BYTES) -> Outcome:
    """Run a tool to its end. Raises `Unmeasured` if it cannot be started, takes too long or prints too much.

    It has no standard input. It runs in a process group of its own, which is ended as a whole.
    """
    try:
        process = subprocess.Popen(
            call.command,
            cwd=call.folder,
            env=environment(call),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise Unmeasured(f"cannot be started: {error.strerror}") from None
    with process:
        try:
            return _finished(process, call.seconds, most)
        finally:
            _end(process)


def environment(call: Call) -> dict[str, str]:
    """The variables that a tool gets: little of this process's, nothing that configures a tool."""
    kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
    home = str(call.home)
    homes = {"HOME": home, "USERPROFILE": home, "APPDATA": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}
    return {**kept, **_FIXED, **homes, "PATH": os.pathsep.join(map(str, search_path(call.root, os.environ)))}


def search_path(root: Path, variables: Mapping[str, str]) -> Iterator[Path]:
    """The folders of `PATH` in which programs are looked for: absolute ones outside the host and the current folder."""
    barred = [root.resolve(), Path.cwd().resolve()]
    for text in variables.get("PATH", "").split(os.pathsep):
        folder = Path(text)
        if text and folder.is_absolute():
            real = folder.resolve()
            if not any(real.is_relative_to(one) for one in barred if one != Path(one.anchor)):
                yield folder


def _finished(process: subprocess.Popen[bytes], seconds: float, most: int) -> Outcome:
    assert process.stdout is not None
    assert process.stderr is not None
    streams = [_Stream(process, process.stdout, most), _Stream(process, process.stderr, most)]
    deadline = time.monotonic() + seconds
    for stream in streams:
        stream.join(max(0.0, deadline - time.monotonic()))
    with suppress(subprocess.TimeoutExpired):
        process.wait(max(0.0, deadline - time.monotonic()))
    if process.returncode is None or any(stream.is_alive() for stream in streams):
        _end(process)
        _close(streams)
        raise Unmeasured(f"was ended after {seconds:g} seconds (`[scope] seconds` gives it more)")
    if any(stream.is_over for stream in streams):
        raise Unmeasured(f"printed more than {most} bytes and was ended")
    return Outcome(process.returncode, *(b"".join(stream.chunks) for stream in streams))


class _Stream(threading.Thread):
    """Gathers what a process prints on one stream, and ends the process when that is too much."""

    def __init__(self, process: subprocess.Popen[bytes], stream: IO[bytes], most: int) -> None:
        super().__init__(daemon=True)
        self.chunks: list[bytes] = []
        self.is_over = False
        self._process = process
        self._stream = cast(BufferedReader, stream)
        self._left = most
        self.start()

    def run(self) -> None:
        """Read to the end of the stream, or until there is too much."""
        with suppress(OSError, ValueError):
            while chunk := self._stream.read1(1 << 16):
                self._left -= len(chunk)
                if self._left < 0:
                    self.is_over = True
                    _end(self._process)
                    return
                self.chunks.append(chunk)


def _close(streams: Sequence[_Stream]) -> None:
    for stream in streams:
        stream.join(_BREATH)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process that runs, with all that it started."""
    if process.returncode is not None:
        return
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()
