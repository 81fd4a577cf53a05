"""Where results go: stdout or a file, in UTF-8 whatever the locale; problems go to stderr."""

import os
import secrets
import sys
from pathlib import Path

from archgate.gate.codes import exit_code
from archgate.host.errors import InputError, invalid


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
    partial = output.with_name(f".archgate-{secrets.token_hex(8)}.partial")
    try:
        partial.write_bytes(text.encode("utf-8", "backslashreplace"))
        os.replace(partial, output)
    except OSError as error:
        fix = "name a file in a folder that is there and can be written"
        raise invalid(f"cannot be written: {error.strerror}", fix, str(output)) from None
    finally:
        partial.unlink(missing_ok=True)


def say_problems(error: InputError) -> int:
    """Tell every problem on stderr, a line each, and give the exit code."""
    for problem in error.problems:
        sys.stderr.write(f"{problem}\n")
    return exit_code([problem.code for problem in error.problems])
