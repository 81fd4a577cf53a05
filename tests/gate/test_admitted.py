"""The rest of the closed list of what is admitted, each with its near misses."""

import pytest

from tests.gate.changes import WIDE, frozen_violation, innocent, paid, planned, violation, widened
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK_ID,
    CYCLE,
    EDGE,
    EDGE_DEBTS,
    FEED,
    FEED_STORE,
    IMPORT_CLOCK,
    LEGACY_GONE,
    PLAN_CLOCK,
    QUEUE_MAIL,
    STORE_ID,
    TOOLS_CLOCK,
    UNRESOLVED,
    accepted,
    boundary,
    component,
    cycles,
    debt,
    decision,
    entry,
    unresolved,
)
from tests.gate.steps import (
    Case,
    append,
    apply,
    assert_holds,
    assert_refused,
    commit,
    delete,
    judged,
    land,
    move,
    ran,
    table,
    write,
)


@table(
    Case(
        "a rule that base lacks, without host source",
        (write("policies/tools.toml", boundary([TOOLS_CLOCK], rule="tools", importers=["app.tools"])),),
    ),
    Case(
        "a rule that base lacks, beside host source",
        (innocent, write("policies/tools.toml", boundary([TOOLS_CLOCK], rule="tools", importers=["app.tools"]))),
    ),
    Case("importers widened, without host source", (widened,)),
    Case(
        "targets widened, without host source",
        (
            land(write("policies/web.toml", boundary([], rule="web", importers=["app.web"], targets=["app.core"]))),
            write(
                "policies/web.toml",
                boundary(
                    [entry("app.web", "app.chain.plan")],
                    rule="web",
                    importers=["app.web"],
                    targets=["app.chain", "app.core"],
                ),
            ),
        ),
    ),
)
def test_widened(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case), ["WIDENED"])


def test_widened_by_the_command(sample: Repository) -> None:
    sample.write(EDGE, boundary(importers=WIDE))
    assert_refused(sample.check(), ["NEW adapter-edge|app.tools|app.adapters.clock"])
    run = sample.archgate("policy", "widen")
    assert run.exit == 0, run
    assert "app.tools" in run.stdout + run.stderr
    assert 'reason = "unreviewed"' in sample.read(EDGE).decode()
    sample.commit()
    assert_holds(sample.check(), ["WIDENED"])


def test_a_widening_stays_refused_in_the_same_change_as_host_source(sample: Repository) -> None:
    case = Case("", (innocent, commit("code"), widened))
    assert_refused(judged(sample, case), ["LAUNDERED/LOOSENED"])


def test_a_plan_is_made_ahead_of_its_code(sample: Repository) -> None:
    assert_holds(judged(sample, Case("", (write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK, planned="S2-L7")])),))))


def test_a_plan_lies_ready_beside_other_work(sample: Repository) -> None:
    assert_holds(judged(sample, Case("", (planned, innocent))))


def test_planned_code_lands_when_shrink_drops_the_mark(sample: Repository) -> None:
    apply(sample, (planned, violation))
    assert_refused(sample.check(), [f"SHRUNK {CLOCK_ID}"])
    apply(sample, [ran("policy", "shrink")])
    assert b"planned" not in sample.read(EDGE)
    sample.commit()
    assert_holds(sample.check(), [f"PLANNED {CLOCK_ID}"])


def test_planned_code_lands_when_a_person_drops_the_mark(sample: Repository) -> None:
    case = Case("", (planned, violation, write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK)]))))
    assert_holds(judged(sample, case), [f"PLANNED {CLOCK_ID}"])


def test_a_planned_owner_lands_when_its_mark_is_dropped(sample: Repository) -> None:
    marked = write(EDGE, boundary(owners=[accepted({"module": "app.chain.wire"}, planned="S2-L7")]))
    dropped = write(EDGE, boundary(owners=["app.chain.wire"]))
    fresh = write("app/chain/wire.py", IMPORT_CLOCK)
    case = Case("", (land(marked), fresh, dropped))
    assert_holds(judged(sample, case), ["PLANNED"])


@table(
    Case("debt accepted for good", (write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)])),)),
    Case("a cycle accepted for good", (write(CYCLE, cycles([], [accepted(component())])),)),
    Case("a missing module accepted for good", (write(UNRESOLVED, unresolved([], [accepted(LEGACY_GONE)])),)),
    Case("a module owns what it does", (write(EDGE, boundary([QUEUE_MAIL], owners=["app.chain.feed"])),)),
    Case("a package owns what it does", (write(EDGE, boundary([], owners=["app.chain.**"])),)),
    Case(
        "accepted beside a change of documents",
        (write("README.md", "# told\n"), write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)]))),
    ),
    Case(
        "accepted beside a change of tests",
        (append("tests/test_plan.py", "\n"), write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)]))),
    ),
)
def test_exceptions_and_owners_are_gained_without_host_source(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case))


def test_gained_exceptions_are_shown(sample: Repository) -> None:
    sample.write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)]))
    sample.commit()
    assert "+1" in sample.archgate("check").stdout


@table(
    Case("beside code of the same rule", (append(FEED, "\n"),)),
    Case("beside code elsewhere", (innocent,)),
    Case("beside a new module", (write("app/fresh.py", ""),)),
    Case("beside a deleted module", (delete("jobs/nightly.py"),)),
    Case("beside a comment in code", (append("app/web.py", "# a comment\n"),)),
)
def test_exceptions_are_not_gained_with_host_source(sample: Repository, case: Case) -> None:
    steps = (*case.steps, write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)])))
    assert_refused(judged(sample, Case("", steps)), ["LAUNDERED/LOOSENED"])


FIXED = (land(*paid), land(innocent))


def fix_of(sample: Repository) -> str:
    return sample.git("log", "--format=%H", "--grep=landed", "--reverse", "main").splitlines()[0]


def test_a_plain_revert_of_a_fix_is_refused(sample: Repository) -> None:
    apply(sample, FIXED)
    sample.git("revert", "--no-edit", fix_of(sample))
    assert_refused(sample.check(), [f"REOPENED {STORE_ID}"])


@pytest.mark.parametrize("how", ["with its entries", "host files only"])
def test_a_revert_is_proven_by_the_command(sample: Repository, how: str) -> None:
    apply(sample, FIXED)
    fix = fix_of(sample)
    sample.git("revert", "--no-commit", fix)
    if how == "host files only":
        sample.git("checkout", "main", "--", EDGE)
    run = sample.archgate("policy", "revert", fix, "--reason", "The new feed lost rows; it is taken back.")
    assert run.exit == 0, run
    sample.commit()
    assert_holds(sample.check(), ["REVERTED"])


@table(
    Case("with more than the reverse in the host", (innocent,)),
    Case("with an entry that the commit did not remove", (violation, frozen_violation)),
)
def test_a_revert_is_the_reverse_and_nothing_else(sample: Repository, case: Case) -> None:
    apply(sample, FIXED)
    fix = fix_of(sample)
    sample.git("revert", "--no-commit", fix)
    apply(sample, case.steps)
    sample.write("policies/decisions/back.toml", decision("revert", fix))
    sample.commit()
    assert_refused(sample.check(), ["REOPENED/LAUNDERED *"])


def test_a_revert_of_another_commit_proves_nothing(sample: Repository) -> None:
    apply(sample, FIXED)
    sample.git("revert", "--no-commit", fix_of(sample))
    sample.write("policies/decisions/back.toml", decision("revert", sample.oid("main")))
    sample.commit()
    assert_refused(sample.check(), [f"REOPENED {STORE_ID}"])


BOUND = land(write(EDGE, boundary([debt(FEED_STORE, leaf="S1-L1"), QUEUE_MAIL])))


def test_reassigned_by_a_decision(sample: Repository) -> None:
    rebound = write(EDGE, boundary([debt(FEED_STORE, leaf="S9-L9"), QUEUE_MAIL]))
    decided = write("policies/decisions/later.toml", decision("reassign", [STORE_ID], leaf="S9-L9"))
    assert_holds(judged(sample, Case("", (BOUND, rebound, decided))))


def test_reassigned_by_the_command(sample: Repository) -> None:
    apply(sample, [BOUND, ran("policy", "reassign", STORE_ID, "--leaf", "S9-L9")])
    assert b'leaf = "S9-L9"' in sample.read(EDGE)
    sample.commit()
    assert_holds(sample.check())


RENAMED = (move(EDGE, "policies/ports.toml"), write("policies/ports.toml", boundary(rule="ports")))
RENAMING = write("policies/decisions/renamed.toml", decision("rename", "adapter-edge", to=["ports"]))


def test_a_rule_is_renamed_by_a_decision(sample: Repository) -> None:
    assert_holds(judged(sample, Case("", (*RENAMED, RENAMING))))


@table(
    Case("without the decision", RENAMED),
    Case(
        "with a decision for another rule",
        (*RENAMED, write("policies/decisions/renamed.toml", decision("rename", "host-cycles", to=["ports"]))),
    ),
    Case(
        "with a decision for another name",
        (*RENAMED, write("policies/decisions/renamed.toml", decision("rename", "adapter-edge", to=["edges"]))),
    ),
    Case(
        "with a narrower scope",
        (
            *RENAMED,
            RENAMING,
            write("policies/ports.toml", boundary([FEED_STORE], rule="ports", importers=["app.chain.feed"])),
        ),
    ),
    Case(
        "with an entry more",
        (
            *RENAMED,
            RENAMING,
            violation,
            write("policies/ports.toml", boundary([*EDGE_DEBTS, PLAN_CLOCK], rule="ports")),
        ),
    ),
)
def test_a_rule_is_not_renamed_otherwise(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), ["LOOSENED/LAUNDERED"])
