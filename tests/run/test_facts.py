"""`archgate facts cycles`: the cycles of any host, whatever its policies ask."""

import pytest

from tests.gate.repository import Repository
from tests.gate.sample import CORE, CYCLE, EDGE
from tests.gate.steps import Step, delete, write

BROKEN = "no policy\n"


@pytest.mark.parametrize(
    "step",
    [lambda _: None, delete("policies"), write(EDGE, BROKEN), write(CYCLE, BROKEN)],
    ids=["policies", "none", "a broken one", "a broken one of cycles"],
)
def test_the_cycles_of_the_whole_host(sample: Repository, step: Step) -> None:
    step(sample)
    run = sample.archgate("facts", "cycles", "--format", "json")
    assert run.exit == 0, run
    assert run.report is not None
    assert (run.report["rule"], run.report["kind"]) == ("cycles", "cycle")
    [fact] = run.report["facts"]
    assert (fact["members"], fact["amount"]) == (list(CORE), 3)
    assert fact["id"] == "cycles|app.core.alpha|app.core.beta"


def test_the_cycles_of_a_revision(sample: Repository) -> None:
    sample.write("app/core/alpha.py", "")
    assert sample.archgate("facts", "cycles").stdout == "0 facts\n"
    assert sample.archgate("facts", "cycles", "--rev", "HEAD").stdout.endswith("1 fact\n")


def test_a_typing_import_makes_no_cycle(sample: Repository) -> None:
    sample.write(
        "app/core/gamma.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.core import alpha\n"
    )
    assert sample.archgate("facts", "cycles").stdout == "0 facts\n"


@pytest.mark.parametrize("word", ["cycles", "imports", "adapter-edge", "unresolved"])
def test_what_there_is_is_told(sample: Repository, word: str) -> None:
    run = sample.archgate("facts", "weather")
    assert run.exit == 2
    assert word in run.stderr.partition("there are: ")[2]
