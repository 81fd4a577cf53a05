"""What the kind `complexity` says of a mark that nothing shows any more, or that shows less."""

from pathlib import Path

import pytest

from archgate.facts.complexity import Complexity, ComplexityScope
from archgate.facts.fact import Item
from tests.facts.sample import view_of

KIND = Complexity()


@pytest.mark.parametrize(
    ("scope", "now", "said"),
    [
        (ComplexityScope(statements=10), 12, "statements was 17 and is 12 (limit 10)"),
        (ComplexityScope(statements=10), 0, "statements was 17 and is within the limit of 10"),
        (ComplexityScope(lines=10), 0, "statements was 17 and is not measured: `[scope]` has no limit for it"),
    ],
)
def test_what_has_become_less(scope: ComplexityScope, now: int, said: str, tmp_path: Path) -> None:
    seen = [Item("app:f", "statements", {"": now})] if now else []
    [difference] = KIND.compare(seen, [Item("app:f", "statements", {"": 17})])
    view = view_of(tmp_path, {"archgate.toml": 'packages = ["app"]\n', "app/__init__.py": ""})
    assert KIND.describe(view, scope, difference) == said
