"""Real git repositories and folders to try the host package on."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

IDENTITY = ("-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "commit.gpgsign=false")


def git(folder: Path, *args: str | bytes) -> str:
    """What git prints, run with an environment that knows nothing of any other repository."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    argv = ["git", *IDENTITY, "-c", "protocol.file.allow=always", *args]
    done = subprocess.run(argv, cwd=folder, env=kept, capture_output=True, check=True)
    return done.stdout.decode("utf-8", "surrogateescape").strip()


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Files below a folder; a text that begins with `-> ` is the target of a symlink."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, str) and text.startswith("-> "):
            path.symlink_to(text[3:])
        else:
            path.write_bytes(text.encode() if isinstance(text, str) else text)


def commit(folder: Path, message: str = "change") -> str:
    """The id of a commit of everything that is there."""
    git(folder, "add", "-A")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD")


def repository(folder: Path, files: Mapping[str, str | bytes], *options: str) -> Path:
    """A repository with one commit of these files on branch `main`."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main", *options)
    write(folder, files)
    commit(folder, "first")
    return folder
