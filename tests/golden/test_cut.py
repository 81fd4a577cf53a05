"""The largest cycles of real packages: explained on a screen, with a cut that does what is said of it.

`ARCHGATE_GOLDEN_HOSTS=path:package,...` adds packages that lie below `path`.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archgate.link.graph import breaking_edges, components, cut, inner_edges
from tests.golden.hosts import ask, configure, copy_host, run_archgate
from tests.golden.test_imports_against_grimp import INSTALLED, hosts

SCREEN = 40
RULE = 'schema = 1\nrule = "rings"\nkind = "cycle"\ntitle = "None"\n'
STEP = re.compile(r"^ +(\d+)  (\S+) -> (\S+)  \S+:\d+$", re.MULTILINE)

FEW = ("_pytest", "hypothesis")
"""Of the packages that are here for the tests anyway, the two with the largest cycles."""

HOSTS = [pytest.param(*host, id=host[1]) for host in hosts() if host[1] in FEW or host[1] not in INSTALLED]

nodes = st.integers(0, 11).map(str)
graphs = st.sets(st.tuples(nodes, nodes).filter(lambda edge: edge[0] != edge[1]), min_size=12, max_size=60)


@pytest.mark.parametrize(("folder", "package"), HOSTS)
def test_the_cut_breaks_the_cycle(folder: Path, package: str, tmp_path: Path) -> None:
    copy_host(folder / package, tmp_path)
    configure(tmp_path, package)
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "rings.toml").write_text(RULE, encoding="utf-8")
    facts = ask(tmp_path, "facts", "rings", exits=(0, 3))["facts"]
    largest: dict[str, Any] = max(facts, key=lambda fact: len(fact["members"]))
    page = run_archgate(tmp_path, "explain", largest["id"])
    assert len(page.splitlines()) <= SCREEN
    steps = [(int(left), (importer, imported)) for left, importer, imported in STEP.findall(page)]
    assert steps
    imports = ask(tmp_path, "facts", "imports", exits=(0, 3))["facts"]
    edges = {(one["subject"], one["object"]) for one in imports if set(one["kinds"]) - {"typing"}}
    inner = set(inner_edges(largest["members"], edges))
    for left, edge in steps:
        assert edge in inner
        inner.discard(edge)
        assert max(map(len, components(inner)), default=0) == left
    assert steps[-1][0] < len(largest["members"])


@given(graphs, st.integers(1, 6))
@settings(max_examples=200, deadline=None)
def test_every_step_leaves_what_it_says(edges: set[tuple[str, str]], most: int) -> None:
    members = max(components(edges), key=len, default=[])
    left = set(inner_edges(members, edges))
    steps = cut(left, most)
    whole = len(breaking_edges(left))
    assert 0 < len(steps) <= min(whole, most) or not members
    if whole > most:
        assert steps[0].left == min(max(map(len, components(left - {edge})), default=0) for edge in left)
    for step in steps:
        left.discard(step.edge)
        assert max(map(len, components(left)), default=0) == step.left
    assert whole > most or not components(left)
