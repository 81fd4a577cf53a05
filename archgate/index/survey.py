"""The one pass over a file's statements: its imports and definitions, each with where it stands."""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from archgate.index.attributes import Attributes
from archgate.index.bindings import import_path
from archgate.index.calls import Call, calls_in
from archgate.index.context import Context
from archgate.index.dynamic import DynamicImports
from archgate.index.measuring import Measures
from archgate.index.module import Definition, Import, ImportTime
from archgate.index.scopes import Scope

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Survey:
    """Imports and definitions of one file, in source order.

    What names mean stays open during the pass, since a binding further down can decide it: `finish` settles guards,
    tolerance and calls. Calls, and what attributes hold, are looked for only if `calls` says so. `measures` are those
    of the definitions by the id of their node.
    """

    def __init__(self, scope: Scope, calls: bool, measures: Mapping[int, Measures]) -> None:
        self.imports: list[Import] = []
        self.definitions: list[Definition] = []
        self.ordinals: dict[int, list[int]] = {}  # by the id of a statement or call: where its imports stand in the end
        self._nodes: list[ast.AST] = []
        self.attributes = Attributes()
        self._scope = scope
        self._measures = measures
        self._calls: list[Call] | None = [] if calls else None
        self._open: list[tuple[int, Context]] = []
        self._stack: list[tuple[Iterator[ast.stmt], Context]] = []

    def run(self, module: ast.Module) -> None:
        """Read every statement of the file, whatever its depth."""
        stack, calls = self._stack, self._calls
        stack.append((iter(module.body), Context(self._scope)))
        while stack:
            statements, context = stack[-1]
            for statement in statements:
                if calls is not None:
                    calls.extend(calls_in(statement, context))
                    self.attributes.read(statement, context.scope)
                reader = _READERS.get(type(statement))
                if reader is not None:
                    reader(self, statement, context)
                    if stack[-1][0] is not statements:
                        break
            else:
                stack.pop()

    def finish(self, dynamic: DynamicImports) -> tuple[Import, ...]:
        """The imports, with all that only the whole file decides."""
        for call in self._calls or ():
            for asked in dynamic.asked(call.node, call.context.scope):
                self._add(call.context, asked.module, asked.level, asked.name, "", call.line, "dynamic", call.node)
        for position, context in self._open:
            guards, tolerant = context.guards(), context.tolerant()
            if guards or tolerant:
                self.imports[position] = replace(self.imports[position], guards=guards, tolerant=tolerant)
        order = sorted(range(len(self.imports)), key=lambda position: self.imports[position].line)
        for ordinal, position in enumerate(order):
            self.ordinals.setdefault(id(self._nodes[position]), []).append(ordinal)
        return tuple(self.imports[position] for position in order)

    def _add(
        self,
        context: Context,
        module: str,
        level: int,
        name: str,
        bound: str,
        line: int,
        time: ImportTime,
        node: ast.AST,
    ) -> None:
        if context.above is not None:
            self._open.append((len(self.imports), context))
        found = Import(module, level, name, bound, line, time, context.definition, (), context.conditional)
        if context.definition and bound in context.scope.global_names:
            found = replace(found, is_global=True)
        self.imports.append(found)
        self._nodes.append(node)

    def _enter(self, context: Context, block: list[ast.stmt]) -> None:
        """Read a block next; of several, the one that is entered last comes first."""
        if block:
            self._stack.append((iter(block), context))

    def _define(self, statement: Function | ast.ClassDef, context: Context) -> str:
        """Note a definition and give its qualified name."""
        name = context.qualified(statement.name)
        line = min([statement.lineno, *(decorator.lineno for decorator in statement.decorator_list)])
        kind: Literal["function", "class"] = "class" if isinstance(statement, ast.ClassDef) else "function"
        self.definitions.append(
            Definition(name, kind, line, statement.end_lineno or line, *self._measures[id(statement)])
        )
        return name

    def _import(self, statement: ast.Import, context: Context) -> None:
        time = _time(statement, context)
        for alias in statement.names:
            bound = alias.asname or alias.name.partition(".")[0]
            self._add(context, alias.name, 0, "", bound, statement.lineno, time, statement)

    def _import_from(self, statement: ast.ImportFrom, context: Context) -> None:
        time = _time(statement, context)
        for alias in statement.names:
            bound = alias.asname or alias.name
            if alias.name == "*":
                bound = ""
                context.scope.module.stars.append(import_path(statement, ""))
            self._add(
                context, statement.module or "", statement.level, alias.name, bound, statement.lineno, time, statement
            )

    def _function(self, statement: Function, context: Context) -> None:
        name = self._define(statement, context)
        self._enter(Context(Scope(statement, context.scope), name, True, False, context), statement.body)

    def _class(self, statement: ast.ClassDef, context: Context) -> None:
        name = self._define(statement, context)
        scope = Scope(statement, context.scope)
        self.attributes.open_class(scope)
        self._enter(Context(scope, name, context.lazy, False, context), statement.body)

    def _branches(self, statement: ast.If | ast.While, context: Context) -> None:
        if statement.orelse:
            self._enter(context.branch(statement.test, False), statement.orelse)
        self._enter(context.branch(statement.test, True), statement.body)

    def _loop(self, statement: ast.For | ast.AsyncFor, context: Context) -> None:
        inner = context.block()
        self._enter(inner, statement.orelse)
        self._enter(inner, statement.body)

    def _with(self, statement: ast.With | ast.AsyncWith, context: Context) -> None:
        self._enter(context.protected(items=statement.items), statement.body)

    def _try(self, statement: ast.Try | ast.TryStar, context: Context) -> None:
        inner = context.block()
        self._enter(inner, statement.finalbody)
        self._enter(inner, statement.orelse)
        for handler in reversed(statement.handlers):
            self._enter(inner, handler.body)
        self._enter(context.protected(handlers=statement.handlers), statement.body)

    def _match(self, statement: ast.Match, context: Context) -> None:
        for case in reversed(statement.cases):
            self._enter(context.branch(case.guard, True), case.body)

    def _global(self, statement: ast.Global, context: Context) -> None:
        context.scope.declare_global(statement.names)

    def _nonlocal(self, statement: ast.Nonlocal, context: Context) -> None:
        context.scope.declare_nonlocal(statement.names)


def _time(statement: ast.Import | ast.ImportFrom, context: Context) -> ImportTime:
    """`lazy` in functions, and for the lazy import statements of Python 3.15."""
    return "lazy" if context.lazy or getattr(statement, "is_lazy", False) else "eager"


_READERS: dict[type[ast.AST], Callable[[Survey, Any, Context], None]] = {
    ast.Import: Survey._import,
    ast.ImportFrom: Survey._import_from,
    ast.FunctionDef: Survey._function,
    ast.AsyncFunctionDef: Survey._function,
    ast.ClassDef: Survey._class,
    ast.If: Survey._branches,
    ast.While: Survey._branches,
    ast.For: Survey._loop,
    ast.AsyncFor: Survey._loop,
    ast.With: Survey._with,
    ast.AsyncWith: Survey._with,
    ast.Try: Survey._try,
    ast.TryStar: Survey._try,
    ast.Match: Survey._match,
    ast.Global: Survey._global,
    ast.Nonlocal: Survey._nonlocal,
}
