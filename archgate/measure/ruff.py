"""ruff: asked for its rows on exactly the host's sources, with `noqa` ignored."""

import os
import re
import tempfile
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from archgate.host.naming import folders_above
from archgate.measure.executable import Tool, find_program, home_of
from archgate.measure.export import workplace
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Job, failed, list_in_file, names_below
from archgate.measure.process import Call, Outcome, run
from archgate.measure.readings import Reading, Row
from archgate.measure.ruff_configuration import read_configuration
from archgate.measure.strictness import Strictness

_SYNTAX = "invalid-syntax"
_NEWER = re.compile(r"Cannot use .* on Python 3\.\d+")
_CODE = re.compile(r"[A-Z]+[0-9]+")
_HOLLOW = ("has no effect", "Failed to", "failed to", "anicked", "No Python files")
_FINDS = (0, 1)


class _Location(Struct):
    row: int


class _Diagnostic(Struct):
    filename: str
    message: str
    code: str | None = None
    location: _Location | None = None


class Ruff:
    """The adapter of ruff, by the host's configuration or by the rules that the policy selects alone."""

    name = "ruff"

    def tool(self, job: Job) -> Tool:
        return find_program(self.name, job.bench)

    def configuration(self, job: Job) -> Mapping[str, Any]:
        if job.scope.isolated:
            return {"options": _options(job.scope)}
        return {"options": _options(job.scope), "files": read_configuration(job).files}

    def python(self, job: Job) -> str:
        return ""

    def inputs(self, job: Job) -> Mapping[str, Any]:
        return {}

    def strictness(self, job: Job) -> Mapping[str, Strictness]:
        if job.scope.isolated:
            return {}
        return read_configuration(job).strictness(frozenset(folders_above(job.universe.sources)) | {""})

    def read(self, job: Job, tool: Tool) -> Reading:
        sources = job.sources()
        if not sources:
            return Reading()
        bench = job.bench
        with workplace(bench) if job.scope.isolated else read_configuration(job).workplace(bench) as folder:
            names = names_below(folder, sources)
            checked, *shown = _asked(job, tool, folder, names)
        examined = _examined(shown[0], names) if shown else set(sources)
        return _reading(checked, examined, names)


def _asked(job: Job, tool: Tool, folder: Path, names: Collection[str]) -> list[Outcome]:
    """What ruff finds and, where the host's configuration may exclude some, which files it looks at."""
    home = home_of(job.bench)
    with tempfile.TemporaryDirectory(dir=job.bench.scratch, prefix="ruff-") as passing:
        listed = list_in_file(Path(passing), "files", sorted(names))
        common = ("--force-exclude", *_options(job.scope), f"@{listed}")
        check = ("--output-format", "json", "--no-cache", "--ignore-noqa", "--no-fix", "--no-fix-only")
        ways = (check,) if job.scope.isolated else (check, ("--show-files",))
        commands = [(*tool.command, "check", *how, *common) for how in ways]
        calls = [Call(command, folder, home, job.bench.root, job.scope.seconds) for command in commands]
        with ThreadPoolExecutor(len(calls)) as threads:
            return list(threads.map(run, calls))


def _options(scope: Any) -> tuple[str, ...]:
    """The options by which a scope chooses what ruff looks for."""
    chosen = ["--isolated", "--config", "exclude = []"] if scope.isolated else []
    chosen += ["--select", ",".join(scope.select)] if scope.select else []
    chosen += ["--target-version", scope.target] if scope.target else []
    return (*chosen, *(["--preview"] if scope.preview else []))


def _examined(shown: Outcome, names: Mapping[str, str]) -> set[str]:
    """The sources that ruff looks at."""
    if shown.status != 0:
        raise failed(shown)
    lines = {os.fsdecode(line) for line in shown.stdout.splitlines()}
    found = {path for name, path in names.items() if name in lines or _said(name) in lines}
    if not found:
        raise Unmeasured(
            f"looks at none of the host's {len(names)} files: {shown.words or 'its configuration excludes all'}"
        )
    return found


def _reading(checked: Outcome, examined: Collection[str], names: Mapping[str, str]) -> Reading:
    if checked.status not in _FINDS:
        raise failed(checked)
    told = _told(checked)
    paths = {_said(name): path for name, path in names.items()}
    rows: list[Row] = []
    outside = 0
    for found in _diagnostics(checked):
        path = paths.get(found.filename)
        if path is None:
            outside += 1
        else:
            rows.append(Row(path, found.location.row if found.location else 0, _code(found, path)))
    if bool(checked.status) != bool(rows or outside):
        raise Unmeasured(f"ended with status {checked.status} and printed {len(rows) + outside} rows")
    return Reading(
        tuple(sorted(rows, key=_by_place)), tuple(sorted(set(names.values()) - set(examined))), outside, told=told
    )


def _by_place(row: Row) -> tuple[str, int, str]:
    return (row.path, row.line, row.code)


def _said(name: str) -> str:
    """A name on disk as ruff prints it: what is no UTF-8 is lost."""
    return os.fsencode(name).decode("utf-8", "replace")


def _diagnostics(checked: Outcome) -> list[_Diagnostic]:
    try:
        return msgspec.json.decode(checked.stdout, type=list[_Diagnostic])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unmeasured(f"printed no whole JSON ({error}): {checked.words}") from None


def _code(found: _Diagnostic, path: str) -> str:
    """The code of a row. Raises `Unmeasured` for what says that a file was not looked at as a whole."""
    code = found.code or _SYNTAX
    if _CODE.fullmatch(code) or (code == _SYNTAX and _NEWER.search(found.message)):
        return code
    line = found.location.row if found.location else 0
    raise Unmeasured(f"cannot read {path}:{line}: {found.message.splitlines()[0] if found.message else code}")


def _told(checked: Outcome) -> tuple[str, ...]:
    """What ruff says beside its rows. Raises `Unmeasured` where it says that it has not done what it was asked."""
    lines = checked.complaints
    bad = next((line for line in lines if line.startswith("error") or any(sign in line for sign in _HOLLOW)), "")
    if bad:
        raise Unmeasured(f"says: {bad}")
    return tuple(line for line in lines if line.startswith("warning"))
