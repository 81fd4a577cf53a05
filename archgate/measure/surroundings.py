"""What tools that resolve imports hang on beside the host's sources: other sources, lock files, what is installed."""

import os
import re
import sys
from collections.abc import Mapping
from typing import Any

from archgate.measure.export import is_wanted, setting
from archgate.measure.job import Job
from archgate.measure.readings import digest

_LOCKS = ("Pipfile.lock", "pdm.lock", "poetry.lock", "uv.lock")
_REQUIREMENTS = re.compile(r"(.*/)?[^/]*requirements[^/]*\.(txt|in)|(.*/)?requirements/[^/]*\.(txt|in)")


def surroundings(job: Job) -> Mapping[str, Any]:
    """The keys of all that a tool may come to when it follows the host's imports, in a canonical form."""
    paths = job.bench.tree.paths()
    followed = [path for path in paths if is_wanted(path) or _is_lock(path)]
    unlisted = [path for path in _LOCKS if path not in paths]
    found = {path: setting(job.bench.tree, path) for path in unlisted}
    return {
        "files": dict(job.bench.tree.keys(followed)),
        "locks": {path: digest(data.hex()) for path, data in found.items() if data is not None},
        "installed": _installed(),
    }


def _is_lock(path: str) -> bool:
    return path.rpartition("/")[2] in _LOCKS or _REQUIREMENTS.fullmatch(path) is not None


def _installed() -> list[tuple[str, int]]:
    """The folders of the environment's packages (their bytes in hexadecimal, as a path need not be text) with the time
    of their last change (ns), by installing or removing."""
    found = []
    for path in sorted({path for path in sys.path if path.endswith("-packages")}):
        try:
            found.append((os.fsencode(path).hex(), os.stat(path).st_mtime_ns))
        except OSError:
            continue
    return found


def running_python() -> str:
    """The minor version of the Python that runs archgate, and the tools that are its modules."""
    from sys import version_info

    return f"{version_info.major}.{version_info.minor}"
