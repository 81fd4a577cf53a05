"""How large the definitions of a file are, counted in one walk over its statements."""

import ast
from collections.abc import Mapping
from typing import Any, NamedTuple

from archgate.index.branching import Branching
from archgate.index.text import Text
from archgate.index.traversal import BLOCKS, FUNCTIONS, Block

_DEFINITIONS = frozenset([*FUNCTIONS, ast.ClassDef])


class Measures(NamedTuple):
    """The measures of a definition; `archgate.index.module.Definition` says what they count."""

    statements: int
    lines: int
    cyclomatic: int
    nesting: int
    arguments: int
    methods: int


class Measured(NamedTuple):
    """The statements and lines of a file, and the measures of its definitions by the id of their node."""

    statements: int
    lines: int
    definitions: Mapping[int, Measures]


class _Tally:
    """What is counted of a definition or of the file, before and after what stands in it is added.

    `around` is the tally of what it stands in, `depth` the number of blocks around it there.
    """

    __slots__ = ("around", "branches", "depth", "in_methods", "methods", "nesting", "node", "statements")

    def __init__(self, node: Any, around: "_Tally | None" = None, depth: int = 0) -> None:
        self.node = node
        self.around = around
        self.depth = depth
        self.statements = self.branches = self.nesting = self.methods = self.in_methods = 0

    @property
    def is_method(self) -> bool:
        around = self.around
        return around is not None and type(around.node) is ast.ClassDef and type(self.node) is not ast.ClassDef

    def hand_on(self) -> None:
        """Add what was counted to the tally around, when all that stands in this one has been added."""
        around = self.around
        if around is None:
            return
        around.statements += self.statements
        around.nesting = max(around.nesting, self.depth + self.nesting)
        if self.is_method:
            around.methods += 1
            around.in_methods += 1 + self.branches

    def measures(self) -> Measures:
        node = self.node
        return Measures(
            self.statements,
            node.end_lineno - node.lineno + 1,
            1 + self.branches + self.in_methods,
            self.nesting,
            0 if type(node) is ast.ClassDef else _arguments(node, self.is_method),
            self.methods,
        )


def measure(module: ast.Module, text: Text) -> Measured:
    """Measure a file."""
    tallies = _tallies(module, Branching(text))
    for tally in reversed(tallies):
        tally.hand_on()
    definitions = {id(tally.node): tally.measures() for tally in tallies[1:]}
    return Measured(tallies[0].statements, text.length, definitions)


def _tallies(module: ast.Module, branching: Branching) -> list[_Tally]:
    """The tallies of the file and of its definitions, outer before inner ones."""
    tallies = [_Tally(module)]
    stack: list[tuple[Block, _Tally, int]] = [(module.body, tallies[0], 0)]
    while stack:
        block, tally, depth = stack.pop()
        tally.statements += len(block)
        if depth > tally.nesting:
            tally.nesting = depth
        for statement in block:
            kind = type(statement)
            if kind in _DEFINITIONS:
                tallies.append(_Tally(statement, tally, depth))
                stack.append((statement.body, tallies[-1], 0))  # type: ignore[attr-defined]  # by its kind
                continue
            if isinstance(statement, ast.Expr) and _is_string(statement.value):
                tally.statements -= 1
                continue
            branches = branching.of(statement)
            if branches:
                tally.branches += branches
            blocks = BLOCKS.get(kind)
            if blocks is not None:
                stack += [(inner, tally, _depth(statement, inner, depth)) for inner in blocks(statement) if inner]
    return tallies


def _depth(statement: ast.stmt, block: Block, depth: int) -> int:
    """The depth of a block of a statement; an `elif` is no deeper than its `if`, though `orelse` holds it."""
    is_elif = type(statement) is ast.If is type(block[0]) and block[0].col_offset == statement.col_offset
    return depth if is_elif else depth + 1


def _is_string(node: ast.expr) -> bool:
    return type(node) is ast.Constant and type(node.value) is str


def _arguments(node: ast.FunctionDef | ast.AsyncFunctionDef, is_method: bool) -> int:
    given = node.args
    positional = len(given.posonlyargs) + len(given.args)
    received = is_method and positional > 0 and not any(map(_is_static, node.decorator_list))
    return positional - received + len(given.kwonlyargs) + (given.vararg is not None) + (given.kwarg is not None)


def _is_static(decorator: ast.expr) -> bool:
    name = decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")
    return name == "staticmethod"
