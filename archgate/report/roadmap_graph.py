"""The roadmap as a graph: leaves by stage, dependencies, states; who is ready and who holds others up."""

import re
from collections.abc import Iterator

from msgspec import Struct

from archgate.report.encode import SCHEMA, to_json
from archgate.report.leaves import Catalogue, state_of
from archgate.report.plain import document
from archgate.roadmap.document import Leaf
from archgate.roadmap.readiness import has_reached

COLOURS = {
    "PLANNED": "#f5f5f5",
    "BLOCKED": "#f4c7c3",
    "ACTIVE": "#fff2cc",
    "VERIFIED": "#d9ead3",
    "DELIVERED": "#b6d7a8",
    "COMPLETE": "#93c47d",
}
UNKNOWN = "#ffffff"
ENTITIES = {"#": "#35;", "&": "#amp;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "`": "#96;"}
"""What Mermaid would take for its own inside quotes, as it wants it written."""


class LeafNode(Struct, frozen=True, forbid_unknown_fields=True):
    """A leaf. `blocking`: it has not come far enough, and others wait for it."""

    id: str
    title: str
    stage: str
    state: str
    ready: bool
    blocking: bool
    depends: tuple[str, ...]


class StageNode(Struct, frozen=True, forbid_unknown_fields=True):
    """A stage and its leaves."""

    id: str
    title: str
    leaves: tuple[str, ...]


class GraphDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `archgate roadmap graph`; `depends` names leaves, those of stages and parents one by one."""

    schema: int
    stages: tuple[StageNode, ...]
    leaves: tuple[LeafNode, ...]


class Line(Struct, frozen=True, order=True):
    """A line of the picture: `leaf` depends on `on`, a leaf, a parent or a stage."""

    on: str
    leaf: str


def render(catalogue: Catalogue, form: str) -> str:
    """The graph in the format `dot`, `mermaid` or `json`."""
    graph = _graph(catalogue)
    if form == "json":
        return to_json(graph)
    lines = _lines(catalogue)
    return document(_dot(graph, lines) if form == "dot" else _mermaid(graph, lines))


def _graph(catalogue: Catalogue) -> GraphDocument:
    roadmap = catalogue.roadmap
    waited_for = {name for one in catalogue.readiness.waiting for name in one.others}
    nodes = tuple(_node(catalogue, leaf, leaf.id in waited_for) for leaf in roadmap.leaves)
    stages = tuple(
        StageNode(stage.id, stage.title, tuple(node.id for node in nodes if node.stage == stage.id))
        for stage in roadmap.stages
    )
    return GraphDocument(SCHEMA, stages, nodes)


def _node(catalogue: Catalogue, leaf: Leaf, waited_for: bool) -> LeafNode:
    return LeafNode(
        id=leaf.id,
        title=leaf.title,
        stage=leaf.stage,
        state=state_of(leaf),
        ready=leaf.id in catalogue.readiness.ready,
        blocking=waited_for and not has_reached(leaf.state, catalogue.satisfies),
        depends=catalogue.dependencies.of[leaf.id],
    )


def _lines(catalogue: Catalogue) -> list[Line]:
    """The dependencies as they are written, so that a picture has one line for a whole stage."""
    roadmap = catalogue.roadmap
    known = {leaf.id for leaf in roadmap.leaves} | {stage.id for stage in roadmap.stages}
    found = set()
    for leaf in roadmap.leaves:
        for term in leaf.terms:
            names = [stage.id for stage in roadmap.stages] if term.kind == "all" else [term.name]
            if term.kind == "parent":
                names = [child.id for child in roadmap.children(term.name)]
            if leaf.stage in names:  # no line leads out of a stage into itself
                names = [*names, *(other.id for other in roadmap.leaves if other.stage == leaf.stage)]
            found |= {Line(name, leaf.id) for name in names if name in known - {leaf.id, leaf.stage}}
    return sorted(found)


def _marks(node: LeafNode) -> str:
    return "".join(f" [{word}]" for word, is_so in (("ready", node.ready), ("blocking", node.blocking)) if is_so)


def _dot(graph: GraphDocument, lines: list[Line]) -> Iterator[str]:
    yield "digraph roadmap {"
    yield '  rankdir=LR; compound=true; node [shape=box, style="filled,rounded", fontname="sans-serif"];'
    nodes = {node.id: node for node in graph.leaves}
    for number, stage in enumerate(graph.stages):
        yield f"  subgraph cluster_{number} {{"
        yield f"    label={_quoted(f'{stage.id} {stage.title}'.strip())};"
        yield f"    {_quoted(stage.id)} [label={_quoted(stage.id)}, shape=plaintext, style=solid];"
        for name in stage.leaves:
            yield f"    {_quoted(name)} [{_dot_attributes(nodes[name])}];"
        yield "  }"
    yield from (f"  {_quoted(line.on)} -> {_quoted(line.leaf)};" for line in lines)
    yield "}"


def _dot_attributes(node: LeafNode) -> str:
    label = _quoted(f"{node.id} {node.title}\n{node.state}{_marks(node)}")
    extra = ", penwidth=3" if node.ready else ""
    colour = ", color=red" if node.blocking else ""
    return f"label={label}, fillcolor={_quoted(COLOURS.get(node.state, UNKNOWN))}{extra}{colour}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _mermaid(graph: GraphDocument, lines: list[Line]) -> Iterator[str]:
    yield "flowchart LR"
    nodes = {node.id: node for node in graph.leaves}
    for stage in graph.stages:
        yield f'  subgraph {_name(stage.id)}["{_escaped(f"{stage.id} {stage.title}".strip())}"]'
        for name in stage.leaves:
            node = nodes[name]
            label = f"{_escaped(f'{node.id} {node.title}')}<br/>{_escaped(node.state + _marks(node))}"
            yield f'    {_name(name)}["{label}"]'
        yield "  end"
    yield from (f"  {_name(line.on)} --> {_name(line.leaf)}" for line in lines)
    for state, colour in COLOURS.items():
        yield from _classed(state.lower(), f"fill:{colour}", [one for one in graph.leaves if one.state == state])
    yield from _classed("ready", "stroke-width:3px", [node for node in graph.leaves if node.ready])
    yield from _classed("blocking", "stroke:#cc0000", [node for node in graph.leaves if node.blocking])


def _classed(name: str, style: str, nodes: list[LeafNode]) -> Iterator[str]:
    if nodes:
        yield f"  classDef {name} {style}"
        yield f"  class {','.join(_name(node.id) for node in nodes)} {name}"


def _name(text: str) -> str:
    return re.sub(r"\W", "_", text)


def _escaped(text: str) -> str:
    return "".join(ENTITIES.get(letter, letter) for letter in " ".join(text.split()))
