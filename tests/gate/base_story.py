"""One history that all tests of the base are told in, and the rows that say what is to come of a run in it."""

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from archgate.gate.base import Base, ConfigurationAt, resolve_base
from archgate.host.configuration import Configuration
from archgate.host.errors import InputError, Problem
from archgate.host.git import Git
from tests.gate.repository import Repository

ORIGIN_MAIN = ("origin/main",)


@dataclass(frozen=True)
class Expected:
    """A base; `{name}` stands for the id of a commit of the story. `tip` is `oid` where it is not said."""

    oid: str
    mode: str
    ref: str = "origin/main"
    tip: str = ""
    on_protected_branch: bool = False


@dataclass(frozen=True)
class Case:
    """HEAD is on the named commit or branch; in `environment` and `event` `{name}` stands for a commit's id."""

    idea: str
    head: str
    expected: Expected | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    event: Mapping[str, object] | None = None
    base: tuple[str, ...] = ORIGIN_MAIN
    given: str | None = None
    merged: bool = False
    dirty: bool = False
    says: tuple[str, ...] = ()
    code: str = "BASE_UNKNOWN"


FORKED = Expected("{fork}", "merge-base", tip="{tip}")
"""The branch `work`, or any commit of it, against `origin/main`."""
AT_TIP = Expected("{tip}", "merge-base")
"""A commit that has `origin/main` in it, against that."""
NONE = Expected("", "none", ref="")
"""Nothing protects."""


def last_step(oid: str, ref: str = "origin/main") -> Expected:
    """HEAD is on its base: the commit before is judged against."""
    return Expected(oid, "first-parent", ref=ref, on_protected_branch=True)


def before(oid: str, *, on_protected_branch: bool = True) -> Expected:
    """A push: the commit that was there before."""
    return Expected(oid, "before", ref=oid, on_protected_branch=on_protected_branch)


def merge_result(oid: str, ref: str = "origin/main") -> Expected:
    """`--merged`."""
    return Expected(oid, "merged", ref=ref, on_protected_branch=True)


def by_id(oid: str) -> Expected:
    """A base that is named by its commit id, and is an ancestor of HEAD."""
    return Expected(oid, "merge-base", ref=oid)


@cache
def _template() -> Path:
    """The repository; each name is a tag of that commit.

    root - fork - second - tip -------+   main, origin/main
      |      |               |        |
      |      |               +- merge |   of tip and work, made by a service
      |      +- first - work          |   branch work
      |      |            +- synced --+   of work and tip: the branch takes main in
      |      +- clash                     changes what second changes
      |      +- other                     another branch
      +- early                            origin/release
    car    of tip and other: lands next
    train  of car and work: lands after that
    alone  no common history
    """
    folder = Path(tempfile.mkdtemp(prefix="archgate-story-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    story = Repository(root=folder, home=folder)
    story.git("init", "--quiet", "--template=")
    for name in ("root", "fork", "second", "tip"):
        _grow(story, name)
    story.git("checkout", "--quiet", "-b", "work", "fork")
    for name in ("first", "work"):
        _grow(story, name)
    for name, start in (("clash", "fork"), ("other", "fork"), ("early", "root")):
        story.git("checkout", "--quiet", "--detach", start)
        _grow(story, name, file="second" if name == "clash" else name)
    for name, ours, theirs in (
        ("merge", "tip", "work"),
        ("synced", "work", "tip"),
        ("car", "tip", "other"),
        ("train", "car", "work"),
    ):
        _merge(story, name, ours, theirs)
    story.git("checkout", "--quiet", "--orphan", "island")
    _grow(story, "alone")
    story.git("checkout", "--quiet", "main")
    story.git("update-ref", "refs/remotes/origin/main", "refs/tags/tip")
    story.git("update-ref", "refs/remotes/origin/release", "refs/tags/early")
    return folder


def _grow(story: Repository, name: str, file: str = "") -> None:
    story.write(f"{file or name}.txt", name)
    story.commit(name)
    story.git("tag", name)


def _merge(story: Repository, name: str, ours: str, theirs: str) -> None:
    story.git("checkout", "--quiet", "--detach", f"refs/tags/{ours}")
    story.git("merge", "--quiet", "--no-ff", "--message", name, f"refs/tags/{theirs}")
    story.git("tag", name)


def tell(folder: Path) -> Repository:
    """A copy of the repository below `folder`, on `main`."""
    root = folder / "story"
    shutil.copytree(_template(), root, symlinks=True)
    return Repository(root=root, home=folder)


@cache
def oids() -> Mapping[str, str]:
    """The commit id of each name of the story."""
    story = Repository(root=_template(), home=_template())
    return {name: story.oid(f"refs/tags/{name}") for name in story.git("tag").split()}


def configured(*base: str) -> Configuration:
    """A configuration with this `base` list."""
    return Configuration(packages=("app",), base=base)


def resolve(
    story: Repository,
    *,
    base: tuple[str, ...] = ORIGIN_MAIN,
    given: str | None = None,
    merged: bool = False,
    unprotected: bool = False,
    environment: Mapping[str, str] | None = None,
    configuration_at: ConfigurationAt | None = None,
) -> Base:
    """The base; each commit's configuration is head's, unless `configuration_at` says otherwise."""
    return resolve_base(
        Git.find(story.root),
        configured(*base),
        given=given,
        merged=merged,
        unprotected=unprotected,
        environment=environment or {},
        configuration_at=configuration_at or (lambda oid: configured(*base)),
    )


def run(story: Repository, case: Case) -> Base:
    """The base of a row."""
    story.git("checkout", "--quiet", *([case.head] if case.head in ("main", "work") else ["--detach", case.head]))
    if case.dirty:
        story.write("untracked.txt", "work in hand")
    environment = variables(story, case.environment, case.event)
    return resolve(story, base=case.base, given=case.given, merged=case.merged, environment=environment)


def variables(
    story: Repository, environment: Mapping[str, str], event: Mapping[str, object] | None = None
) -> dict[str, str]:
    """The environment of a job: commit ids filled in, the event written to its file."""
    filled = {name: value.format_map(oids()) for name, value in environment.items()}
    if event is not None:
        file = story.root.parent / "event.json"
        file.write_text(json.dumps(json.loads(json.dumps(event), object_hook=_filled)))
        filled["GITHUB_EVENT_PATH"] = str(file)
    return filled


def _filled(part: dict[str, object]) -> dict[str, object]:
    return {key: value.format_map(oids()) if isinstance(value, str) else value for key, value in part.items()}


def holds(base: Base, expected: Expected) -> None:
    """Assert that the base is the expected one."""
    filled = [text.format_map(oids()) for text in (expected.ref, expected.oid, expected.tip or expected.oid)]
    assert [base.ref, base.oid, base.tip, base.mode] == [*filled, expected.mode]
    assert base.on_protected_branch == expected.on_protected_branch
    assert base.protected == (expected.mode != "none")
    assert base.loosened == ""


def refusal(attempt: Callable[[], object]) -> Problem:
    """The one problem that the attempt comes to."""
    try:
        attempt()
    except InputError as error:
        (problem,) = error.problems
        return problem
    raise AssertionError("it was not refused")


def refused(story: Repository, case: Case) -> None:
    """Assert that the row ends with its code, saying each of its words in message or fix."""
    problem = refusal(lambda: run(story, case))
    assert problem.code == case.code
    assert [word for word in case.says if word not in str(problem)] == []
