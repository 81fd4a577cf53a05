"""Every writer refuses growth, and leaves the old bytes when it does."""

import pytest

from tests.gate.changes import WIDE, frozen_violation, innocent, paid, planned, violation, without_store
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK_ID,
    CONFIGURATION,
    CYCLE,
    EDGE,
    EDGE_DEBTS,
    FEED,
    IMPORT_CLOCK,
    IMPORT_MAIL,
    PLAN_CLOCK,
    QUEUE,
    QUEUE_MAIL,
    SOURCES,
    STORE_ID,
    UNRESOLVED,
    boundary,
    configuration,
    debt,
    decision,
    unresolved,
)
from tests.gate.steps import (
    Case,
    Step,
    append,
    apply,
    assert_holds,
    assert_refused,
    commit,
    delete,
    land,
    move,
    prepend,
    replace,
    table,
    write,
)


def law_of(repository: Repository) -> dict[str, bytes]:
    """Every file below the policies folder, with its bytes."""
    folder = repository.path("policies")
    return {path.as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def assert_leaves_all(repository: Repository, *command: str) -> None:
    before = law_of(repository)
    run = repository.archgate(*command)
    assert run.exit in (1, 2), run
    assert run.stderr.strip() + run.stdout.strip(), "refused without a word"
    assert "Traceback" not in run.stderr, run
    assert law_of(repository) == before


FRESH = "app/chain/fresh.py"


@table(
    Case("freeze of a frozen rule that grew", (violation,), arguments=("policy", "freeze", "adapter-edge")),
    Case(
        "freeze of a rule whose file was emptied",
        (violation, write(EDGE, boundary([]))),
        arguments=("policy", "freeze", "adapter-edge"),
    ),
    Case(
        "freeze of a rule whose file was deleted",
        (violation, delete(EDGE)),
        arguments=("policy", "freeze", "adapter-edge"),
    ),
    Case(
        "freeze of a rule whose file was deleted a commit ago",
        (violation, delete(EDGE), commit()),
        arguments=("policy", "freeze", "adapter-edge"),
    ),
    Case("freeze of a rule that is not there", (), arguments=("policy", "freeze", "nothere")),
    Case(
        "freeze of imports of nothing",
        (append("app/web.py", "\n\nimport app.nowhere\n"),),
        arguments=("policy", "freeze", "unresolved"),
    ),
    Case(
        "widen in a change of host source",
        (innocent, write(EDGE, boundary(importers=WIDE))),
        arguments=("policy", "widen"),
    ),
    Case("widen over a violation", (violation,), arguments=("policy", "widen")),
    Case("a revert of what was not reverted", (land(*paid),), arguments=("policy", "revert", "main")),
    Case("a revert of an unknown commit", (), arguments=("policy", "revert", "0" * 40)),
    Case("a reassignment of what is no debt", (), arguments=("policy", "reassign", CLOCK_ID, "--leaf", "S2-L1")),
    Case(
        "a reassignment beside host source",
        (land(write(EDGE, boundary([debt(EDGE_DEBTS[0], leaf="S1-L1"), QUEUE_MAIL]))), innocent),
        arguments=("policy", "reassign", STORE_ID, "--leaf", "S2-L1"),
    ),
    Case("init where the law is there already", (violation,), arguments=("init",)),
    Case("init where base has the law", (delete("policies"), delete(CONFIGURATION), violation), arguments=("init",)),
)
def test_growth_is_refused(sample: Repository, case: Case) -> None:
    apply(sample, case.steps)
    sample.path("policies").mkdir(exist_ok=True)
    assert_leaves_all(sample, *case.arguments)


@table(
    Case("a violation stays unwritten", (violation,)),
    Case("an exception is not made of debt", (violation, without_store)),
    Case("a cycle that grew stays unwritten", (append("app/core/alpha.py", "\n\nfrom app.core import delta\n"),)),
)
def test_shrink_writes_no_growth(sample: Repository, case: Case) -> None:
    """Whatever `shrink` does with the rest, nothing new is in the files afterwards."""
    apply(sample, case.steps)
    sample.archgate("policy", "shrink")
    law = b"".join(law_of(sample).values())
    for grown in (b"app.chain.plan", b"app.core.delta", b"[[exception]]"):
        assert grown not in law
    assert sample.check().exit == 1


@table(
    Case("a debt that was paid", (without_store,)),
    Case("a module that is gone", (delete(QUEUE),)),
    Case("a cycle that is untied", (replace("app/core/gamma.py", "from app.core import alpha\n", "alpha = None\n"),)),
    Case(
        "a cycle that is smaller",
        (replace("app/core/beta.py", "from app.core import gamma", "from app.core import alpha as gamma"),),
    ),
    Case("a missing import that is gone", (write("app/legacy.py", ""),)),
    Case("all of it at once", (without_store, delete(QUEUE), write("app/legacy.py", ""))),
)
def test_shrink_writes_what_is_left(sample: Repository, case: Case) -> None:
    apply(sample, case.steps)
    assert sample.check().exit == 1
    run = sample.archgate("policy", "shrink")
    assert run.exit == 0, run
    assert_holds(sample.check())


def test_shrink_twice_writes_once(sample: Repository) -> None:
    without_store(sample)
    sample.archgate("policy", "shrink")
    before = law_of(sample)
    run = sample.archgate("policy", "shrink")
    assert run.exit == 0, run
    assert law_of(sample) == before


def test_shrink_keeps_what_people_wrote(sample: Repository) -> None:
    sample.write(
        EDGE,
        "# why it is there\n"
        + boundary().replace('[[debt]]\nfrom = "app.chain.queue"', '# the mail\n[[debt]]\nfrom = "app.chain.queue"'),
    )
    without_store(sample)
    sample.archgate("policy", "shrink")
    text = sample.read(EDGE).decode()
    assert "# why it is there" in text
    assert "# the mail" in text
    assert "app.chain.feed" not in text


def test_shrink_leaves_a_rule_alone_that_cannot_be_seen(sample: Repository) -> None:
    sample.write(FEED, "def (:\n")
    before = law_of(sample)
    run = sample.archgate("policy", "shrink")
    assert run.exit == 3, run
    assert law_of(sample) == before


def test_shrink_drops_no_plan(sample: Repository) -> None:
    apply(sample, [planned, *paid[:1]])
    sample.archgate("policy", "shrink")
    assert b'planned = "S2-L7"' in sample.read(EDGE)


def test_freeze_freezes_a_rule_that_base_lacks(sample: Repository) -> None:
    sample.write("policies/tools.toml", boundary([], rule="tools", importers=["app.tools"]))
    run = sample.archgate("policy", "freeze", "tools")
    assert run.exit == 0, run
    text = sample.read("policies/tools.toml").decode()
    assert 'from = "app.tools"' in text
    assert 'reason = "unreviewed"' in text
    sample.commit()
    assert_holds(sample.check(), ["WIDENED"])


def test_freeze_of_a_new_rule_leaves_out_what_this_change_adds(sample: Repository) -> None:
    sample.write("policies/tools.toml", boundary([], rule="tools", importers=["app.tools"]))
    prepend("app/tools.py", IMPORT_MAIL)(sample)
    sample.archgate("policy", "freeze", "tools")
    assert b"app.adapters.mail" not in sample.read("policies/tools.toml")
    assert sample.check().exit == 1


def test_fmt_changes_no_law(sample: Repository) -> None:
    sample.write(EDGE, boundary().replace('["app.chain"]', '[\n  "app.chain"\n  ]'))
    run = sample.archgate("policy", "fmt")
    assert run.exit == 0, run
    sample.commit()
    assert_holds(sample.check())


def test_a_decision_by_command_is_a_file_of_its_own(sample: Repository) -> None:
    move(FEED, "app/chain/rows.py")(sample)
    sample.archgate("policy", "move", "app.chain.feed", "app.chain.rows")
    found = list(sample.path("policies/decisions").glob("*.toml"))
    assert len(found) == 1
    text = found[0].read_text(encoding="utf-8")
    assert 'kind = "move"' in text
    assert 'reason = "unreviewed"' in text


def test_a_decision_by_command_carries_its_reason(sample: Repository) -> None:
    reason = "Rows is what it loads, for whoever asks."
    move(FEED, "app/chain/rows.py")(sample)
    sample.archgate("policy", "move", "app.chain.feed", "app.chain.rows", "--reason", reason)
    [found] = sample.path("policies/decisions").glob("*.toml")
    assert reason in found.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "command",
    [("policy", "shrink"), ("policy", "widen"), ("policy", "move", "app.chain.feed", "app.chain.rows")],
    ids=["shrink", "widen", "move"],
)
def test_without_a_base_a_writer_says_so(sample: Repository, command: tuple[str, ...]) -> None:
    apply(
        sample, [land(write(CONFIGURATION, configuration(base=None))), without_store, move(FEED, "app/chain/rows.py")]
    )
    run = sample.archgate(*command)
    assert "protected: no" in run.stdout + run.stderr, run


def test_without_a_base_disk_is_the_measure(sample: Repository) -> None:
    apply(sample, [land(write(CONFIGURATION, configuration(base=None))), violation])
    assert_leaves_all(sample, "policy", "freeze", "adapter-edge")


@table(
    Case("a move that copies", (write("app/chain/rows.py", SOURCES[FEED]),)),
    Case("a move that takes more along", (move(FEED, "app/chain/rows.py"), prepend("app/chain/rows.py", IMPORT_CLOCK))),
)
def test_move_writes_no_growth(sample: Repository, case: Case) -> None:
    apply(sample, case.steps)
    sample.archgate("policy", "move", "app.chain.feed", "app.chain.rows")
    law = sample.read(EDGE)
    assert law.count(b"app.adapters.store") <= 1
    assert b"app.adapters.clock" not in law
    sample.commit()
    assert_refused(sample.check(), ["NEW adapter-edge|app.chain.rows|*"])


def test_a_writer_does_not_take_head_for_base(sample: Repository) -> None:
    """The entry is committed on the branch, so disk has it, and base has not."""
    apply(sample, [violation, frozen_violation, commit("grown"), without_store])
    sample.archgate("policy", "shrink")
    assert_refused(sample.check(), [f"LAUNDERED {CLOCK_ID}", f"STALE {STORE_ID}"])


def test_a_law_made_anew_by_init_is_no_way_out(sample: Repository) -> None:
    apply(sample, [delete("policies", CONFIGURATION), violation])
    assert sample.archgate("init").exit == 2
    sample.commit()
    assert sample.archgate("init").exit == 2
    assert sample.check("--base", "origin/main").exit == 2


@pytest.mark.parametrize("path", [EDGE, CYCLE, UNRESOLVED])
def test_a_writer_leaves_a_law_alone_that_is_invalid(sample: Repository, path: str) -> None:
    steps: list[Step] = [without_store, prepend(path, "<<<<<<< ours\n")]
    apply(sample, steps)
    assert_leaves_all(sample, "policy", "shrink")


def test_a_forged_decision_does_not_help_a_writer(sample: Repository) -> None:
    apply(sample, [violation, write("policies/decisions/x.toml", decision("loosen", CLOCK_ID))])
    assert_leaves_all(sample, "policy", "freeze", "adapter-edge")
    sample.write(EDGE, boundary([*EDGE_DEBTS, PLAN_CLOCK]))
    sample.commit()
    assert_refused(sample.check(), [f"LAUNDERED {CLOCK_ID}"])


def test_provided_names_are_not_written_by_shrink(sample: Repository) -> None:
    """A missing import that is declared to be provided leaves its entry stale, and shrink drops the entry only."""
    sample.write(UNRESOLVED, unresolved(provided=["app.gone"]))
    sample.archgate("policy", "shrink")
    sample.commit()
    assert_refused(sample.check(), ["LOOSENED"])


def test_freeze_writes_nothing_that_the_gate_would_refuse(sample: Repository) -> None:
    """Base has the rule without entries, and its own tree breaks it: that is inherited, and no debt for the asking."""
    apply(sample, [land(write(EDGE, boundary([]))), write("README.md", "# Later\n"), commit()])
    assert_leaves_all(sample, "policy", "freeze", "adapter-edge")
