"""Changes to the sample that many rows are made of."""

from tests.gate.sample import (
    CLOCK_ID,
    EDGE,
    EDGE_DEBTS,
    FEED,
    IMPORT_CLOCK,
    IMPORT_STORE,
    MAIL,
    PLAN,
    PLAN_CLOCK,
    QUEUE_MAIL,
    STORE,
    TOOLS_CLOCK,
    accepted,
    boundary,
    entry,
)
from tests.gate.steps import Step, append, land, move, moved, prepend, replace, write

violation: Step = prepend(PLAN, IMPORT_CLOCK)
"""The plan reaches for the clock, which `adapter-edge` forbids."""

frozen_violation: Step = write(EDGE, boundary([*EDGE_DEBTS, PLAN_CLOCK]))
"""The entry that would cover it."""

laundering: tuple[Step, ...] = (violation, frozen_violation)
LAUNDERED = f"LAUNDERED {CLOCK_ID}"
"""What must come of it."""

innocent: Step = append("app/web.py", "\n\ndef about():\n    return 'about'\n")
"""Host source changes, and nothing that any rule sees."""

without_store: Step = replace(FEED, IMPORT_STORE, "from app.chain.plan import plan as Store\n")
paid: tuple[Step, ...] = (without_store, write(EDGE, boundary([QUEUE_MAIL])))
"""One debt is paid and its entry gone."""

WIDE = ("app.chain", "app.tools")
widened: Step = write(EDGE, boundary([*EDGE_DEBTS, TOOLS_CLOCK], importers=WIDE))
"""`adapter-edge` looks at one module more, and what that module does already is frozen."""

planned: Step = land(write(EDGE, boundary(exceptions=[accepted(PLAN_CLOCK, planned="S2-L7")])))
"""Base approves the plan's reaching for the clock, ahead of the code."""

FLOW: tuple[Step, ...] = (
    move("app/chain", "app/flow"),
    *(replace(path, "app.chain", "app.flow") for path in ("app/web.py", "jobs/nightly.py", "tests/test_plan.py")),
)
"""A package is renamed, with all that import it."""

flow_law: Step = write(
    EDGE, boundary([entry("app.flow.feed", STORE), entry("app.flow.queue", MAIL)], importers=["app.flow"])
)
flow_decision: Step = moved("app.chain", "app.flow")
"""The rule and its entries under the package's new name, and the decision that this is what happened."""
