"""Ways to keep host source where a change of it does not look like one: links and repositories inside."""

from pathlib import Path

import pytest

from tests.gate.changes import LAUNDERED, frozen_violation, innocent, violation
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK_ID,
    CONFIGURATION,
    CYCLE,
    EDGE,
    EDGE_DEBTS,
    FEED_STORE,
    IMPORT_CLOCK,
    PLAN,
    PLAN_CLOCK,
    QUEUE_MAIL,
    accepted,
    boundary,
    configuration,
    decision,
)
from tests.gate.steps import (
    Case,
    Step,
    append,
    assert_holds,
    assert_refused,
    delete,
    judged,
    land,
    prepend,
    table,
    write,
)

excepted = write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK)]))


def linked_file(repository: Repository) -> None:
    """`app.chain.plan` is a link to a text outside of every package."""
    repository.write("assets/plan.txt", repository.read(PLAN))
    repository.delete(PLAN)
    repository.path(PLAN).symlink_to("../../assets/plan.txt")


def linked_folder(repository: Repository) -> None:
    """`app.chain` is a link to a folder that is apart."""
    repository.git("mv", "app/chain", "library")
    repository.path("app/chain").symlink_to("../library")
    repository.write(CONFIGURATION, configuration(apart=["library/**", "tests/**"]))


def linked_law(repository: Repository) -> None:
    """The policies folder is a link."""
    repository.git("mv", "policies", "law")
    repository.path("policies").symlink_to("law")


LINKED = {"a linked file": (linked_file, "assets/plan.txt"), "a linked folder": (linked_folder, "library/plan.py")}
links = pytest.mark.parametrize(("link", "path"), LINKED.values(), ids=LINKED.keys())


@links
def test_a_linked_module_is_judged_as_before(sample: Repository, link: Step, path: str) -> None:
    assert_holds(judged(sample, Case("", (land(link), append(path, "\n")))))


@links
def test_growth_behind_a_link_is_new(sample: Repository, link: Step, path: str) -> None:
    assert_refused(judged(sample, Case("", (land(link), prepend(path, IMPORT_CLOCK)))), [f"NEW {CLOCK_ID}"])


@links
def test_growth_behind_a_link_is_laundered(sample: Repository, link: Step, path: str) -> None:
    case = Case("", (land(link), prepend(path, IMPORT_CLOCK), frozen_violation))
    assert_refused(judged(sample, case), [LAUNDERED])


@links
def test_source_behind_a_link_is_host_source(sample: Repository, link: Step, path: str) -> None:
    """So no exception comes in beside a change of it."""
    case = Case("", (land(link), prepend(path, IMPORT_CLOCK), excepted))
    assert_refused(judged(sample, case), ["LAUNDERED/LOOSENED *"])


@links
def test_a_loosening_is_not_decided_beside_source_behind_a_link(sample: Repository, link: Step, path: str) -> None:
    steps = (land(link), append(path, "\n"), delete(CYCLE))
    run = judged(sample, Case("", steps))
    for number, identity in enumerate(run.identities("LOOSENED")):
        sample.write(f"policies/decisions/loosen-{number}.toml", decision("loosen", identity))
    sample.commit("decided")
    assert_refused(sample.check(), ["LOOSENED"])


@table(
    Case("growth with its entry", (violation, write("law/adapter-edge.toml", boundary([*EDGE_DEBTS, PLAN_CLOCK])))),
    Case(
        "an exception beside host source",
        (innocent, write("law/adapter-edge.toml", boundary([QUEUE_MAIL], [accepted(FEED_STORE)]))),
    ),
    Case("a policy deleted", (delete("law/adapter-edge.toml"),)),
)
def test_a_law_behind_a_link_is_law(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, Case("", (land(linked_law), *case.steps))), ["LAUNDERED/LOOSENED"])


def test_a_repository_inside_is_told_as_not_judged(sample: Repository, tmp_path: Path) -> None:
    inner = Repository(root=tmp_path / "inner", home=sample.home)
    inner.root.mkdir()
    inner.git("init", "--quiet", "--template=")
    inner.write("feed.py", IMPORT_CLOCK)
    inner.commit()
    sample.git("submodule", "--quiet", "add", str(inner.root), "app/chain/parts")
    sample.commit()
    run = sample.archgate("check")
    assert "app/chain/parts" in run.stdout + run.stderr, run
