"""Worker processes, each an isolated Python of its own that gets bytes and gives indexes."""

import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import IO, Self

import msgspec

import archgate
from archgate.host.errors import InputError, invalid
from archgate.index.worker import Parsed, receive, send

_PACKAGE = Path(archgate.__file__).parent
_START = "import sys; sys.path.extend(sys.argv[1:]); from archgate.index.worker import serve; serve()"
_ANSWER = msgspec.msgpack.Decoder(list[Parsed])


class Pool:
    """A number of worker processes; a context manager, at whose end no process is left.

    The processes are started with `-I` and without `site`, in archgate's own folder: nothing of the host, of the
    current folder or of the environment is on their path, and the standard library comes first.
    """

    def __init__(self, processes: int) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="archgate-index")
        try:
            for _ in range(processes):
                self._start()
        except BaseException:
            self._end()
            raise

    def parse(self, sources: list[bytes]) -> "Future[list[Parsed]]":
        """The outcomes for some sources, in order, when they are there.

        The future raises InputError (UNREADABLE) if the process that should have given them has died.
        """
        return self._threads.submit(self._ask, sources)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _start(self) -> None:
        command = [sys.executable, "-I", "-S", "-c", _START, str(Path(msgspec.__file__).parent.parent)]
        process = subprocess.Popen(
            [*command, str(_PACKAGE.parent)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_PACKAGE,
        )
        self._processes.append(process)
        self._idle.put(process)

    def _ask(self, sources: list[bytes]) -> list[Parsed]:
        process = self._idle.get()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            send(process.stdin, sources)
            return _ANSWER.decode(receive(process.stdout))
        except (OSError, EOFError, ValueError, msgspec.MsgspecError) as error:
            raise _died(process) from error
        finally:
            self._idle.put(process)

    def _end(self) -> None:
        for process in self._processes:
            process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for process in self._processes:
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    _close(stream)


def _close(stream: IO[bytes]) -> None:
    try:
        stream.close()
    except OSError:
        return  # what was left to write is of no use any more


def _died(process: "subprocess.Popen[bytes]") -> InputError:
    process.kill()
    code = process.wait()
    how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
    return invalid(
        f"a process that parses the host's files {how}",
        "run again; with `--processes 1` if it persists",
        code="UNREADABLE",
    )
