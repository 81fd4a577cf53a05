"""MOVED: what base bound to one place may stand in another, by decision."""

from tests.gate.changes import FLOW, flow_decision, flow_law
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK,
    EDGE,
    FEED,
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
    entry,
)
from tests.gate.steps import (
    Case,
    apply,
    assert_holds,
    delete,
    judged,
    land,
    move,
    moved,
    ran,
    replace,
    squashed,
    table,
    write,
)

SPLIT = (
    replace(FEED, IMPORT_STORE, IMPORT_STORE + IMPORT_CLOCK),
    write(EDGE, boundary([entry("app.chain.feed", CLOCK), FEED_STORE, QUEUE_MAIL])),
)
WIDE_FEED = land(*SPLIT)
PUMP = (
    delete(FEED, QUEUE),
    write(
        "app/chain/pump.py",
        IMPORT_STORE
        + IMPORT_MAIL
        + SOURCES[FEED].removeprefix(IMPORT_STORE)
        + SOURCES[QUEUE].removeprefix(IMPORT_MAIL),
    ),
)


@table(
    Case(
        "a whole module",
        (
            move(FEED, "app/chain/rows.py"),
            write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.rows", STORE)])),
            moved("app.chain.feed", "app.chain.rows"),
        ),
    ),
    Case("a whole package", (*FLOW, flow_law, flow_decision)),
    Case(
        "one module into two, each with its part",
        (
            WIDE_FEED,
            delete(FEED),
            write("app/chain/rows.py", SOURCES[FEED]),
            write("app/chain/times.py", IMPORT_CLOCK),
            write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.rows", STORE), entry("app.chain.times", CLOCK)])),
            moved("app.chain.feed", "app.chain.rows", "app.chain.times"),
        ),
    ),
    Case(
        "one module into two, and a part is paid on the way",
        (
            WIDE_FEED,
            delete(FEED),
            write("app/chain/rows.py", SOURCES[FEED]),
            write("app/chain/times.py", ""),
            write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.rows", STORE)])),
            moved("app.chain.feed", "app.chain.rows", "app.chain.times"),
        ),
    ),
    Case(
        "a part of a module, the rest stays",
        (
            WIDE_FEED,
            write(FEED, SOURCES[FEED]),
            write("app/chain/times.py", IMPORT_CLOCK),
            write(EDGE, boundary([FEED_STORE, QUEUE_MAIL, entry("app.chain.times", CLOCK)])),
            moved("app.chain.feed", "app.chain.times"),
        ),
    ),
    Case(
        "two modules into one",
        (
            *PUMP,
            write(EDGE, boundary([entry("app.chain.pump", MAIL), entry("app.chain.pump", STORE)])),
            moved("app.chain.feed", "app.chain.pump", name="feed"),
            moved("app.chain.queue", "app.chain.pump", name="queue"),
        ),
    ),
    Case(
        "two modules into two, parts exchanged",
        (
            WIDE_FEED,
            delete(FEED, QUEUE),
            write("app/chain/rows.py", IMPORT_STORE + IMPORT_MAIL),
            write("app/chain/times.py", IMPORT_CLOCK),
            write(
                EDGE,
                boundary(
                    [entry("app.chain.rows", MAIL), entry("app.chain.rows", STORE), entry("app.chain.times", CLOCK)]
                ),
            ),
            moved("app.chain.feed", "app.chain.rows", "app.chain.times", name="feed"),
            moved("app.chain.queue", "app.chain.rows", name="queue"),
        ),
    ),
    Case(
        "one target for another, where the decision names both",
        (
            move(FEED, "app/chain/rows.py"),
            replace("app/chain/rows.py", IMPORT_STORE, "from app.adapters.clock import now as Store\n"),
            write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.rows", CLOCK)])),
            moved("app.chain.feed", "app.chain.rows", targets=[STORE, CLOCK]),
        ),
    ),
)
def test_moved_by_decision(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case), ["MOVED"])


@table(
    Case(
        "a whole module",
        (
            move(FEED, "app/chain/rows.py"),
            ran(
                "policy",
                "move",
                "app.chain.feed",
                "app.chain.rows",
                "--reason",
                "Rows is what it loads, for whoever asks.",
            ),
        ),
    ),
    Case("a whole package", (*FLOW, ran("policy", "move", "app.chain", "app.flow"))),
    Case(
        "one module into two",
        (
            WIDE_FEED,
            delete(FEED),
            write("app/chain/rows.py", SOURCES[FEED]),
            write("app/chain/times.py", IMPORT_CLOCK),
            ran("policy", "move", "app.chain.feed", "app.chain.rows", "app.chain.times"),
        ),
    ),
    Case(
        "two modules into one",
        (
            *PUMP,
            ran("policy", "move", "app.chain.feed", "app.chain.pump"),
            ran("policy", "move", "app.chain.queue", "app.chain.pump"),
        ),
    ),
)
def test_moved_by_the_command(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case), ["MOVED"])


def test_a_moved_package_needs_its_decision_no_longer_after_the_merge(sample: Repository) -> None:
    apply(sample, (*FLOW, flow_law, flow_decision, squashed, delete("policies/decisions/moved.toml")))
    sample.commit()
    assert_holds(sample.check())
