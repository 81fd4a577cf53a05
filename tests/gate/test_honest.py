"""The honest twins: ordinary work on the host, and on a law that gets no looser, passes."""

from tests.gate.changes import innocent, paid, widened
from tests.gate.repository import Repository
from tests.gate.sample import (
    CONFIGURATION,
    CORE,
    CYCLE,
    EDGE,
    EDGE_DEBTS,
    FEED,
    FEED_STORE,
    FILES,
    IMPORT_CLOCK,
    IMPORT_MAIL,
    IMPORT_STORE,
    LAW,
    LEGACY_GONE,
    PLAN,
    PLAN_BODY,
    PLAN_MAIL,
    QUEUE,
    QUEUE_MAIL,
    TOOLS_CLOCK,
    UNRESOLVED,
    WORKFLOW,
    accepted,
    boundary,
    component,
    configuration,
    cycles,
    debt,
    decision,
    entry,
    unresolved,
)
from tests.gate.steps import (
    Case,
    append,
    apply,
    assert_holds,
    assert_refused,
    delete,
    judged,
    land,
    move,
    prepend,
    ran,
    replace,
    table,
    write,
)


@table(
    Case("nothing", ()),
    Case("host source without a violation", (innocent,)),
    Case("a debt paid, its entry gone", paid),
    Case(
        "a cycle untied, its entry gone",
        (
            replace("app/core/gamma.py", "from app.core import alpha\n", "alpha = None\n"),
            write(CYCLE, cycles([])),
        ),
    ),
    Case(
        "a cycle untied in part, its entry smaller",
        (
            replace("app/core/beta.py", "from app.core import gamma", "from app.core import alpha as gamma"),
            write(CYCLE, cycles([component(CORE[:2], 2)])),
        ),
    ),
    Case("a missing import gone, its entry gone", (write("app/legacy.py", ""), write(UNRESOLVED, unresolved([])))),
    Case("a module with debt deleted, its entry gone", (delete(QUEUE), write(EDGE, boundary([FEED_STORE])))),
    Case("lines moved about", (prepend(FEED, "# a comment\n\n\n"), append(QUEUE, "\n# the end\n"))),
    Case(
        "imports put in another order",
        (replace("app/web.py", "from app.chain import plan", "from app.chain import (\n    plan,\n)"),),
    ),
    Case("a known edge seen in a second place", (append(FEED, f"\n\ndef late():\n    {IMPORT_STORE}"),)),
    Case(
        "a module turned into a package of the same name",
        (move(FEED, "app/chain/feed/__init__.py"),),
    ),
    Case("a package that loses its __init__.py", (delete("app/chain/__init__.py"),)),
    Case(
        "a module deleted whose only name another module has, too",
        (
            land(
                write("app/chain/command.py", IMPORT_STORE + "\n\ndef main():\n    return Store()\n"),
                write("app/serve.py", IMPORT_CLOCK + "\n\ndef main():\n    return now()\n"),
                write(EDGE, boundary([entry("app.chain.command", "app.adapters.store"), *EDGE_DEBTS])),
            ),
            delete("app/chain/command.py"),
            write(EDGE, boundary()),
        ),
    ),
    Case(
        "an import for types that turns into none",
        (
            land(
                append(PLAN, "\n\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.adapters.clock\n")
            ),
            write(PLAN, PLAN_BODY),
        ),
    ),
)
def test_work_on_the_host_passes(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case))


@table(
    Case("a title", (replace(EDGE, "The rule adapter-edge", "No adapter in the chain"),)),
    Case("a reason", (replace(EDGE, "a port replaces it", "a port will soon replace it"),)),
    Case("an owner of a block", (replace(EDGE, 'owner = "app"', 'owner = "the chain team"'),)),
    Case("comments", (prepend(EDGE, "# why this rule is there\n"), append(EDGE, "# the end\n"))),
    Case("layout", (replace(EDGE, '["app.chain"]', '[\n    "app.chain",\n]'),)),
    Case(
        "a debt bound to a leaf for the first time",
        (write(EDGE, boundary([debt(FEED_STORE, leaf="S1-L1"), QUEUE_MAIL])),),
    ),
    Case(
        "a rule more, with nothing to forbid",
        (write("policies/web-core.toml", boundary([], rule="web-core", importers=["app.web"], targets=["app.core"])),),
    ),
    Case("importers widened, with nothing to forbid", (write(EDGE, boundary(importers=["app.chain", "app.core"])),)),
    Case("targets widened, with nothing to forbid", (write(EDGE, boundary(targets=["app.adapters", "app.legacy"])),)),
    Case(
        "edge kinds widened, with nothing to forbid",
        (write(EDGE, boundary(edges=["eager", "lazy", "typing", "dynamic"])),),
    ),
    Case("edge kinds written out", (write(EDGE, boundary(edges=["eager", "lazy", "dynamic"])),)),
    Case("root packages in another order", (write(CONFIGURATION, configuration(packages=["jobs", "app"])),)),
    Case("defaults written out", (write(CONFIGURATION, configuration(policies="policies", fixtures="fixtures")),)),
    Case(
        "a root package more",
        (write(CONFIGURATION, configuration(packages=["app", "jobs", "flow"])), write("flow/__init__.py", "")),
    ),
    Case("an exclude of files to come", (write(CONFIGURATION, configuration(exclude=["app/generated/**"])),)),
    Case(
        "apart gains files that were nobody's",
        (write("scripts/run.py", ""), write(CONFIGURATION, configuration(apart=["scripts/**", "tests/**"]))),
    ),
    Case("apart is narrowed", (write(CONFIGURATION, configuration(apart=["tests/*.py"])),)),
    Case(
        "another wired file more",
        (write("ci.sh", "archgate check\n"), write(CONFIGURATION, configuration(wired=[WORKFLOW, "ci.sh"]))),
    ),
    Case(
        "other lines of a wired file",
        (replace(WORKFLOW, "      - run: pytest\n", "      - run: pytest -q\n      - run: ruff check\n"),),
    ),
    Case(
        "a decision that nothing needs",
        (write("policies/decisions/x.toml", decision("move", "app.chain.feed", to=["app.chain.rows"])),),
    ),
    Case(
        "a decision that base has is removed",
        (
            land(write("policies/decisions/x.toml", decision("move", "app.chain.feed", to=["app.chain.rows"]))),
            delete("policies/decisions/x.toml"),
        ),
    ),
    Case(
        "configuration moved to archgate.toml", (delete(CONFIGURATION), write("archgate.toml", configuration(table="")))
    ),
    Case(
        "an exception given up with its code",
        (land(write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)]))), *paid),
    ),
    Case(
        "an exclude given up",
        (
            land(write(CONFIGURATION, configuration(exclude=["app/generated/**"]))),
            write(CONFIGURATION, configuration()),
        ),
    ),
)
def test_a_law_that_is_no_looser_passes(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case))


@table(
    Case(
        "an exception turned back into debt",
        (land(write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)]))), write(EDGE, boundary())),
    ),
    Case(
        "a provided name given up",
        (land(write(UNRESOLVED, unresolved([LEGACY_GONE], provided=["app.later"]))), write(UNRESOLVED, unresolved())),
    ),
)
def test_what_was_given_may_be_taken_back(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case))


@table(
    Case("a selector of a deleted module", (land(widened), delete("app/tools.py"), write(EDGE, boundary()))),
    Case(
        "a selector of a deleted package",
        (
            land(
                write("app/old/__init__.py", ""),
                write("app/old/wire.py", ""),
                write(EDGE, boundary(importers=["app.chain", "app.old"])),
            ),
            delete("app/old"),
            write(EDGE, boundary()),
        ),
    ),
    Case(
        "a rule of a deleted module",
        (
            land(write("policies/tools.toml", boundary([TOOLS_CLOCK], rule="tools", importers=["app.tools"]))),
            delete("app/tools.py", "policies/tools.toml"),
        ),
    ),
)
def test_a_selector_goes_with_what_it_selected(sample: Repository, case: Case) -> None:
    assert_holds(judged(sample, case))


HOST_ONLY = land(*(delete(path) for path in LAW if path.startswith("policies/")), delete(CONFIGURATION))


def test_archgate_is_adopted(sample: Repository) -> None:
    case = Case("", (HOST_ONLY, *(write(path, FILES[path]) for path in LAW)))
    assert_holds(judged(sample, case), ["WIDENED"])


def test_archgate_is_adopted_by_init(sample: Repository) -> None:
    apply(sample, [HOST_ONLY, ran("init")])
    sample.commit()
    run = sample.check("--base", "origin/main")
    assert run.exit == 0, run


def test_debt_is_not_adopted_with_the_change_that_makes_it(sample: Repository) -> None:
    law = {**LAW, EDGE: boundary([*EDGE_DEBTS, PLAN_MAIL])}
    steps = (HOST_ONLY, *(write(path, text) for path, text in law.items()), prepend(PLAN, IMPORT_MAIL))
    run = judged(sample, Case("", steps))
    assert_refused(run, ["LAUNDERED/LOOSENED *"])
