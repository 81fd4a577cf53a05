"""Where results go: stdout or a file, in UTF-8 whatever the locale; problems go to stderr."""

import os
import sys
import tempfile
from pathlib import Path

from archgate.gate.codes import exit_code
from archgate.host.errors import InputError


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
    sys.stdout.flush()
    buffer.write(text.encode("utf-8", "backslashreplace"))
    buffer.flush()


def _write_file(output: Path, text: str) -> None:
    handle, partial = tempfile.mkstemp(dir=output.absolute().parent, prefix=".archgate-", suffix=".partial")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "backslashreplace"))
        os.replace(partial, output)
    except BaseException:
        Path(partial).unlink(missing_ok=True)
        raise


def say_problems(error: InputError) -> int:
    """Tell every problem on stderr, a line each, and give the exit code."""
    for problem in error.problems:
        print(problem, file=sys.stderr)
    return exit_code([problem.code for problem in error.problems])
