"""What every writer looks at before it writes."""

import pytest

from tests.gate.changes import WIDE, innocent
from tests.gate.repository import Repository
from tests.gate.sample import CONFIGURATION, EDGE, boundary, configuration
from tests.gate.steps import apply, write


def test_old_code_that_is_newly_seen_is_not_to_be_taken_out(sample: Repository) -> None:
    """`app.tools` had its import before; the way out is another change, not another code."""
    apply(sample, [innocent, write(EDGE, boundary(importers=WIDE))])
    run = sample.archgate("policy", "widen")
    assert run.exit == 1
    assert "base shows it too: commit the host's source on its own" in run.stdout
    assert "take the new fact out" not in run.stdout


@pytest.mark.parametrize("key", ["exclude", "apart"])
def test_where_nothing_is_examined_nothing_shrinks(sample: Repository, key: str) -> None:
    lists: dict[str, object] = {"apart": ["tests/**"], key: ["tests/**", "app/**", "jobs/**"]}
    sample.write(CONFIGURATION, configuration("tool.archgate", **lists))
    before = sample.read(EDGE)
    run = sample.archgate("policy", "shrink")
    assert run.exit == 3, run
    assert f"UNMEASURED  {CONFIGURATION}:" in run.stderr
    assert f"nothing is examined: `{key}` takes" in run.stderr
    assert sample.read(EDGE) == before
