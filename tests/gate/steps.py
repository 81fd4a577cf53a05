"""What may happen to the sample repository before it is judged, and how a verdict is held against what was expected.

A step is a function of the repository. Rows of the tables are made of steps, so that each reads as a short story.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

import pytest

from tests.gate.repository import Content, Repository, Run
from tests.gate.sample import decision

Step = Callable[[Repository], object]

EXACT = {"NEW", "GREW", "STALE", "SHRUNK"}
"""What head's own law says of head's tree. An attack worth the name leaves these silent."""


def write(path: str, content: Content) -> Step:
    return lambda repository: repository.write(path, content)


def delete(*paths: str) -> Step:
    def step(repository: Repository) -> None:
        for path in paths:
            repository.delete(path)

    return step


def append(path: str, text: str) -> Step:
    return lambda repository: repository.write(path, repository.read(path) + text.encode())


def prepend(path: str, text: str) -> Step:
    return lambda repository: repository.write(path, text.encode() + repository.read(path))


def replace(path: str, old: str, new: str) -> Step:
    """Replace every occurrence of `old`, which must be there."""

    def step(repository: Repository) -> None:
        text = repository.read(path).decode()
        assert old in text, f"{path} holds no {old!r}"
        repository.write(path, text.replace(old, new))

    return step


def move(old: str, new: str) -> Step:
    """`git mv` of a file or folder."""

    def step(repository: Repository) -> None:
        repository.path(new).parent.mkdir(parents=True, exist_ok=True)
        repository.git("mv", old, new)

    return step


def moved(old: str, *new: str, name: str = "moved", **more: object) -> Step:
    """A `move` decision, written by hand."""
    return write(f"policies/decisions/{name}.toml", decision("move", old, to=list(new), **more))


def git(*arguments: str) -> Step:
    return lambda repository: repository.git(*arguments)


def commit(message: str = "step") -> Step:
    return lambda repository: repository.commit(message)


def ran(*arguments: str) -> Step:
    """An archgate command that must succeed."""

    def step(repository: Repository) -> None:
        run = repository.archgate(*arguments)
        assert run.exit == 0, f"archgate {' '.join(arguments)}: {run}{run.stdout}"

    return step


def published(repository: Repository) -> None:
    """What `main` holds is what `origin/main` shows."""
    repository.git("update-ref", "refs/remotes/origin/main", "refs/heads/main")


def land(*steps: Step) -> Step:
    """Somebody's change reaches the protected branch, and `work` starts anew from there."""

    def step(repository: Repository) -> None:
        repository.git("checkout", "--quiet", "main")
        apply(repository, steps)
        repository.commit("landed")
        published(repository)
        repository.git("checkout", "--quiet", "-B", "work")

    return step


def meanwhile(*steps: Step) -> Step:
    """Somebody's change reaches the protected branch, and `work` stays where it forked."""

    def step(repository: Repository) -> None:
        repository.git("checkout", "--quiet", "main")
        apply(repository, steps)
        repository.commit("landed meanwhile")
        published(repository)
        repository.git("checkout", "--quiet", "work")

    return step


def squashed(repository: Repository) -> None:
    """What stands in the work tree is committed, squashed into the protected branch, and `work` starts from there."""
    repository.commit("to be squashed")
    repository.git("checkout", "--quiet", "main")
    repository.git("merge", "--quiet", "--squash", "work")
    repository.commit("squashed")
    published(repository)
    repository.git("checkout", "--quiet", "-B", "work")


def apply(repository: Repository, steps: Iterable[Step]) -> None:
    for step in steps:
        step(repository)


@dataclass(frozen=True)
class Case:
    """One row: what happens, and what `archgate check` must make of it.

    `findings` are `CODE`, `CODE id` or `CODE/CODE id`, where the id may hold `*`; each must be among the findings.
    """

    idea: str
    steps: tuple[Step, ...]
    findings: tuple[str, ...] = ()
    exit: int = 1
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


def table(*cases: Case) -> pytest.MarkDecorator:
    """The cases as pytest's parameters, each under its idea."""
    ideas = [case.idea for case in cases]
    assert len(set(ideas)) == len(ideas), "two rows of one idea"
    return pytest.mark.parametrize("case", cases, ids=ideas)


def judged(repository: Repository, case: Case) -> Run:
    """The verdict on the committed outcome of the case's steps."""
    apply(repository, case.steps)
    repository.commit("the change")
    return repository.check(*case.arguments, environment=case.environment)


def assert_refused(run: Run, findings: Sequence[str], code: int = 1) -> None:
    """The change fails for the reasons expected, as this change's doing, and for no plainer reason than those."""
    assert run.exit == code, run
    blamed = [finding for finding in run.blocking if finding["origin"] == "change"]
    for expected in findings:
        assert any(answers(finding, expected) for finding in blamed), f"no {expected}\n{run}"
    named = {code for expected in findings for code in expected.split(" ")[0].split("/")}
    plainer = EXACT & {finding["code"] for finding in run.blocking} - named
    assert not plainer, f"{plainer} besides\n{run}"


def assert_holds(run: Run, findings: Sequence[str] = ()) -> None:
    """The change passes, nothing blocks, and what must be told is told."""
    assert run.exit == 0, run
    assert run.report is not None, run
    assert run.report["verdict"] == "pass", run
    assert not run.blocking, run
    for expected in findings:
        assert any(answers(finding, expected) for finding in run.findings), f"no {expected}\n{run}"


def assert_stopped(run: Run, code: int, *codes: str) -> None:
    """Exit 2 or 3 with one of `codes` told, wherever the command tells it."""
    assert run.exit == code, run
    assert run.codes() & set(codes), f"none of {codes}\n{run}"
    assert "Traceback" not in run.stderr, run


def answers(finding: Mapping[str, Any], expected: str) -> bool:
    codes, _, identity = expected.partition(" ")
    return finding["code"] in codes.split("/") and fnmatchcase(finding["id"], identity or "*")
