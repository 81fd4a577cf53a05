"""Where a statement stands, and what follows from that for an import that stands there."""

import ast

from msgspec import Struct

from archgate.index.guards import guard_path, needed_names
from archgate.index.scopes import Scope
from archgate.index.tolerance import handlers_survive, items_survive
from archgate.index.traversal import FUNCTIONS


class Context(Struct, frozen=True):
    """The scope and definition around a statement, and the block that it is in.

    `above` is the context of the statement that opened the block, None at module level. A block that runs only if
    `test` comes out as `truth` has both; the body of a `try` has its `handlers`, that of a `with` its `items`.
    """

    scope: Scope
    definition: str = ""
    lazy: bool = False
    conditional: bool = False
    above: "Context | None" = None
    test: ast.expr | None = None
    truth: bool = True
    handlers: list[ast.ExceptHandler] | None = None
    items: list[ast.withitem] | None = None

    def qualified(self, name: str) -> str:
        """The qualified name of a definition that stands here."""
        return f"{self.definition}.{name}" if self.definition else name

    def block(self) -> "Context":
        """A block of a compound statement that stands here, with no condition that can be read."""
        return self if self.conditional else Context(self.scope, self.definition, self.lazy, True, self)

    def branch(self, test: ast.expr | None, truth: bool) -> "Context":
        """A block that runs only if `test` comes out as `truth`."""
        return Context(self.scope, self.definition, self.lazy, True, self, test, truth)

    def protected(
        self, handlers: list[ast.ExceptHandler] | None = None, items: list[ast.withitem] | None = None
    ) -> "Context":
        """The body of a `try` with these handlers, or of a `with` that has these items."""
        return Context(self.scope, self.definition, self.lazy, True, self, None, True, handlers, items)

    def guards(self) -> tuple[str, ...]:
        """The paths of the names whose truth it takes to get here, outermost first, each once."""
        found: list[str] = []
        context: Context | None = self
        while context is not None:
            if context.test is not None:
                names = sorted(needed_names(context.test, context.truth), reverse=True)
                found.extend(guard_path(context.scope, name) for name in names)
            context = context.above
        return tuple(dict.fromkeys(path for path in reversed(found) if path))

    def tolerant(self) -> bool:
        """Whether a block around, in the same run of the code, survives an import that fails."""
        context: Context | None = self
        while context is not None:
            if context.handlers and handlers_survive(context.scope, context.handlers):
                return True
            if context.items and items_survive(context.scope, context.items):
                return True
            if context.above is None or (context.above.scope is not context.scope and context._runs_later()):
                return False
            context = context.above
        return False

    def _runs_later(self) -> bool:
        return isinstance(self.scope.node, (*FUNCTIONS, ast.Lambda))
