"""Small hosts written from a table row, and the command run on them in this process."""

import contextlib
import io
import json
import os
import subprocess
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

Files = Mapping[str, str | bytes]

STANDARD: Files = dict.fromkeys(
    (
        "app/__init__.py",
        "app/m.py",
        "app/a.py",
        "app/b.py",
        "app/pkg/__init__.py",
        "app/pkg/c.py",
        "app/pkg/d.py",
    ),
    "",
)
"""What stands in a host unless a row says otherwise; rows put their imports into `app/m.py`."""

REASON = "Known since the beginning, it goes with its leaf."
"""A reason that is none of the refused kinds."""

DATES = {"GIT_AUTHOR_DATE": "2024-01-02T03:04:05+00:00", "GIT_COMMITTER_DATE": "2024-01-02T03:04:05+00:00"}


class Run(NamedTuple):
    """What one command did: its exit code and its two streams."""

    exit: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """Both streams, for words that may stand in either."""
        return self.out + self.err

    @property
    def json(self) -> Any:
        """stdout as JSON; the streams are shown when it is none."""
        try:
            return json.loads(self.out)
        except ValueError as error:
            raise AssertionError(f"no JSON on stdout: {self}") from error


def text(content: str | bytes) -> bytes:
    """The bytes of a file: strings are dedented and UTF-8, bytes are taken as they are."""
    if isinstance(content, bytes):
        return content
    return textwrap.dedent(content).lstrip("\n").encode()


def write(root: Path, files: Files) -> None:
    """Write the files below `root`, folders as needed."""
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text(content))


def configuration(*packages: str, **keys: object) -> str:
    """The text of an `archgate.toml`; values are written as JSON, which TOML shares for strings and lists of them."""
    keys = {"packages": list(packages or ("app",)), **keys}
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())


def clean_environment(home: Path) -> dict[str, str]:
    """What a command sees: no CI, no GIT_* of the caller, a home and a cache of its own."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1",
    }


@dataclass(frozen=True)
class Host:
    """A host on disk."""

    root: Path
    home: Path

    def run(self, *argv: str, environment: Mapping[str, str] = {}) -> Run:
        """Run `archgate ARGV` in this process, from the host's root. What it raises is the test's to see."""
        from archgate.cli import main

        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True) for _ in range(2))
        environment = {**clean_environment(self.home), **environment}
        with (
            mock.patch.dict(os.environ, environment, clear=True),
            contextlib.chdir(self.root),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                code = main(list(argv))
            except SystemExit as stopped:
                code = stopped.code if isinstance(stopped.code, int) else 1
        return Run(code, _decoded(out), _decoded(err))

    def git(self, *argv: str) -> str:
        """Run git in the host with a fixed identity and fixed dates."""
        identity = (
            "-c",
            "user.name=somebody",
            "-c",
            "user.email=somebody@example.org",
            "-c",
            "protocol.file.allow=always",
        )
        done = subprocess.run(
            ("git", *identity, *argv),
            cwd=self.root,
            env=clean_environment(self.home) | DATES,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def commit(self, message: str = "state") -> None:
        """Commit everything."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def facts(self, *argv: str) -> list[dict[str, Any]]:
        """The facts that `archgate facts ARGV` states."""
        done = self.run("facts", *argv, "--format", "json")
        assert done.exit == 0, done
        facts: list[dict[str, Any]] = done.json["facts"]
        return facts

    def edges(self, *options: str) -> dict[str, str]:
        """The import graph as `importer -> imported`: kinds, sorted."""
        return {arrow(fact): " ".join(sorted(fact["kinds"])) for fact in self.facts("imports", *options)}

    def check(self, *options: str) -> Any:
        """The verdict; its `exit` is the process's."""
        done = self.run("check", *options, "--format", "json")
        verdict = done.json
        assert verdict["exit"] == done.exit, done
        return verdict


def _decoded(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8", "backslashreplace")


def build(folder: Path, files: Files, *, git: bool = False) -> Host:
    """Write a host below `folder` (and commit it), with an `archgate.toml` for `app` unless the files say otherwise."""
    host = Host(folder / "host", folder / "home")
    host.root.mkdir(parents=True, exist_ok=True)
    host.home.mkdir(exist_ok=True)
    if not {"archgate.toml", "pyproject.toml"} & set(files):
        files = {"archgate.toml": configuration(), **files}
    write(host.root, files)
    if git:
        host.git("init", "-q", "-b", "main")
        host.commit()
    return host


def arrow(thing: Mapping[str, Any]) -> str:
    """A fact or finding as `subject -> object`."""
    return f"{thing['subject']} -> {thing['object']}"


def codes(verdict: Any, *, blocking: bool = True) -> list[str]:
    """The sorted codes of a verdict's findings; only of those that block, unless told otherwise."""
    return sorted(finding["code"] for finding in verdict["findings"] if finding["blocks"] or not blocking)


def found(verdict: Any, code: str) -> list[dict[str, Any]]:
    """The findings of one code."""
    return [finding for finding in verdict["findings"] if finding["code"] == code]


def policy(kind: str, rule: str, scope: Mapping[str, object], *blocks: str) -> str:
    """The text of a policy: its head, its scope and its blocks as they are given."""
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in scope.items())
    head = f'schema = 1\nrule = "{rule}"\nkind = "{kind}"\ntitle = "What is asked of this host"\n\n[scope]\n{lines}'
    return "\n".join((head, *blocks))


def block(name: str, **keys: object) -> str:
    """One `[[name]]` block; `from_` is written `from`; a debt gets an owner, and each a reason, where none is given."""
    given = ({"owner": "somebody"} if name == "debt" else {}) | {"reason": REASON} | keys
    last = [key for key in ("leaf", "planned", "owner", "reason") if key in given]
    order = [*(key for key in given if key not in last), *last]
    return f"[[{name}]]\n" + "".join(f"{key.rstrip('_')} = {json.dumps(given[key])}\n" for key in order)


@dataclass(frozen=True)
class Case:
    """One row of the graph's tables: a host, the whole of its graph, and what `unresolved` says of it."""

    idea: str
    files: Files
    edges: Mapping[str, str] | None
    unresolved: frozenset[str] | None = frozenset()
    told: str = ""
    options: Sequence[str] = ()
    git: bool = False

    def __str__(self) -> str:
        return self.idea


def case(
    idea: str,
    source: str | bytes | Files,
    edges: Mapping[str, str] | None,
    *,
    unresolved: Iterable[str] | None = (),
    told: str = "",
    beside: str = "",
    options: Sequence[str] = (),
    git: bool = False,
    standard: bool = True,
) -> Case:
    """A row. `source` is the text of `app/m.py`, or files; `beside` names empty files; `edges` and `unresolved` (None:
    not the question) name what `app.m` imports, or `importer -> imported`. `told`: the object or path of a finding
    that blocks nothing.
    """
    files = {"app/m.py": source} if isinstance(source, str | bytes) else source
    files = {**(STANDARD if standard else {}), **dict.fromkeys(beside.split(), ""), **files}
    whole = None if edges is None else {_full(key): kinds for key, kinds in edges.items()}
    nowhere = None if unresolved is None else frozenset(_full(key) for key in unresolved)
    return Case(idea, files, whole, nowhere, told, options, git)


def _full(key: str) -> str:
    return key if " -> " in key else f"app.m -> {key}"


def confirm(row: Case, folder: Path) -> None:
    """Hold a row against what archgate says: the whole graph, and exactly the imports into nothing."""
    host = build(folder, row.files, git=row.git)
    if row.edges is not None:
        assert host.edges(*row.options) == row.edges
    verdict = host.check()
    blocking = [finding for finding in verdict["findings"] if finding["blocks"]]
    assert {finding["code"] for finding in blocking} <= {"UNRESOLVED"}, blocking
    if row.unresolved is not None:
        wide = {key.removesuffix("*") for key in row.unresolved if key.endswith("-> *")}
        facts = {next((key + "*" for key in wide if arrow(fact).startswith(key)), arrow(fact)) for fact in blocking}
        assert facts == row.unresolved
    assert verdict["exit"] == bool(blocking)
    told = {finding[key] for finding in verdict["findings"] for key in ("object", "path") if not finding["blocks"]}
    assert {row.told} - {""} <= told
