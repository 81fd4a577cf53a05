"""Real git repositories for tests, and archgate run in them as a person would run it, in this process.

Nothing of the machine reaches a run: no CI variables, no `GIT_*`, a fixed identity, a home folder of the test's own.
"""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import archgate

Content = str | bytes

SOURCE = str(Path(archgate.__file__).parents[1])
KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "TMPDIR")
IDENTITY = {
    "GIT_AUTHOR_NAME": "Test",
    "GIT_AUTHOR_EMAIL": "test@example.org",
    "GIT_COMMITTER_NAME": "Test",
    "GIT_COMMITTER_EMAIL": "test@example.org",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
}
SETTINGS = ("-c", "init.defaultBranch=main", "-c", "core.autocrlf=false", "-c", "protocol.file.allow=always")
TOLD = re.compile(r"^(?:FAIL: |error: )?([A-Z][A-Z_]{2,})\b", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """What one command came to. `report` is the JSON on stdout, None where there is none."""

    exit: int
    stdout: str
    stderr: str
    report: dict[str, Any] | None = None

    @property
    def findings(self) -> list[dict[str, Any]]:
        return list(self.report["findings"]) if self.report else []

    @property
    def blocking(self) -> list[dict[str, Any]]:
        return [finding for finding in self.findings if finding["blocks"]]

    @property
    def base(self) -> str:
        """The id of the commit that the run judged against."""
        assert self.report is not None, self
        return str(self.report["base"]["oid"])

    def codes(self) -> set[str]:
        """Every code that the run told, in its findings or at the start of a line on stderr."""
        return {finding["code"] for finding in self.findings} | set(TOLD.findall(self.stderr))

    def identities(self, code: str) -> list[str]:
        return [finding["id"] for finding in self.findings if finding["code"] == code]

    def __str__(self) -> str:
        told = [
            f"  {f['code']}{'' if f['blocks'] else ' (told)'} [{f['origin']}] {f['id']}: {f['message']}"
            for f in self.findings
        ]
        base = self.report["base"] if self.report else None
        return "\n".join([f"exit {self.exit}, base {base}", *told, self.stderr])


@dataclass
class Repository:
    """A git repository at `root`; `home` is the only home folder that its commands see."""

    root: Path
    home: Path
    environment: dict[str, str] = field(default_factory=dict)

    def git(self, *arguments: str, check: bool = True, stdin: str | None = None) -> str:
        environment = kept() | IDENTITY | self._date() | {"HOME": str(self.home)}
        done = subprocess.run(
            ["git", *SETTINGS, *arguments],
            cwd=self.root,
            env=environment,
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if check and done.returncode:
            raise AssertionError(f"git {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def _date(self) -> dict[str, str]:
        return {"GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z"}

    def path(self, path: str) -> Path:
        return self.root / path

    def read(self, path: str) -> bytes:
        return self.path(path).read_bytes()

    def write(self, path: str, content: Content) -> None:
        place = self.path(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)

    def delete(self, path: str) -> None:
        place = self.path(path)
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink()

    def commit(self, message: str = "change") -> str:
        """Commit everything that is there; the new commit's id."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.oid("HEAD")

    def oid(self, revision: str) -> str:
        return self.git("rev-parse", "--verify", f"{revision}^{{commit}}")

    def archgate(self, *arguments: str, environment: Mapping[str, str] | None = None, folder: str = ".") -> Run:
        """Run one archgate command here; its JSON is read where stdout holds an object."""
        from archgate.cli import main

        outer = {"HOME": str(self.home), "USERPROFILE": str(self.home), "XDG_CACHE_HOME": str(self.home / ".cache")}
        stdout, stderr = writer(), writer()
        with (
            variables(kept() | outer | self.environment | dict(environment or {})),
            contextlib.chdir(self.root / folder),
            contextlib.redirect_stdout(stdout),
            contextlib.redirect_stderr(stderr),
        ):
            code = main(list(arguments))
        text = written(stdout)
        report = json.loads(text) if "json" in arguments and text.startswith("{") else None
        return Run(exit=code, stdout=text, stderr=written(stderr), report=report)

    def check(self, *arguments: str, environment: Mapping[str, str] | None = None, folder: str = ".") -> Run:
        return self.archgate("check", "--format", "json", *arguments, environment=environment, folder=folder)

    def clone(self, to: Path, *options: str) -> "Repository":
        """A clone over the file protocol, so that depth and single branches mean what they mean over a network."""
        subprocess.run(
            ["git", *SETTINGS, "clone", "--quiet", *options, self.root.as_uri(), str(to)],
            env=kept() | IDENTITY | {"HOME": str(self.home)},
            check=True,
            capture_output=True,
        )
        return Repository(root=to, home=self.home)


def kept() -> dict[str, str]:
    """What any process needs of this machine's environment."""
    return {name: os.environ[name] for name in KEPT if name in os.environ}


@contextlib.contextmanager
def variables(environment: Mapping[str, str]) -> Iterator[None]:
    """`os.environ` is exactly `environment` meanwhile."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(environment)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def writer() -> io.TextIOWrapper:
    """A stand-in for a piped standard stream, bytes buffer included."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n", write_through=True)


def written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")


def process(repository: Repository, *arguments: str, environment: Mapping[str, str] | None = None) -> Run:
    """The same command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "archgate", *arguments],
        cwd=repository.root,
        env=kept() | {"HOME": str(repository.home), "PYTHONPATH": SOURCE} | dict(environment or {}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return Run(exit=done.returncode, stdout=done.stdout, stderr=done.stderr)
