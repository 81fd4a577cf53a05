"""Ways to make the law see or forbid less.

Each loosening is a row, tried in five ways: alone, beside the violation that it would hide, and with its `loosen`
decision alone, beside host source and beside other files. Only the third passes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from tests.gate.changes import innocent, violation
from tests.gate.repository import Repository, Run
from tests.gate.sample import (
    CLOCK_ID,
    CONFIGURATION,
    CYCLE,
    EDGE,
    FEED_STORE,
    IMPORT_CLOCK,
    PLAN,
    QUEUE,
    UNRESOLVED,
    WEB_ID,
    WORKFLOW,
    boundary,
    configuration,
    cycles,
    decision,
    policy,
    unresolved,
)
from tests.gate.steps import (
    Step,
    append,
    apply,
    assert_holds,
    assert_refused,
    delete,
    git,
    land,
    move,
    prepend,
    replace,
    write,
)

AGAINST_MAIN = ("--base", "origin/main")

late_in_plan = append(PLAN, f"\n\ndef late():\n    {IMPORT_CLOCK}")
dynamic_in_plan = append(PLAN, "\n\n__import__('app.adapters.clock')\n")


@dataclass(frozen=True)
class Loosening:
    """A law that sees less: the steps to it, and a violation that this law alone would not see.

    `pure`: the steps touch nothing but the law, beyond doubt.
    """

    idea: str
    steps: tuple[Step, ...]
    violation: tuple[Step, ...] = ()
    hidden: str = ""
    pure: bool = True


LOOSENINGS = (
    Loosening("a policy deleted", (delete(EDGE),), (violation,), CLOCK_ID),
    Loosening(
        "importers narrowed to one module",
        (write(EDGE, boundary([FEED_STORE], importers=["app.chain.feed"])),),
        (violation,),
        CLOCK_ID,
    ),
    Loosening(
        "importers narrowed to the package itself",
        (write(EDGE, boundary([], importers=["=app.chain"])),),
        (violation,),
        CLOCK_ID,
    ),
    Loosening(
        "importers narrowed to the modules that have debt",
        (write(EDGE, boundary(importers=["app.chain.feed", "app.chain.queue"])),),
        (violation,),
        CLOCK_ID,
    ),
    Loosening(
        "importers turned to another package",
        (write(EDGE, boundary([], importers=["app.core"])),),
        (violation,),
        CLOCK_ID,
    ),
    Loosening(
        "targets narrowed to those with debt",
        (write(EDGE, boundary(targets=["app.adapters.mail", "app.adapters.store"])),),
        (violation,),
        CLOCK_ID,
    ),
    Loosening(
        "lazy imports no longer seen", (write(EDGE, boundary(edges=["eager", "dynamic"])),), (late_in_plan,), CLOCK_ID
    ),
    Loosening(
        "dynamic imports no longer seen",
        (write(EDGE, boundary(edges=["eager", "lazy"])),),
        (dynamic_in_plan,),
        CLOCK_ID,
    ),
    Loosening(
        "a rule turned into one of another kind",
        (write(EDGE, policy("adapter-edge", "cycle", {"modules": ["app.chain"]}, [])),),
        (violation,),
        CLOCK_ID,
    ),
    Loosening(
        "a policy replaced by a narrower one of another name",
        (
            delete(EDGE),
            write("policies/ports.toml", boundary([FEED_STORE], rule="ports", importers=["app.chain.feed"])),
        ),
        (violation,),
        CLOCK_ID,
    ),
    Loosening(
        "a rule renamed",
        (move(EDGE, "policies/ports.toml"), write("policies/ports.toml", boundary(rule="ports"))),
    ),
    Loosening(
        "cycles looked for in one package only",
        (write(CYCLE, cycles(scope={"modules": ["app.core"]})),),
        (prepend("app/web.py", "from jobs import nightly\n"), prepend("jobs/nightly.py", "from app import web\n")),
        WEB_ID,
    ),
    Loosening(
        "cycles looked for in eager imports only",
        (write(CYCLE, cycles(scope={"edges": ["eager"]})),),
        (
            append("app/web.py", "\n\ndef night():\n    from jobs import nightly\n"),
            prepend("jobs/nightly.py", "from app import web\n"),
        ),
        WEB_ID,
    ),
    Loosening(
        "a file excluded",
        (write(CONFIGURATION, configuration(exclude=[QUEUE])), write(EDGE, boundary([FEED_STORE]))),
        (prepend(QUEUE, IMPORT_CLOCK),),
        "adapter-edge|app.chain.queue|app.adapters.clock",
    ),
    Loosening(
        "a file excluded by a pattern",
        (write(CONFIGURATION, configuration(exclude=["**/q*.py"])), write(EDGE, boundary([FEED_STORE]))),
        (prepend(QUEUE, IMPORT_CLOCK),),
        "adapter-edge|app.chain.queue|app.adapters.clock",
    ),
    Loosening(
        "a file set apart",
        (write(CONFIGURATION, configuration(apart=[QUEUE, "tests/**"])), write(EDGE, boundary([FEED_STORE]))),
        (prepend(QUEUE, IMPORT_CLOCK),),
        "adapter-edge|app.chain.queue|app.adapters.clock",
    ),
    Loosening(
        "a root package left out and excluded",
        (write(CONFIGURATION, configuration(packages=["app"], exclude=["jobs/**"])),),
        (append("jobs/nightly.py", "\n\nimport app.nowhere\n"),),
        "unresolved|jobs.nightly|app.nowhere",
    ),
    Loosening(
        "a missing module declared to be provided",
        (write(UNRESOLVED, unresolved([], provided=["app.gone"])),),
        (append("app/web.py", "\n\nimport app.gone\n"),),
        "unresolved|app.web|app.gone",
    ),
    Loosening(
        "another base", (git("branch", "release", "main"), write(CONFIGURATION, configuration(base=["release"])))
    ),
    Loosening("a further base", (write(CONFIGURATION, configuration(base=["origin/main", "work"])),)),
    Loosening("no base any more", (write(CONFIGURATION, configuration(base=None)),)),
    Loosening("an empty list of bases", (write(CONFIGURATION, configuration(base=[])),)),
    Loosening("other versions may judge", (write(CONFIGURATION, configuration(requires=">=0")),)),
    Loosening("any version may judge", (write(CONFIGURATION, configuration(requires=None)),)),
    Loosening("the workflow no longer calls the gate", (replace(WORKFLOW, "      - run: archgate check\n", ""),)),
    Loosening("the workflow is gone", (delete(WORKFLOW), write(CONFIGURATION, configuration(wired=[]))), pure=False),
    Loosening("the workflow is no longer watched", (write(CONFIGURATION, configuration(wired=[])),)),
    Loosening("wired left out", (write(CONFIGURATION, configuration(wired=None)),)),
    Loosening(
        "another workflow is watched",
        (write("other.yml", "      - run: archgate check\n"), write(CONFIGURATION, configuration(wired=["other.yml"]))),
        pure=False,
    ),
    Loosening("the gate's failure is swallowed", (replace(WORKFLOW, "archgate check", "archgate check || true"),)),
    Loosening("the gate's call is a comment", (replace(WORKFLOW, "- run: archgate check", "# - run: archgate check"),)),
    Loosening(
        "the gate's call is only printed", (replace(WORKFLOW, "run: archgate check", "run: echo archgate check"),)
    ),
    Loosening("the gate runs unprotected", (replace(WORKFLOW, "archgate check", "archgate check --unprotected"),)),
    Loosening("the gate runs for one rule", (replace(WORKFLOW, "archgate check", "archgate check --rule unresolved"),)),
    Loosening("the gate is told its base", (replace(WORKFLOW, "archgate check", "archgate check --base HEAD"),)),
    Loosening("the gate is only asked for its help", (replace(WORKFLOW, "archgate check", "archgate check --help"),)),
)
HIDING = [loosening for loosening in LOOSENINGS if loosening.hidden]

PURE = [loosening for loosening in LOOSENINGS if loosening.pure]


def each(loosenings: Sequence[Loosening]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("loosening", loosenings, ids=[loosening.idea for loosening in loosenings])


@each(LOOSENINGS)
def test_a_loosening_alone_is_refused(sample: Repository, loosening: Loosening) -> None:
    assert_refused(loosened(sample, loosening), ["LOOSENED"])


@each(HIDING)
def test_the_old_law_sees_what_a_loosening_hides(sample: Repository, loosening: Loosening) -> None:
    apply(sample, loosening.violation)
    assert_refused(loosened(sample, loosening), [f"LAUNDERED {loosening.hidden}"])


@each(HIDING)
def test_the_violation_alone_is_seen(sample: Repository, loosening: Loosening) -> None:
    apply(sample, loosening.violation)
    sample.commit()
    assert_refused(sample.check(*AGAINST_MAIN), [f"NEW/UNRESOLVED {loosening.hidden}"])


@each(PURE)
def test_a_decision_admits_a_loosening(sample: Repository, loosening: Loosening) -> None:
    decide(sample, loosening)
    assert_holds(sample.check(*AGAINST_MAIN))


@each(PURE)
def test_a_decision_admits_nothing_beside_host_source(sample: Repository, loosening: Loosening) -> None:
    decide(sample, loosening, innocent)
    assert_refused(sample.check(*AGAINST_MAIN), ["LOOSENED"])


@pytest.mark.parametrize("path", ["README.md", "tests/test_plan.py", "docs/notes.txt"])
def test_a_decision_admits_nothing_beside_other_files(sample: Repository, path: str) -> None:
    decide(sample, LOOSENINGS[0], write(path, "# something else\n"))
    assert_refused(sample.check(*AGAINST_MAIN), ["LOOSENED"])


def test_a_decision_admits_nothing_but_its_subject(sample: Repository) -> None:
    decide(sample, LOOSENINGS[0])
    sample.write(CYCLE, cycles(scope={"modules": ["app.core"]}))
    sample.commit("one loosening more")
    assert_refused(sample.check(*AGAINST_MAIN), ["LOOSENED host-cycles*"])


def test_a_decision_that_base_has_admits_nothing(sample: Repository) -> None:
    decide(sample, LOOSENINGS[0])
    land(git("merge", "--quiet", "--squash", "work"))(sample)
    land(write(EDGE, boundary()))(sample)
    sample.delete(EDGE)
    sample.commit("deleted once more")
    assert_refused(sample.check(*AGAINST_MAIN), ["LOOSENED"])


def loosened(sample: Repository, loosening: Loosening) -> Run:
    apply(sample, loosening.steps)
    sample.commit("the law loosened")
    return sample.check(*AGAINST_MAIN)


def decide(sample: Repository, loosening: Loosening, *besides: Step) -> None:
    """Commit the loosening with a decision for each of its findings, and `besides`."""
    found = loosened(sample, loosening).identities("LOOSENED")
    assert found, "nothing to decide on"
    for number, identity in enumerate(found):
        sample.write(f"policies/decisions/loosen-{number}.toml", decision("loosen", identity))
    apply(sample, besides)
    sample.commit("decided")
