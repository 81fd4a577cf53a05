"""The doctor: is this gate wired, so that a red verdict stops a merge? Each check says what it saw and what to do."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from archgate.gate.base import configurations_of, resolve_base
from archgate.gate.calling import Call, calls_of, checkout_depth, obstacles_to
from archgate.gate.checkup import Check
from archgate.gate.frozen_files import line_ends, merge_driver
from archgate.gate.starting import WORKFLOWS, fetched, started
from archgate.gate.versions import installed, required
from archgate.host.configuration import Configuration
from archgate.host.errors import InputError
from archgate.host.git import Git
from archgate.host.tree import Tree


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
    before, check = _base(git, configuration, environment)
    return [
        check,
        *_wired(configuration, tree),
        *required(configuration, before, version),
        line_ends(git, configuration),
        merge_driver(git, configuration),
        _cache(cache),
        _protection(configuration),
    ]


def _base(
    git: Git | None, configuration: Configuration, environment: Mapping[str, str]
) -> tuple[Configuration | None, Check]:
    """The configuration at base, None where none is known, and whether base is within reach."""
    configuration_at = configurations_of(git)
    try:
        base = resolve_base(
            git,
            configuration,
            given=None,
            merged=False,
            unprotected=True,
            environment=environment,
            configuration_at=configuration_at,
        )
    except InputError as error:
        first = error.problems[0]
        return None, Check("base", "fail", first.message, first.fix)
    fix = 'name the protected branch in the configuration: base = ["origin/main"]'
    if not base.protected:
        return None, Check("base", "warn", "nothing protects here: no base", fix)
    before = configuration_at(base.oid)
    if not configuration.base:
        message = f"{base.ref} protects in this run, and nothing does outside of CI"
        return before, Check("base", "warn", message, fix)
    return before, Check("base", "ok", f"{base.ref} is within reach: {base.oid[:7]} ({base.mode})")


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
    yield from installed(path, text)
    calls = calls_of(text)
    if not calls:
        yield Check(name, "fail", "no line calls `archgate check`", "call it there, or name the file that does")
        return
    troubles = [*started(name, path, text), *fetched(name, path, text)]
    troubles += [check for call in calls for check in _troubles(name, path, call, text)]
    lines = ", ".join(str(call.line) for call in calls)
    yield from dict.fromkeys(troubles) or (Check(name, "ok", f"calls `archgate check` (line {lines}), and can fail"),)


def _troubles(name: str, path: str, call: Call, text: str) -> Iterator[Check]:
    for obstacle in obstacles_to(call, text):
        fix = "take it out: a gate that can't fail holds nothing"
        yield Check(name, "fail", f"line {obstacle.line}: {obstacle.message}", fix)
    depth = checkout_depth(call, text) if path.startswith(WORKFLOWS) else 0
    if depth == 1:
        message = f"the checkout before line {call.line} fetches one commit, and a base is none of it"
        yield Check(name, "fail", message, "give actions/checkout `fetch-depth: 0`")
    elif depth is None or depth > 1:
        seen = "no checkout" if depth is None else f"a checkout of {depth} commits"
        message = f"{seen} before line {call.line}: the base of a long branch may be out of reach"
        yield Check(name, "warn", message, "give actions/checkout `fetch-depth: 0`")


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
