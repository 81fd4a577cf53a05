"""What others did: entries of base's tip, base that shrank meanwhile, base that is broken."""

from tests.gate.changes import frozen_violation, innocent, paid, planned, violation, widened
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK_ID,
    CONFIGURATION,
    EDGE,
    FEED_STORE,
    IMPORT_MAIL,
    PLAN,
    PLAN_CLOCK,
    SOURCES,
    STORE_ID,
    accepted,
    boundary,
    configuration,
)
from tests.gate.steps import (
    Case,
    append,
    apply,
    assert_holds,
    assert_refused,
    commit,
    delete,
    git,
    judged,
    land,
    meanwhile,
    prepend,
    replace,
    table,
    write,
)


def test_an_entry_that_the_tip_of_base_has_is_not_blamed(sample: Repository) -> None:
    """A pull request that widens, squashed under the code that was stacked on it."""
    apply(sample, [widened, commit("the law"), innocent, commit("code on top of it"), meanwhile(widened)])
    assert sample.git("merge-base", "main", "work") != sample.oid("main")
    assert_holds(sample.check())


def test_an_exception_squashed_under_its_code_is_not_blamed(sample: Repository) -> None:
    law = write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK, planned="S2-L7")]))
    landed = write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK)]))
    apply(sample, [law, commit("the law"), violation, landed, commit("its code"), meanwhile(law)])
    assert_holds(sample.check())


def test_base_that_shrank_meanwhile_is_behind(sample: Repository) -> None:
    apply(sample, [innocent, commit("mine"), meanwhile(*paid)])
    assert_holds(sample.check(), [f"BEHIND {STORE_ID}"])


def test_base_that_shrank_is_caught_up_with_by_a_merge(sample: Repository) -> None:
    apply(sample, [innocent, commit("mine"), meanwhile(*paid), git("merge", "--quiet", "--no-edit", "main")])
    run = sample.check()
    assert_holds(run)
    assert "BEHIND" not in run.codes()


BROKEN = land(violation)


def test_what_base_shows_too_is_inherited(sample: Repository) -> None:
    run = judged(sample, Case("", (BROKEN, innocent)))
    assert_holds(run, [f"INHERITED {CLOCK_ID}"])
    assert {f["origin"] for f in run.findings} == {"inherited"}


def test_a_planned_mark_that_base_left_on_is_inherited(sample: Repository) -> None:
    run = judged(sample, Case("", (planned, BROKEN, innocent)))
    assert_holds(run, [f"INHERITED {CLOCK_ID}"])


def test_what_is_inherited_blocks_on_the_protected_branch(sample: Repository) -> None:
    apply(sample, [BROKEN, land(innocent), git("checkout", "--quiet", "main")])
    run = sample.check("--base", "HEAD")
    assert run.exit == 1, run
    assert [f["id"] for f in run.blocking if f["code"] == "INHERITED"] == [CLOCK_ID]


def test_growth_on_top_of_what_is_inherited_is_blamed(sample: Repository) -> None:
    run = judged(sample, Case("", (BROKEN, append(PLAN, f"\n\n{IMPORT_MAIL}"))))
    assert_refused(run, ["NEW adapter-edge|app.chain.plan|app.adapters.mail"])
    assert [f["origin"] for f in run.findings if f["id"] == CLOCK_ID] == ["inherited"]


def test_what_is_inherited_may_be_mended(sample: Repository) -> None:
    assert_holds(judged(sample, Case("", (BROKEN, write(PLAN, SOURCES[PLAN])))))


def test_what_is_inherited_is_not_frozen_on_the_side(sample: Repository) -> None:
    case = Case("", (BROKEN, innocent, frozen_violation))
    assert_refused(judged(sample, case), ["LAUNDERED/LOOSENED *"])


@table(
    Case(
        "a source that does not parse",
        (land(append("app/web.py", "\ndef (:\n")), write("app/web.py", SOURCES["app/web.py"])),
    ),
    Case("a conflict marker in a policy", (land(prepend(EDGE, "<<<<<<< ours\n")), write(EDGE, boundary()))),
    Case("an unknown key in a policy", (land(replace(EDGE, "title", "titel")), write(EDGE, boundary()))),
    Case(
        "an invalid configuration",
        (land(write(CONFIGURATION, configuration(packages=[]))), write(CONFIGURATION, configuration())),
    ),
    Case(
        "two broken commits in a row", (land(prepend(EDGE, "<<<<<<< ours\n")), land(innocent), write(EDGE, boundary()))
    ),
)
def test_a_broken_base_can_be_mended(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case))


@table(
    Case("by a broken policy", (land(prepend(EDGE, "<<<<<<< ours\n")),)),
    Case(
        "by a broken configuration",
        (land(write(CONFIGURATION, configuration(packages=[]))), write(CONFIGURATION, configuration())),
    ),
    Case("two broken commits in a row", (land(prepend(EDGE, "<<<<<<< ours\n")), land(innocent))),
)
def test_a_broken_base_lets_no_growth_in(sample: Repository, case: Case) -> None:
    steps = (*case.steps, violation, frozen_violation)
    assert_refused(judged(sample, Case("", steps)), [f"LAUNDERED {CLOCK_ID}"])


def test_a_broken_law_of_base_is_told(sample: Repository) -> None:
    apply(sample, [land(prepend(EDGE, "<<<<<<< ours\n")), write(EDGE, boundary())])
    run = sample.archgate("check")
    ancestor = sample.oid("main~1")
    assert ancestor[:7] in run.stdout + run.stderr, run.stdout + run.stderr


@table(
    Case(
        "a policy mended with a narrower scope",
        (
            land(prepend(EDGE, "<<<<<<< ours\n")),
            write(EDGE, boundary([FEED_STORE], importers=["app.chain.feed"])),
        ),
    ),
    Case("a policy mended by deleting it", (land(prepend(EDGE, "<<<<<<< ours\n")), delete(EDGE))),
    Case(
        "a configuration mended with an exclude",
        (
            land(write(CONFIGURATION, configuration(packages=[]))),
            write(CONFIGURATION, configuration(exclude=["app/chain/queue.py"])),
            write(EDGE, boundary([FEED_STORE])),
        ),
    ),
)
def test_a_broken_law_is_not_mended_with_a_looser_one(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), ["LOOSENED"])


def test_what_is_inherited_may_be_accepted_without_host_source(sample: Repository) -> None:
    case = Case("", (BROKEN, write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK)]))))
    assert_holds(judged(sample, case))


@table(
    Case("alone", ()),
    Case("with an analysis that this archgate does not have", (write(CONFIGURATION, configuration(analysis=999)),)),
)
def test_what_is_inherited_does_not_become_debt(sample: Repository, case: Case) -> None:
    """Only an archgate that sees more may freeze more, and it has not changed here."""
    run = judged(sample, Case("", (BROKEN, frozen_violation, *case.steps)))
    assert run.exit in (1, 2), run
    assert run.codes() & {"LAUNDERED", "INVALID"}, run
