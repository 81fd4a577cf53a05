"""One source file read: its bytes in, what it says out."""

import ast
import gc
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import cast

from archgate.index.bindings import Binding
from archgate.index.dynamic import WORDS, DynamicImports
from archgate.index.exports import exports_of
from archgate.index.failure import explain
from archgate.index.flow import encode
from archgate.index.folding import Folder
from archgate.index.measuring import measure
from archgate.index.module import ModuleIndex, Unreadable
from archgate.index.paths import Paths
from archgate.index.rebinding import Rebinding
from archgate.index.scopes import Scope
from archgate.index.suppressions import suppressions_of
from archgate.index.survey import Survey
from archgate.index.text import Text, read_text
from archgate.index.tracing.settled import watched
from archgate.index.tracing.statements import Tracer, trace

_STACK = 16 * 1024 * 1024
"""Bytes of C stack that hold the deepest tree that Python's parser builds."""


def index_source(data: bytes) -> ModuleIndex | Unreadable:
    """What the source file with these bytes says, or why it cannot be read. Nothing of it is run."""
    text = read_text(data)
    if isinstance(text, Unreadable):
        return text
    with _undisturbed():
        try:
            module = _parse(data)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return explain(error, data)
        return _index(module, text)


def _index(module: ast.Module, text: Text) -> ModuleIndex:
    scope = Scope(module, walrus=text.lines_with(":="))
    measured = measure(module, text)
    survey = Survey(scope, any(map(text.may_hold, WORDS)), measured.definitions)
    survey.run(module)
    folder = Folder(survey.attributes)
    scope.rebinding = rebinding = Rebinding(module, text, lambda key: folder.strings((key, scope)))
    imports = survey.finish(DynamicImports(Paths(folder, survey.attributes)))
    exports = exports_of(module, scope, folder) if text.may_hold("__all__") else None
    tracer = Tracer(survey.ordinals, lambda node: folder.fold(node, scope))
    flow = trace(module, tracer)
    scope.rebinding = None  # it holds the scope: without the cycle, the tree goes as soon as it is not needed
    bound = _bound(scope)
    return ModuleIndex(
        imports=imports,
        definitions=tuple(survey.definitions),
        names=_names(bound),
        exports=exports,
        computed=exports is None and _binds(scope, "__all__"),
        rebound=_rebound(bound, rebinding),
        bases=tuple(tracer.bases),
        watched=watched(tracer, flow),
        flow=encode(flow) if flow.chains or flow.imports else b"",
        statements=measured.statements,
        lines=measured.lines,
        suppressions=suppressions_of(module, text, imports),
    )


def _bound(scope: Scope) -> list[tuple[str, Binding]]:
    """All bindings of a module: its own first, then those of `global` statements."""
    own = [(name, binding) for name, bindings in scope.own.items() for binding in bindings]
    return [*own, *scope.bound_globally()]


def _names(bound: Sequence[tuple[str, Binding]]) -> tuple[str, ...]:
    """The names that are bound by anything but an import."""
    return tuple(dict.fromkeys(name for name, binding in bound if binding.how != "import" and binding.binds))


def _binds(scope: Scope, name: str) -> bool:
    return any(binding.binds for binding, _ in scope.bindings(name))


def _rebound(bound: Sequence[tuple[str, Binding]], rebinding: Rebinding) -> tuple[str, ...]:
    """The module-level names that are deleted, or written to through the file's namespace."""
    deleted = {name for name, binding in bound if binding.how == "deleted"}
    imported = {name for name, binding in bound if binding.how == "import"}
    return tuple(sorted(deleted | rebinding.names(imported)))


def _parse(data: bytes) -> ast.Module:
    """The file's syntax tree. How deep it may be nested does not depend on the depth of the caller's own stack."""
    try:
        return _compiled(data)
    except RecursionError:
        return _parse_on_empty_stack(data)


def _compiled(data: bytes) -> ast.Module:
    return cast(ast.Module, compile(data, "<host>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True))


def _parse_on_empty_stack(data: bytes) -> ast.Module:
    outcome: list[ast.Module | BaseException] = []

    def run() -> None:
        try:
            outcome.append(_compiled(data))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            outcome.append(error)

    before = threading.stack_size(_STACK)
    try:
        thread = threading.Thread(target=run)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


@contextmanager
def _undisturbed() -> Iterator[None]:
    """No warnings about the host's code, and no garbage collection: a tree has no cycles, but many objects."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        if collecting:
            gc.enable()
