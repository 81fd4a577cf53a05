"""Cycles: an entry is for its modules and their inner edges, whatever else stays equal."""

from tests.gate.repository import Repository
from tests.gate.sample import CORE, CORE_ID, CYCLE, accepted, component, cycles
from tests.gate.steps import (
    Case,
    append,
    apply,
    assert_holds,
    assert_refused,
    judged,
    land,
    move,
    moved,
    prepend,
    ran,
    replace,
    table,
    write,
)

WEB = component(("app.web", "jobs.nightly"), 2, "web")
ALL = (*CORE, "app.web", "jobs.nightly")
web_cycle = (prepend("app/web.py", "from jobs import nightly\n"), prepend("jobs/nightly.py", "from app import web\n"))
two_cycles = land(*web_cycle, write(CYCLE, cycles([component(), WEB])))
one_cycle_of_all = land(
    *web_cycle,
    append("app/web.py", "\n\nfrom app.core import alpha\n"),
    append("app/core/alpha.py", "\n\nfrom app import web\n"),
    write(CYCLE, cycles([component(ALL, 7)])),
)
apart_again = (
    replace("app/web.py", "\n\nfrom app.core import alpha\n", ""),
    replace("app/core/alpha.py", "\n\nfrom app import web\n", ""),
)
KERN = (
    move("app/core", "app/kern"),
    *(replace(f"app/kern/{name}.py", "app.core", "app.kern") for name in ("alpha", "beta", "gamma", "delta")),
    write(CYCLE, cycles([component(("app.kern.alpha", "app.kern.beta", "app.kern.gamma"))])),
)


@table(
    Case(
        "one member exchanged for another",
        (
            replace("app/core/beta.py", "from app.core import gamma", "from app.core import delta as gamma"),
            write(CYCLE, cycles([component(("app.core.alpha", "app.core.beta", "app.core.delta"))])),
        ),
        (f"LAUNDERED {CORE_ID}",),
    ),
    Case(
        "a member taken in by way of a longer cycle",
        (
            replace("app/core/gamma.py", "from app.core import alpha", "from app.core import delta as alpha"),
            write(CYCLE, cycles([component((*CORE, "app.core.delta"), 4)])),
        ),
        (f"LAUNDERED {CORE_ID}",),
    ),
    Case(
        "two known cycles joined into one with as many edges",
        (
            two_cycles,
            replace("app/core/gamma.py", "from app.core import alpha", "from app import web as alpha"),
            replace("jobs/nightly.py", "from app import web", "from app.core import alpha as web"),
            write(CYCLE, cycles([component(ALL, 5)])),
        ),
        ("LAUNDERED/REOPENED host-cycles|app.core.alpha|app.core.beta",),
    ),
    Case(
        "an excepted cycle takes another module",
        (
            land(write(CYCLE, cycles([], [accepted(component())]))),
            append("app/core/alpha.py", "\n\nfrom app.core import delta\n"),
            write(CYCLE, cycles([], [accepted(component((*CORE, "app.core.delta"), 5))])),
        ),
        (f"LAUNDERED {CORE_ID}",),
    ),
    Case("a cycle's package renamed without a decision", KERN, ("LAUNDERED host-cycles|app.kern.alpha|app.kern.beta",)),
)
def test_a_cycle_does_not_grow(sample: Repository, case: Case) -> None:
    assert_refused(judged(sample, case), case.findings)


@table(
    Case(
        "an excepted member imports outward, one way",
        (
            append("app/core/alpha.py", "\n\nfrom app.core import delta as d\n"),
            replace("app/core/delta.py", "from app.core import alpha\n", "alpha = None\n"),
        ),
    ),
    Case("a cycle falls apart into two", (one_cycle_of_all, *apart_again, ran("policy", "shrink"))),
    Case(
        "a cycle through types alone",
        (
            append(
                "app/core/alpha.py",
                "\n\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.core import delta\n",
            ),
        ),
    ),
)
def test_what_is_no_growth_of_a_cycle_passes(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case))


def test_a_cycle_moves_with_its_package(sample: Repository) -> None:
    assert_holds(judged(sample, Case("", (*KERN, moved("app.core", "app.kern")))), ["MOVED"])


def test_a_cycle_moves_with_its_package_by_the_command(sample: Repository) -> None:
    apply(sample, [*KERN, write(CYCLE, cycles()), ran("policy", "move", "app.core", "app.kern")])
    sample.commit()
    assert_holds(sample.check(), ["MOVED"])


def test_a_moved_cycle_takes_nothing_along(sample: Repository) -> None:
    members = ("app.kern.alpha", "app.kern.beta", "app.kern.delta", "app.kern.gamma")
    grown = (
        append("app/kern/alpha.py", "\n\nfrom app.kern import delta\n"),
        write(CYCLE, cycles([component(members, 5)])),
    )
    case = Case("", (*KERN, *grown, moved("app.core", "app.kern")))
    assert_refused(judged(sample, case), ["LAUNDERED host-cycles|app.kern.alpha|app.kern.beta"])
