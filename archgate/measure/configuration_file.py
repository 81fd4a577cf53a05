"""The one file at the root that configures a tool: found as the tool finds it, and held to what is safe to run."""

import configparser
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from archgate.measure.export import setting
from archgate.measure.fault import Unmeasured
from archgate.measure.job import Job

Values = Mapping[str, Any]
Parse = Callable[[str, bytes], Values]
"""What a file, by its path and bytes, says to the tool. Raises what `tomllib` and `configparser` raise, or for text."""


def find_values(
    job: Job, own: Collection[str], shared: Collection[str], parse: Parse, speaks: Callable[[Values], bool] = bool
) -> tuple[str, Values]:
    """The path and the values of the file that `[scope] config` names, else of the first of `own` and `shared`.

    A file of `shared` counts only where its values speak to the tool. ("", {}) where there is none. Raises `Unmeasured`
    for a file that is not there or cannot be read.
    """
    named = job.scope.config
    if named:
        values = _values(job, named, parse)
        if values is None:
            raise Unmeasured(f"has no configuration `{named}`, which `[scope] config` names")
        return named, values
    for path in (*own, *shared):
        values = _values(job, path, parse)
        if values is not None and (path in own or speaks(values)):
            return path, values
    return "", {}


def _values(job: Job, path: str, parse: Parse) -> Values | None:
    data = setting(job.bench.settings, path)
    try:
        return None if data is None else parse(path, data)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, configparser.Error, RecursionError) as error:
        raise Unmeasured(f"has a configuration that cannot be read, {path}: {str(error).splitlines()[0]}") from None


def check_code(path: str, named: Iterable[str], trusted: Collection[str]) -> None:
    """Raise `Unmeasured` for code that the configuration at `path` names and base's policy does not."""
    for code in named:
        if code not in trusted:
            cure = "what is code may run where base's policy names it in `[scope] plugins`"
            raise Unmeasured(f"would run `{code}`, as {path} says: {cure}")


def check_writes(path: str, keys: Iterable[str]) -> None:
    """Raise `Unmeasured` if there are keys of the configuration at `path` that make the tool write files."""
    for key in keys:
        raise Unmeasured(f"would write files, as `{key}` in {path} says: give that on the command line")


def pattern_fault(pattern: str) -> str:
    """What is wrong with a regular expression, "" where nothing is."""
    try:
        re.compile(pattern)
    except re.error as error:
        return str(error)
    return ""
