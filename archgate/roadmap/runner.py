"""Running the acceptance commands of a leaf: only when a person asks, each shown before, all of it ended at the end.

Nothing else in archgate runs what a roadmap or a host says.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from types import FrameType
from typing import IO, BinaryIO, cast

from msgspec import Struct

TAIL = 256 * 1024
"""How many bytes of the end of a command's output are kept to be read."""
TIMED_OUT = 124
"""The status of a command that was ended because it took too long, as of `timeout`."""

_MACHINE = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT")
_USER = ("HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "VIRTUAL_ENV")
_USER_OF_WINDOWS = ("USERPROFILE", "APPDATA", "LOCALAPPDATA")
_CI = ("CI", "BUILD_NUMBER", "JENKINS_URL", "TF_BUILD")
_NAMES = frozenset((*_MACHINE, *_USER, *_USER_OF_WINDOWS, *_CI))
_FAMILIES = re.compile(r"(LC|CI|GITHUB|GITLAB|RUNNER|XDG|CONDA|UV|BUILDKITE|CIRCLE|DRONE|TRAVIS)_\w+")
_SECRET = re.compile(r"TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|PRIVATE|API_?KEY|ACCESS_?KEY|NETRC", re.IGNORECASE)
_COLOUR = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
_BREATH = 5.0


class Ran(Struct, frozen=True):
    """What became of a command: its exit status (`TIMED_OUT`: it was ended) and the end of what it printed."""

    status: int
    output: str
    is_late: bool = False


def run_command(text: str, folder: Path, stream: BinaryIO, seconds: float, variables: Mapping[str, str]) -> Ran:
    """Run one command in a shell in `folder`; what it prints goes to `stream` as it comes.

    It has no standard input and a process group of its own, which is ended when the command is, whatever is left of
    it, when its time is over and when archgate is interrupted.
    """
    process = subprocess.Popen(
        [*_shell(), text],
        cwd=folder,
        env=dict(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdout is not None
    reader = _Reader(process.stdout, stream)
    late = False
    with unwinding():
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            late = True
        finally:
            _end(process)
    reader.join(_BREATH)
    if not reader.is_alive():
        process.stdout.close()
    status = TIMED_OUT if late else process.wait()
    return Ran(status, reader.text(), late)


def environment(variables: Mapping[str, str], also: Collection[str] = ()) -> dict[str, str]:
    """The variables that a command gets: those of the machine, the user and the CI, and those that `also` names.

    Not those that look like secrets, and none of archgate's, git's or Python's, which would change what is tested.
    """
    kept = {name: value for name, value in variables.items() if name in also or _is_passed(name)}
    return dict(sorted(kept.items()))


def _is_passed(name: str) -> bool:
    return (name in _NAMES or _FAMILIES.fullmatch(name) is not None) and _SECRET.search(name) is None


def _shell() -> list[str]:
    bash = shutil.which("bash")
    if bash is not None:
        return [bash, "--noprofile", "--norc", "-eu", "-o", "pipefail", "-c"]
    return [shutil.which("sh") or "/bin/sh", "-eu", "-c"]


class _Reader(threading.Thread):
    """Hands on what a command prints, and keeps the end of it."""

    def __init__(self, source: IO[bytes], stream: BinaryIO) -> None:
        super().__init__(daemon=True)
        self._source = cast(BufferedReader, source)
        self._stream = stream
        self._kept = bytearray()
        self.start()

    def run(self) -> None:
        """Read to the end."""
        with suppress(OSError, ValueError):
            while chunk := self._source.read1(1 << 16):
                self._kept += chunk
                if len(self._kept) > 2 * TAIL:
                    del self._kept[:-TAIL]
                with suppress(OSError, ValueError):  # nobody reads it any more
                    self._stream.write(chunk)
                    self._stream.flush()

    def text(self) -> str:
        """The end of the output, without colours."""
        return _COLOUR.sub(b"", bytes(self._kept[-TAIL:])).decode("utf-8", "replace")


@contextmanager
def unwinding() -> Iterator[None]:
    """Being ended (SIGTERM, SIGHUP) unwinds what is inside like an interrupt, so that it can clean up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [signal.SIGTERM] if sys.platform == "win32" else [signal.SIGTERM, signal.SIGHUP]
    before = {number: signal.signal(number, _leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command with all that it started and left behind; politely first where it still runs."""
    if process.poll() is None:
        _signal_group(process, signal.SIGTERM)
        deadline = time.monotonic() + _BREATH
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
    _signal_group(process, signal.SIGKILL)
    process.wait()


def _signal_group(process: subprocess.Popen[bytes], number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
