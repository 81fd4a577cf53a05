"""Statements, and the walk over a whole file."""

import ast
import sys
from collections.abc import Callable, Sequence
from typing import Any

from archgate.index import flow as f
from archgate.index.flow import Flow
from archgate.index.slots import Frame
from archgate.index.tracing.definitions import Definitions
from archgate.index.tracing.record import Value, Values
from archgate.index.tracing.settled import flow_of

_DEEPEST = 20_000


class Tracer(Definitions):
    """Reads a module, statement by statement."""

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Read statements of the current scope."""
        readers = _STATEMENTS
        for statement in statements:
            readers[type(statement)](self, statement)

    def _import(self, node: ast.Import) -> None:
        for alias, ordinal in zip(node.names, self._ordinals[id(node)], strict=True):
            root = alias.name.partition(".")[0]
            whole = alias.asname is not None or alias.name == root
            self._bind_import(alias.asname or root, ordinal, alias.name if whole else root, whole)

    def _import_from(self, node: ast.ImportFrom) -> None:
        for alias, ordinal in zip(node.names, self._ordinals[id(node)], strict=True):
            if alias.name != "*":
                path = "" if node.level else f"{node.module}.{alias.name}"
                self._bind_import(alias.asname or alias.name, ordinal, path, True)

    def _bind_import(self, name: str, ordinal: int, path: str, whole: bool) -> None:
        self.imports.append((self.slots.bind(self.frame, name), ordinal, whole))
        frame = self.slots.module if name in self.frame.globals else self.frame
        frame.paths[name] = path

    def _expression(self, node: ast.Expr) -> None:
        if type(node.value) is not ast.Constant:
            self.emit(self.value(node.value), f.EVALUATED)

    def _return(self, node: ast.Return) -> None:
        if node.value is not None:
            value = self.value(node.value)
            frame: Frame | None = self.frame
            self.emit(value, f.RETURNED, frame.returned) if frame and frame.returned >= 0 else None

    def _branch(self, node: ast.If | ast.While) -> None:
        self.visit(node.test)
        self.block(node.body)
        self.block(node.orelse)

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        self.assign(node.target, self.step(self.value(node.iter), f.ITERATE, node.lineno))
        self.block(node.body)
        self.block(node.orelse)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            value = self.value(item.context_expr)
            if item.optional_vars is None:
                self.emit(value, f.EVALUATED)
            else:
                self.assign(item.optional_vars, self.step(value, f.ENTER, node.lineno))
        self.block(node.body)

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        self.block(node.body)
        for handler in node.handlers:
            if handler.type is not None:
                self.classify(handler.type)
            if handler.name is not None:
                self.slots.bind(self.frame, handler.name)
            self.block(handler.body)
        self.block(node.orelse)
        self.block(node.finalbody)

    def _raise(self, node: ast.Raise) -> None:
        with self.exempted():
            self.visit(node.cause)
            if isinstance(node.exc, ast.Call):
                callee = self.one(self.value(node.exc.func), node.lineno)
                self.mentions = self.plain
                self.emit(self.one(self._called(callee, node.exc.args, node.exc.keywords), 0), f.RAISED)
            else:
                self.visit(node.exc)

    def _match(self, node: ast.Match) -> None:
        subject = self.held(self.value(node.subject), node.lineno)
        for case in node.cases:
            self._pattern(case.pattern, subject)
            self.visit(case.guard)
            self.block(case.body)

    def _pattern(self, pattern: ast.pattern, subject: Value | None) -> None:
        match pattern:
            case ast.MatchAs(pattern=inner, name=name):
                if inner is not None:
                    self._pattern(inner, subject)
                if name is not None:
                    slot = self.slots.bind(self.frame, name)
                    self.emit(subject, f.BOUND, slot)
                    if isinstance(inner, ast.MatchClass):
                        self.annotate(inner.cls, slot)
            case ast.MatchOr(patterns=patterns):
                for one in patterns:
                    self._pattern(one, subject)
            case ast.MatchStar(name=name) | ast.MatchMapping(rest=name) if name is not None:
                self.slots.bind(self.frame, name)
                self._inner_patterns(pattern)
            case ast.MatchValue(value=value):
                self.visit(value)
            case ast.MatchClass(cls=cls):
                self.classify(cls)
                self._inner_patterns(pattern)
            case _:
                self._inner_patterns(pattern)

    def _inner_patterns(self, pattern: ast.pattern) -> None:
        for child in ast.iter_child_nodes(pattern):
            if isinstance(child, ast.pattern):
                self._pattern(child, None)

    def _global(self, node: ast.Global) -> None:
        self.frame.globals.update(node.names)
        self.slots.module.bound.update(node.names)

    def _nonlocal(self, node: ast.Nonlocal) -> None:
        self.frame.nonlocals.update(node.names)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.slots.bind(self.frame, target.id)
            elif not isinstance(target, (ast.Tuple, ast.List)):
                self.visit(target)

    def _assert(self, node: ast.Assert) -> None:
        self.visit(node.test)
        self.visit(node.msg)

    def _type_alias(self, node: Any) -> None:
        slot = self.slots.bind(self.frame, node.name.id)
        with self.exempted():
            self._annotation(node.value, slot, as_class=True)

    def _pass_statement(self, node: ast.stmt) -> None:
        pass


_EXPRESSIONS: dict[type[ast.AST], Callable[[Tracer, Any], Values]] = {
    ast.Name: Tracer._name,
    ast.Attribute: Tracer._attribute,
    ast.Constant: Tracer._constant,
    ast.Call: Tracer._call,
    ast.Subscript: Tracer._subscript,
    ast.IfExp: Tracer._if_else,
    ast.BoolOp: Tracer._either,
    ast.NamedExpr: Tracer._walrus,
    ast.Await: Tracer._await,
    ast.Starred: Tracer._starred,
    ast.Yield: Tracer._yield,
    ast.YieldFrom: Tracer._yield_from,
    ast.Tuple: Tracer._display,
    ast.List: Tracer._display,
    ast.Set: Tracer._display,
    ast.Dict: Tracer._dict,
    ast.ListComp: Tracer._comprehension,
    ast.SetComp: Tracer._comprehension,
    ast.DictComp: Tracer._comprehension,
    ast.GeneratorExp: Tracer._comprehension,
    ast.Lambda: Tracer._lambda,
    ast.JoinedStr: Tracer._joined_text,
    ast.Compare: Tracer._compare,
    ast.BinOp: Tracer._both,
    ast.UnaryOp: Tracer._operand,
    ast.FormattedValue: Tracer._formatted,
}
_STATEMENTS: dict[type[ast.AST], Callable[[Tracer, Any], None]] = {
    ast.FunctionDef: Tracer._def,
    ast.AsyncFunctionDef: Tracer._def,
    ast.ClassDef: Tracer._class,
    ast.Import: Tracer._import,
    ast.ImportFrom: Tracer._import_from,
    ast.Assign: Tracer._assign,
    ast.AnnAssign: Tracer._annotated,
    ast.AugAssign: Tracer._augmented,
    ast.Expr: Tracer._expression,
    ast.Return: Tracer._return,
    ast.If: Tracer._branch,
    ast.While: Tracer._branch,
    ast.For: Tracer._for,
    ast.AsyncFor: Tracer._for,
    ast.With: Tracer._with,
    ast.AsyncWith: Tracer._with,
    ast.Try: Tracer._try,
    ast.TryStar: Tracer._try,
    ast.Raise: Tracer._raise,
    ast.Match: Tracer._match,
    ast.Global: Tracer._global,
    ast.Nonlocal: Tracer._nonlocal,
    ast.Delete: Tracer._delete,
    ast.Assert: Tracer._assert,
    ast.Pass: Tracer._pass_statement,
    ast.Break: Tracer._pass_statement,
    ast.Continue: Tracer._pass_statement,
}
if hasattr(ast, "TypeAlias"):
    _STATEMENTS[ast.TypeAlias] = Tracer._type_alias
if hasattr(ast, "TemplateStr"):
    _EXPRESSIONS[ast.TemplateStr] = Tracer._joined_text
Tracer.expressions = _EXPRESSIONS


def trace(module: ast.Module, tracer: Tracer) -> Flow:
    """Read a whole file."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEPEST))
    try:
        tracer.block(module.body)
    finally:
        sys.setrecursionlimit(limit)
    return flow_of(tracer)
