"""Violations planted at random places of a real package: all of them found, none invented."""

import importlib.util
import random
from pathlib import Path

import pytest

from tests.golden.components import components
from tests.golden.plant import Count, run


@pytest.mark.parametrize("seed", range(3))
def test_every_planted_violation_is_found_and_none_is_invented(seed: int) -> None:
    spec = importlib.util.find_spec("hypothesis")
    assert spec is not None
    assert spec.origin is not None
    counts = run(Path(spec.origin).parents[1], "hypothesis", count=6, seed=seed)
    assert counts == [Count(rule=it.rule, planted=it.planted, missed=(), invented=()) for it in counts]
    assert all(counted.planted for counted in counts)


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        pytest.param([("a", "b"), ("b", "c")], {}, id="a chain is no component"),
        pytest.param([("a", "a")], {}, id="nor is a module that imports itself"),
        pytest.param([("a", "b"), ("b", "a"), ("b", "c")], {frozenset("ab"): 2}, id="a way out is no part of it"),
        pytest.param(
            [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "c"), ("c", "e")],
            {frozenset("ab"): 2, frozenset("cde"): 4},
            id="one beside another",
        ),
    ],
)
def test_the_slow_search_for_components(edges: list[tuple[str, str]], expected: dict[frozenset[str], int]) -> None:
    random.Random(0).shuffle(edges)
    assert components(edges) == expected
