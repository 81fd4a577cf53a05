"""A change of the law was squashed into base under the code that was stacked on it: the code is not blamed for the law.

The branch forked before the law's change, and still carries it; the tip of base has it, too.
"""

from collections.abc import Sequence

import pytest

from tests.gate.changes import innocent, widened
from tests.gate.repository import Repository
from tests.gate.sample import (
    CONFIGURATION,
    CORE_ID,
    CYCLE,
    EDGE,
    FEED,
    FEED_STORE,
    QUEUE,
    QUEUE_MAIL,
    STORE,
    STORE_ID,
    TOOLS_CLOCK,
    UNRESOLVED,
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
    Step,
    apply,
    assert_holds,
    commit,
    delete,
    land,
    meanwhile,
    move,
    moved,
    prepend,
    published,
    write,
)

RENAMED = (
    move(EDGE, "policies/ports.toml"),
    write("policies/ports.toml", boundary(rule="ports")),
    write("policies/decisions/renamed.toml", decision("rename", "adapter-edge", to=["ports"])),
)
STACKS = {
    "an exception": (write(EDGE, boundary([QUEUE_MAIL], [accepted(FEED_STORE)])),),
    "an excepted cycle": (write(CYCLE, cycles([], [accepted(component())])),),
    "an owner block": (write(EDGE, boundary([QUEUE_MAIL], owners=["app.chain.feed"])),),
    "a wider scope with its debt": (widened,),
    "a rule more": (write("policies/tools.toml", boundary([TOOLS_CLOCK], rule="tools", importers=["app.tools"])),),
    "a rule renamed": RENAMED,
    "a policy deleted": (delete(EDGE),),
    "importers narrowed": (write(EDGE, boundary([FEED_STORE], importers=["app.chain.feed"])),),
    "edge kinds narrowed": (write(EDGE, boundary(edges=["eager", "lazy"])),),
    "cycles looked for in one package": (write(CYCLE, cycles(scope={"modules": ["app.core"]})),),
    "a name that is provided": (write(UNRESOLVED, unresolved([], provided=["app.gone"])),),
    "a file excluded": (write(CONFIGURATION, configuration(exclude=[QUEUE])), write(EDGE, boundary([FEED_STORE]))),
    "another list of bases": (write(CONFIGURATION, configuration(base=["origin/main", "origin/release"])),),
    "no wired file": (write(CONFIGURATION, configuration(wired=[])),),
    "any version may judge": (write(CONFIGURATION, configuration(requires=None)),),
}
stacks = pytest.mark.parametrize("law", STACKS.values(), ids=STACKS.keys())


def decided(repository: Repository, law: Sequence[Step]) -> None:
    """Commit `law` on the work branch, with a decision for each loosening in it."""
    apply(repository, law)
    repository.commit("the law")
    for number, identity in enumerate(repository.check().identities("LOOSENED")):
        repository.write(f"policies/decisions/loosen-{number}.toml", decision("loosen", identity))
    repository.commit("decided")


def squashed_below(repository: Repository) -> None:
    """`main` gets what the work branch holds so far, in a commit of its own; the branch stays where it forked."""
    repository.git("branch", "--force", "law")
    repository.git("checkout", "--quiet", "main")
    repository.git("merge", "--quiet", "--squash", "law")
    repository.commit("the law, squashed")
    published(repository)
    repository.git("checkout", "--quiet", "work")


@stacks
def test_the_law_alone_passes(sample: Repository, law: Sequence[Step]) -> None:
    decided(sample, law)
    assert_holds(sample.check())


@stacks
def test_code_on_top_is_not_blamed_once_base_has_the_law(sample: Repository, law: Sequence[Step]) -> None:
    decided(sample, law)
    squashed_below(sample)
    apply(sample, [innocent, commit("code")])
    run = sample.check()
    assert run.base != sample.oid("main")
    assert_holds(run)


@stacks
def test_growth_on_top_is_blamed_all_the_same(sample: Repository, law: Sequence[Step]) -> None:
    decided(sample, law)
    squashed_below(sample)
    apply(sample, [prepend("app/core/alpha.py", "from app.core import delta\n"), commit("code")])
    run = sample.check()
    assert run.exit == 1, run
    assert CORE_ID in [finding["id"] for finding in run.blocking], run


def test_a_reassignment_that_base_has_is_not_blamed(sample: Repository) -> None:
    law = (
        write(EDGE, boundary([debt(FEED_STORE, leaf="S9-L9"), QUEUE_MAIL])),
        write("policies/decisions/later.toml", decision("reassign", [STORE_ID], leaf="S9-L9")),
    )
    land(write(EDGE, boundary([debt(FEED_STORE, leaf="S1-L1"), QUEUE_MAIL])))(sample)
    apply(sample, [*law, commit("the law"), innocent, commit("code"), meanwhile(*law)])
    assert_holds(sample.check())


def test_a_move_that_base_has_is_not_blamed(sample: Repository) -> None:
    move_it = (
        move(FEED, "app/chain/rows.py"),
        write(EDGE, boundary([QUEUE_MAIL, entry("app.chain.rows", STORE)])),
        moved("app.chain.feed", "app.chain.rows"),
    )
    apply(sample, [*move_it, commit("moved"), innocent, commit("code"), meanwhile(*move_it)])
    assert_holds(sample.check())
