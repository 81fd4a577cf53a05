"""SARIF files: what a tool has said in a report of the work tree. No tool runs, and no other tree has one."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from archgate.host.bench import WORK_TREE
from archgate.measure.executable import Tool
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Job
from archgate.measure.readings import Reading, Row
from archgate.measure.sarif_format import Artifact, Log, Notification, Result, Run
from archgate.measure.sarif_places import Places
from archgate.measure.strictness import Strictness

MOST_BYTES = 256 * 1024 * 1024
"""The size of a report above which it is not read."""

_DECODER = msgspec.json.Decoder(Log)
_ANOTHER = "it is of another tree; run the tool again"


class Sarif:
    """The adapter of reports that `[scope] files` names, relative to the root of the work tree."""

    name = "sarif"

    def tool(self, job: Job) -> Tool:
        return Tool((), ", ".join(_drivers(job)))

    def configuration(self, job: Job) -> Mapping[str, Any]:
        return {"files": job.scope.files, "levels": sorted(job.scope.levels)}

    def python(self, job: Job) -> str:
        return ""

    def inputs(self, job: Job) -> Mapping[str, Any]:
        return {path: hashlib.sha256(_bytes(job, path)).hexdigest() for path in job.scope.files}

    def strictness(self, job: Job) -> Mapping[str, Strictness]:
        return {}

    def read(self, job: Job, tool: Tool) -> Reading:
        places = Places(job)
        rows: list[Row] = []
        outside = notes = 0
        for path, log in _logs(job):
            for run in log.runs:
                for result in _results(path, run):
                    if not _counts(result, run, job.scope.levels):
                        notes += 1
                        continue
                    row = _row(path, run, result, places)
                    rows += [row] if row else []
                    outside += not row
        if outside and outside == places.lost and not rows:
            raise Unmeasured(f"has {outside} results and none below the root: {_ANOTHER}")
        rows.sort(key=lambda row: (row.path, row.line, row.code))
        return Reading(rows=tuple(rows), outside=outside, notes=notes)


def _drivers(job: Job) -> list[str]:
    drivers = [run.tool.driver for _, log in _logs(job) for run in log.runs]
    return sorted({f"{one.name} {one.semantic_version or one.version}".strip() for one in drivers})


def _bytes(job: Job, path: str) -> bytes:
    if job.bench.tree.name != WORK_TREE:
        raise Unmeasured("reports are there for the work tree only")
    file = job.bench.root / path
    try:
        if not file.resolve().is_relative_to(job.bench.root.resolve()):
            raise Unmeasured(f"report {path} lies outside the root")
        if file.stat().st_size > MOST_BYTES:
            raise Unmeasured(f"report {path} is larger than {MOST_BYTES} bytes")
        return file.read_bytes()
    except FileNotFoundError:
        raise Unmeasured(f"report {path} is not there: run the tool that writes it first") from None
    except OSError as error:
        raise Unmeasured(f"report {path} cannot be read: {error.strerror}") from None


def _logs(job: Job) -> Iterator[tuple[str, Log]]:
    for path in job.scope.files:
        try:
            log = _DECODER.decode(_bytes(job, path))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Unmeasured(f"report {path} is no SARIF: {error}") from None
        if not log.version.startswith("2.1"):
            raise Unmeasured(f"report {path} is SARIF {log.version}, and 2.1.0 is read")
        if not log.runs:
            raise Unmeasured(f"report {path} has no run of a tool")
        yield path, log


def _results(path: str, run: Run) -> list[Result]:
    """The results of a run. Raises `Unmeasured` where it says that it did not do its work."""
    name = run.tool.driver.name
    for invocation in run.invocations:
        said = [*invocation.tool_execution_notifications, *invocation.tool_configuration_notifications]
        bad = next((one for one in said if one.level == "error"), None)
        if bad or not invocation.execution_successful:
            raise Unmeasured(f"report {path}: {name} failed: {_words(bad or next(iter(said), Notification()))}")
    if run.results is None:
        raise Unmeasured(f"report {path}: {name} came to no results")
    return [result for result in run.results if result.baseline_state != "absent"]


def _words(notification: Notification) -> str:
    return " ".join(notification.message.text.split())[:300] or "it does not say why"


def _counts(result: Result, run: Run, levels: tuple[str, ...]) -> bool:
    return result.kind == "fail" and (result.level or _level(result, run)) in levels


def _level(result: Result, run: Run) -> str:
    """The level that a result has from its rule."""
    name = _code(result, run)
    settings = (rule.default_configuration for rule in run.tool.driver.rules if rule.id == name)
    return next((one.level for one in settings if one), "warning")


def _code(result: Result, run: Run) -> str:
    """The id of a result's rule, "" where it has none."""
    index = result.rule_index if result.rule_index >= 0 else result.rule.index if result.rule else -1
    rules = run.tool.driver.rules
    listed = rules[index].id if 0 <= index < len(rules) else ""
    return result.rule_id or (result.rule.id if result.rule else "") or listed


def _row(path: str, run: Run, result: Result, places: Places) -> Row | None:
    """The row of a result, None for one outside the host. Raises `Unmeasured` if it does not fit the work tree."""
    code = _code(result, run)
    if not code or any(letter in code for letter in "|\n\r\t"):
        raise Unmeasured(f"report {path} has a result with a rule that has no usable id: {code!r}")
    spot = result.locations[0].physical_location if result.locations else None
    if spot is None or spot.artifact_location is None:
        return None
    artifact = _artifact(run, spot.artifact_location.index)
    source = places.source(spot.artifact_location, artifact, run.original_uri_base_ids)
    line = spot.region.start_line if spot.region else 0
    if source is None:
        return None
    if line > places.lines(source):
        raise Unmeasured(f"report {path} speaks of {source}:{line}, which has {places.lines(source)} lines: {_ANOTHER}")
    if not places.is_same(source, artifact):
        raise Unmeasured(f"report {path} was made of other bytes of {source}: {_ANOTHER}")
    return Row(source, line, code)


def _artifact(run: Run, index: int) -> Artifact | None:
    return run.artifacts[index] if 0 <= index < len(run.artifacts) else None
