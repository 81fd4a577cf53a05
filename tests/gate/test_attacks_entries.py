"""Ways to get debt in through the entries: each is refused, and named as this change's doing."""

from tests.gate.changes import LAUNDERED, frozen_violation, innocent, paid, violation, without_store
from tests.gate.repository import Repository
from tests.gate.sample import (
    CLOCK_ID,
    CORE,
    CORE_ID,
    CYCLE,
    EDGE,
    EDGE_DEBTS,
    FEED,
    FEED_STORE,
    IMPORT_CLOCK,
    IMPORT_STORE,
    LEGACY_GONE,
    PLAN,
    PLAN_BODY,
    PLAN_CLOCK,
    QUEUE_MAIL,
    SOURCES,
    STORE_ID,
    UNRESOLVED,
    WEB_ID,
    accepted,
    boundary,
    component,
    cycles,
    unresolved,
)
from tests.gate.steps import Case, append, assert_refused, commit, delete, judged, land, prepend, replace, table, write

web_cycle = (prepend("app/web.py", "from jobs import nightly\n"), prepend("jobs/nightly.py", "from app import web\n"))
fourth_member = append("app/core/alpha.py", "\n\nfrom app.core import delta\n")
fourth_edge = append("app/core/gamma.py", "\n\nfrom app.core import beta\n")
missing = append("app/web.py", "\n\nimport app.nowhere\n")


@table(
    Case("a forbidden import", (violation,), (f"NEW {CLOCK_ID}",)),
    Case(
        "a forbidden import in a function",
        (append(PLAN, f"\n\ndef late():\n    {IMPORT_CLOCK}"),),
        (f"NEW {CLOCK_ID}",),
    ),
    Case("a new cycle", web_cycle, (f"NEW {WEB_ID}",)),
    Case("a known cycle takes another module", (fourth_member,), (f"GREW {CORE_ID}",)),
    Case("a known cycle is tied tighter", (fourth_edge,), (f"GREW {CORE_ID}",)),
    Case("an import of nothing", (missing,), ("UNRESOLVED unresolved|app.web|app.nowhere",)),
    Case(
        "an import of what the host keeps apart",
        (append("app/web.py", "\n\nfrom tests import test_plan\n"),),
        ("UNRESOLVED unresolved|app.web|tests.test_plan",),
    ),
    Case(
        "an import for types that turns into one at run time",
        (
            land(
                append(PLAN, "\n\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.adapters.clock\n")
            ),
            replace(PLAN, "if TYPE_CHECKING:", "if 1:"),
        ),
        (f"NEW {CLOCK_ID}",),
    ),
    Case(
        "an import of a library that is a target",
        (
            land(write(EDGE, boundary(targets=["app.adapters", "requests"]))),
            append(PLAN, "\n\nfrom requests import get\n"),
        ),
        ("NEW adapter-edge|app.chain.plan|requests",),
    ),
    Case(
        "a file that is no identifier, below a selector",
        (write("app/chain/plan-b.py", IMPORT_CLOCK),),
        ("NEW adapter-edge|app/chain/plan-b.py|app.adapters.clock",),
    ),
    Case(
        "a file that a package shadows",
        (violation, write("app/chain/plan/__init__.py", PLAN_BODY)),
        ("NEW adapter-edge|app/chain/plan.py|app.adapters.clock",),
    ),
)
def test_growth_without_an_entry_is_new(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


@table(
    Case("a forbidden import with its debt", (violation, frozen_violation), (LAUNDERED,)),
    Case(
        "a forbidden import with an exception",
        (violation, write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK)]))),
        (LAUNDERED,),
    ),
    Case(
        "a forbidden import with an owner block",
        (violation, write(EDGE, boundary(owners=["app.chain.plan"]))),
        (LAUNDERED,),
    ),
    Case(
        "a new cycle with its debt",
        (*web_cycle, write(CYCLE, cycles([component(), component(("app.web", "jobs.nightly"), 2, "web")]))),
        (f"LAUNDERED {WEB_ID}",),
    ),
    Case(
        "a new cycle with an exception",
        (*web_cycle, write(CYCLE, cycles(exceptions=[accepted(component(("app.web", "jobs.nightly"), 2, "web"))]))),
        (f"LAUNDERED {WEB_ID}",),
    ),
    Case(
        "a member added to a cycle's entry",
        (fourth_member, write(CYCLE, cycles([component((*CORE, "app.core.delta"), 5)]))),
        (f"LAUNDERED {CORE_ID}",),
    ),
    Case(
        "a cycle's edges raised", (fourth_edge, write(CYCLE, cycles([component(edges=4)]))), (f"LAUNDERED {CORE_ID}",)
    ),
    Case(
        "an import of nothing with its debt",
        (missing, write(UNRESOLVED, unresolved([LEGACY_GONE, {"from": "app.web", "to": "app.nowhere"}]))),
        ("LAUNDERED unresolved|app.web|app.nowhere",),
    ),
    Case(
        "debt and entry in two commits of one change",
        (violation, commit(), frozen_violation),
        (LAUNDERED,),
    ),
    Case(
        "the entry first, its code one commit later",
        (frozen_violation, commit(), violation),
        (LAUNDERED,),
    ),
    Case(
        "one debt paid and another one taken up",
        (without_store, violation, write(EDGE, boundary([PLAN_CLOCK, QUEUE_MAIL]))),
        (LAUNDERED,),
    ),
    Case(
        "one target exchanged for another in the same module",
        (
            replace(FEED, IMPORT_STORE, "from app.adapters.clock import now as Store\n"),
            write(EDGE, boundary([{**FEED_STORE, "to": "app.adapters.clock"}, QUEUE_MAIL])),
        ),
        ("LAUNDERED adapter-edge|app.chain.feed|app.adapters.clock",),
    ),
    Case(
        "a cycle closed by a longer way round",
        (
            replace("app/core/gamma.py", "from app.core import alpha", "from app.web import index as alpha"),
            *web_cycle,
            prepend("app/web.py", "from app.core import alpha as core\n"),
            prepend("app/core/alpha.py", "from jobs import nightly\n"),
            write(
                CYCLE,
                cycles(
                    [component(("app.core.alpha", "app.core.beta", "app.core.gamma", "app.web", "jobs.nightly"), 7)]
                ),
            ),
        ),
        ("LAUNDERED host-cycles|app.core.alpha|app.core.beta",),
    ),
    Case(
        "an entry of the same pair under another rule's name",
        (violation, write("policies/ports.toml", boundary([*EDGE_DEBTS, PLAN_CLOCK], rule="ports")), delete(EDGE)),
        (LAUNDERED,),
    ),
)
def test_growth_with_its_entry_is_laundered(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


@table(
    Case(
        "one paid and another taken up, entries as they were",
        (without_store, violation),
        (f"NEW {CLOCK_ID}", f"STALE {STORE_ID}", "SWAPPED"),
    ),
    Case(
        "one edge of a module replaced by another",
        (replace(FEED, IMPORT_STORE, "from app.adapters.clock import now as Store\n"),),
        ("NEW adapter-edge|app.chain.feed|app.adapters.clock", f"STALE {STORE_ID}", "SWAPPED"),
    ),
)
def test_a_swap_names_both_sides(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


PAID = land(*paid)
untied = land(
    replace("app/core/gamma.py", "from app.core import alpha\n", "from app.core import delta as alpha\n"),
    replace("app/core/delta.py", "from app.core import alpha\n", "alpha = None\n"),
    write(CYCLE, cycles([])),
)


@table(
    Case(
        "debt that base paid comes back with its entry",
        (PAID, write(FEED, SOURCES[FEED]), write(EDGE, boundary())),
        (f"REOPENED {STORE_ID}",),
    ),
    Case(
        "it comes back as an exception",
        (PAID, write(FEED, SOURCES[FEED]), write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)]))),
        (f"REOPENED {STORE_ID}",),
    ),
    Case(
        "a cycle that base untied comes back",
        (
            untied,
            *(write(f"app/core/{name}.py", SOURCES[f"app/core/{name}.py"]) for name in ("gamma", "delta")),
            write(CYCLE, cycles()),
        ),
        (f"REOPENED {CORE_ID}",),
    ),
    Case(
        "many changes lie between",
        (
            PAID,
            land(innocent),
            land(append("README.md", "more\n")),
            write(FEED, SOURCES[FEED]),
            write(EDGE, boundary()),
        ),
        (f"REOPENED {STORE_ID}",),
    ),
)
def test_what_was_paid_is_not_reopened(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


def test_paid_debt_without_its_entry_is_new(sample: Repository) -> None:
    case = Case("", (PAID, write(FEED, SOURCES[FEED])))
    assert_refused(judged(sample, case), [f"NEW {STORE_ID}"])
