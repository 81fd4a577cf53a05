"""Ways to change the law in passing: each is refused with the code that tells what it is."""

import pytest

from tests.gate.changes import LAUNDERED, innocent, violation, widened
from tests.gate.repository import Repository
from tests.gate.sample import (
    CONFIGURATION,
    CYCLE,
    EDGE,
    EDGE_DEBTS,
    FEED_STORE,
    IMPORT_CLOCK,
    PLAN,
    PLAN_CLOCK,
    QUEUE,
    UNRESOLVED,
    WORKFLOW,
    accepted,
    boundary,
    component,
    configuration,
    cycles,
    unresolved,
)
from tests.gate.steps import (
    Case,
    Step,
    append,
    assert_refused,
    delete,
    judged,
    land,
    move,
    prepend,
    replace,
    table,
    write,
)


def append_to_gate(line: str) -> Step:
    """One more line in the step that calls the gate."""
    return replace(WORKFLOW, "- run: archgate check\n", f"- run: archgate check\n        {line}\n")


@table(
    Case(
        "the policy of unresolved imports deleted",
        (delete(UNRESOLVED),),
        ("UNRESOLVED unresolved|app.legacy|app.gone",),
    ),
    Case(
        "a root package left out",
        (write(CONFIGURATION, configuration(packages=["app"])),),
        ("UNCLAIMED", "LOOSENED"),
    ),
    Case(
        "policies read from another folder, with one entry more",
        (
            move("policies", "rules"),
            write(CONFIGURATION, configuration(policies="rules")),
            violation,
            write("rules/adapter-edge.toml", boundary([*EDGE_DEBTS, PLAN_CLOCK])),
        ),
        (LAUNDERED,),
    ),
    Case(
        "policies read from an empty folder",
        (
            write("rules/unresolved.toml", unresolved()),
            write(CONFIGURATION, configuration(policies="rules")),
            violation,
        ),
        (LAUNDERED,),
    ),
    Case(
        "configuration moved to archgate.toml, with one exclude more",
        (
            delete(CONFIGURATION),
            write("archgate.toml", configuration(table="", exclude=[QUEUE])),
            write(EDGE, boundary([FEED_STORE])),
        ),
        ("LOOSENED",),
    ),
    Case(
        "a selector dropped whose modules live on",
        (
            land(widened),
            write(EDGE, boundary()),
        ),
        ("LOOSENED",),
    ),
    Case(
        "an exclude for files to come, and a violation among them",
        (
            write(CONFIGURATION, configuration(exclude=["app/chain/future/**"])),
            write("app/chain/future/fresh.py", IMPORT_CLOCK),
        ),
        ("LAUNDERED adapter-edge|app.chain.future.fresh|app.adapters.clock",),
    ),
    Case(
        "code of the host in an excluded folder, imported by the host",
        (
            write(CONFIGURATION, configuration(exclude=["app/attic/**"])),
            write("app/attic/__init__.py", IMPORT_CLOCK),
            append(PLAN, "\n\nfrom app.attic import now\n"),
        ),
        ("UNRESOLVED unresolved|app.chain.plan|app.attic*",),
    ),
    Case(
        "a new rule whose debt comes with it",
        (
            append("app/web.py", "\n\nfrom app.core import delta\n"),
            write(
                "policies/web-core.toml",
                boundary(
                    [{"from": "app.web", "to": "app.core.delta"}],
                    rule="web-core",
                    importers=["app.web"],
                    targets=["app.core"],
                ),
            ),
        ),
        ("LAUNDERED/LOOSENED",),
    ),
    Case(
        "a scope widened, and its debt frozen, beside host source",
        (innocent, widened),
        ("LAUNDERED/LOOSENED",),
    ),
    Case(
        "a scope widened, and debt that base lacks",
        (
            prepend("app/web.py", IMPORT_CLOCK),
            write(
                EDGE,
                boundary(
                    [*EDGE_DEBTS, {"from": "app.web", "to": "app.adapters.clock"}], importers=["app.chain", "app.web"]
                ),
            ),
        ),
        ("LAUNDERED/LOOSENED",),
    ),
    Case(
        "a new file in no list",
        (write("scripts/run.py", IMPORT_CLOCK),),
        ("UNCLAIMED",),
    ),
    Case(
        "a library no longer a target",
        (land(write(EDGE, boundary(targets=["app.adapters", "requests"]))), write(EDGE, boundary())),
        ("LOOSENED adapter-edge|*",),
    ),
    Case("fixtures read from another folder", (write(CONFIGURATION, configuration(fixtures="marks")),), ("LOOSENED",)),
    Case("the gate's step never runs", (append_to_gate("if: false"),), ("LOOSENED",)),
    Case("the gate's step may fail", (append_to_gate("continue-on-error: true"),), ("LOOSENED",)),
    Case("the gate's job never runs", (replace(WORKFLOW, "  gate:\n", "  gate:\n    if: false\n"),), ("LOOSENED",)),
)
def test_the_law_is_not_changed_on_the_side(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


def test_the_analysis_is_not_lowered(sample: Repository) -> None:
    land(write(CONFIGURATION, configuration(analysis=1)))(sample)
    run = judged(sample, Case("", (write(CONFIGURATION, configuration(analysis=0)),)))
    assert run.exit in (1, 2), run
    assert run.codes() & {"LOOSENED", "INVALID"}, run


@pytest.mark.parametrize("exceptions", [[], [accepted(component())]])
def test_a_cycle_is_not_excepted_beside_source(sample: Repository, exceptions: list[dict[str, object]]) -> None:
    """The twin without exceptions shows that the source alone passes."""
    innocent(sample)
    if exceptions:
        sample.write(CYCLE, cycles([], exceptions))
    sample.commit()
    assert (sample.check().exit == 1) == bool(exceptions)
