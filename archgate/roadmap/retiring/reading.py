"""A source file read into the syntax that a rewriter asks for. Only this and its harvest know libcst."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from archgate.roadmap.retiring.edits import SourceText, Unfit
from archgate.roadmap.retiring.harvest import Harvest, dotted_name, names_of, strings_in
from archgate.roadmap.retiring.syntax import (
    Argument,
    Assigned,
    Call,
    Chain,
    Declared,
    ImportName,
    ImportSite,
    Link,
    Text,
)

if TYPE_CHECKING:
    import libcst as cst
    from libcst.metadata import MetadataWrapper, Scope


class Syntax:
    """The syntax of a source. Raises Unfit where it cannot be read or would not be given back unchanged.

    Scopes take most of the time: chains have theirs once `with_scopes` is set.
    """

    def __init__(self, source: SourceText) -> None:
        from libcst.metadata import ByteSpanPositionProvider

        self.source = source
        self._wrapper = _wrapped(source.text)
        if self._wrapper.module.code != source.text:
            raise Unfit("the rewriter would not give its text back unchanged")
        self._spans: Mapping[Any, Any] = self._wrapper.resolve(ByteSpanPositionProvider)
        self._harvest = Harvest(self._wrapper.module)
        self._aliases: dict[int, cst.ImportAlias] = {}
        self.with_scopes = False

    @property
    def newline(self) -> str:
        """The line end that most of the file has."""
        return self._wrapper.module.default_newline

    @cached_property
    def _scopes(self) -> "Mapping[cst.CSTNode, Scope | None]":
        from libcst.metadata import ScopeProvider

        return self._wrapper.resolve(ScopeProvider)

    @cached_property
    def _contexts(self) -> Mapping[Any, Any]:
        from libcst.metadata import ExpressionContextProvider

        return self._wrapper.resolve(ExpressionContextProvider)

    @cached_property
    def scopes(self) -> "list[Scope]":
        """Every scope of the file."""
        return list({id(scope): scope for scope in self._scopes.values() if scope is not None}.values())

    @cached_property
    def imports(self) -> list[ImportSite]:
        """Every import statement, in source order."""
        return [self._site(node, alone) for node, alone in self._harvest.imports]

    @cached_property
    def chains(self) -> list[Chain]:
        """Every name that is read or bound outside imports, with its attributes; those in quoted annotations last."""
        found = [self._chain(node) for node in self._harvest.chains]
        return [*found, *(chain for text in self._harvest.annotations for chain in self._quoted(text))]

    @cached_property
    def calls(self) -> list[Call]:
        """Every call, in source order."""
        return [self._call(node, node.func, [one.value for one in node.args]) for node in self._harvest.calls]

    @cached_property
    def subscripts(self) -> list[Call]:
        """Every subscript, in source order; each element is an argument."""
        return [self._call(node, node.value, [one.slice for one in node.slice]) for node in self._harvest.subscripts]

    @cached_property
    def declared(self) -> list[Declared]:
        """Every `global` and `nonlocal`."""
        import libcst as cst

        return [
            Declared(isinstance(node, cst.Global), [self._link(item.name) for item in node.names])
            for node in self._harvest.declared
        ]

    @cached_property
    def statements(self) -> frozenset[tuple[int, int]]:
        """The extents of expressions that are statements."""
        return frozenset(self._span(node) for node in self._harvest.expressions)

    @cached_property
    def listed(self) -> list[Text]:
        """The strings in what is assigned to, added to or called on `__all__`."""
        return [self._text(text) for node in self._harvest.exports for text in strings_in(node)]

    def scope_of(self, name: ImportName | None) -> "Scope | None":
        """The scope in which a name of an import statement is bound."""
        return self._scopes.get(self._aliases[name.start]) if name is not None else None

    def assigned(self, scope: "Scope", name: str) -> list[Assigned]:
        """What binds a name in a scope itself, in source order."""
        return self._assigned(scope.assignments[name])

    def looked_up(self, scope: "Scope | None", name: str) -> list[Assigned]:
        """What may have bound a name that is read in a scope, in source order."""
        return self._assigned(scope[name]) if scope is not None else []

    def _assigned(self, assignments: Iterable[Any]) -> list[Assigned]:
        from libcst.metadata import ImportAssignment

        found = [
            Assigned(one.scope, self._span(node)[0] if node is not None else None, isinstance(one, ImportAssignment))
            for one in assignments
            for node in [getattr(one, "node", None)]
        ]
        return sorted(found, key=lambda one: -1 if one.start is None else one.start)

    def _span(self, node: "cst.CSTNode") -> tuple[int, int]:
        span = self._spans[node]
        return span.start, span.start + span.length

    def _link(self, node: "cst.CSTNode") -> Link:
        return Link(dotted_name(node), *self._span(node))

    def _site(self, node: "cst.Import | cst.ImportFrom", alone: bool) -> ImportSite:
        import libcst as cst

        start, end = self._span(node)
        names = [] if isinstance(node.names, cst.ImportStar) else [self._name(alias) for alias in node.names]
        if isinstance(node, cst.Import):
            return ImportSite(start, end, None, 0, (False, False), names, alone)
        code = self._wrapper.module.code_for_node
        before, behind = code(node.whitespace_after_from), code(node.whitespace_before_import)
        dots = "".join(map(code, node.relative))
        first = start + len("from") + len(before.encode())
        last = self._span(node.module)[1] if node.module is not None else first + len(dots.rstrip().encode())
        tight = (not before, not behind and not dots[len(dots.rstrip()) :])
        return ImportSite(
            start, end, Link(dotted_name(node.module), first, last), len(node.relative), tight, names, alone
        )

    def _name(self, alias: "cst.ImportAlias") -> ImportName:
        other = self._link(alias.asname.name) if alias.asname is not None else None
        name = self._link(alias.name)
        self._aliases[name.start] = alias
        return ImportName(name, other)

    def _chain(self, node: "cst.Name | cst.Attribute") -> Chain:
        from libcst.metadata import ExpressionContext

        names = names_of(node)
        links = [self._link(name) for name in names]
        spelled = self.source.piece(links[0].start, links[-1].end)
        if not self.with_scopes:
            return Chain(links, None, False, spelled)
        stored = self._contexts.get(node) in (ExpressionContext.STORE, ExpressionContext.DEL)
        return Chain(links, self._scopes.get(names[0]), stored, spelled)

    def _call(self, node: "cst.CSTNode", func: "cst.CSTNode", arguments: "Sequence[cst.CSTNode]") -> Call:
        start, _ = self._span(node)
        return Call(dotted_name(func), start, self.source.line(start), [self._argument(one) for one in arguments])

    def _argument(self, node: "cst.CSTNode") -> Argument:
        import libcst as cst

        chain = self._chain(node) if isinstance(node, cst.Name | cst.Attribute) and names_of(node) else None
        text = self._text(node) if isinstance(node, cst.SimpleString) else None
        return Argument(chain, text, [self._text(one) for one in strings_in(node)])

    def _text(self, node: "cst.SimpleString") -> Text:
        start, end = self._span(node)
        opening, closing = len(node.prefix) + len(node.quote), len(node.quote)
        value = node.evaluated_value
        raw = self.source.piece(start + opening, end - closing)
        return Text(value if isinstance(value, str) else "", start + opening, end - closing, raw == value)

    def _quoted(self, node: "cst.SimpleString") -> Iterator[Chain]:
        """The chains in a quoted annotation."""
        from libcst.metadata import ByteSpanPositionProvider

        text = self._text(node)
        if not text.plain or "\n" in text.value:
            return
        try:
            inner = _wrapped(text.value)
        except Unfit:
            return
        spans: Mapping[Any, Any] = inner.resolve(ByteSpanPositionProvider)
        for chain in Harvest(inner.module).chains:
            places = [(name.value, text.start + spans[name].start, spans[name].length) for name in names_of(chain)]
            links = [Link(name, start, start + length) for name, start, length in places]
            yield Chain(links, self._scopes.get(node), False, self.source.piece(links[0].start, links[-1].end))


def is_class(scope: "Scope | None") -> bool:
    """Whether a scope is the body of a class."""
    from libcst.metadata import ClassScope

    return isinstance(scope, ClassScope)


def is_global(scope: "Scope") -> bool:
    """Whether a scope is the module's."""
    from libcst.metadata import GlobalScope

    return isinstance(scope, GlobalScope)


def is_within(scope: "Scope | None", outer: "Scope | None") -> bool:
    """Whether a scope is another one, or lies in it."""
    while scope is not None and scope is not outer:
        scope = scope.parent if scope.parent is not scope else None
    return scope is not None


def _wrapped(text: str) -> "MetadataWrapper":
    import libcst as cst
    from libcst.metadata import MetadataWrapper

    try:
        return MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    except cst.ParserSyntaxError as error:
        raise Unfit("it has syntax that the rewriter cannot read", error.raw_line) from None
