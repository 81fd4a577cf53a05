"""MOVED: what base bound to one place may stand in another, by decision."""

from tests.gate.changes import FLOW, flow_decision, flow_law
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK,
    CONFIGURATION,
    CYCLE,
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
    UNRESOLVED,
    boundary,
    configuration,
    decision,
    entry,
    unresolved,
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


CORE_SOURCES = ["tests/test_plan.py", "jobs/nightly.py"] + [
    path.replace("app/", "core/", 1) for path, text in SOURCES.items() if path.startswith("app/") and "app" in text
]


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
    Case(
        "a missing import with its module",
        (
            move("app/legacy.py", "app/old.py"),
            write(UNRESOLVED, unresolved([entry("app.old", "app.gone")])),
            moved("app.legacy", "app.old"),
        ),
    ),
    Case(
        "a module below its own name",
        (
            move(FEED, "app/chain/feed/inner.py"),
            write("app/chain/feed/__init__.py", "from app.chain.feed.inner import Feed\n"),
            write(EDGE, boundary([entry("app.chain.feed.inner", STORE), QUEUE_MAIL])),
            moved("app.chain.feed", "app.chain.feed.inner"),
        ),
    ),
    Case(
        "two modules that exchange their names",
        (
            move(FEED, "app/chain/spare.py"),
            move(QUEUE, FEED),
            move("app/chain/spare.py", QUEUE),
            write(EDGE, boundary([entry("app.chain.feed", MAIL), entry("app.chain.queue", STORE)])),
            moved("app.chain.feed", "app.chain.queue", name="one"),
            moved("app.chain.queue", "app.chain.feed", name="other"),
        ),
    ),
    Case(
        "a module, while its rule is renamed and another debt is paid",
        (
            move(FEED, "app/chain/rows.py"),
            replace(QUEUE, IMPORT_MAIL, "send = print\n"),
            move(EDGE, "policies/ports.toml"),
            write("policies/ports.toml", boundary([entry("app.chain.rows", STORE)], rule="ports")),
            write("policies/decisions/renamed.toml", decision("rename", "adapter-edge", to=["ports"])),
            moved("app.chain.feed", "app.chain.rows"),
        ),
    ),
    Case(
        "a root package",
        (
            move("app", "core"),
            *(replace(path, "app", "core") for path in CORE_SOURCES),
            write(CONFIGURATION, configuration(packages=["core", "jobs"])),
            *(replace(path, "app.", "core.") for path in (CYCLE, UNRESOLVED)),
            write(
                EDGE,
                boundary(
                    [entry("core.chain.feed", "core.adapters.store"), entry("core.chain.queue", "core.adapters.mail")],
                    importers=["core.chain"],
                    targets=["core.adapters"],
                ),
            ),
            moved("app", "core"),
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
