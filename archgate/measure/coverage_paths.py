"""Which files of the host a report speaks of: its paths may be of another machine, or below another folder."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Mapping

from msgspec import Struct

from archgate.measure.coverage_report import Lines, Report, ReportError

_ABSOLUTE = re.compile(r"/|[A-Za-z]:/")


class Matched(Struct, frozen=True):
    """What a report says, by path of the host's tree; `others` are its relative paths that are no file of the host."""

    files: Mapping[str, Lines]
    others: tuple[str, ...]


def matched(report: Report, root: str, host: Collection[str]) -> Matched:
    """What a report says of the paths in `host`, relative to the folder `root`.

    A path fits a file of the host where one ends in the other, folder by folder; the longest such file is meant.
    Raises ReportError where a path fits several files equally well, or where two paths mean one file.
    """
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for path in host:
        by_name[path.rpartition("/")[2]].append(path)
    sources = [_plain(source, root) for source in report.sources]
    found: dict[str, Lines] = {}
    others = []
    for written, lines in report.files.items():
        spelled = _spelled(_plain(written, root), sources)
        path = _meant(written, spelled, by_name)
        if path in found:
            raise ReportError(f"it speaks twice of {path}")
        if path:
            found[path] = lines
        elif not _ABSOLUTE.match(spelled[0]):
            others.append(spelled[0])
    if not found:
        raise ReportError("it names no file of the host: it is of another tree")
    return Matched(found, tuple(sorted(others)))


def _plain(path: str, root: str) -> str:
    """A path in NFC with `/`, relative to the root where it is below it."""
    plain = unicodedata.normalize("NFC", path).replace("\\", "/").removeprefix("./").rstrip("/")
    folder = unicodedata.normalize("NFC", root).replace("\\", "/").rstrip("/")
    return "" if plain == folder else plain.removeprefix(folder + "/")


def _spelled(path: str, sources: Collection[str]) -> list[str]:
    """How a path may be spelled in full: below each source folder, and as it stands."""
    if _ABSOLUTE.match(path):
        return [path]
    below = [f"{source}/{path}" if source else path for source in sources]
    return [*dict.fromkeys([*below, path])]


def _meant(written: str, spelled: list[str], by_name: Mapping[str, list[str]]) -> str:
    """The file of the host that is meant, "" where there is none: first one that is spelled out, then the best fit."""
    candidates = by_name.get(spelled[-1].rpartition("/")[2], [])
    exact = [path for path in candidates if path in spelled]
    ends = [path for path in candidates if any(full.endswith("/" + path) for full in spelled)]
    begun = [path for path in candidates if any(path.endswith("/" + full) for full in spelled)]
    longest = max(map(len, ends), default=0)
    for fitting in (exact, [path for path in ends if len(path) == longest], begun):
        if len(fitting) > 1:
            raise ReportError(f"{written} may be each of {', '.join(sorted(fitting))}")
        if fitting:
            return fitting[0]
    return ""
