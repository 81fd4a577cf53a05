"""Ways to hide growth in the shape of the history."""

from tests.gate.changes import LAUNDERED, frozen_violation, laundering, violation
from tests.gate.repository import Repository
from tests.gate.sample import EDGE, EDGE_DEBTS, PLAN_CLOCK, QUEUE_MAIL, accepted, boundary, debt
from tests.gate.steps import Case, append, assert_refused, commit, git, judged, land, table, write


@table(
    Case(
        "the violation stands in the merge commit alone",
        (
            append("README.md", "mine\n"),
            commit(),
            git("branch", "side", "main"),
            git("merge", "--quiet", "--no-ff", "--no-commit", "side"),
            *laundering,
        ),
    ),
    Case(
        "the entry comes from a branch that is not base",
        (
            git("checkout", "--quiet", "-b", "side", "main"),
            frozen_violation,
            commit("the entry"),
            git("checkout", "--quiet", "work"),
            violation,
            commit("the code"),
            git("merge", "--quiet", "--no-edit", "side"),
        ),
    ),
    Case(
        "the laundered branch is the first parent",
        (
            *laundering,
            commit("laundered"),
            git("checkout", "--quiet", "-b", "side", "main"),
            append("README.md", "side\n"),
            commit("side"),
            git("checkout", "--quiet", "work"),
            git("merge", "--quiet", "--no-edit", "side"),
        ),
    ),
    Case(
        "the laundered branch is the second parent",
        (
            *laundering,
            commit("laundered"),
            git("checkout", "--quiet", "-b", "side", "main"),
            append("README.md", "side\n"),
            commit("side"),
            git("merge", "--quiet", "--no-edit", "work"),
        ),
    ),
    Case(
        "an octopus of three branches",
        (
            git("checkout", "--quiet", "-b", "one", "main"),
            append("README.md", "one\n"),
            commit("one"),
            git("checkout", "--quiet", "-b", "two", "main"),
            *laundering,
            commit("two"),
            git("checkout", "--quiet", "work"),
            append("app/web.py", "\n\ndef about():\n    return 1\n"),
            commit("three"),
            git("merge", "--quiet", "--no-edit", "one", "two"),
        ),
    ),
    Case(
        "base merged back into the branch",
        (
            *laundering,
            commit("laundered"),
            git("checkout", "--quiet", "main"),
            append("README.md", "main\n"),
            commit("main"),
            git("update-ref", "refs/remotes/origin/main", "main"),
            git("checkout", "--quiet", "work"),
            git("merge", "--quiet", "--no-edit", "main"),
        ),
    ),
    Case(
        "a merge of base with `ours`",
        (
            *laundering,
            commit("laundered"),
            git("checkout", "--quiet", "main"),
            write(EDGE, boundary([debt(entry, owner="other") for entry in EDGE_DEBTS])),
            commit("main"),
            git("update-ref", "refs/remotes/origin/main", "main"),
            git("checkout", "--quiet", "work"),
            git("merge", "--quiet", "--no-edit", "--strategy", "ours", "main"),
        ),
    ),
    Case(
        "base merged by way of another branch",
        (
            *laundering,
            commit("laundered"),
            git("branch", "mine"),
            git("checkout", "--quiet", "main"),
            append("README.md", "main\n"),
            commit("main"),
            git("update-ref", "refs/remotes/origin/main", "main"),
            git("checkout", "--quiet", "-b", "other", "main~1"),
            git("merge", "--quiet", "--no-edit", "main"),
            git("checkout", "--quiet", "work"),
            git("merge", "--quiet", "--no-edit", "other"),
        ),
    ),
    Case(
        "twenty commits later",
        (*laundering, *(git("commit", "--quiet", "--allow-empty", "-m", "more") for _ in range(20))),
    ),
)
def test_no_merge_hides_growth(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), [LAUNDERED])


def test_what_base_removed_is_not_brought_back_by_a_merge(sample: Repository) -> None:
    without = "from app.chain.plan import plan as Store\n"
    base = sample.oid("main")
    feed = sample.read("app/chain/feed.py").decode()
    paid = feed.replace("from app.adapters.store import Store\n", without)
    land(write("app/chain/feed.py", paid), write(EDGE, boundary([QUEUE_MAIL])))(sample)
    sample.git("checkout", "--quiet", "-b", "old", base)
    sample.write("README.md", "old\n")
    sample.commit("old work")
    sample.git("checkout", "--quiet", "work")
    sample.git("merge", "--quiet", "--no-commit", "--no-ff", "old")
    sample.git("checkout", base, "--", "app/chain/feed.py", EDGE)
    sample.commit("merged, with the old side's files")
    assert_refused(sample.check(), ["REOPENED adapter-edge|app.chain.feed|app.adapters.store"])


def test_an_exception_in_a_commit_of_its_own_is_still_of_one_change(sample: Repository) -> None:
    steps = (write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK)])), commit("the law"), violation)
    assert_refused(judged(sample, Case("", steps)), [LAUNDERED])
