"""Which names of a file are renamed with what they stand for, and which stay by an `as`."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from archgate.link.module import Module
from archgate.roadmap.retiring.bindings import Binding
from archgate.roadmap.retiring.meaning import Meaning, Taken
from archgate.roadmap.retiring.reading import Syntax, is_class, is_global, is_within
from archgate.roadmap.retiring.replacement import Name
from archgate.roadmap.retiring.syntax import Assigned

if TYPE_CHECKING:
    from libcst.metadata import Scope


class Renamed(Struct, frozen=True):
    """A name of one scope that is renamed wherever it is looked up there."""

    scope: "Scope"
    old: str
    new: str

    @property
    def is_global(self) -> bool:
        """Whether it is a name of the module."""
        return is_global(self.scope)


class Renaming:
    """The renamed names of a file, by scope and name."""

    def __init__(self, syntax: Syntax, module: Module, meaning: Meaning, bindings: Sequence[Binding]) -> None:
        self._syntax = syntax
        self._module = module
        self._meaning = meaning
        self._bindings = bindings
        self._by_scope: dict[tuple[int, str], Renamed] = {}
        for binding in bindings:
            if binding.renames and binding.target is not None:
                scope = syntax.scope_of(binding.written)
                if scope is not None and self._is_free(scope, binding):
                    self._by_scope[id(scope), binding.bound] = Renamed(scope, binding.bound, binding.target.name)

    def __iter__(self) -> Iterator[Renamed]:
        return iter(self._by_scope.values())

    def __bool__(self) -> bool:
        return bool(self._by_scope)

    def of(self, binding: Binding) -> str:
        """The name that a binding gets; "" where it stays."""
        if not binding.renames:
            return ""
        found = self._by_scope.get((id(self._syntax.scope_of(binding.written)), binding.bound))
        return found.new if found else ""

    def looked_up(self, scope: "Scope | None", name: str) -> str:
        """The new name for one that is read in a scope; "" where it stays."""
        if not any(key[1] == name for key in self._by_scope):
            return ""
        for assignment in self._syntax.looked_up(scope, name):
            found = self._by_scope.get((id(assignment.scope), name))
            if found is not None:
                return found.new
        return ""

    def collision(self, renamed: Renamed) -> int | None:
        """The offset of something else that has the new name where the old is renamed; None where nothing has it."""
        wanted = {binding.target for binding in self._bindings if binding.bound == renamed.old}
        bound = [
            assignment.start
            for scope in self._syntax.scopes
            if is_within(scope, renamed.scope)
            for assignment in self._syntax.assigned(scope, renamed.new)
            if assignment.start is not None and not self._is_same(assignment, renamed.new, wanted)
        ]
        read = [
            chain.links[0].start
            for chain in self._syntax.chains
            if chain.root == renamed.new and self._is_from_outside(chain.scope, renamed)
        ]
        return min([*bound, *read], default=None)

    def _is_same(self, assignment: Assigned, name: str, wanted: set[Taken | None]) -> bool:
        """Whether an assignment is an import of the very thing that gets the name."""
        imports = self._imports(assignment, name)
        return bool(imports) and all((one.target or Taken(one.module, one.name)) in wanted for one in imports)

    def _imports(self, assignment: Assigned, name: str) -> list[Binding]:
        """The names of import statements that an assignment is."""
        if not assignment.is_import:
            return []
        return [one for one in self._bindings if one.site.start == assignment.start and one.bound == name]

    def _is_from_outside(self, scope: "Scope | None", renamed: Renamed) -> bool:
        """Whether the new name is read where the old is renamed, and is bound further out, or nowhere."""
        if scope is not None and not is_within(scope, renamed.scope):
            return False
        found = self._syntax.looked_up(scope, renamed.new)
        return not any(is_within(assignment.scope, renamed.scope) for assignment in found)

    def _is_free(self, scope: "Scope", binding: Binding) -> bool:
        """Whether nothing but imports of the same thing binds the name in its scope."""
        if is_global(scope):
            own = self._meaning.symbols.get(Name(self._module.name, binding.bound))
            return own is not None and binding.target is not None and own.symbol == binding.target.name
        if is_class(scope) or self._is_declared(binding.bound):
            return False
        for assignment in self._syntax.assigned(scope, binding.bound):
            twins = self._imports(assignment, binding.bound)
            if not twins or any(one.target != binding.target or one.aliased != binding.aliased for one in twins):
                return False
        return True

    def _is_declared(self, name: str) -> bool:
        return any(link.name == name for one in self._syntax.declared for link in one.names)
