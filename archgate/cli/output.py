"""Where results go: stdout or a file, in UTF-8 whatever the locale; problems go to stderr."""

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from archgate.gate.codes import exit_code
from archgate.host.errors import InputError, invalid
from archgate.report.plain import document


def emit(text: str, output: Path | None = None) -> None:
    """Write a result to stdout, or to a file in one step."""
    if output is None:
        _write_stdout(text)
    else:
        _write_file(output, text)


def _write_stdout(text: str) -> None:
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
        return
    try:
        sys.stdout.flush()
        buffer.write(text.encode("utf-8", "backslashreplace"))
        buffer.flush()
    except BrokenPipeError:
        # The reader has seen enough; the exit code still counts, and the interpreter's last flush must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write_file(output: Path, text: str) -> None:
    partial = output.parent / f".archgate-{secrets.token_hex(8)}.partial"
    try:
        partial.write_bytes(text.encode("utf-8", "backslashreplace"))
        os.replace(partial, output)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise _unwritable(str(output), f"cannot be written: {why}") from None
    finally:
        with suppress(OSError, ValueError):
            partial.unlink(missing_ok=True)


def checked_output(output: Path | None) -> Path | None:
    """The file for a result, before it is computed. Raises InputError for what cannot be one."""
    if output is not None and (not output.name or os.path.isdir(output)):
        raise _unwritable(str(output), "`--output` names a folder, and no file")
    return output


def _unwritable(path: str, message: str) -> InputError:
    return invalid(message, "name a file in a folder that is there and can be written", path)


def say_problems(error: InputError) -> int:
    """Tell every problem on stderr, a line each, and give the exit code."""
    sys.stderr.write(document(map(str, error.problems)))
    return exit_code([problem.code for problem in error.problems])
