"""The configuration's list of bases: the nearest protects, and changing it is no way out."""

import pytest

from tests.gate.changes import LAUNDERED, innocent, laundering
from tests.gate.repository import Repository
from tests.gate.sample import CONFIGURATION, configuration
from tests.gate.steps import (
    Case,
    append,
    apply,
    assert_holds,
    assert_refused,
    assert_stopped,
    commit,
    git,
    land,
    table,
    write,
)


class TestSeveralBases:
    """`base` lists more than one."""

    @pytest.fixture
    def released(self, sample: Repository) -> Repository:
        """`origin/release` forked from `origin/main` earlier and went its own way."""
        land(write(CONFIGURATION, configuration(base=["origin/main", "origin/release"])))(sample)
        sample.git("checkout", "--quiet", "-b", "release")
        sample.write("README.md", "release\n")
        sample.commit("release")
        sample.git("update-ref", "refs/remotes/origin/release", "release")
        land(append("app/web.py", "\n\ndef later():\n    return 2\n"))(sample)
        return sample

    @pytest.mark.parametrize("branch", ["main", "release"])
    def test_the_nearest_protects(self, released: Repository, branch: str) -> None:
        released.git("checkout", "--quiet", "-b", "mine", branch)
        innocent(released)
        released.commit("mine")
        run = released.check()
        assert_holds(run)
        assert run.report is not None
        assert (run.report["base"]["ref"], run.report["base"]["oid"]) == (f"origin/{branch}", released.oid(branch))

    def test_one_that_is_not_there_is_no_reason_to_pass(self, released: Repository) -> None:
        for branch in ("main", "release"):
            released.git("update-ref", "-d", f"refs/remotes/origin/{branch}")
        assert_stopped(released.check(), 3, "BASE_UNKNOWN")


class TestConfiguredBaseChanges:
    """Head names the ref; the configuration there has the say."""

    @table(
        Case("to the branch itself", (write(CONFIGURATION, configuration(base=["work"])),)),
        Case("to HEAD", (write(CONFIGURATION, configuration(base=["HEAD"])),)),
        Case(
            "to another branch of the same commit",
            (git("branch", "same", "main"), write(CONFIGURATION, configuration(base=["same"]))),
        ),
        Case("to a list that is longer", (write(CONFIGURATION, configuration(base=["origin/main", "work"])),)),
    )
    def test_is_loosened(self, sample: Repository, case: Case) -> None:
        apply(sample, case.steps)
        sample.commit()
        assert_refused(sample.check(), ["LOOSENED"])

    def test_hides_no_growth(self, sample: Repository) -> None:
        sample.git("branch", "same", "main")
        apply(sample, [write(CONFIGURATION, configuration(base=["same"])), *laundering, commit("grown")])
        assert_refused(sample.check(), ["LOOSENED", LAUNDERED])

    def test_where_base_has_none_yet_it_is_adopted(self, sample: Repository) -> None:
        land(write(CONFIGURATION, configuration(base=None)))(sample)
        sample.write(CONFIGURATION, configuration())
        sample.commit()
        run = sample.check()
        assert_holds(run)
        text = sample.archgate("check")
        assert "adopting" in text.stdout + text.stderr

    def test_adopting_lets_no_growth_in(self, sample: Repository) -> None:
        land(write(CONFIGURATION, configuration(base=None)))(sample)
        apply(sample, [write(CONFIGURATION, configuration()), *laundering, commit("grown")])
        assert_refused(sample.check(), [LAUNDERED])
