"""Ways to let debt grow under the cover of a decision."""

from tests.gate.changes import FLOW, flow_decision, flow_law
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK,
    EDGE,
    EDGE_DEBTS,
    FEED,
    FEED_BODY,
    FEED_STORE,
    IMPORT_CLOCK,
    IMPORT_MAIL,
    IMPORT_STORE,
    MAIL,
    QUEUE,
    QUEUE_MAIL,
    SOURCES,
    STORE,
    boundary,
    decision,
    entry,
)
from tests.gate.steps import (
    Case,
    append,
    assert_refused,
    assert_stopped,
    delete,
    judged,
    land,
    move,
    moved,
    prepend,
    replace,
    squashed,
    table,
    write,
)

ROWS = "app.chain.rows"
to_rows = move(FEED, "app/chain/rows.py")


@table(
    Case(
        "the old place keeps what it moved",
        (
            write("app/chain/rows.py", SOURCES[FEED]),
            write(EDGE, boundary([*EDGE_DEBTS, entry(ROWS, STORE)])),
            moved("app.chain.feed", ROWS),
        ),
        (f"LAUNDERED adapter-edge|{ROWS}|{STORE}",),
    ),
    Case(
        "one edge becomes two in two new modules",
        (
            to_rows,
            write("app/chain/more.py", IMPORT_STORE),
            write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.more", STORE), entry(ROWS, STORE)])),
            moved("app.chain.feed", "app.chain.more", ROWS),
        ),
        ("LAUNDERED adapter-edge|app.chain.*|app.adapters.store",),
    ),
    Case(
        "the new place takes one target more",
        (
            to_rows,
            prepend("app/chain/rows.py", IMPORT_CLOCK),
            write(EDGE, boundary([QUEUE_MAIL, entry(ROWS, STORE), entry(ROWS, CLOCK)])),
            moved("app.chain.feed", ROWS),
        ),
        (f"LAUNDERED adapter-edge|{ROWS}|{CLOCK}",),
    ),
    Case(
        "the new place has another target than the old one",
        (
            to_rows,
            replace("app/chain/rows.py", IMPORT_STORE, "from app.adapters.clock import now as Store\n"),
            write(EDGE, boundary([QUEUE_MAIL, entry(ROWS, CLOCK)])),
            moved("app.chain.feed", ROWS),
        ),
        (f"LAUNDERED adapter-edge|{ROWS}|{CLOCK}",),
    ),
    Case(
        "one target more comes with a pair that the decision names",
        (
            to_rows,
            replace("app/chain/rows.py", IMPORT_STORE, "from app.adapters.clock import now as Store\n" + IMPORT_MAIL),
            write(EDGE, boundary([QUEUE_MAIL, entry(ROWS, CLOCK), entry(ROWS, MAIL)])),
            moved("app.chain.feed", ROWS, targets=[STORE, CLOCK]),
        ),
        (f"LAUNDERED adapter-edge|{ROWS}|{MAIL}",),
    ),
    Case(
        "the decision names another new place",
        (
            to_rows,
            write("app/chain/spare.py", ""),
            write(EDGE, boundary([QUEUE_MAIL, entry(ROWS, STORE)])),
            moved("app.chain.feed", "app.chain.spare"),
        ),
        (f"LAUNDERED adapter-edge|{ROWS}|{STORE}",),
    ),
    Case(
        "the decision names another old place",
        (to_rows, write(EDGE, boundary([QUEUE_MAIL, entry(ROWS, STORE)])), moved("app.chain.queue", ROWS)),
        (f"LAUNDERED adapter-edge|{ROWS}|{STORE}",),
    ),
    Case(
        "one old place pays for two decisions",
        (
            to_rows,
            write("app/chain/more.py", IMPORT_STORE),
            write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.more", STORE), entry(ROWS, STORE)])),
            moved("app.chain.feed", "app.chain.more", name="first"),
            moved("app.chain.feed", ROWS, name="second"),
        ),
        ("LAUNDERED adapter-edge|app.chain.*|app.adapters.store",),
    ),
    Case(
        "what was merely paid elsewhere is not carried over",
        (
            replace(QUEUE, IMPORT_MAIL, "send = print\n"),
            write("app/chain/fresh.py", IMPORT_CLOCK),
            write(EDGE, boundary([FEED_STORE, entry("app.chain.fresh", CLOCK)])),
            moved("app.chain.queue", "app.chain.fresh"),
        ),
        (f"LAUNDERED adapter-edge|app.chain.fresh|{CLOCK}",),
    ),
    Case(
        "debt is moved to a module that has some and takes more",
        (
            delete(FEED),
            write(QUEUE, IMPORT_STORE + IMPORT_CLOCK + SOURCES[QUEUE] + FEED_BODY),
            write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.queue", STORE), entry("app.chain.queue", CLOCK)])),
            moved("app.chain.feed", "app.chain.queue"),
        ),
        (f"LAUNDERED adapter-edge|app.chain.queue|{CLOCK}",),
    ),
)
def test_a_move_is_no_growth(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


two_targets = land(
    prepend(FEED, IMPORT_CLOCK), write(EDGE, boundary([entry("app.chain.feed", CLOCK), FEED_STORE, QUEUE_MAIL]))
)
first_half = (
    replace(FEED, IMPORT_CLOCK, ""),
    write("app/chain/rows.py", IMPORT_CLOCK),
    write(EDGE, boundary([FEED_STORE, QUEUE_MAIL, entry(ROWS, CLOCK)])),
    moved("app.chain.feed", ROWS),
)
second_half = (
    replace(FEED, IMPORT_STORE, "Store = print\n"),
    prepend("app/chain/rows.py", IMPORT_STORE),
    write(EDGE, boundary([QUEUE_MAIL, entry(ROWS, CLOCK), entry(ROWS, STORE)])),
)


def test_a_decision_that_base_has_is_inert(sample: Repository) -> None:
    case = Case("", (two_targets, *first_half, squashed, *second_half))
    assert_refused(judged(sample, case), [f"LAUNDERED adapter-edge|{ROWS}|{STORE}"])


def test_base_keeps_a_moved_package_in_sight_after_the_merge(sample: Repository) -> None:
    landed = (
        *FLOW,
        flow_law,
        flow_decision,
        squashed,
    )
    case = Case("", (*landed, append("app/flow/plan.py", f"\n\n{IMPORT_CLOCK}")))
    assert_refused(judged(sample, case), [f"NEW adapter-edge|app.flow.plan|{CLOCK}"])


@table(
    Case("a decision of an unknown kind", (write("policies/decisions/x.toml", decision("forgive", "app.chain.feed")),)),
    Case("a move to nowhere", (write("policies/decisions/x.toml", decision("move", "app.chain.feed")),)),
    Case("a move to an empty list", (moved("app.chain.feed"),)),
    Case("a reassignment without a leaf", (write("policies/decisions/x.toml", decision("reassign", ["a|b|c"])),)),
    Case("a revert of half a commit id", (write("policies/decisions/x.toml", decision("revert", "3f2c1ab")),)),
    Case("an unknown key", (write("policies/decisions/x.toml", decision("loosen", "x", forever=True)),)),
    Case("a decision without a subject", (write("policies/decisions/x.toml", 'schema = 1\nkind = "loosen"\n'),)),
    Case("a decision that is no TOML", (write("policies/decisions/x.toml", "kind ="),)),
)
def test_a_decision_that_is_none_is_invalid(sample: Repository, case: Case) -> None:
    assert_stopped(judged(sample, case), 2, "DECISION_INVALID")
