"""Ways to make a decision mean more than it says: decoys, patterns, other rules, decisions sent ahead."""

from tests.gate.changes import LAUNDERED, flow_decision, laundering, paid, violation
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK_ID,
    EDGE,
    FEED,
    FEED_STORE,
    IMPORT_STORE,
    MAIL,
    QUEUE,
    QUEUE_MAIL,
    STORE,
    STORE_ID,
    TOOLS_CLOCK,
    boundary,
    debt,
    decision,
    entry,
)
from tests.gate.steps import (
    Case,
    apply,
    assert_refused,
    delete,
    judged,
    land,
    move,
    moved,
    prepend,
    replace,
    table,
    write,
)

RENAMED = (move(EDGE, "policies/ports.toml"), write("policies/ports.toml", boundary(rule="ports")))
rename_decision = write("policies/decisions/renamed.toml", decision("rename", "adapter-edge", to=["ports"]))
rows_law = write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.rows", STORE)]))
decoy = write("app/flow/__init__.py", "")


@table(
    Case(
        "importers turned to a decoy that nothing moved to",
        (decoy, write(EDGE, boundary([], importers=["app.flow"])), flow_decision),
        ("LOOSENED adapter-edge|*",),
    ),
    Case(
        "importers turned to a decoy, and a violation in the old place",
        (decoy, violation, write(EDGE, boundary([], importers=["app.flow"])), flow_decision),
        (LAUNDERED,),
    ),
    Case(
        "targets turned to a decoy that nothing moved to",
        (
            write("app/ports/__init__.py", ""),
            write(EDGE, boundary([], targets=["app.ports"])),
            moved("app.adapters", "app.ports"),
        ),
        ("LOOSENED adapter-edge|*",),
    ),
    Case(
        "debt of one rule carried over to another rule",
        (
            land(write("policies/ports.toml", boundary([], rule="ports", importers=["app.web"]))),
            replace(FEED, IMPORT_STORE, "Store = print\n"),
            prepend("app/web.py", IMPORT_STORE),
            write(EDGE, boundary([QUEUE_MAIL])),
            write("policies/ports.toml", boundary([entry("app.web", STORE)], rule="ports", importers=["app.web"])),
            moved("app.chain.feed", "app.web"),
        ),
        (f"LAUNDERED ports|app.web|{STORE}",),
    ),
    Case(
        "two modules exchange their names without a decision",
        (
            move(FEED, "app/chain/spare.py"),
            move(QUEUE, FEED),
            move("app/chain/spare.py", QUEUE),
            write(EDGE, boundary([entry("app.chain.feed", MAIL), entry("app.chain.queue", STORE)])),
        ),
        (f"LAUNDERED adapter-edge|app.chain.feed|{MAIL}", f"LAUNDERED adapter-edge|app.chain.queue|{STORE}"),
    ),
    Case(
        "a rule renamed onto one that is there already",
        (
            delete(EDGE),
            write("policies/decisions/renamed.toml", decision("rename", "adapter-edge", to=["host-cycles"])),
        ),
        ("LOOSENED",),
    ),
    Case(
        "two rules renamed into one that sees less than both",
        (
            land(write("policies/tools.toml", boundary([TOOLS_CLOCK], rule="tools", importers=["app.tools"]))),
            delete("policies/tools.toml"),
            *RENAMED,
            rename_decision,
            write("policies/decisions/second.toml", decision("rename", "tools", to=["ports"])),
        ),
        ("LOOSENED",),
    ),
    Case(
        "a loosening decided by a pattern",
        (delete(EDGE), write("policies/decisions/all.toml", decision("loosen", "adapter-edge|*"))),
        ("LOOSENED adapter-edge|*",),
    ),
    Case(
        "a loosening decided for everything",
        (delete(EDGE), write("policies/decisions/all.toml", decision("loosen", "*"))),
        ("LOOSENED adapter-edge|*",),
    ),
    Case(
        "growth declared to be a loosening",
        (*laundering, write("policies/decisions/all.toml", decision("loosen", CLOCK_ID))),
        (LAUNDERED,),
    ),
    Case(
        "a decision to move, sent ahead",
        (
            land(moved("app.chain.feed", "app.chain.rows")),
            move(FEED, "app/chain/rows.py"),
            rows_law,
        ),
        (f"LAUNDERED adapter-edge|app.chain.rows|{STORE}",),
    ),
    Case("a decision to rename, sent ahead", (land(rename_decision), *RENAMED), ("LOOSENED",)),
    Case(
        "a decision to reassign, sent ahead",
        (
            land(
                write(EDGE, boundary([debt(FEED_STORE, leaf="S1-L1"), QUEUE_MAIL])),
                write("policies/decisions/later.toml", decision("reassign", [STORE_ID], leaf="S9-L9")),
            ),
            write(EDGE, boundary([debt(FEED_STORE, leaf="S9-L9"), QUEUE_MAIL])),
        ),
        (f"REASSIGNED {STORE_ID}",),
    ),
)
def test_a_decision_means_what_it_says(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


def test_a_decision_to_revert_sent_ahead_is_inert(sample: Repository) -> None:
    apply(sample, [land(*paid)])
    fix = sample.oid("main")
    land(write("policies/decisions/back.toml", decision("revert", fix)))(sample)
    sample.git("revert", "--no-edit", fix)
    assert_refused(sample.check(), [f"REOPENED {STORE_ID}"])
