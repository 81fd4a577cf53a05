"""pylint: asked about the host's sources in a process that can import none of them."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from archgate.measure.executable import Tool, find_module, home_of
from archgate.measure.export import Site, workplace
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Job, failed, names_below, on_disk
from archgate.measure.process import Call, Outcome, run
from archgate.measure.pylint_configuration import read_configuration
from archgate.measure.readings import Reading, Row
from archgate.measure.strictness import Strictness
from archgate.measure.surroundings import running_python, surroundings

_GUARD = """
import os, sys
from importlib.machinery import PathFinder
barred = os.path.realpath(sys.argv.pop(1)) + os.sep
class Finder(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        places = sys.path if path is None else path
        kept = [place for place in places if not (os.path.realpath(place) + os.sep).startswith(barred)]
        return PathFinder.find_spec(name, kept, target)
sys.meta_path[:] = [Finder if finder is PathFinder else finder for finder in sys.meta_path]
from pylint.lint import Run
Run(sys.argv[1:])
"""
"""pylint puts the folders that it looks at in front of its own path, and imports some modules only when it needs them:
without this, a file of the host that is called like one of those would run."""

_OPTIONS = (
    "--output-format=json2",
    "--persistent=n",
    "--jobs=1",
    "--reports=n",
    "--score=n",
    "--evaluation=10",  # what the configuration has here would be evaluated
    "--fail-under=10",
)
_FATAL, _ALL_KINDS = 1, 31
_UNREAD = ("fatal", "syntax-error", "parse-error")


class _Message(Struct):
    type: str
    symbol: str
    message: str
    path: str
    line: int


class _Statistics(Struct, rename="camel"):
    modules_linted: int


class _Report(Struct):
    messages: list[_Message]
    statistics: _Statistics


class Pylint:
    """The adapter of pylint. What is disabled in the source does not count: pylint has no way to have it counted."""

    name = "pylint"

    def tool(self, job: Job) -> Tool:
        found = find_module(self.name, job.bench)
        if "-m" not in found.command:
            raise Unmeasured("is not installed where archgate is; elsewhere it cannot be kept from importing the host")
        python = found.command[: found.command.index("-m")]
        return Tool((*python, "-c", _GUARD), found.version)

    def configuration(self, job: Job) -> Mapping[str, Any]:
        found = read_configuration(job)
        return {"path": found.path, "options": found.options}

    def python(self, job: Job) -> str:
        return running_python()

    def inputs(self, job: Job) -> Mapping[str, Any]:
        return surroundings(job)

    def strictness(self, job: Job) -> Mapping[str, Strictness]:
        return {}

    def read(self, job: Job, tool: Tool) -> Reading:
        configuration = read_configuration(job)
        configuration.check(job.bench.trusted)
        sources = job.sources()
        if not sources:
            return Reading()
        asked = {path: file for path, file in sources.items() if not configuration.excludes(path)}
        if not asked:
            raise Unmeasured(f"is kept from all of the host's {len(sources)} files by {configuration.path}")
        with workplace(job.bench, [configuration.path] if configuration.path else [], site=Site.KEPT) as folder:
            names = {os.path.normpath(name): path for name, path in names_below(Path(), asked).items()}
            arguments = (str(folder), f"--rcfile={configuration.path}", *_OPTIONS, "--", *sorted(names))
            home = home_of(job.bench)
            outcome = run(Call((*tool.command, *arguments), folder, home, job.bench.root, job.scope.seconds))
        return _reading(outcome, names, sorted(sources.keys() - asked.keys()))


def _reading(outcome: Outcome, names: Mapping[str, str], excluded: Sequence[str]) -> Reading:
    report = _report(outcome)
    _check_seen(report, names)
    if outcome.status & _FATAL or (outcome.status and not report.messages):
        raise failed(outcome)
    if not report.statistics.modules_linted:
        raise Unmeasured(f"looked at none of {len(names)} files")
    placed = [(names.get(on_disk(one.path)), one) for one in report.messages]
    rows = [Row(path, one.line, one.symbol) for path, one in placed if path is not None]
    rows.sort(key=lambda row: (row.path, row.line, row.code))
    return Reading(rows=tuple(rows), excluded=tuple(excluded), outside=len(report.messages) - len(rows))


def _check_seen(report: _Report, names: Mapping[str, str]) -> None:
    """Raise `Unmeasured` for a file that could not be looked at, or an error outside of what was asked."""
    for one in report.messages:
        elsewhere = on_disk(one.path) not in names and one.type == "error"
        if elsewhere or one.type in _UNREAD or one.symbol in _UNREAD:
            raise Unmeasured(f"says of {one.path}:{one.line}: {' '.join(one.message.split())[:300]}")


def _report(outcome: Outcome) -> _Report:
    if outcome.status < 0 or outcome.status & ~_ALL_KINDS:
        raise failed(outcome)
    try:
        return msgspec.json.decode(outcome.stdout, type=_Report)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unmeasured(f"ended with status {outcome.status} and no whole JSON ({error}): {outcome.words}") from None
