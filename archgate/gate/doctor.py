"""The doctor: is this gate wired, so that a red verdict stops a merge? Each check says what it saw and what to do."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from archgate.gate.base import configurations_of, resolve_base
from archgate.gate.calling import Call, calls_of, checkout_depth, obstacles_to
from archgate.host.configuration import Configuration
from archgate.host.errors import InputError
from archgate.host.git import Git
from archgate.host.tree import Tree

State = Literal["ok", "warn", "fail", "by hand"]

ATTRIBUTES = (
    "{policies}/*.toml text eol=lf",
    "{policies}/decisions/*.toml text eol=lf",
    "{fixtures}/*.json text eol=lf",
)
"""The lines of `.gitattributes` that keep frozen files the same bytes everywhere; the folders are to be filled in."""


class Check(Struct, frozen=True):
    """One thing looked at: what (`name`), how it is, what was seen (`message`), and what mends it (`fix`)."""

    name: str
    state: State
    message: str
    fix: str = ""


def diagnose(
    git: Git | None,
    configuration: Configuration,
    environment: Mapping[str, str],
    tree: Tree,
    *,
    version: str,
    cache: Path,
) -> list[Check]:
    """Everything the doctor looks at, in the order in which it is to be mended.

    `tree` holds the files of head, `version` is the running archgate's, `cache` the folder of its cache.
    """
    return [
        _base(git, configuration, environment),
        *_wired(configuration, tree),
        _requires(configuration, version),
        _attributes(git, configuration),
        _cache(cache),
        _protection(configuration),
    ]


def attribute_lines(configuration: Configuration) -> list[str]:
    """The lines that `.gitattributes` beside the configuration should have."""
    return [line.format(policies=configuration.policies, fixtures=configuration.fixtures) for line in ATTRIBUTES]


def _base(git: Git | None, configuration: Configuration, environment: Mapping[str, str]) -> Check:
    try:
        base = resolve_base(
            git,
            configuration,
            given=None,
            merged=False,
            unprotected=True,
            environment=environment,
            configuration_at=configurations_of(git),
        )
    except InputError as error:
        first = error.problems[0]
        return Check("base", "fail", first.message, first.fix)
    if not base.protected:
        fix = 'name the protected branch in the configuration: base = ["origin/main"]'
        return Check("base", "warn", "nothing protects here: no base", fix)
    if not configuration.base:
        fix = 'name the protected branch in the configuration: base = ["origin/main"]'
        return Check("base", "warn", f"{base.ref} protects in this run, and nothing does outside of CI", fix)
    return Check("base", "ok", f"{base.ref} is within reach: {base.oid[:7]} ({base.mode})")


def _wired(configuration: Configuration, tree: Tree) -> Iterator[Check]:
    if not configuration.wired:
        fix = 'run the gate in CI and name the file: wired = [".github/workflows/ci.yml"]'
        yield Check("wired", "fail", "no file is named that calls the gate, so any change may drop it", fix)
    for path in configuration.wired:
        yield from _wired_file(path, tree.read(path))


def _wired_file(path: str, data: bytes | None) -> Iterator[Check]:
    name = f"wired {path}"
    if data is None:
        yield Check(name, "fail", "there is no such file", "restore it, or name the one that calls the gate")
        return
    text = data.decode("utf-8", "replace")
    calls = calls_of(text)
    if not calls:
        yield Check(name, "fail", "no line calls `archgate check`", "call it there, or name the file that does")
        return
    troubles = [check for call in calls for check in _troubles(name, path, call, text)]
    lines = ", ".join(str(call.line) for call in calls)
    yield from dict.fromkeys(troubles) or (Check(name, "ok", f"calls `archgate check` (line {lines}), and can fail"),)


def _troubles(name: str, path: str, call: Call, text: str) -> Iterator[Check]:
    for obstacle in obstacles_to(call, text):
        fix = "take it out: a gate that can't fail holds nothing"
        yield Check(name, "fail", f"line {obstacle.line}: {obstacle.message}", fix)
    depth = checkout_depth(call, text) if path.startswith(".github/workflows/") else 0
    if depth == 1:
        message = f"the checkout before line {call.line} fetches one commit, and a base is none of it"
        yield Check(name, "fail", message, "give actions/checkout `fetch-depth: 0`")
    elif depth is None or depth > 1:
        seen = "no checkout" if depth is None else f"a checkout of {depth} commits"
        message = f"{seen} before line {call.line}: the base of a long branch may be out of reach"
        yield Check(name, "warn", message, "give actions/checkout `fetch-depth: 0`")


def _requires(configuration: Configuration, version: str) -> Check:
    from packaging.specifiers import SpecifierSet

    wanted = configuration.requires
    if not wanted:
        major, minor = (*version.split("."), "0")[:2]
        fix = f'pin it in the configuration: requires = "~={major}.{minor}"'
        return Check("requires", "warn", "any version of archgate may judge here", fix)
    if not SpecifierSet(wanted).contains(version, prereleases=True):
        return Check("requires", "fail", f"this is archgate {version}", f"install archgate-py{wanted}")
    return Check("requires", "ok", f"archgate {version} is within {wanted}")


def _attributes(git: Git | None, configuration: Configuration) -> Check:
    if git is None:
        return Check("line ends", "ok", "no git here, so nothing converts them")
    lacking = [line for line in attribute_lines(configuration) if not _keeps_line_ends(git, line.split(" ")[0])]
    if not lacking:
        return Check("line ends", "ok", "git keeps policies and fixtures with LF")
    return Check(
        "line ends",
        "warn",
        "git may convert the line ends of frozen files",
        f"add to .gitattributes: {'; '.join(lacking)}",
    )


def _keeps_line_ends(git: Git, pattern: str) -> bool:
    """Whether a file of such a name is checked out with LF, wherever the attribute comes from."""
    answer = git.run("check-attr", "-z", "eol", "text", "--", pattern.replace("*", "example")).split(b"\0")
    values = dict(zip(answer[1::3], answer[2::3], strict=False))
    return values.get(b"eol") == b"lf" or values.get(b"text") == b"unset"


def _cache(cache: Path) -> Check:
    place = cache
    while not place.exists() and place != place.parent:
        place = place.parent
    if place.is_dir() and os.access(place, os.W_OK | os.X_OK):
        return Check("cache", "ok", f"{cache} can be written")
    return Check("cache", "warn", f"{cache} can't be written, so every run is a cold one", f"make {place} writable")


def _protection(configuration: Configuration) -> Check:
    branch = configuration.base[0] if configuration.base else "the protected branch"
    return Check(
        "branch protection",
        "by hand",
        f"whether {branch} takes changes only with a green gate is set at the service, and can't be seen from here",
        "require the job that runs `archgate check` to pass before merging, for administrators too",
    )
