"""`archgate policy move`: entries follow what moved, and what is no move is refused before a byte is written."""

import pytest

from tests.gate.changes import FLOW
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK,
    CYCLE,
    EDGE,
    FEED,
    FEED_STORE,
    IMPORT_CLOCK,
    IMPORT_MAIL,
    IMPORT_STORE,
    QUEUE,
    QUEUE_MAIL,
    SOURCES,
    boundary,
    component,
    cycles,
    entry,
)
from tests.gate.steps import Case, append, apply, assert_holds, delete, land, move, ran, replace, table, write

TO_ROWS = ("policy", "move", "app.chain.feed", "app.chain.rows")
WIDE_FEED = land(
    replace(FEED, IMPORT_STORE, IMPORT_STORE + IMPORT_CLOCK),
    write(EDGE, boundary([entry("app.chain.feed", CLOCK), FEED_STORE, QUEUE_MAIL])),
)
TIED_TWICE = land(
    append("app/core/beta.py", "\n\nfrom app.core import alpha\n"),
    write(CYCLE, cycles([component(edges=4)])),
)
"""The cycle of three holds by one edge more, from beta back to alpha."""


def law_of(repository: Repository) -> dict[str, bytes]:
    folder = repository.path("policies")
    return {path.as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@table(
    Case("a module with its edge", (move(FEED, "app/chain/rows.py"), ran(*TO_ROWS))),
    Case("a package with the edges of its modules", (*FLOW, ran("policy", "move", "app.chain", "app.flow"))),
    Case(
        "one module into two, each with its edge",
        (
            WIDE_FEED,
            delete(FEED),
            write("app/chain/rows.py", SOURCES[FEED]),
            write("app/chain/times.py", IMPORT_CLOCK),
            ran(*TO_ROWS, "app.chain.times"),
        ),
    ),
    Case(
        "two modules into one, with the edges of both",
        (
            delete(FEED, QUEUE),
            write("app/chain/pump.py", IMPORT_STORE + IMPORT_MAIL),
            ran("policy", "move", "app.chain.feed", "app.chain.pump"),
            ran("policy", "move", "app.chain.queue", "app.chain.pump"),
        ),
    ),
    Case(
        "one member of a cycle",
        (
            move("app/core/beta.py", "app/core/mid.py"),
            replace("app/core/alpha.py", "import beta", "import mid as beta"),
            ran("policy", "move", "app.core.beta", "app.core.mid"),
        ),
    ),
    Case(
        "one member of a cycle into two, as many edges as before",
        (
            TIED_TWICE,
            delete("app/core/beta.py"),
            write("app/core/mid.py", "from app.core import low\n"),
            write("app/core/low.py", "from app.core import gamma\n"),
            replace("app/core/alpha.py", "import beta", "import mid as beta"),
            ran("policy", "move", "app.core.beta", "app.core.mid", "app.core.low"),
        ),
    ),
    Case(
        "two members of a cycle into one",
        (
            delete("app/core/beta.py", "app/core/gamma.py"),
            write("app/core/mid.py", "from app.core import alpha\n"),
            replace("app/core/alpha.py", "import beta", "import mid as beta"),
            ran("policy", "move", "app.core.beta", "app.core.mid"),
            ran("policy", "move", "app.core.gamma", "app.core.mid"),
        ),
    ),
)
def test_entries_follow(sample: Repository, case: Case) -> None:
    apply(sample, case.steps)
    sample.commit()
    assert_holds(sample.check(), ["MOVED"])


def test_the_entry_of_a_moved_member_is_the_one_that_it_left(sample: Repository) -> None:
    """Its id, members and edges are those of one component, not the sum of an old and a new one."""
    apply(sample, [move("app/core/beta.py", "app/core/mid.py")])
    replace("app/core/alpha.py", "import beta", "import mid as beta")(sample)
    ran("policy", "move", "app.core.beta", "app.core.mid")(sample)
    text = sample.read(CYCLE).decode()
    assert text.count("[[debt]]") == 1
    assert 'id = "core"' in text
    assert "edges = 3" in text
    assert "app.core.beta" not in text


def test_a_member_does_not_take_a_new_edge_along(sample: Repository) -> None:
    apply(sample, [move("app/core/beta.py", "app/core/mid.py"), append("app/core/mid.py", "\nimport app.core.alpha\n")])
    replace("app/core/alpha.py", "import beta", "import mid as beta")(sample)
    sample.archgate("policy", "move", "app.core.beta", "app.core.mid")
    assert b"edges = 4" not in sample.read(CYCLE)
    assert sample.check().exit == 1


def test_a_move_said_twice_is_written_once(sample: Repository) -> None:
    apply(sample, [move(FEED, "app/chain/rows.py"), ran(*TO_ROWS)])
    before = law_of(sample)
    run = sample.archgate(*TO_ROWS)
    assert run.exit == 0, run
    assert law_of(sample) == before


@pytest.mark.parametrize(
    ("idea", "arguments", "words"),
    [
        ("to itself", ["app.chain.feed", "app.chain.feed"], "`app.chain.feed` is where it was"),
        ("to itself and elsewhere", ["app.chain.feed", "app.web", "app.chain.feed"], "is where it was"),
        ("to the package above", ["app.chain.feed", "app.chain"], "`app.chain` holds `app.chain.feed`"),
        ("of what never was", ["app.nope", "app.web"], "neither the host nor base has a module `app.nope`"),
        ("to where nothing is", ["app.chain.feed", "app.chain.fed"], "did you mean `app.chain.feed`"),
        ("of nothing to nothing", ["app.nope", "app.nada"], "the host has no `app.nada`"),
        ("to a definition that is not there", ["app.chain.feed", "app.web:nope"], "the host has no `app.web:nope`"),
        ("to no name", ["app.chain.feed", ""], "`` is no module"),
        ("to a pattern", ["app.chain.feed", "app.**"], "`app.**` is no module"),
        ("to an identity", ["app.chain.feed", "r|a|b"], "`r|a|b` is no module"),
        ("to a path", ["app.chain.feed", "../x"], "goes through `.` or `..`"),
        ("of no name", ["", "app.web"], "`` is no module"),
        ("for no reason", ["app.chain.feed", "app.web", "--reason", "because"], "`reason` is a placeholder"),
        ("by nobody", ["app.chain.feed", "app.web", "--owner", " "], "`owner` is blank"),
        ("for a reason that rings", ["app.chain.feed", "app.web", "--reason", "The bell \a rings for it."], "U+0007"),
    ],
)
def test_what_is_no_move_is_refused(sample: Repository, idea: str, arguments: list[str], words: str) -> None:
    before = law_of(sample)
    run = sample.archgate("policy", "move", *arguments)
    assert run.exit == 2, idea
    assert words in run.stderr
    assert law_of(sample) == before
    assert sample.archgate("policy", "lint").exit == 0


def test_a_leaf_that_is_none_is_refused_by_reassign(sample: Repository) -> None:
    before = law_of(sample)
    arguments = ("adapter-edge|app.chain.feed|app.adapters.store", "--leaf", "S2 L7")
    run = sample.archgate("policy", "reassign", *arguments)
    assert run.exit == 2
    assert "`S2 L7` is no leaf id" in run.stderr
    assert law_of(sample) == before


def test_without_a_base_the_entries_know_what_moved(sample: Repository) -> None:
    """No base and no file has the old name any more; the policy has."""
    sample.delete(".git")
    sample.path("app/chain/feed.py").rename(sample.path("app/chain/rows.py"))
    run = sample.archgate(*TO_ROWS)
    assert "no policy names it" not in run.stderr
