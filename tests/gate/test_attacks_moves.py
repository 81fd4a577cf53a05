"""Ways to carry debt out of a rule's sight, and to let it grow on the way."""

from tests.gate.changes import FLOW, flow_law
from tests.gate.repository import Repository
from tests.gate.sample import (
    CONFIGURATION,
    EDGE,
    FEED,
    FEED_STORE,
    MAIL,
    QUEUE,
    QUEUE_MAIL,
    SOURCES,
    STORE,
    UNRESOLVED,
    boundary,
    configuration,
    entry,
    unresolved,
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
    replace,
    table,
    write,
)

REWRITTEN_FEED = '''"""Everything about feeds, told anew."""

from app.adapters.store import Store as Rows

SIZES = {"small": 10, "large": 1000}
ORDER = ("first", "second", "third", "fourth", "fifth")


class Feed:
    def load(self, key):
        found = []
        for candidate in Rows().rows(key):
            if not candidate:
                continue
            found.append(candidate.strip())
        return found

    def latest(self, key):
        everything = self.load(key)
        if everything:
            return everything[len(everything) - 1]


def merge_rows(left, right):
    return sorted({*left, *right})


def split_rows(rows, size):
    chunks, chunk = [], []
    for row in rows:
        chunk.append(row)
        if len(chunk) == size:
            chunks.append(chunk)
            chunk = []
    return [*chunks, chunk] if chunk else chunks
'''


@table(
    Case(
        "a package renamed, with rules and entries, and no decision",
        (*FLOW, flow_law),
        (f"LAUNDERED adapter-edge|app.flow.feed|{STORE}", f"LAUNDERED adapter-edge|app.flow.queue|{MAIL}"),
    ),
    Case(
        "a package renamed, and its rule deleted",
        (*FLOW, delete(EDGE)),
        (f"LAUNDERED adapter-edge|app.flow.feed|{STORE}", f"LAUNDERED adapter-edge|app.flow.queue|{MAIL}"),
    ),
    Case(
        "a package renamed, and its rule turned to a stub left behind",
        (*FLOW, write("app/chain/__init__.py", ""), write(EDGE, boundary([]))),
        (f"LAUNDERED adapter-edge|app.flow.feed|{STORE}", f"LAUNDERED adapter-edge|app.flow.queue|{MAIL}"),
    ),
    Case(
        "a module moved to where no rule looks",
        (move(FEED, "app/rows.py"), write(EDGE, boundary([QUEUE_MAIL]))),
        (f"LAUNDERED adapter-edge|app.rows|{STORE}",),
    ),
    Case(
        "a module moved to where no rule looks, and rewritten",
        (delete(FEED), write("app/rows.py", REWRITTEN_FEED), write(EDGE, boundary([QUEUE_MAIL]))),
        (f"LAUNDERED adapter-edge|app.rows|{STORE}",),
    ),
    Case(
        "a module moved into another root package",
        (move(FEED, "jobs/feed.py"), write(EDGE, boundary([QUEUE_MAIL]))),
        (f"LAUNDERED adapter-edge|jobs.feed|{STORE}",),
    ),
    Case(
        "a module moved into a new root package",
        (
            move(FEED, "flow/feed.py"),
            write("flow/__init__.py", ""),
            write(CONFIGURATION, configuration(packages=["app", "flow", "jobs"])),
            write(EDGE, boundary([QUEUE_MAIL])),
        ),
        (f"LAUNDERED adapter-edge|flow.feed|{STORE}",),
    ),
    Case(
        "a module moved into a new folder in no list",
        (move(FEED, "flow/feed.py"), write(EDGE, boundary([QUEUE_MAIL]))),
        ("UNCLAIMED *",),
    ),
    Case(
        "a module moved into a new folder that is excluded",
        (
            move(FEED, "app/attic/feed.py"),
            write(CONFIGURATION, configuration(exclude=["app/attic/**"])),
            write(EDGE, boundary([QUEUE_MAIL])),
        ),
        (f"LAUNDERED adapter-edge|*|{STORE}",),
    ),
    Case(
        "a module moved among what is apart",
        (move(FEED, "tests/feed.py"), write(EDGE, boundary([QUEUE_MAIL]))),
        (f"LAUNDERED adapter-edge|*|{STORE}",),
    ),
    Case(
        "a module moved into a folder newly apart",
        (
            move(FEED, "tools/feed.py"),
            write(CONFIGURATION, configuration(apart=["tests/**", "tools/**"])),
            write(EDGE, boundary([QUEUE_MAIL])),
        ),
        (f"LAUNDERED adapter-edge|*|{STORE}",),
    ),
    Case(
        "a module turned into one that Cython compiles",
        (move(FEED, "app/chain/feed.pyx"), write(EDGE, boundary([QUEUE_MAIL]))),
        (f"LAUNDERED adapter-edge|*|{STORE}",),
    ),
    Case(
        "an adapter moved out of the targets",
        (
            move("app/adapters/mail.py", "app/post.py"),
            replace(QUEUE, "app.adapters.mail", "app.post"),
            write(EDGE, boundary([FEED_STORE])),
        ),
        ("LAUNDERED adapter-edge|app.chain.queue|app.post",),
    ),
    Case(
        "the adapters renamed as a whole",
        (
            move("app/adapters", "app/ports"),
            replace(FEED, "app.adapters", "app.ports"),
            replace(QUEUE, "app.adapters", "app.ports"),
            replace("app/tools.py", "app.adapters", "app.ports"),
            write(EDGE, boundary([], targets=["app.core"])),
        ),
        (
            "LAUNDERED adapter-edge|app.chain.feed|app.ports.store",
            "LAUNDERED adapter-edge|app.chain.queue|app.ports.mail",
        ),
    ),
    Case(
        "a module moved inside its package without a decision",
        (move(FEED, "app/chain/rows.py"), write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.rows", STORE)]))),
        (f"LAUNDERED adapter-edge|app.chain.rows|{STORE}",),
    ),
    Case(
        "a module moved and the source of its successor spread over two commits",
        (
            write("app/rows.py", SOURCES[FEED]),
            lambda repository: repository.commit("copied"),
            delete(FEED),
            write(EDGE, boundary([QUEUE_MAIL])),
        ),
        (f"LAUNDERED adapter-edge|app.rows|{STORE}",),
    ),
    Case(
        "two modules merged into one where no rule looks",
        (
            delete(FEED, QUEUE),
            write("app/pump.py", SOURCES[FEED] + SOURCES[QUEUE]),
            write(EDGE, boundary([])),
        ),
        (f"LAUNDERED adapter-edge|app.pump|{STORE}", f"LAUNDERED adapter-edge|app.pump|{MAIL}"),
    ),
    Case(
        "a module moved into a folder that is excluded already",
        (
            land(write(CONFIGURATION, configuration(exclude=["app/plugins/**"]))),
            move(FEED, "app/plugins/feed.py"),
            write(EDGE, boundary([QUEUE_MAIL])),
        ),
        (f"LAUNDERED adapter-edge|*|{STORE}",),
    ),
    Case(
        "a module rewritten among what is apart",
        (delete(FEED), write("tests/rows.py", REWRITTEN_FEED), write(EDGE, boundary([QUEUE_MAIL]))),
        (f"LAUNDERED adapter-edge|*|{STORE}",),
    ),
    Case(
        "a module replaced by a compiled one",
        (move(FEED, "app/chain/feed.so"), write(EDGE, boundary([QUEUE_MAIL]))),
        ("LAUNDERED/LOOSENED",),
    ),
    Case(
        "a module moved below its own name",
        (
            move(FEED, "app/chain/feed/inner.py"),
            write("app/chain/feed/__init__.py", "from app.chain.feed.inner import Feed\n"),
            write(EDGE, boundary([entry("app.chain.feed.inner", STORE), QUEUE_MAIL])),
        ),
        (f"LAUNDERED adapter-edge|app.chain.feed.inner|{STORE}",),
    ),
    Case(
        "a module that base cannot parse moved to where no rule looks",
        (
            land(append(FEED, "\ndef (:\n")),
            delete(FEED),
            write("app/rows.py", SOURCES[FEED]),
            write(EDGE, boundary([QUEUE_MAIL])),
        ),
        (f"LAUNDERED adapter-edge|app.rows|{STORE}",),
    ),
    Case(
        "a missing import moved without a decision",
        (move("app/legacy.py", "app/old.py"), write(UNRESOLVED, unresolved([entry("app.old", "app.gone")]))),
        ("LAUNDERED unresolved|app.old|app.gone",),
    ),
)
def test_rules_follow_what_moves(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


def test_a_renamed_package_leaves_no_rule_behind(sample: Repository) -> None:
    assert_stopped(judged(sample, Case("", FLOW)), 2, "VACUOUS")
