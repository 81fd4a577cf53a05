"""mypy: asked about the host's sources, by the host's configuration, without the daemon."""

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from archgate.host.contents import TreeFile
from archgate.measure.executable import Tool, find_module, home_of
from archgate.measure.export import Site, is_passing, workplace
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Job, failed, list_in_file, names_below, on_disk
from archgate.measure.mypy_configuration import MypyConfiguration, read_configuration
from archgate.measure.process import Call, Outcome, run
from archgate.measure.readings import Reading, Row, digest
from archgate.measure.strictness import Strictness
from archgate.measure.surroundings import running_python, surroundings

_PASSED_OVER = ("__pycache__", "site-packages", "node_modules")
_BENIGN = re.compile(r": note: |^Warning: |: No \[mypy\] section in config file$")
_OPTIONS = (
    "--output=json",
    "--no-error-summary",
    "--show-absolute-path",
    "--no-install-types",
    "--no-pretty",
    "--no-color-output",
)


class _Message(Struct):
    file: str
    line: int
    message: str
    severity: Literal["error", "note"]
    code: str | None = None


_DECODER = msgspec.json.Decoder(_Message)


class Mypy:
    """The adapter of mypy. The sources are exported, so that its cache, which goes by times and sizes, is exact."""

    name = "mypy"

    def tool(self, job: Job) -> Tool:
        return find_module(self.name, job.bench)

    def configuration(self, job: Job) -> Mapping[str, Any]:
        found = read_configuration(job)
        return {"path": found.path, "sections": found.sections}

    def python(self, job: Job) -> str:
        return read_configuration(job).python_version or running_python()

    def inputs(self, job: Job) -> Mapping[str, Any]:
        return surroundings(job)

    def strictness(self, job: Job) -> Mapping[str, Strictness]:
        return {"": Strictness(switches=read_configuration(job).switches)}

    def read(self, job: Job, tool: Tool) -> Reading:
        configuration = read_configuration(job)
        configuration.check(job.bench.trusted)
        sources = job.sources()
        if not sources:
            return Reading()
        asked = dict(_asked(job, sources, configuration))
        if not asked:
            raise Unmeasured(
                f"is kept from all of the host's {len(sources)} files by `exclude` in {configuration.path}"
            )
        with workplace(job.bench, [configuration.path] if configuration.path else [], site=Site.KEPT) as folder:
            outcome = _run(job, tool, configuration, folder, asked)
            paths = {os.path.realpath(name): path for name, path in names_below(folder, sources).items()}
            return _reading(outcome, paths, sorted(sources.keys() - asked.keys()))


def _asked(
    job: Job, sources: Mapping[str, TreeFile], configuration: MypyConfiguration
) -> Iterator[tuple[str, TreeFile]]:
    """The sources that mypy would look at if it were given their folders: not what it passes over, is kept from by its
    configuration, or has a stub for."""
    files = job.bench.tree.paths()
    for path, file in sources.items():
        passed = any(part in _PASSED_OVER or part.startswith(".") for part in path.split("/"))
        if not (passed or configuration.excludes(path) or f"{path}i" in files):
            yield path, file


def _run(
    job: Job, tool: Tool, configuration: MypyConfiguration, folder: Path, asked: Mapping[str, TreeFile]
) -> Outcome:
    lasting = job.bench.cached and not is_passing(folder)
    cache = str(_cache(job, folder)) if lasting else os.devnull
    python = () if configuration.names_python or tool.command[0] != sys.executable else (sys.executable,)
    with tempfile.TemporaryDirectory(dir=home_of(job.bench).parent, prefix="mypy-") as passing:
        names = names_below(Path(), asked)
        listed = list_in_file(Path(passing), "files", sorted(names))
        command = (
            *tool.command,
            *_OPTIONS,
            f"--config-file={configuration.path}",
            f"--cache-dir={cache}",
            *(f"--python-executable={one}" for one in python),
            f"@{listed}",
        )
        return run(Call(command, folder, home_of(job.bench), job.bench.root, job.scope.seconds))


def _cache(job: Job, folder: Path) -> Path:
    """The folder of mypy's cache, one for each place of the sources: what it keeps says of each error in which file it
    is, absolutely, so that in a clone that was moved they would be in none of the host's."""
    place = os.fsencode(os.path.realpath(folder)).hex()
    return job.bench.scratch / "mypy" / f"{folder.name}-{digest(place)[:12]}"


def _reading(outcome: Outcome, paths: Mapping[str, str], excluded: Sequence[str]) -> Reading:
    if outcome.status not in (0, 1):
        raise _blocked(outcome, paths)
    messages = list(_messages(outcome))
    told = _told(outcome)
    errors = [one for one in messages if one.severity == "error"]
    if bool(outcome.status) != bool(errors):
        raise Unmeasured(f"ended with status {outcome.status} and printed {len(errors)} errors")
    rows = [(paths.get(os.path.realpath(on_disk(one.file))), one) for one in errors]
    inside = [Row(path, one.line, one.code or "misc") for path, one in rows if path is not None]
    return Reading(
        rows=tuple(sorted(inside, key=lambda row: (row.path, row.line, row.code))),
        excluded=tuple(excluded),
        outside=len(rows) - len(inside),
        notes=len(messages) - len(errors),
        told=told,
    )


def _blocked(outcome: Outcome, paths: Mapping[str, str]) -> Unmeasured:
    """The error for a run that came to no end: what mypy says first, on stderr or as a message."""
    if outcome.status != 2 or outcome.stderr.strip():
        return failed(outcome)
    try:
        first = next(one for one in _messages(outcome) if one.severity == "error")
    except (Unmeasured, StopIteration):
        return failed(outcome)
    place = paths.get(os.path.realpath(on_disk(first.file)), os.path.basename(first.file))
    return Unmeasured(f"ended with status 2: {place}:{first.line}: {first.message}")


def _messages(outcome: Outcome) -> Iterator[_Message]:
    for line in outcome.stdout.splitlines():
        try:
            yield _DECODER.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            shown = line[:200].decode("utf-8", "replace")
            raise Unmeasured(f"printed what is none of its messages: {shown}") from None


def _told(outcome: Outcome) -> tuple[str, ...]:
    """What mypy says beside its messages. Raises `Unmeasured` for more than notes and warnings: it goes on."""
    lines = outcome.complaints
    bad = next((line for line in lines if not _BENIGN.search(line)), "")
    if bad:
        raise Unmeasured(f"says: {bad}")
    return tuple(lines)
