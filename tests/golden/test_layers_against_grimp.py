"""On any graph, layers and indirect boundaries object exactly where grimp finds a dependency that is not allowed."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, cast

import grimp
from hypothesis import given, settings
from hypothesis import strategies as st

from archgate.facts.boundary import Boundary, BoundaryScope
from archgate.facts.cycle import Cycle, CycleScope
from archgate.facts.layers import Layers, LayersScope
from archgate.facts.view import View
from archgate.link.host import HostIndex
from archgate.link.reference import Reference

Edge = tuple[str, str]

PARTS = ("app.a", "app.b", "app.c", "app.d", "app.e", "app.f")
MODULES = ("app", *PARTS, *(f"{part}.{leaf}" for part in PARTS[:4] for leaf in ("x", "y")))

pairs = st.tuples(st.sampled_from(MODULES), st.sampled_from(MODULES)).filter(lambda edge: edge[0] != edge[1])
edges = st.lists(pairs, max_size=14)
stacks = st.permutations(PARTS[:4]).flatmap(
    lambda parts: st.tuples(st.just(parts), st.integers(1, 3), st.booleans(), st.sets(st.sampled_from(parts)))
)


def view(imports: Iterable[Edge]) -> View:
    """The view of a host that has these imports and nothing else."""
    by_importer: dict[str, list[Reference]] = {}
    for importer, imported in imports:
        by_importer.setdefault(importer, []).append(Reference(target=imported, kind="eager", line=1))
    modules = {name: SimpleNamespace(path=name, place=name) for name in MODULES}
    names = SimpleNamespace(modules=modules, known=frozenset(MODULES))
    rest: Any = {}
    universe: Any = SimpleNamespace(opaque={})
    exports: Any = None
    return View(
        HostIndex(
            universe=universe,
            names=cast(Any, names),
            type_checking=cast(Any, None),
            exports=exports,
            references=by_importer,
            externals=rest,
            implied=rest,
            missing=rest,
            unreadable=rest,
        )
    )


def graph(imports: Iterable[Edge]) -> grimp.ImportGraph:
    made = grimp.ImportGraph()
    for module in MODULES:
        made.add_module(module)
    for importer, imported in imports:
        made.add_import(importer=importer, imported=imported)
    return made


@given(edges, stacks)
@settings(max_examples=300, deadline=None)
def test_layers(imports: list[Edge], stack: tuple[list[str], int, bool, set[str]]) -> None:
    parts, shared, independent, closed = stack
    levels = [parts[:shared], *([part] for part in parts[shared:])]
    mark = " | " if independent else " : "
    scope = LayersScope(tuple(mark.join(level) for level in levels), closed=tuple(sorted(closed)), exhaustive=False)
    theirs = graph(imports).find_illegal_dependencies_for_layers(
        [grimp.Layer(*level, independent=independent, closed=bool(closed & set(level))) for level in levels]
    )
    ours = Layers().measure(view(imports), scope)
    assert bool(ours) == bool(theirs)
    assert {fact.key for fact in ours} <= set(imports)


@given(edges, st.sampled_from(PARTS[:4]), st.sampled_from(PARTS[:4]))
@settings(max_examples=300, deadline=None)
def test_indirect_boundaries(imports: list[Edge], near: str, far: str) -> None:
    if near == far:
        return
    scope = BoundaryScope((near,), (far,), indirect="explained")
    theirs = graph(imports).find_shortest_chains(importer=near, imported=far, as_packages=True)
    assert bool(Boundary().measure(view(imports), scope)) == bool(theirs)


@given(edges)
@settings(max_examples=300, deadline=None)
def test_cycles_between_siblings(imports: list[Edge]) -> None:
    made = graph(imports)
    theirs = {package for package in ("app", *PARTS[:4]) if made.nominate_cycle_breakers(package)}
    facts = Cycle().measure(view(imports), CycleScope(("app",), between="siblings"))
    assert {fact.subject.rpartition(".")[0] for fact in facts} == theirs
