"""Which archgate judges: the version that the configuration requires, here and at base, and how CI installs it."""

import re
from collections.abc import Iterator

from archgate.gate.checkup import Check
from archgate.host.configuration import Configuration

_INSTALLS = re.compile(
    r"\b(?:pip|pipx|uv|uvx)\b.*\barchgate|\buses:\s*\S*archgate\S*@|^\s*(?:-\s*)?repo:\s*\S*archgate"
)
_REVISION = re.compile(r"^\s*rev:\s*(\S+)")
_PINNED = re.compile(r"==\s*\d|@[0-9a-f]{40}\b|--require-hashes|archgate\S*\.whl\b")
_HIDDEN = re.compile(r"\$\w|\$\{")
_COMMENT = re.compile(r"(?:^|\s)#.*$")


def required(configuration: Configuration, before: Configuration | None, version: str) -> Iterator[Check]:
    """Whether `version` is what the configuration requires, and whether base requires the same (`before`, if known)."""
    from packaging.specifiers import SpecifierSet

    wanted = configuration.requires
    if not wanted:
        major, minor = (*version.split("."), "0")[:2]
        fix = f'pin it in the configuration: requires = "~={major}.{minor}"'
        yield Check("requires", "warn", "any version of archgate may judge here", fix)
    elif not SpecifierSet(wanted).contains(version, prereleases=True):
        yield Check("requires", "fail", f"this is archgate {version}", f"install archgate-py{wanted}")
    else:
        yield Check("requires", "ok", f"archgate {version} is within {wanted}")
    if before is not None and before.requires != wanted:
        message = f"base requires {before.requires or 'no version'}, and this tree {wanted or 'none'}"
        fix = "one judge for both: change it in a change of the law alone"
        yield Check("requires at base", "warn", message, fix)


def installed(path: str, text: str) -> Iterator[Check]:
    """How a wired file installs archgate: pinned, by what cannot be seen from here, or whatever is newest that day."""
    lines = [_COMMENT.sub("", line) for line in text.splitlines()]
    for number, line in enumerate(lines, start=1):
        if not _INSTALLS.search(line):
            continue
        name = f"version in {path}"
        seen = line + _revision(lines[number:])
        if _PINNED.search(seen):
            yield Check(name, "ok", f"line {number} names one version of archgate")
        elif _HIDDEN.search(line):
            message = f"line {number} takes the version of archgate from a variable"
            yield Check(name, "by hand", message, "see that it names a full commit id or one version")
        else:
            message = f"line {number} installs whatever version of archgate is newest that day"
            yield Check(name, "warn", message, "name one: archgate-py==VERSION, or @ and a full commit id")


def _revision(following: list[str]) -> str:
    """The revision of a pre-commit repository, from the lines below it, as if it were written behind an `@`."""
    for line in following:
        if match := _REVISION.match(line):
            return f"@{match[1]}"
        if line.strip().startswith("- "):
            break
    return ""
