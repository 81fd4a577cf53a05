"""`--merged` judges what a merge would make."""

from tests.gate.changes import LAUNDERED, innocent, laundering, paid, violation
from tests.gate.repository import Repository
from tests.gate.sample import CLOCK_ID, EDGE, EDGE_DEBTS, PLAN_CLOCK, STORE_ID, WORKFLOW, boundary
from tests.gate.steps import append, apply, assert_holds, assert_refused, commit, meanwhile, prepend, write


class TestMerged:
    """`--merged` judges what a merge would make."""

    def test_of_two_changes_that_hold_alone(self, sample: Repository) -> None:
        apply(sample, [innocent, commit("mine"), meanwhile(append("README.md", "theirs\n"))])
        assert_holds(sample.check("--merged"))

    def test_sees_what_two_changes_make_together(self, sample: Repository) -> None:
        """One side forbids `app.web` the core, the other makes it import the core."""
        law = write(
            "policies/web-core.toml", boundary([], rule="web-core", importers=["app.web"], targets=["app.core"])
        )
        apply(sample, [prepend("app/web.py", "from app.core import delta\n"), commit("mine"), meanwhile(law)])
        assert_holds(sample.check())
        run = sample.check("--merged")
        assert run.exit == 1, run
        assert "web-core|app.web|app.core.delta" in run.identities("NEW"), run

    def test_is_judged_against_the_tip(self, sample: Repository) -> None:
        apply(sample, [innocent, commit("mine"), meanwhile(*paid)])
        run = sample.check("--merged")
        assert_holds(run)
        assert run.base == sample.oid("main")

    def test_growth_is_seen(self, sample: Repository) -> None:
        apply(sample, [*laundering, commit("grown"), meanwhile(append("README.md", "theirs\n"))])
        assert_refused(sample.check("--merged"), [LAUNDERED])

    def test_a_conflict_is_no_verdict(self, sample: Repository) -> None:
        apply(sample, [write(WORKFLOW, "mine\n"), commit("mine"), meanwhile(write(WORKFLOW, "theirs\n"))])
        run = sample.check("--merged")
        assert run.exit == 3, run
        assert WORKFLOW in run.stdout + run.stderr, run

    def test_a_conflict_in_a_policy_is_no_verdict(self, sample: Repository) -> None:
        apply(sample, [*paid, commit("mine"), meanwhile(write(EDGE, boundary([*EDGE_DEBTS[1:], PLAN_CLOCK])))])
        run = sample.check("--merged")
        assert run.exit == 3, run
        assert EDGE in run.stdout + run.stderr, run

    def test_what_is_inherited_blocks(self, sample: Repository) -> None:
        apply(sample, [innocent, commit("mine"), meanwhile(violation)])
        assert_holds(sample.check())
        run = sample.check("--merged")
        assert run.exit == 1, run
        assert [f["id"] for f in run.blocking if f["code"] == "INHERITED"] == [CLOCK_ID]

    def test_leaves_no_objects_behind(self, sample: Repository) -> None:
        apply(sample, [innocent, commit("mine"), meanwhile(append("README.md", "theirs\n"))])
        before = sample.git("count-objects", "-v")
        sample.check("--merged")
        assert sample.git("count-objects", "-v") == before

    def test_what_base_paid_meanwhile_stays_paid(self, sample: Repository) -> None:
        """The work branch still has the debt; the merge result does not."""
        apply(sample, [innocent, commit("mine"), meanwhile(*paid)])
        report = sample.check("--merged").report
        assert report is not None
        assert STORE_ID not in [finding["id"] for finding in report["findings"]]
