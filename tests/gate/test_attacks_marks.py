"""Ways to get debt in through marks, the same for every kind that has them: each is refused, and green once honest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from tests.gate.marked import CONFIGURATION, PLAN, SAMPLES, Sample, configured, excepted, fixture, function
from tests.gate.repository import Repository, Run
from tests.gate.steps import Step, answers, append, apply, commit, delete, git, land, write

innocent: Step = append(PLAN, "\n\n" + function("innocent", 2))
"""Host source changes, and nothing that any rule sees."""


@dataclass(frozen=True)
class Attack:
    """One way, for any kind: what happens, and what must be said of it; `{violation}` and the like stand in the ids."""

    idea: str
    steps: Callable[[Sample], tuple[Step, ...]]
    findings: tuple[str, ...]
    exit: int = 1


def violated(sample: Sample) -> Step:
    """The fixture with the mark of a new violation."""
    return write(sample.fixture, sample.written({sample.violation: sample.amount}))


def grown(sample: Sample) -> Step:
    """The fixture with a raised mark."""
    return write(sample.fixture, sample.written({sample.known: sample.grown}))


LAUNDERED = "LAUNDERED {rule}|{violation}"
RAISED = "LAUNDERED {rule}|{known}"

ATTACKS = (
    Attack("a violation without a mark", lambda s: (s.violate,), ("NEW {rule}|{violation}",)),
    Attack("growth beyond a mark", lambda s: (s.grow,), ("GREW {rule}|{known}",)),
    Attack("a mark added with its violation", lambda s: (s.violate, violated(s)), (LAUNDERED,)),
    Attack("a mark raised with its growth", lambda s: (s.grow, grown(s)), (RAISED,)),
    Attack("a mark raised ahead of its growth", lambda s: (grown(s),), ("SHRUNK {rule}|{known}",)),
    Attack("a mark added ahead of its violation", lambda s: (violated(s),), ("STALE {rule}|{violation}",)),
    Attack(
        "a mark added in one commit, its violation in another",
        lambda s: (violated(s), commit(), s.violate),
        (LAUNDERED,),
    ),
    Attack("a fixture deleted", lambda s: (delete(s.fixture),), ("LOOSENED {rule}|fixture|", "NEW {rule}|{known}")),
    Attack(
        "a fixture emptied, and debt left",
        lambda s: (write(s.fixture, fixture({}, s.rule)),),
        ("NEW {rule}|{known}",),
    ),
    Attack(
        "a fixture deleted with a violation",
        lambda s: (s.violate, delete(s.fixture)),
        ("LOOSENED {rule}|fixture|", "NEW {rule}|{violation}"),
    ),
    Attack("a rule deleted", lambda s: (delete(s.policy, s.fixture),), ("LOOSENED {rule}|policy|",)),
    Attack(
        "a rule deleted with a violation",
        lambda s: (s.violate, delete(s.policy, s.fixture)),
        ("LOOSENED {rule}|policy|",),
    ),
    Attack(
        "a rule renamed, its store new and with a violation",
        lambda s: (
            s.violate,
            renamed(s),
            write("fixtures/other.json", s.written({s.violation: s.amount}).replace(f'"{s.rule}"', '"other"', 1)),
            delete(s.policy, s.fixture),
        ),
        ("LOOSENED {rule}|policy|",),
    ),
    Attack(
        "a rule renamed, its store empty",
        lambda s: (s.violate, renamed(s), delete(s.policy, s.fixture)),
        ("LOOSENED {rule}|policy|",),
    ),
    Attack(
        "a limit raised over a mark",
        lambda s: (write(s.policy, s.looser), write(s.fixture, fixture({}, s.rule))),
        ("LOOSENED {rule}|scope.*",),
    ),
    Attack(
        "a limit raised over a violation",
        lambda s: (s.violate, write(s.policy, s.looser), write(s.fixture, fixture({}, s.rule))),
        ("LOOSENED {rule}|scope.*", LAUNDERED),
    ),
    Attack(
        "an exception with its violation",
        lambda s: (s.violate, write(s.policy, s.law([excepted(s.violation, s.amount)]))),
        (LAUNDERED,),
    ),
    Attack(
        "an exception beside other host source",
        lambda s: (
            innocent,
            write(s.policy, s.law([excepted(s.known, s.marks[s.known])])),
            write(s.fixture, s.written({s.known: None})),
        ),
        ("LOOSENED {rule}|exception*",),
    ),
    Attack("a mark of what was paid comes back", lambda s: (*paid(s), *back(s)), ("REOPENED {rule}|{paid}",)),
    Attack(
        "a mark of what was paid comes back, unwritten",
        lambda s: (*paid(s), git("checkout", "main~1", "--", "app")),
        ("NEW {rule}|{paid}",),
    ),
    Attack("a payment that is not written", lambda s: (s.pay,), ("STALE {rule}|{paid}",)),
    Attack(
        "one paid, another new, the number equal",
        lambda s: (s.pay, s.violate, write(s.fixture, s.written({s.paid: None, s.violation: s.amount}))),
        (LAUNDERED,),
    ),
    Attack(
        "a file with a violation excluded",
        lambda s: (s.violate, write(CONFIGURATION, configured(exclude=[PLAN]))),
        ("LOOSENED *exclude*",),
    ),
    Attack(
        "a file with a violation set apart",
        lambda s: (s.violate, write(CONFIGURATION, configured(apart=[PLAN]))),
        ("LOOSENED *apart*",),
    ),
    Attack(
        "the folder of fixtures moved, its law frozen anew",
        lambda s: (
            s.violate,
            write(CONFIGURATION, configured(fixtures="marks")),
            delete("fixtures"),
            write(f"marks/{s.rule}.json", s.written({s.violation: s.amount})),
        ),
        ("LOOSENED *fixtures*", LAUNDERED),
    ),
)


def renamed(sample: Sample) -> Step:
    def step(repository: Repository) -> None:
        text = repository.read(sample.policy).decode().replace(f'rule = "{sample.rule}"', 'rule = "other"')
        repository.write("policies/other.toml", text)

    return step


def paid(sample: Sample) -> tuple[Step, ...]:
    return (land(sample.pay, write(sample.fixture, sample.written({sample.paid: None}))),)


def back(sample: Sample) -> tuple[Step, ...]:
    return (git("checkout", "main~1", "--", "app", "fixtures"),)


@pytest.mark.parametrize("kind", SAMPLES, ids=[sample.kind for sample in SAMPLES])
@pytest.mark.parametrize("attack", ATTACKS, ids=[attack.idea for attack in ATTACKS])
def test_no_debt_gets_in(host: Repository, attack: Attack, kind: Sample) -> None:
    apply(host, attack.steps(kind))
    host.commit("the change")
    run = host.check()
    assert run.exit == attack.exit, run
    names = {name: getattr(kind, name) for name in ("rule", "violation", "known", "paid")}
    assert_blamed(run, [finding.format(**names) for finding in attack.findings])


def assert_blamed(run: Run, findings: Sequence[str]) -> None:
    """Each of the findings blocks, as the change's doing."""
    blamed = [one for one in run.blocking if one["origin"] == "change"]
    for expected in findings:
        assert any(answers(one, expected) for one in blamed), f"no {expected}\n{run}"
