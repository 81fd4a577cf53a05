"""Running `git` so that nothing around it changes what it says: environment, user settings, replaced objects."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from archgate.host.errors import InputError, Problem, invalid

OLDEST = (2, 38)
"""The oldest git that knows `merge-tree --write-tree` and `cat-file -z`."""

_SETTINGS = {
    "apply.ignoreWhitespace": "no",
    "apply.whitespace": "nowarn",
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.quotepath": "off",
    "core.safecrlf": "false",
    "core.splitIndex": "false",
    "core.untrackedCache": "false",
    "diff.renameLimit": "0",
    "diff.renames": "true",
    "merge.directoryRenames": "conflict",
    "merge.renameLimit": "0",
    "merge.renames": "true",
}

_FIXES = {
    "dubious ownership": "the folder belongs to another user; run: git config --global --add safe.directory {folder}",
    "index.lock": "another git process is at work, or one was killed; remove the lock file it names",
    "not a valid object": "the repository lacks that object; fetch it, or run `git fsck`",
}


class GitError(InputError):
    """A git call that failed; in itself a complete message of one line, so it may be left to rise.

    `argv` are the arguments after `git`, `code` is the exit code, `stderr` and `stdout` are what git said.
    """

    def __init__(self, argv: Sequence[str], code: int, stderr: str, folder: Path, stdout: bytes = b"") -> None:
        self.argv, self.code, self.stderr, self.stdout = tuple(argv), code, stderr, stdout
        said = next((line for line in stderr.splitlines() if line.strip()), f"exit code {code}")
        fix = next((fix for sign, fix in _FIXES.items() if sign in stderr), "")
        message = f"git {argv[0] if argv else ''} failed: {said.strip()}"
        super().__init__([Problem("", 0, "UNREADABLE", message, fix.format(folder=folder))])


def run_git(
    folder: Path, args: Sequence[str], stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> bytes:
    """What `git ARGS` prints, run in `folder`; `environment` is added last. Raises `GitError`."""
    argv, variables = _command(args), _environment(folder, environment)
    try:
        done = subprocess.run(argv, cwd=folder, env=variables, input=stdin, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise _absent(error) from None
    if done.returncode:
        raise _failure(args, done.returncode, done.stderr, folder, done.stdout)
    return done.stdout


@contextmanager
def stream_git(
    folder: Path, args: Sequence[str], stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> Iterator[IO[bytes]]:
    """The standard output of `git ARGS` while it runs; whoever leaves early ends the process. Raises `GitError`."""
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as errors:
        source.write(stdin)
        source.seek(0)
        argv, variables = _command(args), _environment(folder, environment)
        process = _open(folder, argv, variables, source, errors)
        assert process.stdout is not None
        try:
            yield process.stdout
            complete = not process.stdout.read(1)
        except BaseException:
            process.kill()
            raise
        finally:
            process.stdout.close()
            code = process.wait()
        if code and complete:
            errors.seek(0)
            raise _failure(args, code, errors.read(), folder)


def check_version(folder: Path) -> None:
    """Raises an `InputError` that names both versions if git is older than `OLDEST`."""
    said = run_git(folder, ["version"]).decode("utf-8", "replace").strip()
    match = re.search(r"(\d+)\.(\d+)", said)
    if match and (int(match[1]), int(match[2])) < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        raise invalid(f"{said} is too old: archgate needs git {wanted} or newer", "upgrade git", code="UNREADABLE")


def _open(
    folder: Path, argv: list[str], variables: dict[str, str], stdin: IO[bytes], stderr: IO[bytes]
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            argv, cwd=folder, env=variables, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, bufsize=1 << 16
        )
    except FileNotFoundError as error:
        raise _absent(error) from None


def _command(args: Sequence[str]) -> list[str]:
    settings = [part for key, value in _SETTINGS.items() for part in ("-c", f"{key}={value}")]
    return ["git", "--no-pager", "--no-replace-objects", *settings, *args]


def _environment(folder: Path, added: Mapping[str, str] | None) -> dict[str, str]:
    """This process's environment without anything of git's, so that a hook's `GIT_DIR` leads nowhere else, and with a
    `PATH` that does not lead into the host: what lies there and is called git is the host's.
    """
    kept = {key: value for key, value in os.environ.items() if not key.upper().startswith("GIT_")}
    fixed = {
        "GIT_GRAFT_FILE": os.devnull,
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LANGUAGE": "C",
        "LC_ALL": "C",
        "PATH": os.pathsep.join(_search_path(folder)),
    }
    return kept | fixed | dict(added or {})


def _search_path(folder: Path) -> Iterator[str]:
    """The entries of `PATH` that are absolute, and neither in `folder` nor in the current folder."""
    barred = [real for real in (folder.resolve(), Path.cwd().resolve()) if real != Path(real.anchor)]
    for entry in os.environ.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(entry) and not any(Path(entry).resolve().is_relative_to(one) for one in barred):
            yield entry


def _failure(args: Sequence[str], code: int, stderr: bytes, folder: Path, stdout: bytes = b"") -> InputError:
    if code == 129:  # usage: most likely an option that came after this git
        try:
            check_version(folder)
        except InputError as too_old:
            return too_old
    return GitError(args, code, stderr.decode("utf-8", "replace"), folder, stdout)


def _absent(error: FileNotFoundError) -> Exception:
    if shutil.which("git") is None:
        return invalid("git is not installed or not on PATH", "install git", code="UNREADABLE")
    return error
