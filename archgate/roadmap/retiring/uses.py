"""The edits of names and attribute chains, and the uses that cannot be rewritten."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from archgate.host.naming import is_at_or_below
from archgate.roadmap.retiring.bindings import Binding
from archgate.roadmap.retiring.edits import Edit
from archgate.roadmap.retiring.meaning import Hit, Meaning
from archgate.roadmap.retiring.reading import Syntax, is_class, is_within
from archgate.roadmap.retiring.renaming import Renaming
from archgate.roadmap.retiring.syntax import Call, Chain, Declared

if TYPE_CHECKING:
    from libcst.metadata import Scope

Fault = tuple[int, str]
"""An offset, and why what stands there cannot be rewritten."""

_BY_NAME = frozenset({"getattr", "setattr", "hasattr", "delattr", "vars", "dir"})


class Uses:
    """Reads every name of a file; what is retired is renamed, or told."""

    def __init__(self, syntax: Syntax, meaning: Meaning, bindings: Sequence[Binding], renaming: Renaming) -> None:
        self._syntax = syntax
        self._meaning = meaning
        self._bindings = bindings
        self._renaming = renaming
        self._plain = [one for one in bindings if one.is_plain and one.target is not None]
        self.edits: list[Edit] = []
        self.faults: list[Fault] = []

    def read(self) -> None:
        """Fill `edits` and `faults`. Names are looked up only where some of them can have to do with what goes."""
        for chain in self._syntax.chains if self._syntax.with_scopes else ():
            self._chain(chain)
        for call in self._syntax.calls:
            self._call(call)
        for subscript in self._syntax.subscripts:
            self._subscript(subscript)
        for node in self._syntax.declared:
            self._declared(node)

    def _chain(self, chain: Chain) -> None:
        root = chain.links[0]
        if self._is_half_hidden(chain):
            self._fault(chain, f"`{chain.root}` may be the class's own here, or what the file imports")
            return
        new = self._renaming.looked_up(chain.scope, chain.root)
        if new:
            self.edits.append(Edit(root.start, root.end, new))
        modules = self._modules(chain.scope, chain.root)
        for module in sorted(modules):
            hit, way = self._meaning.walk(module, chain.attributes)
            if self._is_written_to(chain, way, hit):
                self._fault(chain, f"writes to `{way[-1]}` or to its namespace, which cannot be followed")
            elif len(modules) > 1 and (hit is not None or self._meaning.goes(way[-1])):
                self._fault(chain, f"`{chain.root}` may be one of several modules: {', '.join(sorted(modules))}")
            elif hit is not None:
                self._hit(chain, module, hit)
            elif self._is_bare(chain, way):
                self._fault(chain, f"hands `{way[-1]}` on as a value; what is read on it there cannot be told")
            elif self._is_left_behind(chain):
                self._fault(chain, f"`{chain.root}` is bound by an import that goes, and is needed for more than that")

    def _hit(self, chain: Chain, module: str, hit: Hit) -> None:
        link = chain.links[hit.at + 1]
        if hit.new.symbol:
            owner = self._meaning.module(hit.owner) or hit.owner
            if hit.new.module != owner:
                self._fault(chain, f"reads `{link.name}` on the module `{hit.owner}`; import it by name first")
                return
            if hit.new.symbol != link.name:
                self.edits.append(Edit(link.start, link.end, hit.new.symbol))
            self._prefix(chain, module, hit.at)
        elif not self._prefix(chain, module, hit.at + 1):
            self._member(chain, hit)

    def _prefix(self, chain: Chain, module: str, count: int) -> bool:
        """Write the module that a chain begins with anew; whether it begins with one that `import` names whole."""
        hit, _ = self._meaning.walk(module, chain.attributes[:count])
        if hit is None or hit.new.symbol:
            return False
        whole = f"{hit.owner}.{chain.attributes[hit.at]}"
        if not self._is_plain_root(chain) or not any(self._covers(one, whole, chain) for one in self._plain):
            return False
        if not chain.is_spelled(hit.at + 2):
            self._fault(chain, "is not written in one piece")
            return True
        self.edits.append(Edit(chain.links[0].start, chain.links[hit.at + 1].end, hit.new.module))
        return True

    def _member(self, chain: Chain, hit: Hit) -> None:
        """A module that goes, read as a member of its package."""
        link = chain.links[hit.at + 1]
        if self._meaning.exports.binds(hit.owner, link.name):
            return  # the package imports it by a statement of its own, which is rewritten there
        parent, _, last = hit.new.module.rpartition(".")
        if parent != hit.owner:
            self._fault(chain, f"reaches `{hit.owner}.{link.name}` through `{chain.root}`; import it by its name first")
        elif last != link.name:
            self.edits.append(Edit(link.start, link.end, last))

    def _covers(self, binding: Binding, module: str, chain: Chain) -> bool:
        """Whether a plain import of what goes makes a module readable where the chain stands."""
        if not is_at_or_below(binding.module, module):
            return False
        return is_within(chain.scope, self._syntax.scope_of(binding.written))

    def _is_plain_root(self, chain: Chain) -> bool:
        found = self._bound(chain.scope, chain.root)
        return bool(found) and all(one.is_plain for one in found)

    def _is_left_behind(self, chain: Chain) -> bool:
        """Whether a chain needs a root package that no import binds any more."""
        found = self._bound(chain.scope, chain.root)
        gone = [one for one in found if one.is_plain and one.target and _root(one.target.dotted) != one.bound]
        return bool(gone) and len(gone) == len(found)

    def _is_half_hidden(self, chain: Chain) -> bool:
        """Whether the body of a class reads a name that it binds itself, and that goes where it does not yet."""
        scope = chain.scope
        if scope is None or not is_class(scope) or chain.stored or not self._syntax.assigned(scope, chain.root):
            return False
        if self._renaming.looked_up(scope.parent, chain.root):
            return True
        return any(self._meaning.walk(one, chain.attributes)[0] for one in self._modules(scope.parent, chain.root))

    def _is_written_to(self, chain: Chain, way: Sequence[str], hit: Hit | None) -> bool:
        """Whether something of what goes is set or deleted, or the namespace of its module is taken."""
        if chain.stored and chain.attributes and len(way) == len(chain.attributes):
            return bool(self._meaning.module(way[-1]) or (hit is not None and hit.new.symbol))
        return self._goes(way) and "__dict__" in chain.attributes[: len(way)]

    def _is_bare(self, chain: Chain, way: Sequence[str]) -> bool:
        """Whether a chain ends at a module of which single symbols go."""
        if chain.stored or len(way) != len(chain.attributes) + 1:
            return False
        if chain.extent in self._syntax.statements or chain.extent in self._asked_by_name:
            return False
        return not self._meaning.module(way[-1]) and self._goes(way)

    @cached_property
    def _asked_by_name(self) -> frozenset[tuple[int, int]]:
        """The extents of what `getattr` and its like are asked about by a name that stands there."""
        asked = [call.arguments for call in self._syntax.calls if call.name in _BY_NAME and len(call.arguments) > 1]
        return frozenset(first.chain.extent for first, second, *_ in asked if first.chain and second.text)

    def _goes(self, way: Sequence[str]) -> bool:
        return self._meaning.goes(way[-1])

    def _modules(self, scope: "Scope | None", name: str) -> set[str]:
        return {module for one in self._bound(scope, name) for module in one.modules(self._meaning)}

    def _bound(self, scope: "Scope | None", name: str) -> list[Binding]:
        """The imports that may have bound a name which is read in a scope."""
        starts = {one.start for one in self._syntax.looked_up(scope, name) if one.is_import}
        return [one for one in self._bindings if one.bound == name and one.site.start in starts]

    def _call(self, call: Call) -> None:
        """`getattr(module, name)` and its like; `sys.modules.get("a.b")`."""
        chain = call.arguments[0].chain if call.arguments else None
        if chain is not None and call.name in _BY_NAME and self._asks_by_name(chain, call):
            self._fault(chain, f"`{call.name}` asks for a name of a module that goes; which one cannot be told")
        if ".modules." in f".{call.name}":
            self._out_of_modules(call)

    def _asks_by_name(self, chain: Chain, call: Call) -> bool:
        asked = call.arguments[1].text if len(call.arguments) > 1 else None
        for module in self._modules(chain.scope, chain.root):
            _, way = self._meaning.walk(module, chain.attributes)
            if len(way) != len(chain.attributes) + 1 or not self._goes(way):
                continue
            if asked is None or self._meaning.walk(way[-1], [asked.value])[0] is not None:
                return True
        return False

    def _subscript(self, subscript: Call) -> None:
        """`sys.modules["a.b"]`."""
        if subscript.name.rpartition(".")[2] == "modules":
            self._out_of_modules(subscript)

    def _out_of_modules(self, call: Call) -> None:
        for argument in call.arguments[:1]:
            for text in argument.texts:
                if self._meaning.goes(text.value):
                    self.faults.append((text.start, f"takes `{text.value}` out of `sys.modules`"))

    def _declared(self, declared: Declared) -> None:
        for link in declared.names:
            for renamed in self._renaming:
                if renamed.old == link.name and declared.is_global and renamed.is_global:
                    self.edits.append(Edit(link.start, link.end, renamed.new))

    def _fault(self, chain: Chain, message: str) -> None:
        self.faults.append((chain.links[0].start, message))


def _root(dotted: str) -> str:
    return dotted.partition(".")[0]
