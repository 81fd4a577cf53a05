"""Ways round the gate that once were open: each stays shut."""

import pytest

from tests.gate.changes import innocent, violation
from tests.gate.repository import Repository
from tests.gate.sample import (
    CONFIGURATION,
    CYCLE,
    EDGE,
    FEED,
    FEED_BODY,
    FEED_STORE,
    IMPORT_CLOCK,
    IMPORT_STORE,
    LEGACY_GONE,
    PLAN,
    PLAN_CLOCK,
    QUEUE,
    QUEUE_MAIL,
    UNRESOLVED,
    WORKFLOW,
    boundary,
    component,
    configuration,
    cycles,
    decision,
    entry,
    unresolved,
)
from tests.gate.steps import Case, append, apply, commit, delete, judged, land, move, moved, replace, table, write

FRESH = [f"app.z{number:02}" for number in range(20)]
RING = [
    write(f"app/z{number:02}.py", f"from app import z{(number + 1) % 20:02}, z{(number - 1) % 20:02}\n")
    for number in range(20)
]
SURVIVED = "\ntry:\n    import app.nowhere\nexcept ImportError:\n    pass\n"
GATE = "from app.adapters import mail\n\ndef open_gate():\n    return mail\n"
SPREAD = "\n\ndef open_gate():\n    from app.adapters import clock\n    return clock\n"
BARE = replace(FEED, IMPORT_STORE, "Store = print\n")
LAUNDERED = (violation, write(EDGE, boundary([FEED_STORE, QUEUE_MAIL, PLAN_CLOCK])))


@table(
    Case(
        "a new ring under a decision about modules that did not move",
        (*RING, write(CYCLE, cycles([component(), component(FRESH, 40, "zz")])), moved("app.core", *FRESH)),
    ),
    Case(
        "a swap under a decision that everything may be anywhere",
        (BARE, violation, write(EDGE, boundary([QUEUE_MAIL, PLAN_CLOCK])), moved("app", "zz", "yy")),
    ),
    Case(
        "a swap under decisions about two names that still stand",
        (
            BARE,
            violation,
            write(EDGE, boundary([QUEUE_MAIL, PLAN_CLOCK])),
            moved("app.chain.feed", "app.chain.plan"),
            moved("app.adapters.store", "app.adapters.clock", name="other"),
        ),
    ),
    Case(
        "an owner that multiplies by giving its name away",
        (
            land(write("app/chain/gate.py", GATE), write(EDGE, boundary(owners=["app.chain.gate"]))),
            delete("app/chain/gate.py"),
            append(PLAN, SPREAD),
            append(QUEUE, SPREAD),
            write(EDGE, boundary([FEED_STORE], owners=["app.chain.plan", "app.chain.queue"])),
        ),
    ),
    Case(
        "an entry for an import that is survived, to be used later",
        (
            append("app/web.py", SURVIVED),
            write(UNRESOLVED, unresolved([LEGACY_GONE, entry("app.web", "app.nowhere")])),
        ),
    ),
    Case(
        "host source called a wired file, beside a decision that loosens",
        (
            write(CONFIGURATION, configuration(wired=[WORKFLOW, "app/web.py"])),
            innocent,
            write(EDGE, boundary(edges=["eager"])),
            write("policies/decisions/l.toml", decision("loosen", "adapter-edge|scope.edges|lazy")),
            write("policies/decisions/d.toml", decision("loosen", "adapter-edge|scope.edges|dynamic")),
        ),
    ),
    Case(
        "a module rewritten where a decision says that it went, out of scope",
        (
            delete(FEED),
            write("app/rows.py", IMPORT_STORE + IMPORT_CLOCK + "class Other:\n    x = Store\n"),
            write(EDGE, boundary([QUEUE_MAIL])),
            moved("app.chain.feed", "app.rows"),
        ),
    ),
    Case(
        "a root package that goes where nothing is governed",
        (
            move("jobs", "scripts/jobs"),
            write(CONFIGURATION, configuration(packages=["app"], apart=["tests/**", "scripts/**"])),
        ),
    ),
)
def test_it_is_refused(sample: Repository, case: Case) -> None:
    run = judged(sample, case)
    assert run.exit == 1, run


def test_a_module_behind_a_link_out_of_the_root_is_out_of_sight(sample: Repository) -> None:
    outside = sample.home / "feed.py"
    outside.write_text(IMPORT_CLOCK + IMPORT_STORE + FEED_BODY)
    sample.path(FEED).unlink()
    sample.path(FEED).symlink_to(outside)
    sample.write(EDGE, boundary([QUEUE_MAIL]))
    run = sample.check("--base", "origin/main")
    assert "LOOSENED" in run.codes(), run


@pytest.mark.parametrize("environment", [{}, {"CI": "true"}], ids=["on a laptop", "in CI that announces nothing"])
@pytest.mark.parametrize(
    "base", [["work"], ["origin/main", "work"], ["v0"]], ids=["itself", "itself besides", "a time before the law"]
)
def test_a_branch_does_not_name_its_own_base(sample: Repository, base: list[str], environment: dict[str, str]) -> None:
    sample.git("tag", "v0", "origin/main~2")
    apply(sample, (write(CONFIGURATION, configuration(base=base)), *LAUNDERED, commit("one"), innocent, commit("two")))
    run = sample.check(environment=environment)
    assert run.exit == 1, run
    assert run.codes() & {"LAUNDERED", "LOOSENED"}, run


def test_a_base_is_a_branch_and_no_expression(sample: Repository) -> None:
    sample.write(CONFIGURATION, configuration(base=["main~2"]))
    assert sample.check().exit == 2


def test_a_revert_is_proven_and_not_only_said(sample: Repository) -> None:
    """The debt that the reverted commit paid comes back, and other source with it: git's reverse gives no such tree."""
    apply(sample, [land(BARE, write(EDGE, boundary([QUEUE_MAIL])))])
    paid = sample.oid("main")
    back = (
        replace(FEED, "Store = print\n", IMPORT_STORE),
        append("app/web.py", "\nMORE = 1\n"),
        write(EDGE, boundary([FEED_STORE, QUEUE_MAIL])),
        write("policies/decisions/r.toml", decision("revert", paid)),
    )
    run = judged(sample, Case("", back))
    assert run.exit == 1, run
    assert run.codes() & {"LAUNDERED", "REOPENED"}, run
