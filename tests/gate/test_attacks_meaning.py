"""Ways to make an entry mean more than it says, or to keep one for later."""

from tests.gate.changes import LAUNDERED, frozen_violation, innocent, planned, violation, without_store
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK_ID,
    CORE,
    CORE_ID,
    CYCLE,
    EDGE,
    FEED_STORE,
    IMPORT_CLOCK,
    IMPORT_MAIL,
    PLAN,
    PLAN_CLOCK,
    QUEUE,
    QUEUE_MAIL,
    STORE_ID,
    accepted,
    boundary,
    component,
    cycles,
    debt,
    decision,
)
from tests.gate.steps import Case, assert_refused, assert_stopped, judged, land, prepend, replace, table, write

S1, S9 = "S1-L1", "S9-L9"
bound = land(write(EDGE, boundary([debt(FEED_STORE, leaf=S1), QUEUE_MAIL])))


@table(
    Case(
        "debt turned into an exception beside host source",
        (innocent, write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)]))),
        ("LAUNDERED/LOOSENED",),
    ),
    Case(
        "an owner block over known debt beside host source",
        (innocent, write(EDGE, boundary([QUEUE_MAIL], owners=["app.chain.feed"]))),
        ("LAUNDERED/LOOSENED",),
    ),
    Case(
        "an owner block widened to a whole package beside host source",
        (
            land(write(EDGE, boundary([QUEUE_MAIL], owners=["app.chain.feed"]))),
            violation,
            write(EDGE, boundary([], owners=["app.chain.**"])),
        ),
        (LAUNDERED,),
    ),
    Case(
        "debt rebound to a later leaf",
        (bound, write(EDGE, boundary([debt(FEED_STORE, leaf=S9), QUEUE_MAIL]))),
        (f"REASSIGNED {STORE_ID}",),
    ),
    Case(
        "debt rebound while its code is worked on",
        (bound, innocent, write(EDGE, boundary([debt(FEED_STORE, leaf=S9), QUEUE_MAIL]))),
        (f"REASSIGNED {STORE_ID}",),
    ),
    Case("debt cut loose from its leaf", (bound, write(EDGE, boundary())), ("REASSIGNED/LOOSENED",)),
    Case(
        "debt rebound by a decision beside host source",
        (
            bound,
            innocent,
            write(EDGE, boundary([debt(FEED_STORE, leaf=S9), QUEUE_MAIL])),
            write("policies/decisions/later.toml", decision("reassign", [STORE_ID], leaf=S9)),
        ),
        (f"REASSIGNED {STORE_ID}",),
    ),
    Case(
        "debt rebound to another leaf than the decision says",
        (
            bound,
            write(EDGE, boundary([debt(FEED_STORE, leaf=S9), QUEUE_MAIL])),
            write("policies/decisions/later.toml", decision("reassign", [STORE_ID], leaf="S2-L1")),
        ),
        (f"REASSIGNED {STORE_ID}",),
    ),
    Case(
        "other debt rebound than the decision says",
        (
            bound,
            write(EDGE, boundary([debt(FEED_STORE, leaf=S9), QUEUE_MAIL])),
            write(
                "policies/decisions/later.toml",
                decision("reassign", ["adapter-edge|app.chain.queue|app.adapters.mail"], leaf=S9),
            ),
        ),
        (f"REASSIGNED {STORE_ID}",),
    ),
)
def test_what_an_entry_means_is_not_changed_on_the_side(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


@table(
    Case(
        "a planned exception in the change that needs it",
        (violation, write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK, planned="S2-L7")]))),
        (f"SHRUNK/LAUNDERED {CLOCK_ID}",),
    ),
    Case("a planned mark left on landed code", (planned, violation), (f"SHRUNK {CLOCK_ID}",)),
    Case(
        "a planned exception spent on another target",
        (
            planned,
            prepend(PLAN, IMPORT_MAIL),
            write(EDGE, boundary(exceptions=[accepted({"from": "app.chain.plan", "to": "app.adapters.mail"})])),
        ),
        ("LAUNDERED adapter-edge|app.chain.plan|app.adapters.mail",),
    ),
    Case(
        "a planned exception spent by another module",
        (
            planned,
            prepend(QUEUE, IMPORT_CLOCK),
            write(EDGE, boundary(exceptions=[accepted({"from": "app.chain.queue", "to": "app.adapters.clock"})])),
        ),
        ("LAUNDERED adapter-edge|app.chain.queue|app.adapters.clock",),
    ),
    Case(
        "a planned exception landed as debt",
        (planned, violation, frozen_violation),
        (LAUNDERED,),
    ),
)
def test_a_plan_covers_what_it_names_and_no_more(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


@table(
    Case("an entry kept in store for later", (frozen_violation,), (f"STALE {CLOCK_ID}",)),
    Case(
        "an exception kept in store for later",
        (write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK)])),),
        (f"STALE {CLOCK_ID}",),
    ),
    Case("a paid debt whose entry stays", (without_store,), (f"STALE {STORE_ID}",)),
    Case(
        "a cycle partly untied whose entry stays",
        (replace("app/core/beta.py", "from app.core import gamma", "from app.core import alpha as gamma"),),
        (f"SHRUNK {CORE_ID}",),
    ),
    Case("a cycle's entry with edges to spare", (write(CYCLE, cycles([component(edges=9)])),), (f"SHRUNK {CORE_ID}",)),
    Case(
        "a cycle's entry with a member to spare",
        (write(CYCLE, cycles([component((*CORE, "app.core.delta"))])),),
        (f"SHRUNK {CORE_ID}",),
    ),
)
def test_entries_are_no_savings_account(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


@table(
    Case(
        "a debt over a whole package", (write(EDGE, boundary([{"from": "app.chain.**", "to": "app.adapters.store"}])),)
    ),
    Case("a debt over a segment", (write(EDGE, boundary([{"from": "app.chain.*", "to": "app.adapters.store"}])),)),
    Case(
        "an exception towards a whole package",
        (write(EDGE, boundary(exceptions=[accepted({"from": "app.chain.plan", "to": "app.adapters.**"})])),),
    ),
)
def test_a_pattern_in_an_entry_covers_nothing(sample: Repository, case: Case) -> None:
    run = judged(sample, case)
    assert run.exit in (1, 2), run
    assert run.codes() & {"INVALID", "STALE"}, run


@table(
    Case("an entry twice", (write(EDGE, boundary([FEED_STORE, FEED_STORE, QUEUE_MAIL])),)),
    Case("a reason left blank", (write(EDGE, boundary([debt(FEED_STORE, reason=""), QUEUE_MAIL])),)),
    Case("a reason that is a placeholder", (write(EDGE, boundary([debt(FEED_STORE, reason="TODO"), QUEUE_MAIL])),)),
    Case("a reason of nineteen characters", (write(EDGE, boundary([debt(FEED_STORE, reason="x1 y2 z3 a4 b5 c6 d")])),)),
    Case("a debt that is planned", (write(EDGE, boundary([{**debt(FEED_STORE), "planned": "S2-L7"}, QUEUE_MAIL])),)),
    Case(
        "an amount that boundary entries lack",
        (write(EDGE, boundary([{**debt(FEED_STORE), "amount": 9}, QUEUE_MAIL])),),
    ),
    Case("an expiry date", (write(EDGE, boundary([{**debt(FEED_STORE), "until": "2099-01-01"}, QUEUE_MAIL])),)),
    Case("a switch that turns the rule off", (replace(EDGE, "[scope]\n", "[scope]\nenabled = false\n"),)),
    Case("one module in two cycles", (write(CYCLE, cycles([component(), component(CORE[:2], 1, "again")])),)),
    Case("a cycle with negative edges", (write(CYCLE, cycles([component(edges=-3)])),)),
)
def test_an_entry_that_is_no_entry_is_invalid(sample: Repository, case: Case) -> None:
    assert_stopped(judged(sample, case), 2, "INVALID")
